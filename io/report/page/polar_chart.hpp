/// Curves over an angle as inline SVG: patterns of antennas and scatterers.
#pragma once

#include "io/report/page/svg_chart.hpp"

namespace dgsolve {

struct PolarChart {
  std::string title;
  Axis value;  ///< in dB: the outermost circle is a multiple of 10, the centre 50 below at most
  std::vector<Curve> curves;  ///< x: degrees, counterclockwise from the right; y: dB
};

/// A <figure>. What lies below the centre's value is drawn there; values that are not finite are gaps.
std::string polar_chart_html(const PolarChart& chart);

}  // namespace dgsolve
