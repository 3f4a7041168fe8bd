/// Faces and curved cells as a viscous flux sees them (kernels/waves/traits/viscous_flux.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/waves/wave_problem.hpp"
#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// On each face one side gives the trace of the variables, and the other one the gradients: the side whose
/// outward normal has a positive product with (1, √2, √3), which lets no gradient hide from all faces of a
/// vertex, as a choice by the cells' numbers may.
class ViscousFaces {
 public:
  /// face_project: WeakQuadrature::project_to_face. Keeps a reference to the discretization.
  ViscousFaces(const Discretization& discretization, std::vector<double> face_project);

  /// n_gradients: values of gradients at a node.
  ViscousView view(int n_gradients) const;

 private:
  const Discretization& d_;
  std::vector<std::uint8_t> gives_;         ///< [K][n_faces]
  std::vector<double> per_length_;          ///< [K][n_faces], 1/m
  const std::vector<double> face_project_;  ///< [Nfp][Nfq]
  std::vector<double> directions_;          ///< [n_faces][dim]
};

}  // namespace dgsolve
