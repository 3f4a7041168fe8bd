/// Implements kernels/expression/expression.hpp.
/// Symbolic derivatives, by the chain rule from the variables up, once a node.
#include <cmath>
#include <numbers>

#include "kernels/expression/expression.hpp"
#include "kernels/expression/expression_graph.hpp"

namespace dgsolve {

namespace {

bool is_zero(Term a) { return a.builder->is_constant(a, 0); }

/// factor · d, where 0 times anything is 0. The product grows to the left, so that the text of a long chain
/// needs no nested parentheses.
Term chain(Term factor, Term d) {
  if (is_zero(d) || is_zero(factor)) return d.builder->constant(0);
  return d.builder->is_constant(factor) ? factor * d : d * factor;
}

struct Derivative {
  GraphBuilder& builder;
  Term f;                 ///< the node itself
  std::array<Term, 3> a;  ///< its arguments
  std::array<Term, 3> d;  ///< and their derivatives

  Term unary(Op op, Term argument) const { return builder.make(op, {argument}); }

  /// f' of a function of one argument at a[0].
  Term slope(Op op, int index) const {
    const Term u = a[0];
    switch (op) {
      case Op::integer_power:
        return builder.constant(index) * power(u, index - 1);
      case Op::abs:
        return unary(Op::sign, u);
      case Op::sqrt:
        return builder.constant(0.5) / f;
      case Op::exp:
        return f;
      case Op::log:
        return builder.constant(1) / u;
      case Op::sin:
        return unary(Op::cos, u);
      case Op::cos:
        return -unary(Op::sin, u);
      case Op::tan:
        return 1 + power(f, 2);
      case Op::asin:
        return builder.constant(1) / unary(Op::sqrt, 1 - power(u, 2));
      case Op::acos:
        return builder.constant(-1) / unary(Op::sqrt, 1 - power(u, 2));
      case Op::atan:
        return builder.constant(1) / (1 + power(u, 2));
      case Op::sinh:
        return unary(Op::cosh, u);
      case Op::cosh:
        return unary(Op::sinh, u);
      case Op::tanh:
        return 1 - power(f, 2);
      case Op::erf:
        return 2 * std::numbers::inv_sqrtpi * unary(Op::exp, -power(u, 2));
      case Op::besselj:
        return bessel_slope(index);
      default:  // sign: constant but for its jump
        return builder.constant(0);
    }
  }

  Term next_derivative(const ExpressionNode& sampled) const {
    if (sampled.index == SampledFunction::highest_derivative) return builder.constant(0);
    return builder.make(Op::sampled, {a[0]}, sampled.index + 1, sampled.samples);
  }

  /// J0' = −J1, Jn' = (J_{n−1} − J_{n+1})/2 (NIST Digital Library of Mathematical Functions, 10.6.1, 10.6.3).
  Term bessel_slope(int n) const {
    const auto J = [&](int order) { return builder.make(Op::besselj, {a[0]}, order); };
    return n == 0 ? -J(1) : 0.5 * (J(n - 1) - J(n + 1));
  }

  Term quotient() const {
    if (is_zero(d[1])) return d[0] / a[1];
    return (d[0] - chain(f, d[1])) / a[1];
  }

  /// d(a^b) = a^b (b a'/a + b' log a), without the logarithm where b is constant: a may be negative then.
  Term general_power() const {
    if (is_zero(d[1])) return chain(a[1] * builder.make(Op::power, {a[0], a[1] - builder.constant(1)}), d[0]);
    const Term exponential = chain(f * unary(Op::log, a[0]), d[1]);
    return chain(a[1] * (f / a[0]), d[0]) + exponential;
  }

  /// d atan2(y, x) = (x dy − y dx)/(x² + y²).
  Term angle() const {
    const auto [y, x, unused] = a;
    return (chain(x, d[0]) - chain(y, d[1])) / (power(x, 2) + power(y, 2));
  }

  Term select(Term condition, Term b, Term c) const { return builder.make(Op::if_, {condition, b, c}); }

  Term of(const ExpressionNode& node) const {
    switch (node.op) {
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::not_equal:
        return builder.constant(0);
      case Op::add:
        return d[0] + d[1];
      case Op::subtract:
        return d[0] - d[1];
      case Op::multiply:
        return chain(a[1], d[0]) + chain(a[0], d[1]);
      case Op::divide:
        return quotient();
      case Op::negate:
        return -d[0];
      case Op::power:
        return general_power();
      case Op::atan2:
        return angle();
      case Op::if_:
        return select(a[0], d[1], d[2]);
      case Op::min:
        return select(builder.make(Op::less, {a[0], a[1]}), d[0], d[1]);
      case Op::max:
        return select(builder.make(Op::less, {a[1], a[0]}), d[0], d[1]);
      case Op::sampled:
        return chain(next_derivative(node), d[0]);
      default:
        return is_zero(d[0]) ? d[0] : chain(slope(node.op, node.index), d[0]);
    }
  }
};

}  // namespace

Expression Expression::derivative(Variable v) const {
  GraphBuilder builder(*graph_);
  const Term zero = builder.constant(0);
  std::vector<Term> d;  ///< of each node of the graph
  for (int id = 0; id < static_cast<int>(graph_->nodes.size()); ++id) {
    const ExpressionNode& node = graph_->nodes[id];
    if (!node.depends_on(v)) {
      d.push_back(zero);
    } else if (node.op == Op::variable) {
      d.push_back(builder.constant(1));
    } else {
      Derivative rule{builder, builder.at(id), {zero, zero, zero}, {zero, zero, zero}};
      for (int k = 0; k < info(node.op).arity; ++k) {
        rule.a[k] = builder.at(node.a[k]);
        rule.d[k] = d[node.a[k]];
      }
      d.push_back(rule.of(node));
    }
  }
  return Expression(builder.finish(d.back()));
}

}  // namespace dgsolve
