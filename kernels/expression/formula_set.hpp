/// Several formulas that are evaluated together: what they have in common is computed once. Each value is, to
/// the bit, that of its formula alone.
#pragma once

#include <memory>
#include <span>

#include "kernels/expression/expression.hpp"

namespace dgsolve {

class Tape;

class FormulaSet {
 public:
  FormulaSet();
  explicit FormulaSet(std::span<const Expression> formulas);

  int size() const { return size_; }
  /// values: [formula][n]; coordinates as Expression::evaluate takes them, [n]. Throws std::invalid_argument.
  void evaluate(std::span<const double> x, std::span<const double> y, std::span<const double> z, double t,
                std::span<double> values) const;

 private:
  int size_ = 0;
  std::shared_ptr<const Tape> tape_;
};

}  // namespace dgsolve
