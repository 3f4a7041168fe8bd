#include "io/report/page/svg_chart.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/report/page/html_page.hpp"
#include "io/report/page/svg_parts.hpp"

namespace dgsolve {
namespace {

// The picture's measures, in pixels of a phone's screen. Six digits and signs find room left of the picture,
// half of five right of it.
constexpr double width = 360, height = 240, left = 60, right = 18, top = 8, bottom = 44;
constexpr double inner_width = width - left - right, inner_height = height - top - bottom;
constexpr std::size_t most_marks = 64;  // more dots make one thick line

std::string power_of_ten(int exponent) {
  const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char c : std::to_string(std::abs(exponent))) text += digits[c - '0'];
  return text;
}

/// An axis with its range, round numbers on it, and the way from values to shares of its length.
class Scale {
 public:
  Scale(const Axis& axis, double lowest, double highest) : axis_(axis) {
    if (axis.logarithmic)
      set_decades(lowest, highest);
    else
      set_round(lowest, highest);
  }

  bool shows(double value) const { return std::isfinite(value) && (!axis_.logarithmic || value > 0); }
  double share(double value) const {
    return ((axis_.logarithmic ? std::log10(value) : value) - lower_) / (upper_ - lower_);
  }
  struct Tick {
    double share;
    std::string text;
  };
  const std::vector<Tick>& ticks() const { return ticks_; }
  /// "time, 10⁻⁹ s"
  std::string label() const {
    std::string unit = axis_.unit;
    if (exponent_ != 0) unit = power_of_ten(exponent_) + (unit.empty() ? "" : " " + unit);
    return axis_.name + (unit.empty() ? "" : ", " + unit);
  }

 private:
  void set_decades(double lowest, double highest) {
    lower_ = std::floor(std::log10(lowest) + 1e-9);
    upper_ = std::max(std::ceil(std::log10(highest) - 1e-9), lower_ + 1);
    const int step = static_cast<int>(std::ceil((upper_ - lower_) / 7));
    for (int e = static_cast<int>(lower_); e <= upper_; e += step)
      ticks_.push_back({(e - lower_) / (upper_ - lower_), power_of_ten(e)});
  }

  void set_round(double lowest, double highest) {
    // What changes by less than a hundredth is shown as what it is: nearly constant.
    if (highest - lowest < 1e-2 * std::max(std::abs(lowest), std::abs(highest))) {
      lowest = std::min(lowest, 0.0);
      highest = std::max(highest, 0.0);
    }
    if (highest == lowest) highest = lowest + 1;
    const double rough = (highest - lowest) / 5, magnitude = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * magnitude;
    for (const double round : {5.0, 2.0, 1.0})
      if (round * magnitude >= rough) step = round * magnitude;
    lower_ = step * std::floor(lowest / step + 1e-9);
    upper_ = step * std::ceil(highest / step - 1e-9);
    const double largest = std::max(std::abs(lower_), std::abs(upper_));
    const int exponent = static_cast<int>(std::floor(std::log10(largest) + 1e-9));
    if (exponent >= 4 || exponent <= -3 || step < 0.999e-3)
      exponent_ = 3 * static_cast<int>(std::floor(exponent / 3.0));
    const double unit = std::pow(10, exponent_);
    const int digits = std::max(0, -static_cast<int>(std::floor(std::log10(step / unit) + 1e-9)));
    const int n = static_cast<int>(std::lround((upper_ - lower_) / step));
    for (int i = 0; i <= n; ++i) {
      const double value = (lower_ + i * step) / unit;
      ticks_.push_back({i / static_cast<double>(n),
                        fmt::format("{:.{}f}", std::abs(value) < 1e-9 * largest / unit ? 0 : value, digits)});
    }
  }

  const Axis& axis_;
  double lower_ = 0, upper_ = 1;  ///< of the values, or of their logarithms
  int exponent_ = 0;              ///< numbers stand for multiples of this power of ten
  std::vector<Tick> ticks_;
};

/// The range of what can be shown of one coordinate of all curves.
Scale scale_of(const Chart& chart, const Axis& axis, std::vector<double> Curve::*coordinate) {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (const Curve& curve : chart.curves)
    for (const double value : curve.*coordinate) {
      if (!std::isfinite(value) || (axis.logarithmic && value <= 0)) continue;
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
  if (lowest > highest) lowest = highest = 1;  // nothing at all
  return {axis, lowest, highest};
}

/// Points of the picture; between parts is a gap.
using Part = std::vector<std::pair<double, double>>;
std::vector<Part> parts_of(const Curve& curve, const Scale& x, const Scale& y) {
  std::vector<Part> parts(1);
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (x.shows(curve.x[i]) && y.shows(curve.y[i]))
      parts.back().emplace_back(left + inner_width * x.share(curve.x[i]),
                                top + inner_height * (1 - y.share(curve.y[i])));
    else if (!parts.back().empty())
      parts.emplace_back();
  }
  return parts;
}

/// The first, lowest, highest and last point of each half pixel, in their order.
Part thinned(const Part& part) {
  Part kept;
  const auto less_y = [](const auto& a, const auto& b) { return a.second < b.second; };
  for (auto first = part.begin(); first != part.end();) {
    const auto last = std::find_if(first, part.end(), [&](const auto& p) {
      return std::floor(2 * p.first) != std::floor(2 * first->first);
    });
    const auto [lowest, highest] = std::minmax_element(first, last, less_y);
    const Part::const_iterator at[] = {first, std::min(lowest, highest), std::max(lowest, highest), last - 1};
    for (int i = 0; i < 4; ++i)
      if (i == 0 || at[i] != at[i - 1]) kept.push_back(*at[i]);
    first = last;
  }
  return kept;
}

std::string curve_svg(const Curve& curve, const CurveStyle& style, const Scale& x, const Scale& y) {
  std::string path, dots;
  const bool marks = curve.marks && curve.x.size() <= most_marks;
  for (const Part& part : parts_of(curve, x, y)) {
    char command = 'M';
    for (const auto& [px, py] : thinned(part)) {
      path += fmt::format("{}{:.1f} {:.1f}", command, px, py);
      command = 'L';
      if (marks || part.size() == 1)
        dots += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="2.5" fill="{}"/>)", px, py, style.colour);
    }
  }
  return fmt::format(
      R"(<path d="{}" fill="none" stroke="{}" stroke-width="1.5" stroke-linejoin="round" stroke-dasharray="{}"/>{})",
      path, style.colour, style.dashes, dots);
}

std::string axes_svg(const Scale& x, const Scale& y) {
  const double x_end = left + inner_width, y_end = top + inner_height;
  std::string svg;
  for (const auto& tick : x.ticks()) {
    const double at = left + inner_width * tick.share;
    svg += svg_line(at, top, at, y_end, "grid") + svg_text(at, y_end + 16, "middle", tick.text);
  }
  for (const auto& tick : y.ticks()) {
    const double at = top + inner_height * (1 - tick.share);
    svg += svg_line(left, at, x_end, at, "grid") + svg_text(left - 4, at + 4, "end", tick.text);
  }
  svg += svg_line(left, top, left, y_end, "axis") + svg_line(left, y_end, x_end, y_end, "axis");
  svg += svg_text(left + inner_width / 2, height - 8, "middle", x.label());
  return svg + svg_text(12, top + inner_height / 2, "middle", y.label(),
                        fmt::format(" transform=\"rotate(-90 12 {:.1f})\"", top + inner_height / 2));
}

}  // namespace

std::string chart_html(const Chart& chart) {
  const Scale x = scale_of(chart, chart.x, &Curve::x), y = scale_of(chart, chart.y, &Curve::y);
  std::string svg = "<svg class=\"chart\" viewBox=\"0 0 360 240\" role=\"img\" aria-label=\"" +
                    html_text(chart.title + ": " + y.label() + " over " + x.label()) + "\">" + axes_svg(x, y);
  for (std::size_t i = 0; i < chart.curves.size(); ++i) svg += curve_svg(chart.curves[i], style_of(i), x, y);
  std::vector<std::string> names;
  for (const Curve& curve : chart.curves) names.push_back(curve.name);
  return "<figure><figcaption>" + html_text(chart.title) + "</figcaption>" + svg + "</svg>" +
         legend_html(names) + "</figure>\n";
}

}  // namespace dgsolve
