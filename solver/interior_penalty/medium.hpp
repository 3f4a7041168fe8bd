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
  /// Keeps a reference to the mesh. Throws std::invalid_argument where nothing is said of a region, or κ has
  /// a wrong number of formulas.
  Medium(const Mesh& mesh, const EllipticProblem& problem);

  /// Neither κ nor λ depends on space in the region of a cell.
  bool is_constant(int cell) const;
  /// κ is a scalar in the region of a cell.
  bool is_scalar(int cell) const;
  bool has_constant_lambda(int cell) const;
  /// A scalar κ at points [n][dim] of a cell: [n]. Throws std::invalid_argument where it is not positive.
  std::vector<double> scalar_kappa(int cell, std::span<const double> points) const;
  /// κ at points [n][dim] of a cell: [n][dim][dim]. Throws std::invalid_argument where it is not positive, or
  /// a tensor not symmetric positive definite.
  std::vector<double> kappa(int cell, std::span<const double> points) const;
  /// λ at points [n][dim] of a cell: [n]. Throws std::invalid_argument where it is negative.
  std::vector<double> lambda(int cell, std::span<const double> points) const;

 private:
  /// Throws std::invalid_argument that names key, value, place and what is valid.
  [[noreturn]] void refuse(int cell, const char* key, const std::string& value, const double* point,
                           const char* valid) const;

  const Mesh& mesh_;
  std::vector<EllipticRegion> regions_;  ///< [region of the mesh]
};

}  // namespace dgsolve
