/// The host's memory: arrays, who keeps them, and how many bytes living objects hold.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace dgsolve::host {

/// An array that vector instructions may load from, zero at first.
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

template <class T, class U>
AlignedArray<T> copy_of(std::span<const U> from) {
  AlignedArray<T> to(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = static_cast<T>(from[i]);
  return to;
}

/// Arrays that tables point into.
class TableMemory {
 public:
  /// Keeps an array, and says where its values are.
  template <class T>
  T* keep(AlignedArray<T> array) {
    bytes_ += array.bytes();
    const auto kept = std::make_shared<AlignedArray<T>>(std::move(array));
    arrays_.push_back(kept);
    return kept->data();
  }
  std::size_t bytes() const { return bytes_; }

 private:
  std::vector<std::shared_ptr<const void>> arrays_;
  std::size_t bytes_ = 0;
};

/// Bytes of all living objects of one owner.
using ByteCount = std::shared_ptr<std::size_t>;

/// Adds to a ByteCount while it lives.
class CountedBytes {
 public:
  CountedBytes(ByteCount total, std::size_t bytes) : total_(std::move(total)), bytes_(bytes) {
    *total_ += bytes_;
  }
  CountedBytes(const CountedBytes&) = delete;
  CountedBytes& operator=(const CountedBytes&) = delete;
  ~CountedBytes() { *total_ -= bytes_; }

 private:
  ByteCount total_;
  std::size_t bytes_;
};

}  // namespace dgsolve::host
