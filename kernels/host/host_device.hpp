/// The CPU as a device: SIMD lanes across elements, threads over blocks of elements. Results do not depend
/// on the number of threads.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/host/elliptic/penalty_maps.hpp"
#include "kernels/host/waves/host_wave_operator.hpp"

namespace dgsolve::host {

template <class T>
class HostDevice : public Device {
 public:
  explicit HostDevice(const HostOptions& options = {});

  std::string description() const override;
  Precision precision() const override { return precision_of<T>; }
  bool is_host() const override { return true; }
  int host_threads() const override { return options_.threads; }
  std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) override;
  LinearAlgebra& linear_algebra() override { return linear_algebra_; }
  PenaltyMaps& penalty_maps() override { return penalty_maps_; }
  std::unique_ptr<Recording> record(std::function<void()> work) override;
  void synchronise() override {}
  std::size_t memory() const override { return *bytes_ + linear_algebra_.memory(); }
  DeviceLimits measure_limits() const override;

 private:
  const HostOptions options_;
  HostLinearAlgebra linear_algebra_{options_.threads};
  HostPenaltyMaps penalty_maps_{linear_algebra_, options_.instruction_set};
  const ByteCount bytes_ = std::make_shared<std::size_t>(0);  ///< of all living wave operators
};

}  // namespace dgsolve::host
