#include "solver/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "mesh/cell_quality.hpp"
#include "solver/physics.hpp"
#include "solver/time_step.hpp"

namespace dgsolve {
namespace {

constexpr double pi = std::numbers::pi;

/// Coordinates of points, as formulas take them.
struct Points {
  std::vector<double> x, y, z;

  void add(const double* point, int dim) {
    x.push_back(point[0]);
    y.push_back(point[1]);
    z.push_back(dim == 3 ? point[2] : 0.0);
  }
  std::vector<double> values(const Expression& f, double t) const {
    std::vector<double> values(x.size());
    f.evaluate(x, y, z, t, values);
    return values;
  }
};

/// (∫ω⁸|ĝ|²/∫|ĝ|²)^(1/8), from squares of g and of its fourth derivative.
class Spectrum {
 public:
  /// Values that are none belong to a point where a formula has a singularity.
  void add(double weight, double value, double fourth_derivative) {
    if (!std::isfinite(value) || !std::isfinite(fourth_derivative)) return;
    squares_ += weight * value * value;
    fourth_squares_ += weight * fourth_derivative * fourth_derivative;
  }
  double highest() const { return squares_ > 0 ? std::pow(fourth_squares_ / squares_, 1.0 / 8) : 0; }

 private:
  double squares_ = 0, fourth_squares_ = 0;
};

Expression twice(const Expression& f, Variable v) { return f.derivative(v).derivative(v); }

Points nodes_of_group(const Discretization& d, int group) {
  const ReferenceElement& element = d.element;
  Points points;
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

Points all_nodes(const Discretization& d) {
  Points points;
  for (std::size_t i = 0; i < d.node_coordinates.size(); i += d.mesh.dim)
    points.add(&d.node_coordinates[i], d.mesh.dim);
  return points;
}

/// Of the formula at the point where it was seen to be largest.
double highest_frequency_at(const Points& points, const Expression& f, double final) {
  constexpr int n_looks = 23, n_times = 20000;
  std::size_t where = 0;
  double largest = 0;
  for (int i = 0; i < n_looks; ++i) {
    const std::vector<double> values = points.values(f, (i + 0.5) * final / n_looks);
    for (std::size_t p = 0; p < values.size(); ++p)
      if (std::abs(values[p]) > largest) {
        largest = std::abs(values[p]);
        where = p;
      }
  }
  if (largest == 0) return 0;
  const Expression fourth = twice(twice(f, Variable::t), Variable::t);
  Spectrum spectrum;
  for (int i = 0; i < n_times; ++i) {
    const double t = (i + 0.5) * final / n_times;
    const auto at = [&](const Expression& g) {
      return g(points.x[where], points.y[where], points.z[where], t);
    };
    spectrum.add(1, at(f), at(fourth));
  }
  return spectrum.highest();
}

/// ∇²∇²f, whose square is k⁸|f̂|².
std::vector<double> bilaplacian(const Points& points, const Expression& f) {
  const Variable axes[] = {Variable::x, Variable::y, Variable::z};
  std::vector<double> sum(points.x.size(), 0.0);
  for (const Variable v : axes)
    for (const Variable w : axes) {
      const std::vector<double> values = points.values(twice(twice(f, v), w), 0);
      std::transform(sum.begin(), sum.end(), values.begin(), sum.begin(), std::plus<>());
    }
  return sum;
}

}  // namespace

double highest_frequency(const Discretization& d, const WaveOptions& options, double final) {
  double highest = 0;
  const auto look_at = [&](const Points& points, const std::map<std::string, Expression>& formulas) {
    for (const auto& [field, f] : formulas)
      if (f.depends_on(Variable::t)) highest = std::max(highest, highest_frequency_at(points, f, final));
  };
  if (!options.source.empty()) look_at(all_nodes(d), options.source);
  for (const auto& [name, boundary] : options.boundaries)
    if (!boundary.data.empty())
      look_at(nodes_of_group(d, index_of(d.mesh.boundary_names, name)), boundary.data);
  return highest;
}

std::vector<double> highest_wave_numbers(const Discretization& d, const WaveOptions& options) {
  std::vector<double> highest(d.mesh.region_names.size(), 0.0);
  const Points points = all_nodes(d);
  const int Np = d.element.Np;
  for (const auto& [field, f] : options.initial) {
    std::vector<Spectrum> spectra(highest.size());
    const std::vector<double> values = points.values(f, 0), fourth = bilaplacian(points, f);
    for (int e = 0; e < d.K(); ++e)
      for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(e) * Np;
           i < static_cast<std::ptrdiff_t>(e + 1) * Np; ++i)
        spectra[d.mesh.region[e]].add(d.factors.smallest_jacobian(e), values[i], fourth[i]);
    for (std::size_t r = 0; r < highest.size(); ++r) highest[r] = std::max(highest[r], spectra[r].highest());
  }
  return highest;
}

double loss_per_wavelength(int N, double kh) {
  const double ratio = std::tgamma(N + 1) / std::tgamma(2 * N + 2);  // N!/(2N+1)!
  return std::min(1.0, pi * ratio * ratio * std::pow(kh, 2 * N + 1));
}

double resolved_kh(int N, double loss) {
  const double ratio = std::tgamma(N + 1) / std::tgamma(2 * N + 2);
  return std::pow(loss / (pi * ratio * ratio), 1.0 / (2 * N + 1));
}

std::vector<std::optional<RegionResolution>> region_resolution(const SpatialOperator& op, double frequency,
                                                               const std::vector<double>& wave_numbers) {
  const Discretization& d = op.discretization;
  std::vector<std::optional<RegionResolution>> worst(wave_numbers.size());
  for (int e = 0; e < d.K(); ++e) {
    const int region = d.mesh.region[e];
    const double speed = step_in_cell(op, e, 1).speed;
    const double k = std::max(wave_numbers[region], speed > 0 ? frequency / speed : 0);
    const double h = longest_edge(d.mesh, e);
    if (k == 0 || (worst[region] && k * h <= worst[region]->kh)) continue;
    worst[region] = {e, 2 * pi / k, (d.element.N + 1) * 2 * pi / (k * h), k * h};
  }
  return worst;
}

}  // namespace dgsolve
