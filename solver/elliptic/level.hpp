/// What fixes the level of u in an elliptic problem; where nothing does, the data must add up to zero, or
/// there is no solution.
#pragma once

#include <vector>

#include "solver/elliptic/conductors.hpp"

namespace dgsolve {

/// Whether nothing fixes it, anywhere: u is then determined up to a constant. Conductors join the parts of
/// the mesh that they touch. Throws std::invalid_argument where one part of the mesh has nothing and another
/// has something.
bool is_mean_free(const InteriorPenalty& form, const std::vector<Conductor>& conductors);

/// What source, boundary fluxes and charges put in.
struct DataBalance {
  double sum = 0;         ///< as the method integrates them,
  double finer_sum = 0;   ///< with a finer rule, and
  double lower_sum = 0;   ///< with that on cells whose geometry is of one degree less
  double quadrature = 0;  ///< how far the two rules differ, cell by cell and face by face, in absolute value
  double size = 0;        ///< the integrals of absolute values
  double volume = 0;

  DataBalance& operator+=(const DataBalance& other);
  /// More than rounding is left.
  bool is_off() const;
  /// How much may be left by quadrature and by curved cells, which miss the surface that the data are for.
  double explained() const;
  /// Throws std::invalid_argument where more is left.
  void require() const;
};

DataBalance data_balance(const InteriorPenalty& form, const EllipticData& data);

}  // namespace dgsolve
