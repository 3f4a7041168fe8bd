/// The data of an elliptic problem at points: source and boundary values, where the case leaves them out
/// those of its exact solution u, derived symbolically: f = −∇·(κ∇u) + λu.
#pragma once

#include <utility>
#include <vector>

#include "kernels/base/unset_vector.hpp"
#include "kernels/expression/formula_set.hpp"
#include "solver/interior_penalty/interior_penalty.hpp"

namespace dgsolve {

/// κ∇u of a u with this gradient: [dim]
std::vector<Expression> flux_of(const EllipticRegion& region, const std::vector<Expression>& gradient);

class EllipticData {
 public:
  /// Keeps a reference.
  explicit EllipticData(const InteriorPenalty& form);

  /// f in a region of the mesh.
  const Expression& source(int region) const { return sources_[region]; }
  /// Its values at points, [n]. This and boundary_value throw std::invalid_argument that names the formula,
  /// of the exact solution too, and a point where it is not finite.
  std::vector<double> source_at(int region, const PointRows& x) const;
  /// The value of a boundary face's condition at points [n][dim] with outward normals of any length, [n][dim]
  /// or one for all, [n]; 0 for `floating`.
  std::vector<double> boundary_value(int e, int face, std::span<const double> x,
                                     std::span<const double> normals) const;
  /// ∇u of the exact solution, [dim]; nothing where the case has none.
  const std::vector<Expression>& exact_gradient() const { return exact_gradient_; }
  /// Its values at points [n][dim]: [n][dim].
  std::vector<double> exact_gradient(std::span<const double> x) const;

 private:
  std::vector<double> exact_flux(int e, int face, std::span<const double> x,
                                 std::span<const double> normals) const;

  const InteriorPenalty& form_;
  std::vector<Expression> exact_gradient_;
  FormulaSet gradient_;                    ///< the same
  std::vector<Expression> sources_;        ///< [region]
  std::vector<FormulaSet> source_values_;  ///< [region]: f, and the exact solution where there is one
};

/// b_i = ∫ f v_i + boundary terms, canonical [K][Np]; boundaries of type `floating` are left out.
UnsetVector<double> right_hand_side(const InteriorPenalty& form, const EllipticData& data);

/// ∫ v_i of every test function, canonical [K][Np].
std::vector<double> test_function_integrals(const InteriorPenalty& form);

/// What imposing u = 1 on a boundary group by penalty adds to the right-hand side: ∫ σv − κ∂v/∂n.
struct BoundaryFunctional {
  std::vector<std::pair<int, double>> values;  ///< unknown (of K·Np) → value, in the cells at the group
  double penalty = 0;                          ///< ∫ σ
};
BoundaryFunctional imposed_one(const InteriorPenalty& form, int group);

}  // namespace dgsolve
