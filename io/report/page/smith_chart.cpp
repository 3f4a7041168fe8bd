#include "io/report/page/smith_chart.hpp"

#include <fmt/core.h>

#include <cmath>

#include "io/report/page/html_page.hpp"
#include "io/report/page/svg_parts.hpp"

namespace dgsolve {
namespace {

// In pixels of a phone's screen, as of other charts.
constexpr double smith_width = 360, smith_height = 300, smith_x = 180, smith_y = 142, smith_radius = 128;
constexpr double lines[] = {0.2, 0.5, 1, 2, 5};  ///< of resistance and reactance

using Complex = std::complex<double>;

std::string point_text(const char* move, Complex reflection) {
  return fmt::format("{}{:.1f} {:.1f}", move, smith_x + smith_radius * reflection.real(),
                     smith_y - smith_radius * reflection.imag());
}

/// The circle of a resistance r has the centre r/(1 + r) and the radius 1/(1 + r).
std::string resistance_svg(double r, const char* kind) {
  return fmt::format(R"(<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="{:.1f}" fill="none"/>)", kind,
                     smith_x + smith_radius * r / (1 + r), smith_y, smith_radius / (1 + r));
}

/// Of a reactance x, from the rim to an open end.
std::string reactance_svg(double x) {
  constexpr int pieces = 60;
  std::string path;
  for (int i = 0; i <= pieces; ++i) {
    const double share = static_cast<double>(i) / pieces;
    const Complex z(share < 1 ? share / (1 - share) * 4 : 1e9, x);
    path += point_text(i == 0 ? "M" : "L", (z - 1.0) / (z + 1.0));
  }
  const Complex end = 1.1 * (Complex(0, x) - 1.0) / (Complex(0, x) + 1.0);
  return fmt::format(R"(<path class="grid" d="{}" fill="none"/>)", path) +
         svg_text(smith_x + smith_radius * end.real(), smith_y - smith_radius * end.imag() + 4, "middle",
                  fmt::format("{:g}", x));
}

std::string grid_of_impedances() {
  std::string svg = svg_line(smith_x - smith_radius, smith_y, smith_x + smith_radius, smith_y, "grid");
  for (const double value : lines)
    svg += resistance_svg(value, "grid") + reactance_svg(value) + reactance_svg(-value) +
           svg_text(smith_x + smith_radius * (value - 1) / (value + 1) + 2, smith_y - 3, "start",
                    fmt::format("{:g}", value));
  return svg + resistance_svg(0, "axis");
}

std::string curve_in_disc(const SmithCurve& curve, const CurveStyle& style) {
  std::string path, dot;
  bool gap = true;
  for (const Complex& value : curve.reflection) {
    const bool shown = std::isfinite(value.real()) && std::isfinite(value.imag());
    if (shown) path += point_text(gap ? "M" : "L", value);
    if (shown && dot.empty())
      dot = fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="2.5" fill="{}"/>)",
                        smith_x + smith_radius * value.real(), smith_y - smith_radius * value.imag(),
                        style.colour);
    gap = !shown;
  }
  return fmt::format(
             R"(<path d="{}" fill="none" stroke="{}" stroke-width="1.5" stroke-linejoin="round" stroke-dasharray="{}"/>)",
             path, style.colour, style.dashes) +
         dot;
}

}  // namespace

std::string smith_chart_html(const std::string& title, const std::vector<SmithCurve>& curves) {
  std::string svg = fmt::format(R"(<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">)",
                                smith_width, smith_height, html_text(title)) +
                    grid_of_impedances();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    svg += curve_in_disc(curves[i], style_of(i));
    names.push_back(curves[i].name);
  }
  return "<figure><figcaption>" + html_text(title) + "</figcaption>" + svg + "</svg>" + legend_html(names) +
         "</figure>\n";
}

}  // namespace dgsolve
