/// A pack of SIMD lanes: the number type of the pointwise physics on the host. GCC's vector extension with
/// the width of the instruction set, and every function inlined by force, so that nothing is left for the
/// linker to mix up between instruction sets (std::experimental::simd leaves weak symbols).
#pragma once

#include "kernels/base/elementary.hpp"

namespace DGSOLVE_NAMESPACE {

/// DGSOLVE_VECTOR_BYTES and DGSOLVE_VECTOR_REGISTERS come from kernels/host/instruction_sets.cmake.
template <class T>
struct Pack {
  typedef T Lanes __attribute__((vector_size(DGSOLVE_VECTOR_BYTES)));
  static constexpr int width = DGSOLVE_VECTOR_BYTES / sizeof(T);
  using Mask = decltype(Lanes{} > Lanes{});

  Lanes v;

  Pack() = default;
  DGSOLVE_INLINE explicit Pack(double all) : v(static_cast<T>(all) - Lanes{}) {}

  static DGSOLVE_INLINE Pack load(const T* from) {
    Pack p;
    p.v = *reinterpret_cast<const Lanes*>(from);
    return p;
  }
  /// All lanes *from.
  static DGSOLVE_INLINE Pack broadcast(const T* from) {
    Pack p;
    p.v = *from - Lanes{};
    return p;
  }
  DGSOLVE_INLINE void store(T* to) const { *reinterpret_cast<Lanes*>(to) = v; }

  friend DGSOLVE_INLINE Pack operator+(Pack a, Pack b) { return from(a.v + b.v); }
  friend DGSOLVE_INLINE Pack operator-(Pack a, Pack b) { return from(a.v - b.v); }
  friend DGSOLVE_INLINE Pack operator*(Pack a, Pack b) { return from(a.v * b.v); }
  friend DGSOLVE_INLINE Pack operator/(Pack a, Pack b) { return from(a.v / b.v); }
  friend DGSOLVE_INLINE Pack operator-(Pack a) { return from(-a.v); }
  DGSOLVE_INLINE Pack& operator+=(Pack b) { return *this = *this + b; }
  DGSOLVE_INLINE Pack& operator-=(Pack b) { return *this = *this - b; }

  friend DGSOLVE_INLINE Mask operator<(Pack a, Pack b) { return a.v < b.v; }
  friend DGSOLVE_INLINE Mask operator>(Pack a, Pack b) { return a.v > b.v; }
  friend DGSOLVE_INLINE Mask operator<=(Pack a, Pack b) { return a.v <= b.v; }
  friend DGSOLVE_INLINE Mask operator>=(Pack a, Pack b) { return a.v >= b.v; }
  friend DGSOLVE_INLINE Pack select(Mask c, Pack a, Pack b) { return from(c ? a.v : b.v); }
  friend DGSOLVE_INLINE Pack sqrt_of(Pack a) {
    for (int l = 0; l < width; ++l) a.v[l] = sqrt_of(static_cast<T>(a.v[l]));
    return a;
  }
  /// exp(b ln a) in double.
  friend DGSOLVE_INLINE Pack pow_of(Pack a, Pack b) {
    for (int l = 0; l < width; ++l)
      a.v[l] = static_cast<T>(elementary::exponential(b.v[l] * elementary::logarithm(a.v[l])));
    return a;
  }
  friend DGSOLVE_INLINE bool any_nonzero(Pack a) {
    bool any = false;
    for (int l = 0; l < width; ++l) any |= a.v[l] != 0;
    return any;
  }

 private:
  static DGSOLVE_INLINE Pack from(Lanes v) {
    Pack p;
    p.v = v;
    return p;
  }
};

}  // namespace DGSOLVE_NAMESPACE
