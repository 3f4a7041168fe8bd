#include "io/report/material_charts.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "io/case/region_text.hpp"
#include "io/report/page/html_page.hpp"
#include "io/report/page/svg_chart.hpp"

namespace dgsolve {
namespace {

constexpr double per_hertz = 2 * std::numbers::pi;

/// Re ε or −Im ε of the rows, at most so many.
Curve data_curve(const std::string& name, const PermittivityRows& rows, bool real) {
  constexpr std::size_t most = 60;
  Curve curve{name + " of the data", {}, {}, true};
  const std::size_t stride = (rows.omega.size() + most - 1) / most;
  for (std::size_t i = 0; i < rows.omega.size(); i += stride) {
    curve.x.push_back(rows.omega[i] / per_hertz);
    curve.y.push_back(real ? rows.epsilon[i].real() : -rows.epsilon[i].imag());
  }
  return curve;
}

Curve fitted_curve(const std::string& name, const MaterialFit& fit, bool real) {
  constexpr int n = 300;
  Curve curve{name + " of the poles", {}, {}};
  for (int i = 0; i <= n; ++i) {
    const double omega = fit.rows.omega.front() + (fit.rows.omega.back() - fit.rows.omega.front()) * i / n;
    const std::complex<double> epsilon = permittivity(fit.medium, omega);
    curve.x.push_back(omega / per_hertz);
    curve.y.push_back(real ? epsilon.real() : -epsilon.imag());
  }
  return curve;
}

std::string percent(double error) { return fmt::format("{:.2g} %", 100 * error); }

std::string band_text(const Band& band) { return fmt::format("{:.4g} to {:.4g} Hz", band.lower, band.upper); }

std::string facts(const MaterialChoice& choice, const MaterialFit& fit, const Units& units) {
  std::vector<std::vector<std::string>> rows = {{"material", choice.name}};
  if (choice.material) rows.push_back({"source", choice.material->source});
  rows.push_back({"known", band_text(fit.known)});
  rows.push_back({"poles", fit.poles + (fit.is_source ? ", those of the source" : "")});
  if (!fit.is_source) {
    rows.push_back({"fitted", band_text(fit.fitted)});
    rows.push_back(
        {"error", percent(fit.error) + " (root mean square of |Δε/ε|), at most " + percent(fit.largest)});
  }
  rows.push_back({"in numbers", region_text(fit.medium, units)});
  return html_table({}, rows);
}

}  // namespace

std::string material_section(const Case& input) {
  std::string html;
  for (const auto& [region, fit] : input.wave().fits) {
    html += "<h3>" + html_text(region) + "</h3>\n" +
            facts(input.wave().materials.at(region), fit, input.wave().units);
    html +=
        html_charts(chart_html({"Re ε of " + region,
                                {"frequency", "Hz"},
                                {"Re ε", ""},
                                {data_curve("Re ε", fit.rows, true), fitted_curve("Re ε", fit, true)}}) +
                    chart_html({"−Im ε of " + region,
                                {"frequency", "Hz"},
                                {"−Im ε", ""},
                                {data_curve("−Im ε", fit.rows, false), fitted_curve("−Im ε", fit, false)}}));
  }
  return html.empty() ? html : html_section("Materials", html);
}

}  // namespace dgsolve
