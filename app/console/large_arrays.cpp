/// Implements <new>.
/// Large arrays lie in huge pages. All threads touch them for the first time at once, and then wait for each
/// other in the kernel at every page: pages of 2 MB instead of 4 KB take a tenth off a set-up on 16 cores
/// (kernels/PERFORMANCE.md). Replaces the allocation functions of the whole program.

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>

void* operator new(std::size_t bytes) {
  constexpr std::size_t huge_page = std::size_t{1} << 21;
  void* data = nullptr;
  if (bytes < 4 * huge_page) {  // what is rounded up is little then
    data = std::malloc(bytes > 0 ? bytes : 1);
  } else {
    const std::size_t rounded = (bytes + huge_page - 1) / huge_page * huge_page;
    data = std::aligned_alloc(huge_page, rounded);
    if (data != nullptr) madvise(data, rounded, MADV_HUGEPAGE);
  }
  if (data == nullptr) throw std::bad_alloc();
  return data;
}

void operator delete(void* data) noexcept { std::free(data); }
void operator delete(void* data, std::size_t) noexcept { std::free(data); }
#endif
