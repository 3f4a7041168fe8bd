/// The CPU as a backend: SIMD lanes across elements, threads over blocks of elements. Results do not depend
/// on the number of threads: a block reads the state of the stage before and writes its own, in one order.
#pragma once

#include <memory>

#include "kernels/base/clock.hpp"
#include "kernels/host/elliptic/penalty_maps.hpp"
#include "kernels/host/simd/machine_limits.hpp"
#include "kernels/host/waves/dispatch.hpp"
#include "kernels/host/waves/prepared_problem.hpp"
#include "kernels/waves/backend.hpp"

namespace dgsolve::host {

struct HostOptions {
  InstructionSet instruction_set = choose_instruction_set();
  int threads = 0;         ///< 0: as many as OpenMP gives (OMP_NUM_THREADS)
  bool use_traits = true;  ///< faster forms for equations with optional traits (kernels/waves/equation.hpp)
};

template <class T>
class HostBackend : public Backend {
 public:
  explicit HostBackend(const HostOptions& options = {});

  std::string description() const override;
  void prepare(const WaveProblem& problem) override;
  std::string variant() const override { return "straight"; }
  Precision precision() const override { return precision_of<T>; }
  std::vector<TuningRow> tune() override { return {}; }
  std::unique_ptr<DeviceArray> allocate() override;
  void upload(std::span<const double> canonical, DeviceArray& to) override;
  void download(const DeviceArray& from, std::span<double> canonical) override;
  std::string layout() const override;
  std::vector<std::byte> save(const DeviceArray& from) override;
  void restore(std::span<const std::byte> raw, DeviceArray& to) override;
  void copy(const DeviceArray& from, DeviceArray& to) override;
  std::unique_ptr<StateCopy> allocate_copy() override;
  void sample(const DeviceArray& u, std::span<const int> elements, std::span<const double> weights,
              std::span<double> values) override;
  double energy(const DeviceArray& u) override;
  Powers powers(const DeviceArray& u, double t) override;
  void set_clock(double start, double dt) override { clock_ = {start, dt, 0}; }
  void advance_clock(long steps) override { clock_.steps += steps; }
  void stage(const Stage& stage, const DeviceArray& u, DeviceArray& residual, DeviceArray& u_next) override;
  std::unique_ptr<Recording> record(std::function<void()> work) override;
  void synchronise() override {}
  int host_threads() const override { return threads_; }
  LinearAlgebra& linear_algebra() override { return linear_algebra_; }
  PenaltyMaps& penalty_maps() override { return penalty_maps_; }
  std::size_t memory() const override;
  DeviceLimits measure_limits() const override {
    return host::measure_limits<T>(options_.instruction_set, threads_);
  }

 private:
  const PreparedProblem<T>& prepared() const;
  std::size_t n_dofs() const;
  template <class Body>
  void for_blocks(Body body);

  const HostOptions options_;
  const int threads_;
  HostLinearAlgebra linear_algebra_{threads_};
  HostPenaltyMaps penalty_maps_{linear_algebra_, options_.instruction_set};
  Clock clock_{};
  const Kernels<T>* kernels_ = nullptr;
  std::unique_ptr<PreparedProblem<T>> problem_;
  std::vector<AlignedArray<T>> scratch_;                                         ///< one a thread
  std::shared_ptr<std::size_t> state_bytes_ = std::make_shared<std::size_t>(0);  ///< of all living arrays
};

}  // namespace dgsolve::host
