/// The device of a run, started while the mesh is read.
#pragma once

#include <future>
#include <memory>
#include <string>

#include "io/case/case.hpp"
#include "kernels/devices.hpp"

namespace dgsolve {

/// A device, and what make_device passed over for it.
struct StartedDevice {
  std::unique_ptr<Device> device;
  std::string passed_over;
};

/// Begins now, in a thread of its own where one can be had; `get` throws what make_device throws. ranks: the
/// run's processes, which share the case as `work` says; null: this one alone.
inline std::future<StartedDevice> start_device(const Case& input, Ranks* ranks, RankWork work) {
  return std::async([name = input.device, precision = input.precision, ranks, work] {
    StartedDevice started;
    started.device = ranks != nullptr ? make_device(name, precision, *ranks, work)
                                      : make_device(name, precision, &started.passed_over);
    return started;
  });
}

}  // namespace dgsolve
