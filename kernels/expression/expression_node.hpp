/// The operations a formula is made of. Private to kernels/expression*.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "kernels/expression/sampled_function.hpp"
#include "kernels/expression/variable.hpp"

namespace dgsolve {

/// a > b is stored as b < a.
enum class Op : std::uint8_t {
  constant,
  variable,
  less,
  less_equal,
  equal,
  not_equal,
  add,
  subtract,
  multiply,
  divide,
  negate,
  power,
  integer_power,  ///< by repeated multiplication, 2 ≤ |exponent| ≤ max_integer_power
  if_,
  min,
  max,
  abs,
  sign,
  sqrt,
  exp,
  log,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  erf,
  besselj,
  sampled,  ///< a sampled function, without a name in the grammar
};

constexpr int max_integer_power = 32;
constexpr int max_bessel_order = 1000;

struct OpInfo {
  Op op;
  std::string_view name;    ///< in the case grammar
  std::string_view c_name;  ///< of the C function, where it is one
  int arity;
  int precedence;  ///< 1 comparison, 2 sum, 3 product, 4 minus sign, 5 power, 6 needs no parentheses
  double (*function)(double) = nullptr;  ///< of the C library, where it is one of one argument
};
/// The one table of operations, in the order of Op.
std::span<const OpInfo> operations();
const OpInfo& info(Op op);

struct ExpressionNode {
  Op op;
  int index = 0;           ///< variable: which; integer_power: exponent; besselj: order;
                           ///< sampled: derivative
  std::array<int, 3> a{};  ///< places of the arguments; the first info(op).arity count
  double value = 0;        ///< of a constant
  /// Constants only: a hash of the named constants in it; 0 where it has no named constant.
  std::uint64_t origin = 0;
  unsigned variables = 0;                                    ///< bit v is set where variable v occurs
  std::shared_ptr<const SampledFunction> samples = nullptr;  ///< sampled: the function

  bool depends_on(Variable v) const { return variables >> static_cast<unsigned>(v) & 1; }
  /// The same value everywhere in space.
  bool is_uniform() const {
    return !depends_on(Variable::x) && !depends_on(Variable::y) && !depends_on(Variable::z);
  }
};

}  // namespace dgsolve
