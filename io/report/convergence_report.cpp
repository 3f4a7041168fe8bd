/// Implements io/report/convergence.hpp.
/// A study of convergence for people: report.html in its folder.

#include <fmt/core.h>

#include "io/base/files.hpp"
#include "io/report/convergence.hpp"
#include "io/report/page/html_page.hpp"
#include "io/report/page/svg_chart.hpp"

namespace dgsolve {
namespace {

using Norm = std::optional<double> QuantityError::*;

std::string text_of(fmt::format_string<const double&> format, const std::optional<double>& value) {
  return value ? fmt::format(format, *value) : "–";
}

/// Errors over unknowns, a curve an order.
Chart chart_of(const ConvergenceStudy& study, const std::string& quantity, Norm norm, const char* name) {
  Chart chart{quantity + ": " + name + " error", {"unknowns", "", true}, {"error", "", true}, {}};
  for (const Rung& rung : study.rungs) {
    const auto found = rung.errors.find(quantity);
    if (found == rung.errors.end() || !(found->second.*norm)) continue;
    const std::string order = "order " + std::to_string(rung.order);
    if (chart.curves.empty() || chart.curves.back().name != order)
      chart.curves.push_back({order, {}, {}, true});
    chart.curves.back().x.push_back(static_cast<double>(rung.dofs));
    chart.curves.back().y.push_back(*(found->second.*norm));
  }
  return chart;
}

std::string table_of(const ConvergenceStudy& study, const std::string& quantity) {
  std::vector<std::vector<std::string>> rows;
  for (const Rung& rung : study.rungs) {
    const auto found = rung.errors.find(quantity);
    if (found == rung.errors.end()) continue;
    rows.push_back({fmt::format("{}, {}", rung.order, rung.refine), std::to_string(rung.elements)});
    for (const Norm norm : {&QuantityError::l2, &QuantityError::largest}) {
      rows.back().push_back(text_of("{:.2e}", found->second.*norm));
      rows.back().push_back(text_of("{:.2f}", study.observed(rung, quantity, norm)));
    }
  }
  return html_table({"order, refine", "cells", "L2", "order", "largest", "order"}, rows);
}

std::string section_of(const ConvergenceStudy& study, const std::string& quantity) {
  std::string charts;
  const Chart l2 = chart_of(study, quantity, &QuantityError::l2, "L2"),
              largest = chart_of(study, quantity, &QuantityError::largest, "largest");
  for (const Chart* chart : {&l2, &largest})
    if (!chart->curves.empty()) charts += chart_html(*chart);
  return html_section(quantity, html_charts(charts) + table_of(study, quantity));
}

std::string head(const ConvergenceStudy& study) {
  std::vector<std::string> failures;
  for (const Rung& rung : study.rungs)
    if (!rung.failure.empty())
      failures.push_back(fmt::format("order {}, refine {}: {}", rung.order, rung.refine, rung.failure));
  const char* outcome = name_of(failures.empty() ? Outcome::completed : Outcome::failed);
  return "<h1>" + html_text(study.title) +
         "</h1>\n<p>Errors and observed orders</p>\n<p><span class=\"outcome " + outcome + "\">" + outcome +
         "</span></p>\n" + (failures.empty() ? "" : html_list(failures)) +
         html_note(
             "refine: how often each cell was split. Observed orders: log₂ of the error on cells of twice "
             "the "
             "size over the error.");
}

}  // namespace

void write_convergence_report(const ConvergenceStudy& study, const std::filesystem::path& directory) {
  std::string body = head(study);
  for (const std::string& quantity : study.quantities()) body += section_of(study, quantity);
  replace_file(directory / "report.html", html_page(study.title, body));
}

}  // namespace dgsolve
