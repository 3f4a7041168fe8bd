#include "io/report/page/polar_chart.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "io/report/page/html_page.hpp"
#include "io/report/page/svg_parts.hpp"

namespace dgsolve {
namespace {

// In pixels of a phone's screen, as of other charts.
constexpr double polar_width = 360, polar_height = 310, centre_x = 180, centre_y = 148, radius = 124;
constexpr double decade = 10, most_decades = 5;  // dB from circle to circle; circles

/// Where a value and an angle are.
class Disc {
 public:
  explicit Disc(const std::vector<Curve>& curves) {
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const Curve& curve : curves)
      for (const double value : curve.y) {
        if (!std::isfinite(value)) continue;
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
      }
    if (lowest > highest) lowest = highest = 0;  // nothing at all
    rim_ = decade * std::ceil(highest / decade - 1e-9);
    n_circles_ = static_cast<int>(std::clamp(std::ceil((rim_ - lowest) / decade - 1e-9), 1.0, most_decades));
  }

  int n_circles() const { return n_circles_; }
  double value_of(int circle) const { return rim_ - decade * (n_circles_ - circle); }
  double radius_of(double value) const {
    return radius * std::clamp(1 + (value - rim_) / (decade * n_circles_), 0.0, 1.0);
  }
  static std::pair<double, double> at(double r, double degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    return {centre_x + r * std::cos(angle), centre_y - r * std::sin(angle)};
  }

 private:
  double rim_;  ///< dB
  int n_circles_;
};

std::string grid_svg(const Disc& disc) {
  std::string svg;
  for (int degrees = 0; degrees < 360; degrees += 30) {
    const auto [x, y] = Disc::at(radius, degrees);
    const auto [text_x, text_y] = Disc::at(radius + 14, degrees);
    svg += svg_line(centre_x, centre_y, x, y, "grid") +
           svg_text(text_x, text_y + 4, "middle", std::to_string(degrees) + "°");
  }
  for (int circle = 1; circle <= disc.n_circles(); ++circle)
    svg += fmt::format(R"(<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="{:.1f}" fill="none"/>)",
                       circle == disc.n_circles() ? "axis" : "grid", centre_x, centre_y,
                       disc.radius_of(disc.value_of(circle)));
  for (int circle = 0; circle <= disc.n_circles(); ++circle) {  // between two rays, inside the circle
    const auto [x, y] = Disc::at(std::max(0.0, disc.radius_of(disc.value_of(circle)) - 9), 75);
    svg += svg_text(x, y + 4, "middle", fmt::format("{:.0f}", disc.value_of(circle) + 0.0));
  }
  return svg;
}

std::string curve_svg(const Curve& curve, const CurveStyle& style, const Disc& disc) {
  std::string path;
  bool gap = true;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const bool shown = std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]);
    if (shown) {
      const auto [x, y] = Disc::at(disc.radius_of(curve.y[i]), curve.x[i]);
      path += fmt::format("{}{:.1f} {:.1f}", gap ? 'M' : 'L', x, y);
    }
    gap = !shown;
  }
  return fmt::format(
      R"(<path d="{}" fill="none" stroke="{}" stroke-width="1.5" stroke-linejoin="round" stroke-dasharray="{}"/>)",
      path, style.colour, style.dashes);
}

}  // namespace

std::string polar_chart_html(const PolarChart& chart) {
  const Disc disc(chart.curves);
  const std::string label = chart.value.name + (chart.value.unit.empty() ? "" : ", " + chart.value.unit);
  std::string svg =
      fmt::format(R"(<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">)", polar_width,
                  polar_height, html_text(chart.title + ": " + label + " over the angle")) +
      grid_svg(disc);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < chart.curves.size(); ++i) {
    svg += curve_svg(chart.curves[i], style_of(i), disc);
    names.push_back(chart.curves[i].name);
  }
  return "<figure><figcaption>" + html_text(chart.title) + "</figcaption>" + svg +
         svg_text(centre_x, polar_height - 6, "middle", label) + "</svg>" + legend_html(names) +
         "</figure>\n";
}

}  // namespace dgsolve
