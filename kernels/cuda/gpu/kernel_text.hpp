/// Kernel sources as the run-time compiler reads them: the repository's files, carried in the binary.
#pragma once

#include <map>
#include <string>

namespace dgsolve::cuda {

/// One translation unit for a GPU.
struct KernelText {
  std::string file;    ///< e.g. "kernels/cuda/waves/stage.cu", compiled untouched…
  std::string prefix;  ///< …below these generated lines, which bake in what is known by now
  /// Whether all its kernels call wait_for_earlier_work (kernels/cuda/gpu/intrinsics.cuh), so that they may
  /// begin before what was asked for earlier is done.
  bool kernels_wait = false;
};

/// Every kernel source and header by its path in the repository ("kernels/…"), which is also how they include
/// each other. $DGSOLVE_KERNELS: a `kernels` folder to read them from instead of the embedded ones; throws
/// DeviceError where one is missing.
std::map<std::string, std::string> kernel_files();

}  // namespace dgsolve::cuda
