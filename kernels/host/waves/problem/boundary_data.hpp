/// The faces at boundaries and the interfaces, their points, and the case's data there.
#pragma once

#include <vector>

#include "kernels/host/waves/cells/stage_tables.hpp"
#include "kernels/waves/cell_groups.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::host {

class BoundaryData {
 public:
  BoundaryData() = default;
  BoundaryData(const WaveProblem& problem, const Numbering& numbering);

  const std::vector<int>& begin() const { return begin_; }
  const std::vector<BoundaryFace>& faces() const { return faces_; }
  BoundaryPoints points() const;

  /// Evaluates the data that change with time.
  void evaluate(double t);
  /// The first of a face's points. Throws std::logic_error where it has no condition.
  int first_point(int block, int lane, int face) const;
  /// Data in a field at a point.
  double& at(int field, int point) { return data_[field * x_[0].size() + point]; }
  std::size_t bytes() const;

 private:
  void set_tangents(const WaveProblem& problem, const Numbering& numbering);
  /// An expression over a range of points.
  struct Formula {
    Expression expression;
    int field, first_point, n_points;
  };
  /// A function of time and what it multiplies at a range of points.
  struct Term {
    Expression time;
    int first_point;
    std::vector<double> values;  ///< [n_points][n_fields]
  };
  void evaluate(const Formula& formula, double t);
  void add(const Term& term, double t);

  std::vector<int> begin_;           ///< [n_blocks + 1] into faces_
  std::vector<BoundaryFace> faces_;  ///< block by block
  std::vector<double> x_[3];         ///< [n_points] each
  std::vector<double> data_;         ///< [n_fields][n_points]
  std::vector<double> tangents_;     ///< [n_points][2][axis], where there are covariant cells
  std::vector<Formula> formulas_;    ///< those that depend on time, or to which terms are added
  std::vector<Term> terms_;
  int n_fields_ = 0;
};

}  // namespace dgsolve::host
