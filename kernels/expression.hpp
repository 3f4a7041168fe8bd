/// Formulas of case files: numbers, x y z t pi, named constants, + − * / ^, comparisons, if(c, a, b), and the
/// functions min max abs sign sqrt exp log sin cos tan asin acos atan atan2 sinh cosh tanh erf besselj(n, ·).
/// Parsed to a tree that gives a tape evaluated fast over arrays of points, symbolic derivatives, and
/// deterministic C text for generated kernels.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dgsolve {

/// The text is no expression: `column` (from 1) in the text, what was expected there.
class ExpressionError : public std::runtime_error {
 public:
  ExpressionError(const std::string& what, std::size_t column) : std::runtime_error(what), column(column) {}
  std::size_t column;
};

enum class Variable { x, y, z, t };

/// An immutable formula; copies share the tree.
class Expression {
 public:
  struct Node;

  /// The constant 0.
  Expression();
  explicit Expression(double value);
  /// Throws ExpressionError. `constants`: named values the text may use.
  static Expression parse(std::string_view text, const std::map<std::string, double>& constants = {});

  bool is_constant() const;  ///< no variable occurs
  bool is_zero() const;      ///< the constant 0
  bool depends_on(Variable v) const;

  double operator()(double x, double y, double z, double t) const;

  /// values[i] = f(x[i], y[i], z[i], t). Spans of coordinates may be empty where the variable does not occur
  /// (or the mesh has fewer dimensions: the variable is then 0). Not thread-safe on one object's scratch:
  /// none is shared.
  void evaluate(std::span<const double> x, std::span<const double> y, std::span<const double> z, double t,
                std::span<double> values) const;

  Expression derivative(Variable v) const;

  /// f = Σ_k space_k(x, y, z) · time_k(t), as pairs (space, time), or an empty list where the tree does not
  /// show such a form.
  std::vector<std::pair<Expression, Expression>> separate() const;

  /// C text in the variables x, y, z, t; the same formula always gives the same text. Valid for g++ (<cmath>)
  /// and NVRTC.
  std::string c_text() const;
  /// The formula in the case grammar, fully parenthesised where needed: parse(text()) is the same formula.
  std::string text() const;

 private:
  explicit Expression(std::shared_ptr<const Node> root);
  std::shared_ptr<const Node> root_;
};

}  // namespace dgsolve
