#include "kernels/cuda/gpu/gpu.hpp"

#include <array>
#include <cstdio>

namespace dgsolve::cuda {

std::string gigabytes_text(std::size_t bytes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f GB", 1e-9 * static_cast<double>(bytes));
  return text.data();
}

}  // namespace dgsolve::cuda
