/// Implements kernels/expression/expression.hpp.
/// Bounds on a formula's value over a box, by interval arithmetic from the variables up.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/expression/expression.hpp"
#include "kernels/expression/expression_graph.hpp"

namespace dgsolve {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Not known where a bound is not finite, which every operation on it then passes on.
struct Bounds {
  double lower = -infinity, upper = infinity;

  bool known() const { return std::isfinite(lower) && std::isfinite(upper); }
  bool has_zero() const { return lower <= 0 && upper >= 0; }
};

/// With room for what operations round, many times over. Where a value is NaN nothing is known.
Bounds around(std::initializer_list<double> values) {
  constexpr double rounding = 1e-12;
  double lower = infinity, upper = -infinity;
  for (const double value : values) {
    if (!std::isfinite(value)) return {};
    lower = std::min(lower, value);
    upper = std::max(upper, value);
  }
  const double room = rounding * std::max(std::abs(lower), std::abs(upper));
  return {lower - room, upper + room};
}

/// The bounds of a function that rises, or falls, over the bounds of its argument.
template <class Function>
Bounds monotone(const Bounds& a, Function f) {
  return around({f(a.lower), f(a.upper)});
}

/// The bounds of a function of two arguments that is monotone in each.
template <class Function>
Bounds of_corners(const Bounds& a, const Bounds& b, Function f) {
  return around({f(a.lower, b.lower), f(a.lower, b.upper), f(a.upper, b.lower), f(a.upper, b.upper)});
}

Bounds of_power(const Bounds& a, int exponent) {
  if (exponent < 0 && a.has_zero()) return {};
  const auto f = [&](double u) { return std::pow(u, exponent); };
  return a.has_zero() ? around({f(a.lower), 0, f(a.upper)}) : monotone(a, f);
}

/// The bounds of an operation on arguments whose bounds are known.
Bounds apply(const ExpressionNode& node, const Bounds& a, const Bounds& b, const Bounds& c) {
  switch (node.op) {
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::not_equal:
      return {0, 1};
    case Op::add:
      return around({a.lower + b.lower, a.upper + b.upper});
    case Op::subtract:
      return around({a.lower - b.upper, a.upper - b.lower});
    case Op::multiply:
      return of_corners(a, b, [](double u, double v) { return u * v; });
    case Op::divide:
      return b.has_zero() ? Bounds{} : of_corners(a, b, [](double u, double v) { return u / v; });
    case Op::negate:
      return {-a.upper, -a.lower};
    case Op::power:
      return a.lower <= 0 ? Bounds{} : of_corners(a, b, [](double u, double v) { return std::pow(u, v); });
    case Op::integer_power:
      return of_power(a, node.index);
    case Op::if_:
      return {std::min(b.lower, c.lower), std::max(b.upper, c.upper)};
    case Op::min:
    case Op::max:
      return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)};
    case Op::abs:
      return around({0, a.lower, -a.lower, a.upper, -a.upper});
    case Op::sqrt:
      return a.lower < 0 ? Bounds{} : monotone(a, [](double u) { return std::sqrt(u); });
    case Op::log:
      return a.lower <= 0 ? Bounds{} : monotone(a, [](double u) { return std::log(u); });
    case Op::exp:
    case Op::sinh:
      return monotone(a, info(node.op).function);
    case Op::cosh:
      return around({1, std::cosh(a.lower), std::cosh(a.upper)});
    case Op::sign:
    case Op::sin:
    case Op::cos:
    case Op::tanh:
    case Op::erf:
    case Op::besselj:
      return around({-1, 1});
    case Op::atan:
    case Op::atan2:
      return around({-4, 4});
    case Op::asin:
    case Op::acos:
      return a.lower < -1 || a.upper > 1 ? Bounds{} : around({-4, 4});
    default:  // a tangent
      return {};
  }
}

}  // namespace

bool Expression::is_bounded(const std::array<std::array<double, 2>, 3>& box, double t) const {
  std::vector<Bounds> bounds;  // of each node
  bounds.reserve(graph_->nodes.size());
  for (const ExpressionNode& node : graph_->nodes) {
    if (node.op == Op::constant) {
      bounds.push_back(around({node.value}));
    } else if (node.op == Op::variable) {
      const bool time = node.index == static_cast<int>(Variable::t);
      bounds.push_back(time ? around({t}) : around({box[node.index][0], box[node.index][1]}));
    } else {
      std::array<Bounds, 3> a{Bounds{0, 0}, Bounds{0, 0}, Bounds{0, 0}};
      for (int k = 0; k < info(node.op).arity; ++k) a[k] = bounds[node.a[k]];
      bounds.push_back(a[0].known() && a[1].known() && a[2].known() ? apply(node, a[0], a[1], a[2])
                                                                    : Bounds{});
    }
  }
  return bounds.back().known();
}

}  // namespace dgsolve
