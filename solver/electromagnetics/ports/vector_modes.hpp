/// Modes of inhomogeneous cross-sections, from the problem for the transverse field e and the longitudinal
/// one z (Lee, Sun & Cendes, IEEE Trans. Microw. Theory Tech. 39 (1991) 1262):
///   (μ⁻¹ ∇×e, ∇×f) − k₀²(ε e, f) = −β² [(μ⁻¹ (e + ∇z), f + ∇q) − k₀²(ε z, q)],
/// where E_t = e, E_z = i z/β, H_t = β/(ωμ₀μ) n×(e + ∇z).
#pragma once

#include <memory>
#include <vector>

#include "solver/electromagnetics/ports/edge_elements.hpp"
#include "solver/electromagnetics/ports/section_fields.hpp"

namespace dgsolve {

/// A mode at one frequency.
struct VectorMode {
  std::complex<double> beta2;  ///< β², 1/m²; one that is not real belongs to a pair of complex modes
  std::vector<double> e;       ///< [K][edge functions]
  std::vector<double> z;       ///< [K][Np]: nodal values
  /// ½∫(e×h)·n with h = |β|/(ωμ₀μ) n×(e + ∇z): 1; −1 where the power runs against the phase.
  double power = 1;
  double attenuation = 0;  ///< 1/m: of the media's losses, to first order
  /// Share of β² that rounding may change: curls of what is nearly a gradient cancel, all the more the longer
  /// the wave is against the cells.
  double rounding = 0;
};

class VectorModes {
 public:
  VectorModes(std::shared_ptr<const PortSpace> port, const Units& units);

  /// The n modes with the largest β², falling.
  std::vector<VectorMode> find(double omega, int n) const;
  std::shared_ptr<SectionProfile> profile(const VectorMode& mode, double omega) const;
  /// e and n×h at the rule's points of all cells, weighted so that ½Σ e·(n×h) of two modes is their
  /// ½∫(e×h)·n: [K·n][2].
  struct Samples {
    std::vector<double> e, h;
  };
  Samples samples(const VectorMode& mode, double omega) const;

 private:
  struct Forms;  ///< of a cell: edge functions, then nodal ones

  Forms cell_forms(int e) const;
  std::vector<int> cell_unknowns() const;
  void normalise(VectorMode& mode, double omega) const;

  const std::shared_ptr<const PortSpace> port_;
  const Units units_;
  const EdgeSpace edges_;
  const ContinuousSpace nodes_;
  const EdgeElements::Values values_;  ///< at the rule's points
};

}  // namespace dgsolve
