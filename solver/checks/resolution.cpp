#include "solver/checks/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <span>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/names.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "solver/discretization/formula_points.hpp"
#include "solver/waves/time/time_step.hpp"

namespace dgsolve {
namespace {

constexpr double pi = std::numbers::pi;
/// Of a wave with this kh, sixteen are as long as a cell's edge: no order has nodes for it.
constexpr double unseen_kh = 100;

/// A formula and a derivative of it at a point.
struct Sample {
  double value, derivative;
  bool is_finite() const { return std::isfinite(value) && std::isfinite(derivative); }
};

/// (∫ω²ⁿ|ĝ|²/∫|ĝ|²)^(1/2n), from squares of g and of its n-th derivative.
class Spectrum {
 public:
  explicit Spectrum(int derivative = 4) : order_(derivative) {}

  /// Adds samples of one weight that are near to each other. A formula such as sin(x)/x has a singularity
  /// that can be removed; there its derivatives are NaN, infinity or rounding errors of any size. Samples
  /// that say so, or would belong to a wave number above `highest`, are left out where others do not.
  void add(double weight, std::span<const Sample> samples, double highest) {
    double largest = 0;
    for (const Sample& g : samples)
      if (g.is_finite()) largest = std::max(largest, std::abs(g.value));
    const double bound = std::pow(highest, order_) * largest;
    const auto is_smooth = [&](const Sample& g) { return g.is_finite() && std::abs(g.derivative) <= bound; };
    const bool leave_out = std::ranges::any_of(samples, is_smooth);
    for (const Sample& g : samples)
      if (leave_out ? is_smooth(g) : g.is_finite()) add(weight, g);
  }
  void add(const Spectrum& other) {
    squares_ += other.squares_;
    derivative_squares_ += other.derivative_squares_;
  }
  double highest() const { return squares_ > 0 ? std::pow(derivative_squares_ / squares_, 0.5 / order_) : 0; }

 private:
  void add(double weight, const Sample& g) {
    squares_ += weight * g.value * g.value;
    derivative_squares_ += weight * g.derivative * g.derivative;
  }

  int order_;
  double squares_ = 0, derivative_squares_ = 0;
};

Expression twice(const Expression& f, Variable v) { return f.derivative(v).derivative(v); }

/// The highest frequency of the formula at the point where its largest value was found.
double highest_frequency_at(const TrialPoints& points, const Expression& f, double final) {
  constexpr int n_times = 20000;
  const LargestValue largest = largest_value(points, f, final);
  if (largest.value == 0) return 0;
  const Expression second = twice(f, Variable::t), fourth = twice(second, Variable::t);
  const bool is_table = fourth.is_constant();  // cubic between its samples
  const Expression& derivative = is_table ? second : fourth;
  const auto x = largest.at[0], y = largest.at[1], z = largest.at[2];
  std::vector<Sample> samples(n_times);
#pragma omp parallel for
  for (int i = 0; i < n_times; ++i) {
    const double t = (i + 0.5) * final / n_times;
    samples[i] = {f(x, y, z, t), derivative(x, y, z, t)};
  }
  Spectrum spectrum(is_table ? 2 : 4);
  spectrum.add(1, samples, pi * n_times / final);
  return spectrum.highest();
}

constexpr int n_with_bilaplacian = 10;
/// f and the terms of ∇²∇²f, whose square is k⁸|f̂|².
std::vector<Expression> with_bilaplacian(const Expression& f) {
  const Variable axes[] = {Variable::x, Variable::y, Variable::z};
  std::vector<Expression> formulas{f};
  for (const Variable v : axes)
    for (const Variable w : axes) formulas.push_back(twice(twice(f, v), w));
  return formulas;
}

/// [formula][region]: spectra of formulas in the cells first…last−1. set: with_bilaplacian of each of them.
std::vector<std::vector<Spectrum>> spectra_in(const Discretization& d, const FormulaSet& set, int first,
                                              int last) {
  const int n_formulas = set.size() / n_with_bilaplacian;
  std::vector<std::vector<Spectrum>> spectra(n_formulas, std::vector<Spectrum>(d.mesh.region_names.size()));
  const PointRows x = d.node_map.rows(first, last);
  std::vector<double> values(set.size() * x.n);
  set.evaluate(x.axis(0), x.axis(1), x.axis(2), 0, values);
  std::vector<Sample> samples(d.element.Np);
  for (int e = first; e < last; ++e)
    for (int f = 0; f < n_formulas; ++f) {
      const double* const of_cell = &values[f * n_with_bilaplacian * x.n + (e - first) * samples.size()];
      for (std::size_t i = 0; i < samples.size(); ++i) {
        samples[i] = {of_cell[i], 0};
        for (int k = 1; k < n_with_bilaplacian; ++k) samples[i].derivative += of_cell[k * x.n + i];
      }
      spectra[f][d.mesh.region[e]].add(d.factors.smallest_jacobian(e), samples,
                                       unseen_kh / longest_edge(d.mesh, e));
    }
  return spectra;
}

/// [region]; null: it has no poles.
std::vector<const Dispersion*> dispersion_of(const Mesh& mesh, const WaveOptions& options) {
  std::vector<const Dispersion*> media;
  for (const std::string& region : mesh.region_names) {
    const auto found = options.dispersion.find(region);
    media.push_back(found == options.dispersion.end() ? nullptr : &found->second);
  }
  return media;
}

}  // namespace

double highest_frequency(const Discretization& d, const WaveOptions& options, double final) {
  double highest = 0;
  const auto include = [&](const TrialPoints& points, const std::map<std::string, Expression>& formulas) {
    for (const auto& [field, f] : formulas)
      if (f.depends_on(Variable::t)) highest = std::max(highest, highest_frequency_at(points, f, final));
  };
  include(trial_points(d), options.source);
  for (const WaveSource& source : options.sources)
    include(trial_points(d), {{"", options.waveforms.at(source.waveform)}});
  for (const auto& [name, boundary] : options.boundaries) {
    if (!boundary.data.empty())
      include(trial_points(d, index_of(d.mesh.boundary_names, name)), boundary.data);
    if (boundary.lumped) include(trial_points(d), {{"", boundary.lumped->source}});
    for (const FaceTerm& term : boundary.terms) include(trial_points(d), {{"", term.time}});
  }
  return highest;
}

std::vector<double> highest_wave_numbers(const Discretization& d, const WaveOptions& options) {
  std::vector<Expression> formulas;
  for (const auto& [field, f] : options.initial)
    for (const Expression& term : with_bilaplacian(f)) formulas.push_back(term);
  const FormulaSet set(formulas);
  const RunsOfCells runs(d.K(), d.element.Np);
  std::vector<std::vector<std::vector<Spectrum>>> of_run(runs.n);
  for_each_run(runs, [&](int run, int first, int last) { of_run[run] = spectra_in(d, set, first, last); });
  std::vector<double> highest(d.mesh.region_names.size(), 0.0);
  for (std::size_t f = 0; f < options.initial.size(); ++f)
    for (std::size_t r = 0; r < highest.size(); ++r) {
      Spectrum all;
      for (const auto& some : of_run) all.add(some[f][r]);
      highest[r] = std::max(highest[r], all.highest());
    }
  return highest;
}

double frequency_of_waves(const SpatialOperator& op, const WaveOptions& options,
                          const std::vector<double>& wave_numbers) {
  double highest = 0;
  if (op.physics.nodal_coefficients) return highest;
  const std::vector<const Dispersion*> media = dispersion_of(op.discretization.mesh, options);
#pragma omp parallel for reduction(max : highest)
  for (int e = 0; e < op.discretization.K(); ++e) {
    const TimeStep cell = step_in_cell(op, e, 1);
    const double lossless = wave_numbers[op.discretization.mesh.region[e]] * cell.speed;
    if (const Dispersion* const medium = media[op.discretization.mesh.region[e]]; medium && lossless > 0) {
      highest = std::max(highest, swinging_frequency(*medium, lossless));
      continue;
    }
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

std::vector<std::optional<RegionResolution>> region_resolution(const SpatialOperator& op,
                                                               const WaveOptions& options, double frequency,
                                                               const std::vector<double>& wave_numbers) {
  const Discretization& d = op.discretization;
  const std::vector<const Dispersion*> media = dispersion_of(d.mesh, options);
  std::vector<ShortestWave> shortest(media.size());  // [region]
  for (std::size_t r = 0; r < media.size(); ++r)
    if (media[r] && frequency > 0) shortest[r] = shortest_wave(*media[r], frequency);
  const auto resolution_in = [&](int e) -> RegionResolution {
    const TimeStep cell = step_in_cell(op, e, 1);
    std::complex<double> k = wave_numbers[d.mesh.region[e]];
    if (frequency > 0 && cell.speed > 0) {
      const ShortestWave& wave = shortest[d.mesh.region[e]];
      const std::complex<double> driven =
          media[d.mesh.region[e]]
              ? wave.omega / cell.speed * wave.index
              : frequency / cell.speed * std::sqrt(std::complex<double>(1, -cell.relaxation / frequency));
      if (std::abs(driven) > std::abs(k)) k = driven;
    }
    return {e, 2 * pi / k.real(), 1 / std::abs(k.imag()), std::abs(k) * longest_edge(d.mesh, e)};
  };
  using Worst = std::vector<std::optional<RegionResolution>>;
  const RunsOfCells runs(d.K(), 1);
  std::vector<Worst> of_run(runs.n, Worst(wave_numbers.size()));
  const auto include = [&](Worst& worst, const RegionResolution& cell) {
    std::optional<RegionResolution>& of_region = worst[d.mesh.region[cell.cell]];
    if (cell.kh > (of_region ? of_region->kh : 0)) of_region = cell;
  };
  for_each_run(runs, [&](int run, int first, int last) {
    for (int e = first; e < last; ++e) include(of_run[run], resolution_in(e));
  });
  Worst worst(wave_numbers.size());
  for (const Worst& some : of_run)
    for (const auto& of_region : some)
      if (of_region) include(worst, *of_region);
  return worst;
}

}  // namespace dgsolve
