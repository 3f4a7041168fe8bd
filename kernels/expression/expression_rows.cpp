#include "kernels/expression/expression_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "kernels/base/elementary.hpp"

namespace dgsolve {

namespace {

/// out[i] = a[i]^exponent by squaring; `out` is no argument.
DGSOLVE_INLINE void integer_power(int exponent, const double* a, double* out, std::size_t n) {
  const unsigned magnitude = static_cast<unsigned>(std::abs(exponent));
  std::copy_n(a, n, out);
  for (unsigned bit = std::bit_floor(magnitude) / 2; bit > 0; bit /= 2) {
    for (std::size_t i = 0; i < n; ++i) out[i] *= out[i];
    if (magnitude & bit)
      for (std::size_t i = 0; i < n; ++i) out[i] *= a[i];
  }
  if (exponent < 0)
    for (std::size_t i = 0; i < n; ++i) out[i] = 1 / out[i];
}

/// One operation on rows of n values. NaN passes through min, max and sign.
DGSOLVE_INLINE void compute(Op op, int index, const std::array<const double*, 3>& in, double* out,
                            std::size_t n) {
  const auto [a, b, c] = in;
  const auto unary = [ =, a = a ](auto f) __attribute__((always_inline)) {
    for (std::size_t i = 0; i < n; ++i) out[i] = f(a[i]);
  };
  const auto binary = [ =, a = a, b = b ](auto f) __attribute__((always_inline)) {
    for (std::size_t i = 0; i < n; ++i) out[i] = f(a[i], b[i]);
  };
  // Arguments that are larger in size, and NaN, by the C library.
  const auto larger_by = [ =, a = a ](double (*f)(double), double limit) __attribute__((always_inline)) {
    std::int64_t n_larger = 0;  // as wide as a value, so that counting runs in vectors
    for (std::size_t i = 0; i < n; ++i) n_larger += std::abs(a[i]) <= limit ? 0 : 1;
    if (n_larger == 0) return;
    for (std::size_t i = 0; i < n; ++i)
      if (!(std::abs(a[i]) <= limit)) out[i] = f(a[i]);
  };
  switch (op) {
    case Op::constant:
    case Op::variable:
    case Op::sampled:
      return;
    case Op::less:
      return binary([](double u, double v) { return u < v ? 1.0 : 0.0; });
    case Op::less_equal:
      return binary([](double u, double v) { return u <= v ? 1.0 : 0.0; });
    case Op::equal:
      return binary([](double u, double v) { return u == v ? 1.0 : 0.0; });
    case Op::not_equal:
      return binary([](double u, double v) { return u != v ? 1.0 : 0.0; });
    case Op::add:
      return binary([](double u, double v) { return u + v; });
    case Op::subtract:
      return binary([](double u, double v) { return u - v; });
    case Op::multiply:
      return binary([](double u, double v) { return u * v; });
    case Op::divide:
      return binary([](double u, double v) { return u / v; });
    case Op::negate:
      return unary([](double u) { return -u; });
    case Op::power:
      return binary([](double u, double v) { return std::pow(u, v); });
    case Op::integer_power:
      return integer_power(index, a, out, n);
    case Op::if_:
      for (std::size_t i = 0; i < n; ++i) out[i] = a[i] != 0 ? b[i] : c[i];
      return;
    case Op::min:
      return binary([](double u, double v) { return u < v || u != u ? u : v; });
    case Op::max:
      return binary([](double u, double v) { return u > v || u != u ? u : v; });
    case Op::abs:
      return unary([](double u) { return std::abs(u); });
    case Op::sign:
      return unary([](double u) { return u > 0 ? 1.0 : u < 0 ? -1.0 : u; });
    case Op::sqrt:
      return unary([](double u) { return std::sqrt(u); });
    case Op::exp:
      unary([](double u) { return elementary::exponential(u); });
      return larger_by(std::exp, elementary::largest_exponent);
    case Op::sin:
      unary([](double u) { return elementary::sine(u); });
      return larger_by(std::sin, elementary::largest_angle);
    case Op::cos:
      unary([](double u) { return elementary::cosine(u); });
      return larger_by(std::cos, elementary::largest_angle);
    case Op::atan2:
      return binary([](double u, double v) { return std::atan2(u, v); });
    case Op::besselj:
      return unary([index](double u) { return ::jn(index, u); });
    default:
      return unary(info(op).function);
  }
}

}  // namespace

#ifdef __x86_64__
namespace avx2 {
__attribute__((target("avx2"))) static void compute_rows(Op op, int index,
                                                         const std::array<const double*, 3>& in, double* out,
                                                         std::size_t n) {
  compute(op, index, in, out, n);
}
}  // namespace avx2
namespace avx512 {
__attribute__((target("avx512f,avx512dq,prefer-vector-width=512"))) static void compute_rows(
    Op op, int index, const std::array<const double*, 3>& in, double* out, std::size_t n) {
  compute(op, index, in, out, n);
}
}  // namespace avx512
#endif

void apply_to_rows(Op op, int index, const SampledFunction* samples, const std::array<const double*, 3>& in,
                   double* out, std::size_t n) {
  if (op == Op::sampled) return samples->evaluate(index, in[0], out, n);
#ifdef __x86_64__
  static const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx512) return avx512::compute_rows(op, index, in, out, n);
  if (has_avx2) return avx2::compute_rows(op, index, in, out, n);
#endif
  compute(op, index, in, out, n);
}

double apply(Op op, int index, const SampledFunction* samples, const std::array<double, 3>& a) {
  double value = 0;
  apply_to_rows(op, index, samples, {&a[0], &a[1], &a[2]}, &value, 1);
  return value;
}

}  // namespace dgsolve
