/// Decides on steps, on the CPU.
#pragma once

#include "kernels/base/loop_threads.hpp"
#include "kernels/host/waves/host_state.hpp"

namespace dgsolve::host {

template <class T>
class HostStepController : public StepController {
 public:
  /// Keeps references; clock: the operator's.
  HostStepController(WaveOperator& op, StepRule rule, const ErrorWeights& weights, RelativeSize compare,
                     Clock& clock, int threads)
      : op_(op),
        rule_(info(rule)),
        weights_(weights),
        compare_(rule == StepRule::relative_error ? compare : nullptr),
        clock_(clock),
        threads_(threads) {}

  void set(const StepControl& control) override {
    control_ = control;
    clock_ = control.clock();
  }
  StepControl control() const override { return control_; }
  void end_step(const WaveState& first, const WaveState& before, WaveState& u, WaveState& estimate) override {
    const std::vector<double> of_state = op_.measure(rule_.measure, u, 0);
    double of_error = 0;
    if (rule_.estimates_errors) {
      set_estimate(values_of<T>(first), values_of<T>(before), values_of<T>(u), estimate);
      const std::vector<double> error = op_.measure(rule_.measure, estimate, 0);
      of_error = compare_ ? compare_(error.data(), of_state.data()) : error.front();
    }
    control_.end_step(of_state.front(), of_error);
    if (!control_.keeps) u.assign(first);
    clock_ = control_.clock();
  }

 private:
  void set_estimate(const T* first, const T* before, const T* u, WaveState& estimate) const {
    const T of_first = static_cast<T>(weights_.first), of_before = static_cast<T>(weights_.before),
            of_next = static_cast<T>(weights_.next);
    T* const to = values_of<T>(estimate);
    const auto n = static_cast<std::int64_t>(host_state<T>(estimate).values.size());
#pragma omp parallel for simd num_threads(threads_for(n, threads_))
    for (std::int64_t i = 0; i < n; ++i) to[i] = of_first * first[i] + of_before * before[i] + of_next * u[i];
  }

  WaveOperator& op_;
  const StepRuleInfo& rule_;
  const ErrorWeights weights_;
  const RelativeSize compare_;  ///< null: errors are not relative
  Clock& clock_;
  const int threads_;  ///< at most
  StepControl control_;
};

}  // namespace dgsolve::host
