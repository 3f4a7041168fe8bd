/// The number types a device computes in.
#pragma once

namespace dgsolve {

enum class Precision { single, double_ };

template <class T>
constexpr Precision precision_of = sizeof(T) == sizeof(float) ? Precision::single : Precision::double_;

/// Calls f(T{}) for the number type of a precision.
template <class F>
decltype(auto) with_type(Precision precision, F f) {
  return precision == Precision::single ? f(float{}) : f(double{});
}

/// Bytes of a number.
constexpr int bytes_of(Precision precision) {
  return precision == Precision::single ? sizeof(float) : sizeof(double);
}

}  // namespace dgsolve
