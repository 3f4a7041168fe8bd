#include "solver/checks/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "kernels/base/names.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "solver/discretization/formula_points.hpp"
#include "solver/waves/time_step.hpp"

namespace dgsolve {
namespace {

constexpr double pi = std::numbers::pi;

/// (∫ω⁸|ĝ|²/∫|ĝ|²)^(1/8), from squares of g and of its fourth derivative.
class Spectrum {
 public:
  /// Ignores NaN and infinity, which belong to a singularity of the formula.
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

/// Of the formula, at the point where its largest value was found.
double highest_frequency_at(int dim, std::span<const double> points, const Expression& f, double final) {
  constexpr int n_times = 20000;
  const LargestValue largest = largest_value(dim, points, f, final);
  if (largest.value == 0) return 0;
  const Expression fourth = twice(twice(f, Variable::t), Variable::t);
  const auto [x, y, z] = largest.at;
  Spectrum spectrum;
  for (int i = 0; i < n_times; ++i) {
    const double t = (i + 0.5) * final / n_times;
    spectrum.add(1, f(x, y, z, t), fourth(x, y, z, t));
  }
  return spectrum.highest();
}

/// ∇²∇²f, whose square is k⁸|f̂|².
std::vector<double> bilaplacian(int dim, const std::vector<double>& points, const Expression& f) {
  const Variable axes[] = {Variable::x, Variable::y, Variable::z};
  std::vector<double> sum(points.size() / dim, 0.0);
  for (const Variable v : axes)
    for (const Variable w : axes) {
      const std::vector<double> values = evaluate_at(twice(twice(f, v), w), dim, points);
      std::transform(sum.begin(), sum.end(), values.begin(), sum.begin(), std::plus<>());
    }
  return sum;
}

}  // namespace

double highest_frequency(const Discretization& d, const WaveOptions& options, double final) {
  double highest = 0;
  const auto include = [&](std::span<const double> points,
                           const std::map<std::string, Expression>& formulas) {
    for (const auto& [field, f] : formulas)
      if (f.depends_on(Variable::t))
        highest = std::max(highest, highest_frequency_at(d.mesh.dim, points, f, final));
  };
  include(d.node_coordinates, options.source);
  for (const auto& [name, boundary] : options.boundaries)
    if (!boundary.data.empty())
      include(nodes_of_group(d, index_of(d.mesh.boundary_names, name)), boundary.data);
  return highest;
}

std::vector<double> highest_wave_numbers(const Discretization& d, const WaveOptions& options) {
  std::vector<double> highest(d.mesh.region_names.size(), 0.0);
  for (const auto& [field, f] : options.initial) {
    std::vector<Spectrum> spectra(highest.size());
    const std::vector<double> values = evaluate_at(f, d.mesh.dim, d.node_coordinates),
                              fourth = bilaplacian(d.mesh.dim, d.node_coordinates, f);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const int e = static_cast<int>(i / d.element.Np);
      spectra[d.mesh.region[e]].add(d.factors.smallest_jacobian(e), values[i], fourth[i]);
    }
    for (std::size_t r = 0; r < highest.size(); ++r) highest[r] = std::max(highest[r], spectra[r].highest());
  }
  return highest;
}

double frequency_of_waves(const SpatialOperator& op, const std::vector<double>& wave_numbers) {
  double highest = 0;
  if (op.physics.nodal_coefficients) return highest;
  for (int e = 0; e < op.discretization.K(); ++e) {
    const TimeStep cell = step_in_cell(op, e, 1);
    const double lossless = wave_numbers[op.discretization.mesh.region[e]] * cell.speed;
    // E'' + r E' + (kc)² E = 0 decays without oscillation where r ≥ 2kc.
    const double squared = lossless * lossless - cell.relaxation * cell.relaxation / 4;
    if (squared > 0) highest = std::max(highest, std::sqrt(squared));
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
    const TimeStep cell = step_in_cell(op, e, 1);
    std::complex<double> k = wave_numbers[region];
    if (frequency > 0 && cell.speed > 0) {
      const std::complex<double> driven =
          frequency / cell.speed * std::sqrt(std::complex<double>(1, -cell.relaxation / frequency));
      if (std::abs(driven) > std::abs(k)) k = driven;
    }
    const double kh = std::abs(k) * longest_edge(d.mesh, e);
    if (kh == 0 || (worst[region] && kh <= worst[region]->kh)) continue;
    worst[region] = {e, 2 * pi / k.real(), 1 / std::abs(k.imag()), kh};
  }
  return worst;
}

}  // namespace dgsolve
