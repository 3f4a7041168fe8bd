/// The multigrid preconditioner: a V-cycle from the discontinuous space over continuous ones of falling
/// degree to smoothed aggregation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solver/linear/conjugate_gradients.hpp"
#include "solver/multigrid/chebyshev.hpp"
#include "solver/multigrid/continuous_form.hpp"

namespace dgsolve {

/// Levels: the discontinuous space, then continuous functions of the same degree, for which every jump and
/// with it the penalty vanishes, but where stiff parts of the mesh touch (ContinuousSpace); then lower
/// degrees down to 1, and algebraic levels from there down to a dense inverse. Coarse operators are Galerkin
/// products, exactly: one that misses the energy of a jump corrects hundreds of times too much there.
/// Smoothers are Chebyshev iterations, the same before and after: over the blocks of cells (discontinuous),
/// over overlapping blocks (continuous, degree 2 and up), over the diagonal (below).
class Multigrid : public Preconditioner {
 public:
  /// a: the form's operator on the algebra's device; s: the inverses of its blocks of cells. Cycles have
  /// their precision: conjugate gradients in double precision lose nothing by cycles in single; in double,
  /// devices can be held to each other to round-off. Keeps references to the algebra and to what the maps
  /// refer to. Throws std::domain_error where a level whose largest eigenvalue is not known is not
  /// positive definite.
  Multigrid(LinearAlgebra& algebra, const DiscontinuousForm& discontinuous, std::unique_ptr<LinearMap> a,
            std::unique_ptr<LinearMap> s);

  void apply(const DeviceVector& r, DeviceVector& z) override;
  /// A part for each level.
  std::vector<TimePhase> set_up_times() const override { return set_up_.phases(); }

  /// What a cycle multiplies with on a level.
  struct Product {
    const char* name;
    LinearMap& map;
    int times;  ///< a cycle
  };
  struct LevelProducts {
    std::size_t unknowns;
    std::vector<Product> products;
  };
  /// Finest first.
  std::vector<LevelProducts> levels() const;

 private:
  struct Level {
    std::unique_ptr<LinearMap> a, s, prolongation;  ///< from the next level
    std::shared_ptr<LinearMap> restriction;         ///< to it
    int steps = 0;                                  ///< of the smoother
    std::unique_ptr<ChebyshevSmoother> smoother;    ///< none: s is the inverse of a
    std::unique_ptr<DeviceVector> b, x, r;
  };

  /// Whether functions with n unknowns can correct anything: constants cannot where the level of u is free.
  bool is_useful(int n) const { return n > (mean_free_ ? 1 : 0); }
  /// space: for people; largest: no less than any eigenvalue of s a.
  void add_level(const std::string& space, std::unique_ptr<LinearMap> a, std::unique_ptr<LinearMap> s,
                 int steps, double largest);
  void mark_level(const std::string& space);
  void connect_next(const CsrMatrix& prolongation);
  /// From all cells' nodes to their unknowns.
  std::shared_ptr<LinearMap> sums_of_nodes(const ContinuousSpace& space);
  /// sums: those of the form's space; not needed for degree 1.
  void add_continuous_levels(const ContinuousForm& form, const std::shared_ptr<LinearMap>& sums);
  void add_algebraic_levels(CsrMatrix a, int steps);
  void add_direct_level(const CsrMatrix& a);
  void cycle(std::size_t level);

  LinearAlgebra& algebra_;
  const Precision precision_;
  const bool mean_free_, stretched_;
  const int N_;  ///< order of the discontinuous space
  PhaseClock set_up_;
  std::vector<Level> levels_;
  std::unique_ptr<DeviceScalar> norm_;
};

}  // namespace dgsolve
