/// Formulas of case files: numbers, x y z t pi, named constants, + − * / ^, comparisons, if(c, a, b), and the
/// functions min max abs sign sqrt exp log sin cos tan asin acos atan atan2 sinh cosh tanh erf besselj(n, ·).
/// Parsed to a tree that gives a tape evaluated fast over arrays of points, symbolic derivatives, and
/// deterministic C text for generated kernels.
///
/// ^ is right associative and binds tighter than the minus sign: -x^2 = -(x^2). A comparison (< <= > >= ==
/// !=) has the value 1 or 0, may stand wherever a number may, and does not chain (a < b < c is an error);
/// `if` takes every value but 0 for true. A domain error gives NaN or infinity as in IEEE 754, also through
/// min, max and sign; only the branch that `if` leaves aside is dropped.
///
/// A named constant is replaced by its value, and the tree is simplified by this value. Each number remembers
/// how named constants went into it, and C text reads such a number from a table. The text is thus the same
/// for all values of a constant, except those that change the tree: a term of 0, a factor of ±1, an integer
/// as exponent, a constant condition, two functions of time that become equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/expression/sampled_function.hpp"
#include "kernels/expression/variable.hpp"

namespace dgsolve {

/// The text is no expression: `column` (from 1, in characters) in the text; what() says what was expected
/// there and what was found.
class ExpressionError : public std::runtime_error {
 public:
  ExpressionError(const std::string& what, std::size_t column) : std::runtime_error(what), column(column) {}
  std::size_t column;
};

/// The numbers that named constants went into, which C texts read as k[0], k[1], …, and the sampled
/// functions, whose tables they read as samples[0], samples[1], …. One table serves any number of texts.
/// Numbers that are computed alike from the same constants share a place, so that compilers see which
/// subexpressions are equal.
class ConstantTable {
 public:
  const std::vector<double>& values() const { return values_; }
  /// The place of a number of this origin (ExpressionNode::origin), which is added if it is new.
  std::size_t place(double value, std::uint64_t origin);
  const std::vector<std::shared_ptr<const SampledFunction>>& samples() const { return samples_; }
  std::size_t place(const std::shared_ptr<const SampledFunction>& samples);

 private:
  std::vector<double> values_;
  std::vector<std::uint64_t> origins_;  ///< [place]
  std::vector<std::shared_ptr<const SampledFunction>> samples_;
};

struct ExpressionGraph;

/// An immutable formula; copies share the tree.
class Expression {
 public:
  /// The constant 0.
  Expression();
  explicit Expression(double value);
  /// Throws ExpressionError. `constants`: named values the text may use. At most 10 000 characters, nested at
  /// most 200 deep.
  static Expression parse(std::string_view text, const std::map<std::string, double>& constants = {});

  /// f(t). Formulas in the case grammar cannot say it.
  static Expression sampled(std::shared_ptr<const SampledFunction> f);

  bool is_constant() const;  ///< no variable occurs
  bool is_zero() const;      ///< the constant 0
  bool depends_on(Variable v) const;

  double operator()(double x, double y, double z, double t) const;

  /// values[i] = f(x[i], y[i], z[i], t). Spans of coordinates may be empty where the variable does not occur
  /// (or the mesh has fewer dimensions: the variable is then 0); else they are as long as `values`, which
  /// they must not overlap. Throws std::invalid_argument. Several threads may evaluate one object at once.
  void evaluate(std::span<const double> x, std::span<const double> y, std::span<const double> z, double t,
                std::span<double> values) const;

  /// Whether interval arithmetic shows that the formula is finite at a time and wherever lower ≤ x ≤ upper,
  /// as box[axis] says, in floating-point arithmetic too. Where it is not shown it may be finite all the
  /// same.
  bool is_bounded(const std::array<std::array<double, 2>, 3>& box, double t) const;

  /// The formula with another one in the place of a variable.
  Expression substitute(Variable v, const Expression& by) const;

  // Arithmetic, and what makes formulas numbers of the pointwise physics (kernels/waves/traits/equation.hpp).
  Expression operator-() const;
  friend Expression operator+(const Expression& a, const Expression& b);
  friend Expression operator-(const Expression& a, const Expression& b);
  friend Expression operator*(const Expression& a, const Expression& b);
  friend Expression operator/(const Expression& a, const Expression& b);
  friend Expression operator>(const Expression& a, const Expression& b);
  friend Expression sqrt_of(const Expression& a);
  friend Expression pow_of(const Expression& a, const Expression& b);
  friend bool any_nonzero(const Expression& a) { return !a.is_zero(); }
  friend Expression select(const Expression& condition, const Expression& a, const Expression& b);
  Expression& operator+=(const Expression& b) { return *this = *this + b; }

  /// ∂f/∂v, piecewise where f is (abs, sign, min, max, if, comparisons): jumps and kinks are passed over.
  Expression derivative(Variable v) const;

  /// f = Σ_k space_k(x, y, z) · time_k(t), as at most 8 pairs (space, time), or an empty list where the tree
  /// does not show such a form.
  std::vector<std::pair<Expression, Expression>> separate() const;

  /// A C++ expression in the double variables x, y, z, t and the arrays k of the table's values and samples
  /// of its functions' tables, to which it adds its own; the same formula always gives the same text,
  /// whatever the samples are. Valid for g++ (<cmath>) and NVRTC; sampled functions need
  /// kernels/expression/sampled_value.hpp.
  std::string c_text(ConstantTable& k) const;
  /// The formula in the case grammar, parenthesised where needed: parse(text()) is the same formula (unless
  /// the text of a derivative outgrows what parse admits, or the formula has a sampled function, of which the
  /// text has a digest).
  std::string text() const;

 private:
  friend class FormulaSet;
  explicit Expression(std::shared_ptr<const ExpressionGraph> graph);
  std::shared_ptr<const ExpressionGraph> graph_;
};

/// value · f. The value keeps a name, so that kernels read it from a table and serve any value.
Expression scaled(const Expression& f, const std::string& name, double value);

}  // namespace dgsolve
