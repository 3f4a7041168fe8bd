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
  double sum = 0;         ///< as the method integrates them, and
  double finer_sum = 0;   ///< with a finer rule
  double quadrature = 0;  ///< how far the two rules differ, cell by cell and face by face, in absolute value
  double size = 0;        ///< the parts in absolute value
  double volume = 0;

  DataBalance& operator+=(const DataBalance& other);
  /// More than rounding is left.
  bool is_off() const;
  /// Throws std::invalid_argument where more is left than quadrature explains.
  void require() const;
};

DataBalance data_balance(const InteriorPenalty& form, const EllipticData& data);

}  // namespace dgsolve
