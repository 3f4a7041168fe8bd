/// The tree behind an Expression, stored as a list of operations in which equal subexpressions occur once and
/// arguments stand before their users: every pass over a formula is a loop, however deep it is nested.
/// Private to kernels/expression*.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "kernels/expression/expression_node.hpp"
#include "kernels/expression/expression_tape.hpp"

namespace dgsolve {

struct ExpressionGraph {
  explicit ExpressionGraph(std::vector<ExpressionNode> list)
      : nodes(std::move(list)), tape(nodes, {static_cast<int>(nodes.size()) - 1}) {}
  const ExpressionNode& root() const { return nodes.back(); }

  std::vector<ExpressionNode> nodes;  ///< the last one is the whole formula
  Tape tape;
};

class GraphBuilder;

/// A formula under construction: a place in its builder.
struct Term {
  GraphBuilder* builder;
  int id;
};

/// Makes graphs. Folds constants, drops neutral operands (x + 0, 1·x, x/1, x^1) and gathers minus signs,
/// which changes no value but the sign of a zero. 0·f stays, for f may not be finite. Only values count in
/// this: named constants and literals of the same values give the same tree.
class GraphBuilder {
 public:
  GraphBuilder() = default;
  /// Starts from the nodes of a graph, which keep their places.
  explicit GraphBuilder(const ExpressionGraph& graph);
  GraphBuilder(const GraphBuilder&) = delete;
  GraphBuilder& operator=(const GraphBuilder&) = delete;

  /// Adds the nodes of a graph; returns its root.
  Term include(const ExpressionGraph& graph);
  Term constant(double value, std::uint64_t origin = 0);
  Term variable(Variable v);
  /// index, samples: as in ExpressionNode.
  Term make(Op op, std::initializer_list<Term> arguments, int index = 0,
            const std::shared_ptr<const SampledFunction>& samples = nullptr);

  Term at(int id) { return {this, id}; }
  std::span<const ExpressionNode> nodes() const { return nodes_; }
  const ExpressionNode& node(Term term) const { return nodes_[term.id]; }
  bool is_constant(Term term) const { return node(term).op == Op::constant; }
  bool is_constant(Term term, double value) const { return is_constant(term) && node(term).value == value; }

  /// Whether two formulas are the same, wherever their numbers come from.
  bool same(Term a, Term b) const { return same_[a.id] == same_[b.id]; }

  /// The graph of `root` alone.
  std::shared_ptr<const ExpressionGraph> finish(Term root) const;

 private:
  using Key = std::tuple<Op, int, std::array<int, 3>, std::uint64_t, std::uint64_t, const SampledFunction*>;

  Term intern(const ExpressionNode& node);
  std::uint64_t origin_of(Op op, int index, std::initializer_list<Term> arguments) const;
  Term add(Term a, Term b);
  Term subtract(Term a, Term b);
  Term multiply(Term a, Term b);
  Term negate(Term a);
  Term power(Term a, Term b);
  Term plain(Op op, std::initializer_list<Term> arguments, int index = 0,
             const std::shared_ptr<const SampledFunction>& samples = nullptr);

  std::vector<ExpressionNode> nodes_;
  std::map<Key, int> places_;
  std::vector<int> same_;           ///< [place]: the first place of the same formula
  std::map<Key, int> same_places_;  ///< by keys without origins
};

inline Term operator-(Term a) { return a.builder->make(Op::negate, {a}); }
inline Term operator+(Term a, Term b) { return a.builder->make(Op::add, {a, b}); }
inline Term operator-(Term a, Term b) { return a.builder->make(Op::subtract, {a, b}); }
inline Term operator*(Term a, Term b) { return a.builder->make(Op::multiply, {a, b}); }
inline Term operator/(Term a, Term b) { return a.builder->make(Op::divide, {a, b}); }
inline Term operator+(double a, Term b) { return b.builder->constant(a) + b; }
inline Term operator-(double a, Term b) { return b.builder->constant(a) - b; }
inline Term operator*(double a, Term b) { return b.builder->constant(a) * b; }
inline Term power(Term a, double b) { return a.builder->make(Op::power, {a, a.builder->constant(b)}); }

}  // namespace dgsolve
