/// Modes of homogeneous cross-sections, from scalar problems: potentials (TEM), H_z (TE), E_z (TM).
#pragma once

#include <memory>
#include <vector>

#include "solver/electromagnetics/ports/section_fields.hpp"

namespace dgsolve {

/// A function ψ: H_z of TE, E_z of TM with −Δψ = k_c²ψ, the potential of TEM.
struct ScalarMode {
  ModeKind kind;
  double kc2 = 0;             ///< k_c², 1/m²
  std::vector<double> nodal;  ///< [K][Np]: of ψ with ∫|∇ψ|² = 1
  /// TEM: ψ on each conductor.
  std::vector<double> potentials = {};
};

/// ε and μ in each of the section's regions, as weights of the integrals of a scalar problem.
struct ScalarWeights {
  std::vector<double> stiffness, mass;  ///< empty: 1
};

/// The first TE or TM modes, k_c² rising; the constant H_z is none.
std::vector<ScalarMode> scalar_modes(const SectionSpace& space, const PortFaces& faces, ModeKind kind,
                                     int count, const ScalarWeights& weights = {});

/// One TEM mode less than there are conductors: E_t = −∇ψ. With more than two of them modes are the
/// eigenvectors of the matrix of capacitances: orthogonal, odd and even ones of a symmetric pair.
std::vector<ScalarMode> tem_modes(const SectionSpace& space, const PortFaces& faces);

/// Σ c_i ψ_i of modes with one cut-off; its k_c² is their mean with the weights c_i².
ScalarMode combination(const std::vector<ScalarMode>& modes, const std::vector<double>& c);

/// e = √2 ∇ψ of TM, −√2 ∇ψ of TEM, √2 n×∇ψ of TE; h = n×e.
std::shared_ptr<SectionProfile> scalar_profile(std::shared_ptr<const PortSpace> space,
                                               const ScalarMode& mode);

}  // namespace dgsolve
