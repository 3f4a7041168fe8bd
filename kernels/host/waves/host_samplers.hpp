/// What gathers fields at points on the CPU: over time, and their Fourier transforms.
#pragma once

#include <complex>

#include "kernels/base/clock.hpp"
#include "kernels/base/loop_threads.hpp"
#include "kernels/host/waves/host_state.hpp"

namespace dgsolve::host {

template <class T>
class HostSampler : public Sampler {
 public:
  HostSampler(const std::vector<int>& elements, const std::vector<double>& weights,
              const PreparedProblem<T>& problem, std::size_t capacity)
      : elements_(elements),
        weights_(weights),
        n_fields_(problem.n_fields),
        Np_(problem.Np),
        capacity_(capacity) {}

  void take(const WaveState& u) override {
    if (++n_rows_ > capacity_) return;  // `read` tells
    for (std::size_t point = 0; point < elements_.size(); ++point)
      for (int field = 0; field < n_fields_; ++field)
        rows_.push_back(host_state<T>(u).weighted_sum(elements_[point], field, &weights_[point * Np_]));
  }
  void read(std::span<double> values) override {
    check_rows_read(values.size(), elements_.size() * n_fields_, n_rows_, capacity_);
    std::copy(rows_.begin(), rows_.end(), values.begin());
    rows_.clear();
    n_rows_ = 0;
  }

 private:
  const std::vector<int> elements_;
  const std::vector<double> weights_;  ///< [point][Np]
  const int n_fields_, Np_;
  const std::size_t capacity_;
  std::size_t n_rows_ = 0;    ///< taken since the last read
  std::vector<double> rows_;  ///< [row][point][n_fields]
};

template <class T>
class HostFrequencySampler : public FrequencySampler {
 public:
  HostFrequencySampler(FrequencyPoints points, const PreparedProblem<T>& problem, const Clock& clock,
                       int threads, const ByteCount& total)
      : points_(std::move(points)),
        n_fields_(problem.n_fields),
        Np_(problem.Np),
        clock_(clock),
        threads_(threads),
        sums_{0, std::vector<double>(n_frequency_sums(points_, n_fields_, Np_))},
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
  FrequencySums read() const override { return sums_; }
  void write(const FrequencySums& sums) override {
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

  const FrequencyPoints points_;
  const int n_fields_, Np_;
  const Clock& clock_;  ///< the operator's
  const int threads_;   ///< at most
  FrequencySums sums_, kept_;
  const CountedBytes counted_;
};

}  // namespace dgsolve::host
