/// Vectors whose values are not set when they are made, for large arrays that all threads fill: memory is
/// touched once, by the threads that use it.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace dgsolve {

template <class T>
struct UnsetAllocator : std::allocator<T> {
  static_assert(std::is_trivially_default_constructible_v<T> && std::is_trivially_destructible_v<T>);
  template <class U>
  struct rebind {
    using other = UnsetAllocator<U>;
  };
  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Args>
  void construct(U* at, Args&&... args) {
    ::new (static_cast<void*>(at)) U(std::forward<Args>(args)...);
  }
};

/// UnsetVector<double>(n): n values to be written.
template <class T>
using UnsetVector = std::vector<T, UnsetAllocator<T>>;

}  // namespace dgsolve
