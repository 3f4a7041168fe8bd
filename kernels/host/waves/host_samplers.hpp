/// What gathers fields at points on the CPU: over time, and their Fourier transforms.
#pragma once

#include <complex>
#include <utility>

#include "kernels/base/clock.hpp"
#include "kernels/base/loop_threads.hpp"
#include "kernels/host/waves/host_state.hpp"

namespace dgsolve::host {

template <class T>
class HostSampler : public Sampler {
 public:
  HostSampler(SamplePoints points, const PreparedProblem<T>& problem)
      : points_(std::move(points)), n_fields_(problem.n_fields), Np_(problem.Np) {
    check_size("sampler", points_.weights.size(), points_.elements.size() * Np_, "weights");
  }

  void take(const WaveState& u, long) override {
    if (static_cast<std::size_t>(++rows_.taken) > points_.capacity) return;  // `read` tells
    for (std::size_t point = 0; point < points_.elements.size(); ++point)
      for (int field = 0; field < n_fields_; ++field)
        rows_.values.push_back(
            host_state<T>(u).weighted_sum(points_.elements[point], field, &points_.weights[point * Np_]));
  }
  Samples read() override {
    check_capacity(rows_.taken, points_.capacity);
    return std::exchange(rows_, {});
  }

 private:
  const SamplePoints points_;
  const int n_fields_, Np_;
  Samples rows_;  ///< since the last read
};

template <class T>
class HostCircuitSampler : public Sampler {
 public:
  /// Keeps references; clock: the operator's.
  HostCircuitSampler(SamplePoints points, const Circuits<T>& circuits, const Clock& clock)
      : points_(std::move(points)), circuits_(circuits), clock_(clock) {}

  void take(const WaveState& u, long step) override {
    if (static_cast<std::size_t>(++rows_.taken) > points_.capacity) return;  // `read` tells
    for (const int circuit : points_.elements) {
      rows_.values.resize(rows_.values.size() + n_circuit_samples);
      circuits_.sample(circuit, values_of<T>(u), clock_.time(step + 1, 0),
                       &*(rows_.values.end() - n_circuit_samples));
    }
  }
  Samples read() override {
    check_capacity(rows_.taken, points_.capacity);
    return std::exchange(rows_, {});
  }

 private:
  const SamplePoints points_;
  const Circuits<T>& circuits_;
  const Clock& clock_;
  Samples rows_;  ///< since the last read
};

template <class T>
class HostFrequencySampler : public Sampler {
 public:
  HostFrequencySampler(SamplePoints points, const PreparedProblem<T>& problem, const Clock& clock,
                       int threads, const ByteCount& total)
      : points_(std::move(points)),
        n_fields_(problem.n_fields),
        Np_(problem.Np),
        clock_(clock),
        threads_(threads),
        sums_{0, std::vector<double>(points_.elements.size() * values_of_point(points_, n_fields_, Np_))},
        kept_(sums_),
        counted_(total, 2 * sums_.values.size() * sizeof(double)) {}

  void take(const WaveState& u, long step) override {
    const long before = sums_.taken++;
    if (before % points_.stride != 0) return;
    const double t = clock_.time(step + 1, 0);
    const double weight = clock_.dt * static_cast<double>(points_.stride) * (before == 0 ? 0.5 : 1.0);
    std::vector<std::complex<double>> phases;
    phases.reserve(points_.omega.size());
    for (const double omega : points_.omega) phases.push_back(std::polar(weight, -omega * t));
    const int n_local = points_.weights.empty() ? Np_ : 1;
    const std::size_t row = 2 * phases.size() * n_fields_ * n_local;
    const auto n = static_cast<std::int64_t>(points_.elements.size());
#pragma omp parallel for num_threads(threads_for(n* row, threads_))
    for (std::int64_t i = 0; i < n; ++i) {
      double* sum = sums_.values.data() + i * row;
      for (int local = 0; local < n_local; ++local)
        for (int field = 0; field < n_fields_; ++field) {
          const double value = value_at(host_state<T>(u), i, field, local);
          for (const std::complex<double>& phase : phases) {
            *sum++ += value * phase.real();
            *sum++ += value * phase.imag();
          }
        }
    }
  }
  Samples read() override { return sums_; }
  void write(const Samples& sums) override {
    check_size("write", sums.values.size(), sums_.values.size(), "sums");
    sums_ = sums;
  }
  void keep() override { kept_ = sums_; }
  void go_back() override { sums_ = kept_; }

 private:
  double value_at(const HostState<T>& u, std::int64_t i, int field, int node) const {
    const int element = points_.elements[i];
    return points_.weights.empty() ? u.value(element, field, node)
                                   : u.weighted_sum(element, field, &points_.weights[i * Np_]);
  }

  const SamplePoints points_;
  const int n_fields_, Np_;
  const Clock& clock_;  ///< the operator's
  const int threads_;   ///< at most
  Samples sums_, kept_;
  const CountedBytes counted_;
};

}  // namespace dgsolve::host
