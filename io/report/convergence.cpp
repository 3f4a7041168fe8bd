#include "io/report/convergence.hpp"

#include <fmt/core.h>

#include <cmath>
#include <set>

#include "io/base/files.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

constexpr auto l2 = &QuantityError::l2, largest = &QuantityError::largest;

/// A column of a table: a number, or a dash.
std::string cell(int width, fmt::format_string<const double&> format, const std::optional<double>& value) {
  return fmt::format("{:>{}}", value ? fmt::format(format, *value) : "-", width);
}

std::string line_of(const ConvergenceStudy& study, const Rung& rung, const std::string& quantity) {
  std::string line = fmt::format("{:5} {:6} {:9} {:10}", rung.order, rung.refine, rung.elements, rung.dofs) +
                     cell(11, "{:.3g}", rung.dt > 0 ? std::optional(rung.dt) : std::nullopt);
  const QuantityError& error = rung.errors.at(quantity);
  for (const auto norm : {l2, largest})
    line += cell(12, "{:.3e}", error.*norm) + cell(7, "{:.2f}", study.observed(rung, quantity, norm));
  return line + '\n';
}

/// An entry of a CSV file.
std::string entry(std::optional<double> value) { return ',' + (value ? exact_text(*value) : ""); }

}  // namespace

std::map<std::string, QuantityError> errors_by_quantity(const Summary& summary) {
  std::map<std::string, QuantityError> errors;
  for (const auto& [field, error] : summary.errors.fields) errors[field] = {error.l2, error.linf};
  for (const auto& [probe, fields] : summary.errors.probes)
    for (const auto& [field, error] : fields) {
      QuantityError& found = errors["probe " + probe + ": " + field];
      if (summary.is_in_time()) found.l2 = error.l2;  // over time
      found.largest = error.linf;
    }
  if (summary.energy.final && summary.energy.exact)
    errors["energy"].largest = std::abs(*summary.energy.final - *summary.energy.exact);
  const auto* const elliptic = std::get_if<EllipticSummary>(&summary.problem);
  if (!elliptic) return errors;
  if (elliptic->gradient_error) errors["gradient of u"] = {*elliptic->gradient_error, {}};
  for (const auto& [name, boundary] : elliptic->boundaries) {
    if (boundary.exact_flux)
      errors["flux through " + name].largest = std::abs(boundary.flux - *boundary.exact_flux);
    if (boundary.potential && boundary.exact_potential)
      errors["potential of " + name].largest = std::abs(*boundary.potential - *boundary.exact_potential);
  }
  return errors;
}

std::vector<std::string> ConvergenceStudy::quantities() const {
  std::set<std::string> names;
  for (const Rung& rung : rungs)
    for (const auto& [name, error] : rung.errors) names.insert(name);
  return {names.begin(), names.end()};
}

std::optional<double> ConvergenceStudy::observed(const Rung& rung, const std::string& quantity,
                                                 std::optional<double> QuantityError::*norm) const {
  for (const Rung& before : rungs) {
    if (before.order != rung.order || before.refine != rung.refine - 1) continue;
    const auto from = before.errors.find(quantity), to = rung.errors.find(quantity);
    if (from == before.errors.end() || to == rung.errors.end()) return {};
    const double coarse = (from->second.*norm).value_or(0), fine = (to->second.*norm).value_or(0);
    if (coarse > 0 && fine > 0) return std::log2(coarse / fine);
  }
  return {};
}

std::string convergence_table(const ConvergenceStudy& study) {
  std::string text;
  for (const std::string& quantity : study.quantities()) {
    text +=
        quantity + "\norder refine     cells   unknowns         dt          L2  order     largest  order\n";
    for (const Rung& rung : study.rungs)
      if (rung.errors.contains(quantity)) text += line_of(study, rung, quantity);
    text += '\n';
  }
  for (const Rung& rung : study.rungs)
    if (!rung.failure.empty())
      text += fmt::format("order {}, refine {} failed: {}\n", rung.order, rung.refine, rung.failure);
  return text;
}

void write_convergence_csv(const ConvergenceStudy& study, const std::filesystem::path& directory) {
  std::string text = "quantity,order,refine,cells,unknowns,dt,l2,l2_order,largest,largest_order\n";
  for (const std::string& quantity : study.quantities())
    for (const Rung& rung : study.rungs) {
      const auto found = rung.errors.find(quantity);
      if (found == rung.errors.end()) continue;
      text += fmt::format("{},{},{},{},{}", quantity, rung.order, rung.refine, rung.elements, rung.dofs) +
              entry(rung.dt > 0 ? std::optional(rung.dt) : std::nullopt);
      for (const auto norm : {l2, largest})
        text += entry(found->second.*norm) + entry(study.observed(rung, quantity, norm));
      text += '\n';
    }
  replace_file(directory / "convergence.csv", text);
}

}  // namespace dgsolve
