/// Arrays that vector instructions may load from, zero at first.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace dgsolve::host {

template <class T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t size) : size_(size) {
    // Whole huge pages where it pays: neighbours' values come from all over the array, and each small page
    // costs an entry of the translation buffer.
    constexpr std::size_t huge_page = std::size_t{1} << 21;
    const std::size_t alignment = bytes() < huge_page ? 64 : huge_page;
    const std::size_t rounded = (bytes() + alignment - 1) / alignment * alignment;
    if (rounded == 0) return;
    data_.reset(static_cast<T*>(std::aligned_alloc(alignment, rounded)));
    if (!data_) throw std::bad_alloc();
#ifdef __linux__
    if (alignment == huge_page) madvise(data_.get(), rounded, MADV_HUGEPAGE);
#endif
    std::memset(static_cast<void*>(data_.get()), 0, rounded);
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  std::size_t size_ = 0;
  std::unique_ptr<T[], Free> data_;
};

}  // namespace dgsolve::host
