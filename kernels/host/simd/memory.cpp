#include "kernels/host/simd/memory.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace dgsolve::host {

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;

}  // namespace

void* allocate(std::size_t bytes) {
  // Whole huge pages where it pays: neighbours' values come from all over the array, and each small page
  // costs an entry of the translation buffer.
  const std::size_t alignment = bytes < huge_page ? 64 : huge_page;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (rounded == 0) return nullptr;
  void* const data = std::aligned_alloc(alignment, rounded);
  if (data == nullptr) throw std::bad_alloc();
#ifdef __linux__
  if (alignment == huge_page) madvise(data, rounded, MADV_HUGEPAGE);
#endif
  return data;
}

// Small arrays are made within loops, where even a team of one thread would cost more than they do.

void* allocate_zeros(std::size_t bytes) {
  char* const data = static_cast<char*>(allocate(bytes));
  if (bytes <= 4 * huge_page) {
    if (bytes > 0) std::memset(data, 0, bytes);
    return data;
  }
#pragma omp parallel for schedule(static)
  for (std::size_t begin = 0; begin < bytes; begin += huge_page)
    std::memset(data + begin, 0, std::min(huge_page, bytes - begin));
  return data;
}

void for_shares(std::size_t n, const std::function<void(std::size_t first, std::size_t last)>& body) {
  constexpr std::size_t share = 65536;
  if (n <= share) {
    if (n > 0) body(0, n);
    return;
  }
#pragma omp parallel for schedule(static)
  for (std::size_t first = 0; first < n; first += share) body(first, std::min(n, first + share));
}

}  // namespace dgsolve::host
