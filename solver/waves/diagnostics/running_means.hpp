/// Means over time of the variables in which users see an equation, and of their fluctuations, node by node.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "solver/waves/coefficients.hpp"

namespace dgsolve {

/// Of each variable x its mean and the root mean square of x − mean, `x_mean` and `x_rms`, and of each two
/// components x, y of a velocity the mean of the product of their fluctuations, `xy_covariance`.
FieldSet mean_fields(const EquationInfo& equation);

/// Sums of samples, from which means follow.
struct MeanSums {
  double from = 0, to = 0;  ///< times of the first and of the newest sample
  long samples = 0;
  std::vector<double>
      moments;  ///< [K][mean_fields][Np]: means; integrals over time of products of fluctuations
  std::vector<double> newest;  ///< [K][variable][Np]: of the newest sample
};

class RunningMeans {
 public:
  /// Keeps references.
  RunningMeans(const Physics& physics, const Coefficients& coefficients, int Np);

  /// Adds a state [K][n_fields][Np] at a time behind those of all before. Between two samples integrals over
  /// time are trapezoids.
  void add(double time, std::span<const double> state);
  /// A cell's fields, [mean_fields][Np]: no numbers without a sample; of one sample no fluctuations.
  void put(int cell, double* values) const;

  /// As they are until the next sample.
  std::shared_ptr<const MeanSums> sums() const { return sums_; }
  /// Goes on from there. False, and nothing happens, where they are of other variables or cells.
  bool set(const MeanSums& sums, std::size_t K);

 private:
  /// A variable is a field of the state, or follows from it.
  struct Variable {
    int field;
    double (*value)(const double* u, const double* c);  ///< null: it is the field
  };
  std::size_t n_moments() const { return variables_.size() + products_.size(); }
  /// The variables of a cell, [variable][Np].
  void find_variables(int cell, const double* u, double* values) const;
  void add_trapezoid(double before, double length, int cell, const double* values);

  const Physics& physics_;
  const Coefficients& coefficients_;
  const int Np_;
  std::vector<Variable> variables_;
  std::vector<std::pair<int, int>> products_;  ///< of variables: squares, then those of velocities
  const std::shared_ptr<MeanSums> sums_ = std::make_shared<MeanSums>();
};

}  // namespace dgsolve
