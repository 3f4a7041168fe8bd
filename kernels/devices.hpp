/// The devices of this machine; kernels/devices.cpp has the table.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/device/device.hpp"
#include "kernels/ranks/ranks.hpp"

namespace dgsolve {

/// "cuda:0", "cuda:1", …, "cpu"; or "cuda", which make_device refuses with the reason, where no GPU can be
/// used.
std::vector<std::string> device_names();
/// The device of a name: one of device_names(); "cuda" for the GPU with the most free memory; "cuda:0,1" or
/// "cuda:all" for several GPUs as one; or "auto" for the first that can be used and may be taken unasked:
/// `passed_over` then says why others were not. Throws DeviceError.
std::unique_ptr<Device> make_device(const std::string& device, Precision precision,
                                    std::string* passed_over = nullptr);
/// For a run of several processes, before there are other threads: what libraries of devices read from the
/// environment.
void prepare_for_ranks();
/// This process's device of a run of several: "cuda" or "auto" for the GPU of its place among its host's
/// processes, or "cuda:0", … Keeps a reference. Throws DeviceError.
std::unique_ptr<Device> make_device(const std::string& device, Precision precision, Ranks& ranks,
                                    RankWork work);

}  // namespace dgsolve
