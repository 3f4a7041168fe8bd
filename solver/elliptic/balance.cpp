#include "solver/elliptic/balance.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/cell_loop.hpp"
#include "solver/linear/small_tensors.hpp"

namespace dgsolve {
namespace {

constexpr double rounding = 1e-10;       ///< of sums of many parts, as a share of them
constexpr double tolerable = 1.0 / 100;  ///< where rules differ by more, they explain anything

/// What a cell's source and each of its boundary faces put in.
std::vector<double> parts_of(const InteriorPenalty& form, const EllipticData& data,
                             const EllipticElement& element, int e) {
  const int dim = element.element.dim;
  const CellPoints p = element.points(e);
  std::vector<double> parts(1 + element.element.n_faces, 0.0);
  const std::vector<double> f = data.source(e, element.inside(p));
  for (int q = 0; q < element.Nq(); ++q) parts[0] += element.cell_rule.weights[q] * p.J[q] * f[q];
  for (int face = 0; face < element.element.n_faces; ++face) {
    const EllipticBoundary* condition = form.boundary(e, face);
    if (condition == nullptr || InteriorPenalty::imposes(condition)) continue;
    const std::span<const double> normals = element.normals(p, face);
    const std::vector<double> value = data.boundary_value(e, face, element.on_face(p, face), normals);
    for (int q = 0; q < element.Nfq(); ++q) {
      const double* n = &normals[q * dim];
      parts[1 + face] += element.face_rule.weights[q] * std::sqrt(dot_product(dim, n, n)) * value[q];
    }
  }
  return parts;
}

}  // namespace

bool DataBalance::is_off() const { return std::abs(sum) > rounding * size; }

void DataBalance::require() const {
  const double explained = std::min(quadrature, tolerable * size);
  if (std::abs(finer_sum) <= explained + rounding * size) return;
  throw std::invalid_argument(fmt::format(
      "boundaries: nothing fixes the level of u, and source, boundary fluxes and charges add up to "
      "{:.6g}; they must add up to 0 (of parts that add up to {:.6g} in absolute value, which quadrature "
      "explains no more than {:.2g} of), or a dirichlet or robin boundary be given; {:.12g} less of the "
      "source, everywhere, would balance them",
      finer_sum, size, explained, finer_sum / volume));
}

DataBalance data_balance(const InteriorPenalty& form, const EllipticData& data) {
  const Discretization& d = form.discretization;
  const ReferenceElement finer_nodes(d.mesh.dim, d.element.N + 2);
  const EllipticElement finer(d.mesh, finer_nodes);
  std::vector<DataBalance> of_cell(d.K());
  for_each_cell(d.K(), [&](int e) {
    const std::vector<double> parts = parts_of(form, data, form.element, e),
                              better = parts_of(form, data, finer, e);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      of_cell[e].sum += parts[i];
      of_cell[e].finer_sum += better[i];
      of_cell[e].quadrature += std::abs(parts[i] - better[i]);
      of_cell[e].size += std::abs(parts[i]);
    }
    const CellPoints p = form.element.points(e);
    for (int q = 0; q < form.element.Nq(); ++q)
      of_cell[e].volume += form.element.cell_rule.weights[q] * p.J[q];
  });
  DataBalance all;  // in the cells' order
  for (const DataBalance& cell : of_cell) {
    all.sum += cell.sum;
    all.finer_sum += cell.finer_sum;
    all.quadrature += cell.quadrature;
    all.size += cell.size;
    all.volume += cell.volume;
  }
  for (const auto& [name, boundary] : form.problem.boundaries) {
    if (boundary.condition != EllipticCondition::floating) continue;
    all.sum += boundary.charge;
    all.finer_sum += boundary.charge;
    all.size += std::abs(boundary.charge);
  }
  return all;
}

}  // namespace dgsolve
