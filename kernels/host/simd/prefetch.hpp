/// Memory asked for before it is read.
#pragma once

#include <cstddef>

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

/// Asks for n values that are read later. Processors do not foresee such reads, whose first use would wait
/// for memory. Values come to the second cache, which can wait for more lines at once than the first. At most
/// a part of it: more would drive out what is in use. The address may lie behind the array's end.
template <class Value>
DGSOLVE_INLINE void prefetch(const Value* from, std::size_t n) {
  constexpr std::size_t line = 64 / sizeof(Value), most = 256 * 1024 / sizeof(Value);
  for (std::size_t k = 0; k < n && k < most; k += line) __builtin_prefetch(from + k, 0, 2);
}
/// The same of few values that stand anywhere, and so may end in a line more.
template <class Value>
DGSOLVE_INLINE void prefetch_anywhere(const Value* from, std::size_t n) {
  prefetch(from, n);
  __builtin_prefetch(from + n - 1, 0, 2);
}

}  // namespace DGSOLVE_NAMESPACE
