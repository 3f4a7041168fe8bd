#include "kernels/host/simd/memory.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace dgsolve::host {

void* allocate_zeros(std::size_t bytes) {
  // Whole huge pages where it pays: neighbours' values come from all over the array, and each small page
  // costs an entry of the translation buffer.
  constexpr std::size_t huge_page = std::size_t{1} << 21;
  const std::size_t alignment = bytes < huge_page ? 64 : huge_page;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (rounded == 0) return nullptr;
  char* const data = static_cast<char*>(std::aligned_alloc(alignment, rounded));
  if (data == nullptr) throw std::bad_alloc();
#ifdef __linux__
  if (alignment == huge_page) madvise(data, rounded, MADV_HUGEPAGE);
#endif
#pragma omp parallel for schedule(static) if (rounded > 4 * huge_page)
  for (std::size_t begin = 0; begin < rounded; begin += huge_page)
    std::memset(data + begin, 0, std::min(huge_page, rounded - begin));
  return data;
}

}  // namespace dgsolve::host
