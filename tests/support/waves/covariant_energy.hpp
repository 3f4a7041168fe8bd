/// The semi-discrete energy of Maxwell's equations in 3D written out with dense matrices.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "solver/discretization/covariant_cells.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// B with 2E = ε eᵀBe + μ hᵀBh in a cell, of canonical values e, h: [axis][node]. In covariant components,
/// ê_i = e·∂x/∂r_i at the nodes, it is M̂ M_W⁻¹ M̂, with the mass matrix M̂ of the reference cell and M_W that
/// of the weights W_il = (∂x/∂r_i·∂x/∂r_l)/J at the quadrature's points (Chan, arXiv:1701.00215); in a
/// straight cell that is M̂ J e·e.
inline Eigen::MatrixXd energy_matrix(const CovariantCells& cells, int element) {
  const ReferenceElement& reference = cells.element;
  const int Np = reference.Np, Nq = reference.cell_rule.size();
  const CovariantView view = cells.view();
  std::vector<double> at_nodes(static_cast<std::size_t>(Np) * 9), at_points(static_cast<std::size_t>(Nq) * 9);
  view.at_nodes(element, at_nodes.data());
  view.at_points(element, at_points.data());
  const Eigen::Map<const RowMajor> V(reference.Vq.a.data(), Nq, Np), mass(reference.mass.a.data(), Np, Np);

  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(3 * Np, 3 * Np), M_W = M, T = M;
  for (int i = 0; i < 3; ++i) M.block(i * Np, i * Np, Np, Np) = mass;
  for (int q = 0; q < Nq; ++q) {
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> tangents(&at_points[q * 9]);
    const Eigen::Matrix3d W = tangents * tangents.transpose() / tangents.determinant();
    const Eigen::MatrixXd square = reference.cell_rule.weights[q] * V.row(q).transpose() * V.row(q);
    for (int i = 0; i < 3; ++i)
      for (int l = 0; l < 3; ++l) M_W.block(i * Np, l * Np, Np, Np) += W(i, l) * square;
  }
  for (int n = 0; n < Np; ++n)
    for (int i = 0; i < 3; ++i)
      for (int axis = 0; axis < 3; ++axis) T(i * Np + n, axis * Np + n) = at_nodes[n * 9 + i * 3 + axis];
  return T.transpose() * M * M_W.ldlt().solve(M * T);
}

/// M with 2E = uᵀMu of canonical states u, for media given by region: ε and μ.
inline Eigen::MatrixXd energy_matrix(const Wave& wave) {
  const CovariantCells cells(wave.discretization);
  const int width = 3 * wave.discretization.element.Np, K = wave.discretization.K();
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(2 * width * K, 2 * width * K);
  const Units& units = wave.options.units;
  for (int e = 0; e < K; ++e) {
    const auto& medium = wave.options.regions.at(wave.mesh.region_names[wave.mesh.region[e]]);
    const auto value = [&](const std::string& name) {
      return medium.contains(name) ? medium.at(name)(0, 0, 0, 0) : 1.0;
    };
    const Eigen::MatrixXd block = energy_matrix(cells, e);
    const int first = 2 * e * width;
    M.block(first, first, width, width) = units.epsilon_0 * value("epsilon_r") * block;
    M.block(first + width, first + width, width, width) = units.mu_0 * value("mu_r") * block;
  }
  return M;
}

}  // namespace dgsolve::test
