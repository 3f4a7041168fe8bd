/// Sine, cosine, exponential and logarithm without branches, so that a loop over a row runs in vectors: below
/// one unit in the last place from the exact value, the logarithm below two, and the same bits with vectors
/// of any length. Private to kernels/expression*.cpp and to packs of lanes (kernels/host/simd/pack.hpp).
#pragma once

#include <cstdint>

#include "kernels/base/prelude.hpp"

namespace dgsolve::elementary {

/// Added to a number below 2⁵¹ and subtracted again, it leaves the nearest integer.
constexpr double to_integer = 0x1.8p52;
/// That integer stands in the last bits of the sum.
DGSOLVE_INLINE std::int64_t integer_in(double sum) { return __builtin_bit_cast(std::int64_t, sum); }

/// The largest arguments in size; the C library's functions take larger ones.
constexpr double largest_angle = 1.6e6, largest_exponent = 708;

/// x − k π/2 for the nearest integer k, as a number of at most π/4 in size and what it lacks.
struct ReducedAngle {
  double angle, rest;
  std::int64_t quarter;  ///< k in its last bits
};

/// π/2 in three parts: of the first two the products with k < 2²⁰ are exact (Cody & Waite, Software Manual
/// for the Elementary Functions, Prentice-Hall 1980).
DGSOLVE_INLINE ReducedAngle reduced(double x) {
  constexpr double first = 0x1.921fb544p0, second = 0x1.0b4611a6p-34, third = 0x1.3198a2e037073p-69;
  const double sum = x * 0x1.45f306dc9c883p-1 + to_integer, k = sum - to_integer;
  const double near = x - k * first, subtracted = k * second;
  const double nearer = near - subtracted;
  const double back = nearer - near;  // the error of this difference (Knuth)
  const double lost = (near - (nearer - back)) - (subtracted + back);
  const double correction = k * third - lost;
  const double angle = nearer - correction;
  return {angle, (nearer - angle) - correction, integer_in(sum)};
}

// Polynomials through the Chebyshev points of their intervals, with errors below 2⁻⁵⁵.

DGSOLVE_INLINE double sine_of(const ReducedAngle& r) {
  const double z = r.angle * r.angle;
  const double p =
      0x1.1111111110bb2p-7 +
      z * (-0x1.a01a019e83a9ep-13 +
           z * (0x1.71de379688c12p-19 + z * (-0x1.ae600b015927bp-26 + z * 0x1.5e0b197af9741p-33)));
  const double cubic = z * r.angle * (-0x1.5555555555555p-3 + z * p);
  return r.angle + (cubic + (1 - z / 2) * r.rest);
}

DGSOLVE_INLINE double cosine_of(const ReducedAngle& r) {
  const double z = r.angle * r.angle, half = z / 2, near = 1 - half;
  const double p =
      -0x1.6c16c16c16967p-10 +
      z * (0x1.a01a019f4eaf9p-16 +
           z * (-0x1.27e4fa17d9624p-22 + z * (0x1.1eeb68e88cbb9p-29 - z * 0x1.907da2e9cd397p-37)));
  return near + (((1 - near) - half) + (z * z * (0x1.5555555555555p-5 + z * p) - r.angle * r.rest));
}

DGSOLVE_INLINE double sine(double x) {
  const ReducedAngle r = reduced(x);
  const double size = (r.quarter & 1) != 0 ? cosine_of(r) : sine_of(r);
  return (r.quarter & 2) != 0 ? -size : size;
}

DGSOLVE_INLINE double cosine(double x) {
  const ReducedAngle r = reduced(x);
  const double size = (r.quarter & 1) != 0 ? sine_of(r) : cosine_of(r);
  return ((r.quarter + 1) & 2) != 0 ? -size : size;
}

/// 2ᵏ exp(r), |r| ≤ ln(2)/2.
DGSOLVE_INLINE double exponential(double x) {
  constexpr double ln2 = 0x1.62e42feep-1, ln2_rest = 0x1.a39ef35793c76p-33;
  const double sum = x * 0x1.71547652b82fep0 + to_integer, k = sum - to_integer;
  const double high = x - k * ln2, low = k * ln2_rest, r = high - low;
  const double p =
      0.5 + r * (0x1.5555555555555p-3 +
                 r * (0x1.5555555555557p-5 +
                      r * (0x1.1111111111111p-7 +
                           r * (0x1.6c16c16c15a6cp-10 +
                                r * (0x1.a01a01a0196aep-13 +
                                     r * (0x1.a01a01a9e8139p-16 +
                                          r * (0x1.71de3a5aa6efbp-19 +
                                               r * (0x1.27e4d41d657d2p-22 +
                                                    r * (0x1.ae642c8725b5ap-26 +
                                                         r * (0x1.1f7f20132b4f4p-29 +
                                                              r * 0x1.61bfa2413f7fcp-33))))))))));
  const double value = 1 + (high + (r * r * p - low));
  return value * __builtin_bit_cast(double, (integer_in(sum) + 1023) << 52);
}

/// ln x = k ln 2 + ln m of a normal number x = 2ᵏ m > 0 with √½ ≤ m < √2; ln m = 2 artanh((m − 1)/(m + 1)).
DGSOLVE_INLINE double logarithm(double x) {
  constexpr double ln2 = 0x1.62e42feep-1, ln2_rest = 0x1.a39ef35793c76p-33;
  constexpr std::uint64_t one = 0x3ff0000000000000, root_half = 0x3fe6a09e667f3bcd,
                          of_2_52 = 0x4330000000000000;
  const auto bits = __builtin_bit_cast(std::uint64_t, x);
  const std::uint64_t exponent = (bits + (one - root_half)) >> 52;  // k + 1023
  const double k = __builtin_bit_cast(double, exponent | of_2_52) - (0x1p52 + 1023);
  const double m = __builtin_bit_cast(double, bits - (exponent << 52) + one);
  const double s = (m - 1) / (m + 1), z = s * s;
  double p = 0;
  for (int n = 21; n >= 3; n -= 2) p = 2.0 / n + z * p;
  return k * ln2 + (2 * s + (s * z * p + k * ln2_rest));
}

}  // namespace dgsolve::elementary
