/// Implements kernels/expression/expression.hpp.
/// f(x, y, z, t) = Σ space·time, found from the variables up.
#include <optional>

#include "kernels/expression/expression.hpp"
#include "kernels/expression/expression_graph.hpp"

namespace dgsolve {

namespace {

constexpr std::size_t max_pairs = 8;

struct Pair {
  Term space, time;
};

/// Σ space·time.
using Pairs = std::vector<Pair>;
/// Nothing: no such form was found, or it has too many pairs.
using Separated = std::optional<Pairs>;

class Separation {
 public:
  explicit Separation(GraphBuilder& builder)
      : builder_(builder), zero_(builder.constant(0)), one_(builder.constant(1)) {}

  /// The form of node `id`, given those of all nodes before.
  Separated of(int id, const std::vector<Separated>& known) {
    const Term f = builder_.at(id);
    const ExpressionNode node = builder_.node(f);
    if (!node.depends_on(Variable::t)) return Pairs{{f, one_}};
    if (node.is_uniform()) return Pairs{{one_, f}};

    std::array<const Pairs*, 3> a{};
    for (int k = 0; k < info(node.op).arity; ++k) {
      if (!known[node.a[k]]) return std::nullopt;
      a[k] = &*known[node.a[k]];
    }
    switch (node.op) {
      case Op::add:
        return sum(*a[0], *a[1]);
      case Op::subtract:
        return sum(*a[0], negative(*a[1]));
      case Op::negate:
        return negative(*a[0]);
      case Op::multiply:
        return product(*a[0], *a[1]);
      case Op::divide:
        return quotient(*a[0], *a[1]);
      case Op::integer_power:
        return integer_power(*a[0], node.index);
      case Op::sin:
      case Op::cos:
      case Op::exp:
        return of_sum(node.op, *a[0]);
      case Op::if_:
        return selection(builder_.at(node.a[0]), *a[1], *a[2]);
      default:
        return std::nullopt;
    }
  }

 private:
  /// Pairs with a factor in common become one.
  void add(Pairs& pairs, const Pair& pair) const {
    for (Pair& other : pairs) {
      if (builder_.same(other.time, pair.time)) {
        other.space = other.space + pair.space;
        return;
      }
      if (builder_.same(other.space, pair.space)) {
        other.time = other.time + pair.time;
        return;
      }
    }
    pairs.push_back(pair);
  }

  Separated sum(Pairs a, const Pairs& b) const {
    for (const Pair& pair : b) add(a, pair);
    if (a.size() > max_pairs) return std::nullopt;
    return a;
  }

  static Pairs negative(Pairs a) {
    for (Pair& pair : a) pair.space = -pair.space;
    return a;
  }

  Separated product(const Pairs& a, const Pairs& b) const {
    Pairs result;
    for (const Pair& p : a)
      for (const Pair& q : b) add(result, {p.space * q.space, p.time * q.time});
    if (result.size() > max_pairs) return std::nullopt;
    return result;
  }

  static Separated quotient(Pairs a, const Pairs& b) {
    if (b.size() != 1) return std::nullopt;
    for (Pair& pair : a) pair = {pair.space / b[0].space, pair.time / b[0].time};
    return a;
  }

  Separated integer_power(const Pairs& a, int exponent) const {
    if (a.size() == 1) return Pairs{{power(a[0].space, exponent), power(a[0].time, exponent)}};
    if (exponent < 0) return std::nullopt;
    Separated result = a;
    for (int i = 1; i < exponent && result; ++i) result = product(*result, a);
    return result;
  }

  /// sin, cos, exp of u(x, y, z) + v(t), by the addition theorems.
  Separated of_sum(Op op, const Pairs& a) {
    Term u = zero_, v = zero_;
    for (const auto& [space, time] : a) {
      if (builder_.is_constant(time))
        u = u + space * time;
      else if (builder_.is_constant(space))
        v = v + space * time;
      else
        return std::nullopt;
    }
    const auto f = [&](Op function, Term argument) { return builder_.make(function, {argument}); };
    if (op == Op::exp) return Pairs{{f(op, u), f(op, v)}};
    if (op == Op::sin) return Pairs{{f(Op::sin, u), f(Op::cos, v)}, {f(Op::cos, u), f(Op::sin, v)}};
    return Pairs{{f(Op::cos, u), f(Op::cos, v)}, {-f(Op::sin, u), f(Op::sin, v)}};
  }

  /// if(c, a, b) with c of space or of time alone: a and b are switched off where the other one counts.
  Separated selection(Term condition, Pairs a, Pairs b) {
    const bool in_space = !builder_.node(condition).depends_on(Variable::t);
    if (!in_space && !builder_.node(condition).is_uniform()) return std::nullopt;
    const auto select = [&](Term yes, Term no) { return builder_.make(Op::if_, {condition, yes, no}); };
    for (Pair& pair : a)
      (in_space ? pair.space : pair.time) = select(in_space ? pair.space : pair.time, zero_);
    for (Pair& pair : b)
      (in_space ? pair.space : pair.time) = select(zero_, in_space ? pair.space : pair.time);
    return sum(std::move(a), b);
  }

  GraphBuilder& builder_;
  Term zero_, one_;
};

}  // namespace

std::vector<std::pair<Expression, Expression>> Expression::separate() const {
  GraphBuilder builder(*graph_);
  Separation separation(builder);
  std::vector<Separated> known;
  known.reserve(graph_->nodes.size());
  for (int id = 0; id < static_cast<int>(graph_->nodes.size()); ++id)
    known.push_back(separation.of(id, known));

  std::vector<std::pair<Expression, Expression>> result;
  if (known.back())
    for (const auto& [space, time] : *known.back())
      result.emplace_back(Expression(builder.finish(space)), Expression(builder.finish(time)));
  return result;
}

}  // namespace dgsolve
