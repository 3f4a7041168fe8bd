/// A device hands out objects that live on it: a wave operator, linear algebra, recordings of what they do.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "kernels/algebra/linear_algebra.hpp"
#include "kernels/base/device_error.hpp"
#include "kernels/base/precision.hpp"
#include "kernels/base/recording.hpp"
#include "kernels/device/device_limits.hpp"
#include "kernels/elliptic/interior_penalty.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve {

class Ranks;

/// How the processes of a run share a problem: rank 0 leads the others, or all do the same.
enum class RankWork { led, alike };

class Device {
 public:
  virtual ~Device() = default;

  /// For people: processor, instruction set, threads.
  virtual std::string description() const = 0;
  /// For people: driver, free memory, clock, load at this moment; empty where there is nothing to add.
  virtual std::string status() const { return {}; }
  virtual Precision precision() const = 0;
  /// Whether its memory and its cores are the host's.
  virtual bool is_host() const = 0;
  /// Threads of the host that are busy while the device computes.
  virtual int host_threads() const = 0;

  /// Sets up operators, maps and kernels. Throws DeviceError.
  virtual std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) = 0;
  /// Begins what elliptic problems on an element need that takes long, in threads of its own: the calls that
  /// follow wait for less.
  virtual void prepare_elliptic(const ReferenceView& element) { static_cast<void>(element); }
  /// For elliptic problems, in either precision.
  virtual LinearAlgebra& linear_algebra() = 0;
  /// Interior penalty operators on vectors of the linear algebra.
  virtual PenaltyMaps& penalty_maps() = 0;
  /// Records the calls that `work` makes of a wave operator's stage and advance_clock, and of a sampler's
  /// take, on these very states; does nothing yet. The states, and what `work` refers to, must outlive the
  /// recording.
  virtual std::unique_ptr<Recording> record(std::function<void()> work) = 0;
  virtual void synchronise() = 0;
  /// Of a process other than the first: does what rank 0 asks for, until it ends; where all do the same,
  /// waits for that end, and calls nothing of the program. Throws RankLost, and what the device and the
  /// program throw.
  virtual void serve(const PartProgram& program) {
    static_cast<void>(program);
    throw std::logic_error("nobody leads this process");
  }

  /// Bytes held on the device.
  virtual std::size_t memory() const = 0;
  /// Measures the device's ceilings; takes a fraction of a second.
  virtual DeviceLimits measure_limits() const = 0;
};

}  // namespace dgsolve
