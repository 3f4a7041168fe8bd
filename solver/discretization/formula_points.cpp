#include "solver/discretization/formula_points.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace dgsolve {

void FormulaPoints::add(const double* point, int dim) {
  x.push_back(point[0]);
  y.push_back(point[1]);
  z.push_back(dim == 3 ? point[2] : 0.0);
}

std::vector<double> FormulaPoints::values(const Expression& f, double t) const {
  std::vector<double> values(x.size());
  f.evaluate(x, y, z, t, values);
  return values;
}

std::vector<std::vector<double>> FormulaPoints::values(const std::vector<Expression>& formulas,
                                                       double t) const {
  std::vector<std::vector<double>> of_all;
  of_all.reserve(formulas.size());
  for (const Expression& f : formulas) of_all.push_back(values(f, t));
  return of_all;
}

double FormulaPoints::value(const Expression& f, std::size_t point, double t) const {
  return f(x[point], y[point], z[point], t);
}

void check_finite(std::span<const double> values, const std::string& key,
                  const std::function<std::string(std::size_t i)>& place) {
  const auto found = std::find_if(values.begin(), values.end(), [](double v) { return !std::isfinite(v); });
  if (found != values.end())
    throw std::invalid_argument(key + ": got NaN or infinity " + place(found - values.begin()) +
                                "; expected a formula that is finite everywhere");
}

FormulaPoints all_nodes(const Discretization& d) {
  FormulaPoints points;
  for (std::size_t i = 0; i < d.node_coordinates.size(); i += d.mesh.dim)
    points.add(&d.node_coordinates[i], d.mesh.dim);
  return points;
}

FormulaPoints nodes_of_group(const Discretization& d, int group) {
  const ReferenceElement& element = d.element;
  FormulaPoints points;
  for (int e = 0; e < d.K(); ++e)
    for (int f = 0; f < element.n_faces; ++f) {
      if (d.mesh.boundary[e * element.n_faces + f] != group) continue;
      for (int i = 0; i < element.Nfp; ++i) {
        const std::ptrdiff_t node =
            static_cast<std::ptrdiff_t>(e) * element.Np + element.face_nodes[f * element.Nfp + i];
        points.add(&d.node_coordinates[node * element.dim], element.dim);
      }
    }
  return points;
}

LargestValue largest_value(const FormulaPoints& points, const Expression& f, double final) {
  constexpr int n_samples = 23, n_times = 2000;
  constexpr std::size_t n_points = 200;
  LargestValue largest;
  const auto compare = [&](std::size_t point, double value) {
    if (std::abs(value) > largest.value && std::isfinite(value)) largest = {std::abs(value), point};
  };
  const auto compare_all_points = [&](double t) {
    const std::vector<double> values = points.values(f, t);
    for (std::size_t p = 0; p < values.size(); ++p) compare(p, values[p]);
  };
  for (int i = 0; i < n_samples; ++i) compare_all_points((i + 0.5) * final / n_samples);
  // A pulse may be shorter than the time between two samples: a few points show when it is strongest.
  double when = 0, strongest = 0;
  const std::size_t stride = std::max<std::size_t>(1, points.x.size() / n_points);
  for (int i = 0; i < n_times; ++i)
    for (std::size_t p = 0; p < points.x.size(); p += stride) {
      const double t = (i + 0.5) * final / n_times, value = std::abs(points.value(f, p, t));
      if (!(value > strongest) || !std::isfinite(value)) continue;
      strongest = value;
      when = t;
    }
  if (strongest > 0) compare_all_points(when);
  return largest;
}

}  // namespace dgsolve
