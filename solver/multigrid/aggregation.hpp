/// Smoothed aggregation: the coarse space of a sparse symmetric matrix.
#pragma once

#include <vector>

#include "solver/linear/sparse.hpp"

namespace dgsolve {

/// Groups of unknowns that become one coarse unknown each.
struct Aggregates {
  int count = 0;
  std::vector<int> of;  ///< [n]: aggregate, −1: left to the smoother
};

/// Greedy aggregation along strong connections (Vaněk, Mandel & Brezina, Computing 56 (1996) 179): first
/// whole neighbourhoods, then what is left joins its strongest neighbour's aggregate, then what is still
/// left. Strong is |a_ij| > threshold √(m_i m_j) with the largest |a_ik|, k ≠ i, as m_i (as Ruge & Stüben,
/// Algebraic Multigrid, 1987, measure it): compared with the diagonal instead, connections across long thin
/// cells, and few neighbours or many, would count differently. Unknowns whose row is dominated by its
/// diagonal (Σ_{j≠i} |a_ij| ≤ a_ii/2) need no coarse space: the smoother alone damps them.
Aggregates aggregate(const CsrMatrix& a, double threshold);

/// P = (I − ω D⁻¹ A_F) T: T is 1 from an aggregate to its unknowns, A_F is A with weak connections added to
/// its diagonal (Vaněk, Mandel & Brezina 1996). D is A_F's diagonal, or in each row the sum of the other
/// entries' magnitudes where that is more: then the eigenvalues λ of D⁻¹A_F are at most 2 by Gershgorin's
/// theorem, whatever the signs, and ω = 0.9 amplifies nothing. (Of 2/3, 0.8 and 0.9 it took the fewest
/// iterations, on meshes where the spectrum ended at 1.4 to 1.9.) Where A's rows add up to zero, P takes
/// constants to constants.
/// [n][aggregates.count]
CsrMatrix smoothed_prolongation(const CsrMatrix& a, double threshold, const Aggregates& aggregates);

}  // namespace dgsolve
