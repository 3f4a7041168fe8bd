/// Implements kernels/expression/expression.hpp.
/// Formulas as text: in the case grammar, and as a C++ expression for compilers.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "kernels/base/number_text.hpp"
#include "kernels/expression/expression.hpp"
#include "kernels/expression/expression_graph.hpp"

namespace dgsolve {

namespace {

constexpr std::string_view variable_names[] = {"x", "y", "z", "t"};

bool has_minus_sign(const ExpressionNode& node) {
  return node.op == Op::constant && std::isfinite(node.value) && std::signbit(node.value);
}

/// Writes a formula from left to right. What is still to be written waits on a stack, so that depth costs no
/// call stack.
class Printer {
 public:
  explicit Printer(const ExpressionGraph& graph) : graph_(graph) {}
  virtual ~Printer() = default;

  std::string print() {
    waiting_.push_back(operand(static_cast<int>(graph_.nodes.size()) - 1, 1));
    while (!waiting_.empty()) {
      const Piece piece = waiting_.back();
      waiting_.pop_back();
      if (piece.node < 0)
        out_ += piece.text;
      else
        expand(piece);
    }
    return out_;
  }

 protected:
  /// Literal text, or (node ≥ 0) a node to be written, in parentheses if it binds less than `precedence`.
  struct Piece {
    std::string text;
    int node = -1;
    int precedence = 0;
  };

  static Piece operand(int node, int precedence) { return {"", node, precedence}; }

  /// `begin`, then the arguments and the closing parenthesis.
  static std::vector<Piece> call(std::vector<Piece> begin, const ExpressionNode& node) {
    for (int k = 0; k < info(node.op).arity; ++k) {
      if (k > 0) begin.push_back({", "});
      begin.push_back(operand(node.a[k], 1));
    }
    begin.push_back({")"});
    return begin;
  }

  /// Operands of at least these precedences around the operator.
  static std::vector<Piece> binary(const ExpressionNode& node, int left, int right) {
    return {
        operand(node.a[0], left), {" "}, {std::string(info(node.op).name)}, {" "}, operand(node.a[1], right)};
  }

  virtual int precedence(const ExpressionNode& node) const = 0;
  virtual std::vector<Piece> pieces(const ExpressionNode& node) const = 0;

  /// What text and C share: variables, sums, products, the minus sign.
  static std::vector<Piece> arithmetic(const ExpressionNode& node) {
    const int precedence = info(node.op).precedence;
    if (node.op == Op::variable) return {{std::string(variable_names[node.index])}};
    if (node.op == Op::negate) return {{"-"}, operand(node.a[0], precedence + 1)};
    return binary(node, precedence, precedence + 1);
  }

 private:
  void expand(const Piece& piece) {
    const ExpressionNode& node = graph_.nodes[piece.node];
    std::vector<Piece> next = pieces(node);
    if (precedence(node) < piece.precedence) {
      next.insert(next.begin(), {"("});
      next.push_back({")"});
    }
    waiting_.insert(waiting_.end(), next.rbegin(), next.rend());
  }

  const ExpressionGraph& graph_;
  std::vector<Piece> waiting_;
  std::string out_;
};

class CasePrinter : public Printer {
 public:
  using Printer::Printer;

 private:
  int precedence(const ExpressionNode& node) const override {
    return has_minus_sign(node) ? info(Op::negate).precedence : info(node.op).precedence;
  }

  std::vector<Piece> pieces(const ExpressionNode& node) const override {
    const OpInfo& op = info(node.op);
    switch (node.op) {
      case Op::constant:
        return {{number(node.value)}};
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::not_equal:
        return binary(node, 2, 2);
      case Op::power:
        return {operand(node.a[0], 6), {"^"}, operand(node.a[1], 4)};
      case Op::integer_power:
        return {operand(node.a[0], 6), {"^"}, {std::to_string(node.index)}};
      case Op::sampled:
        return call({{"samples_" + node.samples->digest() + std::string(node.index, '\'') + "("}}, node);
      case Op::besselj:
        return call({{"besselj("}, {std::to_string(node.index)}, {", "}}, node);
      default:
        if (op.precedence < 6 || op.arity == 0) return arithmetic(node);
        return call({{std::string(op.name)}, {"("}}, node);
    }
  }

  static std::string number(double value) {
    if (std::isnan(value)) return "(0/0)";
    if (std::isinf(value)) return value > 0 ? "(1/0)" : "(-1/0)";
    return exact_text(value);
  }
};

/// Operations that C has no function for are lambdas, which NVRTC and g++ both know, and which name their
/// argument instead of repeating its text. They do what the tape does, NaN included.
class CPrinter : public Printer {
 public:
  CPrinter(const ExpressionGraph& graph, ConstantTable& k) : Printer(graph), k_(k) {}

 private:
  int precedence(const ExpressionNode& node) const override {
    if (has_minus_sign(node)) return info(Op::negate).precedence;
    const int precedence = info(node.op).precedence;
    return precedence == 1 || precedence == 5 ? 6 : precedence;  // comparisons and powers look like calls
  }

  std::vector<Piece> pieces(const ExpressionNode& node) const override {
    const OpInfo& op = info(node.op);
    switch (node.op) {
      case Op::constant:
        if (node.origin != 0) return {{"k[" + std::to_string(k_.place(node.value, node.origin)) + "]"}};
        return {{number(node.value)}};
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::not_equal: {
        std::vector<Piece> comparison = binary(node, 2, 2);
        comparison.insert(comparison.begin(), {"double("});
        comparison.push_back({")"});
        return comparison;
      }
      case Op::integer_power:
        return call({{power_lambda(node.index)}, {"("}}, node);
      case Op::if_:
        return {{"("},   operand(node.a[0], 2), {" != 0.0 ? "}, operand(node.a[1], 1),
                {" : "}, operand(node.a[2], 1), {")"}};
      case Op::min:
        return call({{"[](double a, double b) { return a < b || a != a ? a : b; }("}}, node);
      case Op::max:
        return call({{"[](double a, double b) { return a > b || a != a ? a : b; }("}}, node);
      case Op::sign:
        return call({{"[](double a) { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a; }("}}, node);
      case Op::sampled:
        return call({{"sampled_value<" + std::to_string(node.index) + ">(samples[" +
                      std::to_string(k_.place(node.samples)) + "], "}},
                    node);
      case Op::besselj:
        return call({{"jn("}, {std::to_string(node.index)}, {", "}}, node);
      default:
        if (op.c_name.empty()) return arithmetic(node);
        return call({{std::string(op.c_name)}, {"("}}, node);
    }
  }

  static std::string number(double value) {
    if (std::isnan(value)) return "(0.0 / 0.0)";
    if (std::isinf(value)) return value > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)";
    const std::string text = exact_text(value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }

  /// The multiplications of the tape, in the same order.
  static std::string power_lambda(int exponent) {
    std::string body = "[](double a) { double p = a; ";
    const unsigned magnitude = static_cast<unsigned>(std::abs(exponent));
    for (unsigned bit = std::bit_floor(magnitude) / 2; bit > 0; bit /= 2)
      body += magnitude & bit ? "p *= p; p *= a; " : "p *= p; ";
    return body + (exponent < 0 ? "return 1.0 / p; }" : "return p; }");
  }

  ConstantTable& k_;
};

}  // namespace

std::size_t ConstantTable::place(double value, std::uint64_t origin) {
  const auto is_same = [&](std::size_t i) {
    return origins_[i] == origin &&
           std::bit_cast<std::uint64_t>(values_[i]) == std::bit_cast<std::uint64_t>(value);
  };
  std::size_t i = 0;
  while (i < values_.size() && !is_same(i)) ++i;
  if (i == values_.size()) {
    values_.push_back(value);
    origins_.push_back(origin);
  }
  return i;
}

std::size_t ConstantTable::place(const std::shared_ptr<const SampledFunction>& samples) {
  const auto found = std::ranges::find(samples_, samples);
  const std::size_t i = found - samples_.begin();
  if (found == samples_.end()) samples_.push_back(samples);
  return i;
}

std::string Expression::text() const { return CasePrinter(*graph_).print(); }

std::string Expression::c_text(ConstantTable& k) const { return CPrinter(*graph_, k).print(); }

}  // namespace dgsolve
