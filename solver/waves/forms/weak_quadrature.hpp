/// The quadrature of the weak form (kernels/waves/volume_quadrature.hpp).
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/waves/volume_quadrature.hpp"
#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// All choices, and their names in cases.
inline constexpr std::array<std::pair<const char*, VolumeQuadrature>, 3> volume_quadratures = {
    {{"over_integrated", VolumeQuadrature::over_integrated},
     {"cell", VolumeQuadrature::cell},
     {"nodal", VolumeQuadrature::nodal}}};

class WeakQuadrature {
 public:
  /// Keeps a reference to the discretization. Curved cells are integrated by its own rules, which let uniform
  /// states be (ReferenceElement), and straight cells beside them too, for both sides of a face must meet at
  /// the same points. Throws std::invalid_argument where cells are curved and the choice is another than
  /// over_integrated.
  WeakQuadrature(const Discretization& discretization, VolumeQuadrature choice);

  QuadratureView view() const;
  /// The points on the reference face, [Nfq][dim−1].
  const std::vector<double>& face_points() const { return face_points_; }
  /// [Nfp][Nfq]: values at a face's points → at its nodes.
  std::vector<double> project_to_face() const;

 private:
  const Discretization& d_;
  const VolumeQuadrature choice_;
  std::optional<ReferenceElement> element_;  ///< of straight cells alone
  // At nodes:
  std::vector<double> weights_, face_weights_, identity_, face_identity_, project_D_, face_points_;

  void set_nodes_of_cells();
  void set_nodes_of_faces();
};

}  // namespace dgsolve
