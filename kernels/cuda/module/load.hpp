/// The GPU backend, loaded when it is asked for: it needs libraries that not every machine has.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/device/device.hpp"

namespace dgsolve::cuda {

/// "cuda:0", "cuda:1", …; or "cuda", which make_device refuses with the reason, where no GPU can be used.
std::vector<std::string> device_names();
/// `devices`: the GPUs' numbers, several of which make one device; none: the GPU with the most free memory.
/// Where a GPU is named twice, it has two parts of a problem, which only tests want. Throws DeviceError with
/// the reason where a GPU, the driver or a library is missing. ranks: the run's processes, with a GPU each;
/// null: this one alone, whatever `work` says.
std::unique_ptr<Device> make_device(const std::vector<int>& devices, Precision precision,
                                    Ranks* ranks = nullptr, RankWork work = RankWork::led);

}  // namespace dgsolve::cuda
