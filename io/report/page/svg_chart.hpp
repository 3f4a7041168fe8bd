/// Curves as inline SVG: a figure of a web page that needs nothing else, legible on a phone and in print.
#pragma once

#include <string>
#include <vector>

namespace dgsolve {

struct Axis {
  std::string name, unit;  ///< unit: empty for a number without one
  bool logarithmic = false;
};

struct Curve {
  std::string name;
  std::vector<double> x,
      y;               ///< x ascending; values that are not finite, or ≤ 0 on a logarithmic axis, are gaps
  bool marks = false;  ///< a dot at each point, while they are few
};

struct Chart {
  std::string title;
  Axis x, y;
  std::vector<Curve> curves;  ///< told apart by colour and by dashes
};

/// A <figure>. Of curves with more points than can be seen, each column of the picture keeps the highest and
/// the lowest.
std::string chart_html(const Chart& chart);

}  // namespace dgsolve
