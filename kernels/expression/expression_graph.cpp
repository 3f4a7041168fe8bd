#include "kernels/expression/expression_graph.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/expression/expression_node.hpp"
#include "kernels/expression/expression_rows.hpp"

namespace dgsolve {

namespace {

constexpr OpInfo table[] = {
    {Op::constant, "", "", 0, 6},
    {Op::variable, "", "", 0, 6},
    {Op::less, "<", "", 2, 1},
    {Op::less_equal, "<=", "", 2, 1},
    {Op::equal, "==", "", 2, 1},
    {Op::not_equal, "!=", "", 2, 1},
    {Op::add, "+", "", 2, 2},
    {Op::subtract, "-", "", 2, 2},
    {Op::multiply, "*", "", 2, 3},
    {Op::divide, "/", "", 2, 3},
    {Op::negate, "-", "", 1, 4},
    {Op::power, "^", "pow", 2, 5},
    {Op::integer_power, "^", "", 1, 5},
    {Op::if_, "if", "", 3, 6},
    {Op::min, "min", "", 2, 6},
    {Op::max, "max", "", 2, 6},
    {Op::abs, "abs", "fabs", 1, 6},
    {Op::sign, "sign", "", 1, 6},
    {Op::sqrt, "sqrt", "sqrt", 1, 6},
    {Op::exp, "exp", "exp", 1, 6, std::exp},
    {Op::log, "log", "log", 1, 6, std::log},
    {Op::sin, "sin", "sin", 1, 6, std::sin},
    {Op::cos, "cos", "cos", 1, 6, std::cos},
    {Op::tan, "tan", "tan", 1, 6, std::tan},
    {Op::asin, "asin", "asin", 1, 6, std::asin},
    {Op::acos, "acos", "acos", 1, 6, std::acos},
    {Op::atan, "atan", "atan", 1, 6, std::atan},
    {Op::atan2, "atan2", "atan2", 2, 6},
    {Op::sinh, "sinh", "sinh", 1, 6, std::sinh},
    {Op::cosh, "cosh", "cosh", 1, 6, std::cosh},
    {Op::tanh, "tanh", "tanh", 1, 6, std::tanh},
    {Op::erf, "erf", "erf", 1, 6, std::erf},
    {Op::besselj, "besselj", "jn", 1, 6},
    {Op::sampled, "", "", 1, 6},
};

static_assert(std::all_of(std::begin(table), std::end(table),
                          [](const OpInfo& row) { return &row - table == static_cast<int>(row.op); }));

/// A hash of a pair, by the finaliser of SplitMix64 (Steele, Lea & Flood 2014).
std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t hash = a * 0x9e3779b97f4a7c15U + b;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31);
}

}  // namespace

std::span<const OpInfo> operations() { return table; }

const OpInfo& info(Op op) { return table[static_cast<std::size_t>(op)]; }

GraphBuilder::GraphBuilder(const ExpressionGraph& graph) {
  for (const ExpressionNode& node : graph.nodes) intern(node);
}

Term GraphBuilder::intern(const ExpressionNode& node) {
  const int next = static_cast<int>(nodes_.size());
  const auto value = std::bit_cast<std::uint64_t>(node.value);
  const SampledFunction* const samples = node.samples.get();
  const auto [place, is_new] =
      places_.try_emplace({node.op, node.index, node.a, value, node.origin, samples}, next);
  if (is_new) {
    nodes_.push_back(node);
    std::array<int, 3> a{};
    for (int k = 0; k < info(node.op).arity; ++k) a[k] = same_[node.a[k]];
    same_.push_back(
        same_places_.try_emplace({node.op, node.index, a, value, 0, samples}, next).first->second);
  }
  return at(place->second);
}

Term GraphBuilder::include(const ExpressionGraph& graph) {
  std::vector<int> place;  // here
  for (ExpressionNode node : graph.nodes) {
    for (int k = 0; k < info(node.op).arity; ++k) node.a[k] = place[node.a[k]];
    place.push_back(intern(node).id);
  }
  return at(place.back());
}

Term GraphBuilder::constant(double value, std::uint64_t origin) {
  return intern({.op = Op::constant, .value = value, .origin = origin});
}

Term GraphBuilder::variable(Variable v) {
  const int index = static_cast<int>(v);
  return intern({.op = Op::variable, .index = index, .variables = 1u << index});
}

Term GraphBuilder::plain(Op op, std::initializer_list<Term> arguments, int index,
                         const std::shared_ptr<const SampledFunction>& samples) {
  ExpressionNode result{.op = op, .index = index, .samples = samples};
  int n = 0;
  for (const Term argument : arguments) {
    result.a[n++] = argument.id;
    result.variables |= node(argument).variables;
  }
  return intern(result);
}

/// The origin of a number computed from these.
std::uint64_t GraphBuilder::origin_of(Op op, int index, std::initializer_list<Term> arguments) const {
  if (std::all_of(arguments.begin(), arguments.end(), [&](Term a) { return node(a).origin == 0; })) return 0;
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(op), static_cast<std::uint64_t>(index));
  for (const Term argument : arguments) {
    const ExpressionNode& number = node(argument);
    hash = mixed(hash, number.origin != 0 ? number.origin : std::bit_cast<std::uint64_t>(number.value));
  }
  return hash;
}

Term GraphBuilder::make(Op op, std::initializer_list<Term> arguments, int index,
                        const std::shared_ptr<const SampledFunction>& samples) {
  std::array<double, 3> values{};
  std::transform(arguments.begin(), arguments.end(), values.begin(),
                 [&](Term argument) { return node(argument).value; });
  if (std::all_of(arguments.begin(), arguments.end(), [&](Term argument) { return is_constant(argument); }))
    return constant(apply(op, index, samples.get(), values), origin_of(op, index, arguments));

  const Term* a = arguments.begin();
  switch (op) {
    case Op::add:
      return add(a[0], a[1]);
    case Op::subtract:
      return subtract(a[0], a[1]);
    case Op::multiply:
      return multiply(a[0], a[1]);
    case Op::divide:
      return is_constant(a[1], 1) ? a[0] : plain(op, arguments);
    case Op::negate:
      return negate(a[0]);
    case Op::power:
      return power(a[0], a[1]);
    case Op::if_:
      if (is_constant(a[0])) return a[values[0] != 0 ? 1 : 2];
      return same(a[1], a[2]) ? a[1] : plain(op, arguments);
    default:
      return plain(op, arguments, index, samples);
  }
}

Term GraphBuilder::add(Term a, Term b) {
  if (is_constant(a, 0)) return b;
  if (is_constant(b, 0)) return a;
  if (node(b).op == Op::negate) return a - at(node(b).a[0]);
  return plain(Op::add, {a, b});
}

Term GraphBuilder::subtract(Term a, Term b) {
  if (is_constant(a, 0)) return -b;
  if (is_constant(b, 0)) return a;
  if (node(b).op == Op::negate) return a + at(node(b).a[0]);
  return plain(Op::subtract, {a, b});
}

Term GraphBuilder::multiply(Term a, Term b) {
  if (is_constant(a, 1)) return b;
  if (is_constant(b, 1)) return a;
  if (is_constant(a, -1)) return -b;
  if (is_constant(b, -1)) return -a;
  if (node(a).op == Op::negate) return -(at(node(a).a[0]) * b);
  if (node(b).op == Op::negate) return -(a * at(node(b).a[0]));
  return plain(Op::multiply, {a, b});
}

Term GraphBuilder::negate(Term a) {
  return node(a).op == Op::negate ? at(node(a).a[0]) : plain(Op::negate, {a});
}

Term GraphBuilder::power(Term a, Term b) {
  const double exponent = node(b).value;
  if (!is_constant(b) || exponent != std::floor(exponent) || std::abs(exponent) > max_integer_power)
    return plain(Op::power, {a, b});
  if (exponent == 0) return constant(1);
  if (exponent == 1) return a;
  return plain(Op::integer_power, {a}, static_cast<int>(exponent));
}

std::shared_ptr<const ExpressionGraph> GraphBuilder::finish(Term root) const {
  std::vector<bool> used(root.id + 1, false);
  used[root.id] = true;
  for (int id = root.id; id >= 0; --id)
    if (used[id])
      for (int k = 0; k < info(nodes_[id].op).arity; ++k) used[nodes_[id].a[k]] = true;

  std::vector<ExpressionNode> nodes;
  std::vector<int> new_place(root.id + 1, 0);
  for (int id = 0; id <= root.id; ++id) {
    if (!used[id]) continue;
    new_place[id] = static_cast<int>(nodes.size());
    ExpressionNode& node = nodes.emplace_back(nodes_[id]);
    for (int k = 0; k < info(node.op).arity; ++k) node.a[k] = new_place[node.a[k]];
  }
  return std::make_shared<const ExpressionGraph>(std::move(nodes));
}

}  // namespace dgsolve
