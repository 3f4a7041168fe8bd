/// Whether the data of a problem that nothing fixes the level of add up to zero: else it has no solution.
#pragma once

#include "solver/interior_penalty/data.hpp"

namespace dgsolve {

/// What source, boundary fluxes and charges put in.
struct DataBalance {
  double sum = 0;         ///< as the method integrates them, and
  double finer_sum = 0;   ///< with a finer rule
  double quadrature = 0;  ///< how far the two rules differ, cell by cell and face by face, in absolute value
  double size = 0;        ///< the parts in absolute value
  double volume = 0;

  /// More than rounding is left.
  bool is_off() const;
  /// Throws std::invalid_argument where more is left than quadrature explains.
  void require() const;
};

DataBalance data_balance(const InteriorPenalty& form, const EllipticData& data);

}  // namespace dgsolve
