/// The discrete energy written out with dense matrices, for random problems whose quadrature holds together.
#pragma once

#include <cmath>

#include "tests/support/kernels/covariant_reference.hpp"
#include "tests/support/kernels/random_problem.hpp"

namespace dgsolve::test {

/// Gives a random problem's quadrature what that of an element has: positive weights, and P = M⁻¹VᵀW with
/// M = VᵀWV. V has W-orthogonal columns (Gram–Schmidt, twice for round-off) of random length.
template <class P>
void make_quadrature_consistent(RandomProblem<P>& random) {
  const int Np = random.Np, Nq = random.Nq;
  for (double& w : random.weights) w = 1.5 + 0.5 * w;
  const auto product = [&](int i, int j) {
    double sum = 0;
    for (int q = 0; q < Nq; ++q) sum += random.weights[q] * random.V[q * Np + i] * random.V[q * Np + j];
    return sum;
  };
  for (int k = 0; k < Np; ++k) {
    for (int i = 0; i < 2 * k; ++i) {
      const double factor = product(i % k, k) / product(i % k, i % k);
      for (int q = 0; q < Nq; ++q) random.V[q * Np + k] -= factor * random.V[q * Np + i % k];
    }
    const double length = (1 + 0.5 * std::sin(k)) / std::sqrt(product(k, k));
    for (int q = 0; q < Nq; ++q) random.V[q * Np + k] *= length;
    for (int q = 0; q < Nq; ++q)
      random.project[k * Nq + q] = random.V[q * Np + k] * random.weights[q] / product(k, k);
  }
}

/// L with a = L Lᵀ, in place below the diagonal; a: [n][n].
inline void factorise(std::vector<double>& a, int n) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i) a[i * n + j] -= a[i * n + k] * a[j * n + k];
    const double pivot = std::sqrt(a[j * n + j]);
    for (int i = j; i < n; ++i) a[i * n + j] /= pivot;
  }
}

/// The energy of a covariant cell: y = L⁻¹ M û of both vectors, with L Lᵀ = Vᵀ w W V of 3·Np unknowns.
/// of_cell: [field][node]; M: [Np][Np].
template <class P>
double covariant_energy(const RandomProblem<P>& random, int curved, const double* of_cell,
                        const Vec<double, P::n_coefficients>& c, const std::vector<double>& M) {
  const int Np = random.Np, n = 3 * Np;
  std::vector<double> L(n * n);
  for (int q = 0; q < random.Nq; ++q) {
    const Map map = map_at(random.tangents_at_points, curved * random.Nq + q);
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column)
        L[row * n + column] += random.weights[q] * weight(map, row % 3, column % 3) *
                               random.V[q * Np + row / 3] * random.V[q * Np + column / 3];
  }
  factorise(L, n);
  std::vector<Vec<double, P::n_fields>> y(n, Vec<double, P::n_fields>{});
  for (int which = 0; which < 2; ++which) {
    const int first = P::curl_pair[which];
    std::vector<double> covariant;
    for (int node = 0; node < Np; ++node) {
      Vec<double, 3> v;
      for (int axis = 0; axis < 3; ++axis) v[axis] = of_cell[(first + axis) * Np + node];
      for (const double value : to_covariant(map_at(random.tangents_at_nodes, curved * Np + node), v).v)
        covariant.push_back(value);
    }
    for (int row = 0; row < n; ++row) {
      double& value = y[row][first];
      for (int node = 0; node < Np; ++node) value += M[row / 3 * Np + node] * covariant[node * 3 + row % 3];
      for (int k = 0; k < row; ++k) value -= L[row * n + k] * y[k][first];
      value /= L[row * n + row];
    }
  }
  double energy = 0;
  for (const auto& value : y) energy += P::energy(value, c);
  return energy;
}

/// Σ energy(y_i) with y = Lᵀu, L Lᵀ = M_J in a straight cell, and y = L⁻¹ M u, L Lᵀ = M_{1/J} in a curved
/// one.
template <class P>
double written_out_energy(const RandomProblem<P>& random, const std::vector<double>& u) {
  const int Np = random.Np, Nq = random.Nq, n_fields = P::n_fields;
  const auto mass = [&](auto scale) {
    std::vector<double> m(Np * Np);
    for (int i = 0; i < Np; ++i)
      for (int j = 0; j < Np; ++j)
        for (int q = 0; q < Nq; ++q)
          m[i * Np + j] += random.weights[q] * scale(q) * random.V[q * Np + i] * random.V[q * Np + j];
    return m;
  };
  const std::vector<double> M = mass([](int) { return 1.0; });
  double energy = 0;
  for (int e = 0; e < random.K; ++e) {
    const int curved = random.curved_index[e];
    Vec<double, P::n_coefficients> c;
    const int row = P::nodal_coefficients ? e * Np : random.coefficient_row[e];
    for (int i = 0; i < P::n_coefficients; ++i) c[i] = random.coefficients[row * P::n_coefficients + i];
    if constexpr (has_curl_pair<P>)
      if (curved >= 0 && random.problem.is_covariant()) {
        energy += covariant_energy(random, curved, &u[static_cast<std::size_t>(e) * n_fields * Np], c, M);
        continue;
      }
    std::vector<double> L = mass(
        [&](int q) { return curved < 0 ? random.jacobian[e] : 1 / random.curved_jacobian[curved * Nq + q]; });
    factorise(L, Np);
    std::vector<Vec<double, P::n_fields>> y(Np);
    for (int f = 0; f < n_fields; ++f) {
      const double* of_field = &u[(static_cast<std::size_t>(e) * n_fields + f) * Np];
      for (int i = 0; i < Np; ++i) {
        y[i][f] = 0;
        for (int j = 0; j < Np; ++j)
          y[i][f] += curved >= 0 ? M[i * Np + j] * of_field[j] : j < i ? 0 : L[j * Np + i] * of_field[j];
        if (curved < 0) continue;
        for (int j = 0; j < i; ++j) y[i][f] -= L[i * Np + j] * y[j][f];
        y[i][f] /= L[i * Np + i];
      }
    }
    for (int i = 0; i < Np; ++i) energy += P::energy(y[i], c);
  }
  return energy;
}

}  // namespace dgsolve::test
