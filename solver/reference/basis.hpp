/// Polynomials on the bi-unit simplices: the orthonormal basis, its derivatives, interpolation between node
/// sets.
#pragma once

#include <vector>

#include "kernels/base/polynomials.hpp"
#include "solver/linear/dense.hpp"

namespace dgsolve {

/// Orthonormal Koornwinder–Dubiner basis of degree N on the bi-unit simplex, at points [n][dim]: [n][Np].
/// dim = 1 (Legendre), 2, 3 (Hesthaven & Warburton 2008, sections 3.1, 6.1, 10.1).
Matrix basis(int dim, int N, const std::vector<double>& points);
/// Its derivative along reference direction `direction` (0: r, 1: s, 2: t), at points [n][dim]: [n][Np].
Matrix basis_derivative(int dim, int N, int direction, const std::vector<double>& points);

/// Lagrange interpolation from `from` (unisolvent of degree N) to `to`: [n_to][n_from].
Matrix interpolation(int dim, int N, const std::vector<double>& from, const std::vector<double>& to);
/// The interpolant's derivative along a reference direction at `to`: [n_to][n_from].
Matrix interpolation_derivative(int dim, int N, int direction, const std::vector<double>& from,
                                const std::vector<double>& to);

}  // namespace dgsolve
