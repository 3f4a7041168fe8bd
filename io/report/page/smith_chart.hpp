/// Reflections as inline SVG in a Smith chart (P. H. Smith, Electronics 12 (1939) 29).
#pragma once

#include <complex>
#include <string>
#include <vector>

namespace dgsolve {

struct SmithCurve {
  std::string name;
  std::vector<std::complex<double>> reflection;  ///< values that are not finite are gaps
};

/// A <figure>: circles of constant resistance and reactance, relative to the reference, and the curves, each
/// with a dot at its first value.
std::string smith_chart_html(const std::string& title, const std::vector<SmithCurve>& curves);

}  // namespace dgsolve
