#include "solver/discretization/formula_points.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/cell_loop.hpp"
#include "mesh/base/collect.hpp"
#include "mesh/base/faces.hpp"

namespace dgsolve {
namespace {

/// The largest finite |f| of points [n][dim] at samples of time.
LargestValue largest_of(int dim, const std::vector<double>& points, const Expression& f,
                        const std::vector<double>& times) {
  std::vector<LargestValue> at_time(times.size());
  for_each_cell(static_cast<int>(times.size()), [&](int i) {
    const std::vector<double> values = evaluate_at(f, dim, points, times[i]);
    for (std::size_t k = 0; k < values.size(); ++k)
      if (std::abs(values[k]) > at_time[i].value && std::isfinite(values[k]))
        at_time[i] = {std::abs(values[k]), point_at(dim, points, k), times[i]};
  });
  LargestValue largest;
  for (const LargestValue& value : at_time)
    if (value.value > largest.value) largest = value;
  return largest;
}

/// n times in (0, final), evenly; one where time does not matter.
std::vector<double> samples_of_time(const Expression& f, int n, double final) {
  std::vector<double> times(f.depends_on(Variable::t) ? n : 1);
  for (std::size_t i = 0; i < times.size(); ++i)
    times[i] = (static_cast<double>(i) + 0.5) * final / static_cast<double>(times.size());
  return times;
}

}  // namespace

Point point_at(int dim, std::span<const double> points, std::size_t i) {
  Point x{};
  std::copy_n(&points[i * dim], dim, x.begin());
  return x;
}

void throw_not_finite(const std::string& key, const std::string& where) {
  throw std::invalid_argument(key + ": got NaN or infinity " + where +
                              "; expected a formula that is finite everywhere");
}

void check_finite(std::span<const double> values, const std::string& key,
                  const std::function<std::string(std::size_t i)>& where) {
  constexpr std::size_t chunk = 4096;
  const std::size_t n = values.size();
  const auto first_in_chunk = [&](std::size_t begin) {
    for (std::size_t i = begin; i < std::min(begin + chunk, n); ++i)
      if (!std::isfinite(values[i])) return i;
    return n;
  };
  std::size_t first = n;
  if (n <= chunk) {  // even a team of one thread would take longer than the points of a face
    first = first_in_chunk(0);
  } else {
#pragma omp parallel for reduction(min : first)
    for (std::size_t begin = 0; begin < n; begin += chunk) first = std::min(first, first_in_chunk(begin));
  }
  if (first < n) throw_not_finite(key, where(first));
}

std::vector<double> nodes_of_group(const Discretization& d, int group) {
  const ReferenceElement& element = d.element;
  return collect<double>(d.K(), [&](int e, std::vector<double>& points) {
    for (int f = 0; f < element.n_faces; ++f) {
      if (d.mesh.boundary[side_index(d.mesh, {e, f})] != group) continue;
      const std::vector<double> nodes = d.nodes_of(e);
      for (int i = 0; i < element.Nfp; ++i) {
        const double* node = &nodes[element.face_nodes[f * element.Nfp + i] * element.dim];
        points.insert(points.end(), node, node + element.dim);
      }
    }
  });
}

TrialPoints trial_points(const Discretization& d) {
  const std::size_t Np = d.element.Np, n = d.K() * Np;
  return {d.mesh.dim, n, [&d, Np, n](std::size_t stride) {
            if (stride == 1) return d.all_nodes();
            const int dim = d.mesh.dim;
            std::vector<double> some((n + stride - 1) / stride * dim);
            for_each_cell(static_cast<int>(some.size() / dim), [&](int k) {
              const std::size_t i = k * stride;
              const std::vector<double> nodes = d.nodes_of(static_cast<int>(i / Np));
              std::copy_n(&nodes[i % Np * dim], dim, &some[static_cast<std::size_t>(k) * dim]);
            });
            return some;
          }};
}

TrialPoints trial_points(const Discretization& d, int group) {
  std::vector<double> points = nodes_of_group(d, group);
  const std::size_t dim = d.mesh.dim, n = points.size() / dim;
  return {d.mesh.dim, n, [dim, points = std::move(points)](std::size_t stride) {
            std::vector<double> some;
            for (std::size_t i = 0; i < points.size(); i += stride * dim)
              some.insert(some.end(), &points[i], &points[i] + dim);
            return some;
          }};
}

LargestValue largest_value(const TrialPoints& points, const Expression& f, double final) {
  constexpr int n_samples = 23, n_times = 2000;
  constexpr std::size_t n_tried = 200, n_enough = 30000;
  // Some points of a large mesh will do, unless the formula is 0 there.
  std::vector<double> compared = points.every(points.n / n_enough + 1);
  const std::vector<double> samples = samples_of_time(f, n_samples, final);
  LargestValue largest = largest_of(points.dim, compared, f, samples);
  if (largest.value == 0 && points.n > n_enough) {
    compared = points.every(1);
    largest = largest_of(points.dim, compared, f, samples);
  }
  if (!f.depends_on(Variable::t)) return largest;
  // A pulse may be shorter than the time between two samples: a few points show when it is strongest.
  const LargestValue strongest =
      largest_of(points.dim, points.every(std::max<std::size_t>(1, points.n / n_tried)), f,
                 samples_of_time(f, n_times, final));
  if (strongest.value == 0) return largest;
  const LargestValue then = largest_of(points.dim, compared, f, {strongest.time});
  return then.value > largest.value ? then : largest;
}

}  // namespace dgsolve
