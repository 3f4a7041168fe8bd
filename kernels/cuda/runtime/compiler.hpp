/// Kernel text to machine code for one GPU architecture, at run time, by NVRTC.
///
/// $DGSOLVE_DEBUG_KERNELS=1 keeps the sources, adds line information for cuda-gdb and compute-sanitizer, and
/// compiles afresh every time.
#pragma once

#include <string>

#include "kernels/cuda/gpu/kernel_cache.hpp"
#include "kernels/cuda/gpu/kernel_text.hpp"

namespace dgsolve::cuda {

struct CompiledKernels {
  std::string cubin;
  std::string log;  ///< the compiler's remarks; for each kernel its registers and spilled bytes
};

/// The compiler that was loaded: its version, and which build of it, for updates keep the version.
std::string compiler_name();

/// Throws DeviceError where the compiler does not know the architecture.
void check_architecture(const std::string& architecture);

/// Compiles. `architecture`: e.g. "sm_90". Throws DeviceError with the compiler's log and the path of the
/// source, which it keeps in the cache's folder.
CompiledKernels compile(const KernelText& text, const std::string& architecture, const KernelCache& cache);

/// The cubin: from the cache if it was compiled before by the same compiler from the same text, headers
/// and options, else from compile().
std::string find_or_compile(const KernelText& text, const std::string& architecture,
                            const KernelCache& cache);

}  // namespace dgsolve::cuda
