/// κ and λ of an elliptic problem, by region.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"
#include "solver/interior_penalty/problem.hpp"

namespace dgsolve {

class Medium {
 public:
  /// Throws std::invalid_argument where nothing is said of a region, or κ has a wrong number of formulas.
  Medium(const Mesh& mesh, const EllipticProblem& problem);

  /// Neither κ nor λ depends on space.
  bool is_constant(int region) const;
  /// κ at points [n][dim]: [n][dim][dim]. Throws std::invalid_argument where it is not positive, or a tensor
  /// not symmetric positive definite.
  std::vector<double> kappa(int region, std::span<const double> points) const;
  /// λ at points [n][dim]: [n]. Throws std::invalid_argument where it is negative.
  std::vector<double> lambda(int region, std::span<const double> points) const;
  /// The same of ∂κ/∂x_i, unchecked.
  std::vector<double> kappa_derivative(int region, int i, std::span<const double> points) const;

 private:
  std::vector<double> tensor(const std::vector<Expression>& formulas, std::span<const double> points) const;

  int dim_;
  std::vector<std::string> names_;
  std::vector<EllipticRegion> regions_;                       ///< [region of the mesh]
  std::vector<std::vector<std::vector<Expression>>> slopes_;  ///< [region][i]: ∂/∂x_i of κ's formulas
};

}  // namespace dgsolve
