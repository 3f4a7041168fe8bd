/// The host's memory: arrays, who keeps them, and how many bytes living objects hold.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace dgsolve::host {

/// Memory that vector instructions may load from, for std::free; null for none.
void* allocate(std::size_t bytes);
/// The same, of zeros. Large arrays are set by all threads, each its share of them in order.
void* allocate_zeros(std::size_t bytes);

/// An array of zeros at first, but for one that is made by `unset`.
template <class T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t size) : AlignedArray(size, allocate_zeros(size * sizeof(T))) {}
  /// Values to be written: memory is touched once, by the threads that use it.
  static AlignedArray unset(std::size_t size) { return {size, allocate(size * sizeof(T))}; }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 private:
  AlignedArray(std::size_t size, void* data) : size_(size), data_(static_cast<T*>(data)) {}

  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  std::size_t size_ = 0;
  std::unique_ptr<T[], Free> data_;
};

/// Calls body(first, last) for shares of 0…n−1, those of large n on all threads.
void for_shares(std::size_t n, const std::function<void(std::size_t first, std::size_t last)>& body);

template <class T, class U>
AlignedArray<T> copy_of(std::span<const U> from) {
  auto to = AlignedArray<T>::unset(from.size());
  for_shares(from.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) to[i] = static_cast<T>(from[i]);
  });
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
