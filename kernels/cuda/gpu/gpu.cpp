#include "kernels/cuda/gpu/gpu.hpp"

#include "kernels/base/number_text.hpp"

namespace dgsolve::cuda {

std::string gigabytes_text(std::size_t bytes) {
  return number_text(1e-9 * static_cast<double>(bytes), std::chars_format::fixed, 2) + " GB";
}

}  // namespace dgsolve::cuda
