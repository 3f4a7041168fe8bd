#include "solver/interior_penalty/interior_penalty.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/cell_loop.hpp"
#include "solver/linear/small_tensors.hpp"

namespace dgsolve {
namespace {

bool is_robin(const EllipticBoundary* b) { return b != nullptr && b->condition == EllipticCondition::robin; }

}  // namespace

InteriorPenalty::InteriorPenalty(const Discretization& d, const EllipticProblem& p)
    : discretization(d), problem(p), element(d), medium(d.mesh, p), places_(d.element.view()) {
  const std::size_t K = d.K(), n_faces = d.element.n_faces, dim = d.mesh.dim, Np = d.element.Np,
                    Nfp = d.element.Nfp;
  find_kinds();
  sigma_ = BatchArray::unset(K * n_faces);
  weight_ = BatchArray::unset(K * n_faces);
  penalty_ = BatchArray::unset(K * n_faces);
  stiffness_ = BatchArray::unset(K * dim * dim);
  reaction_ = BatchArray::unset(K);
  flux_ = BatchArray::unset(K * n_faces * dim);
  const std::size_t Kv = n_cells(PenaltyCell::varying), Kg = n_cells(PenaltyCell::general);
  kappa_moments_ = BatchArray::unset(Kv * view().n_moments());
  kappa_on_face_ = BatchArray::unset(Kv * n_faces * Nfp * element.n_face_gradient());
  own_block_ = BatchArray::unset(Kg * Np * Np);
  flux_matrix_ = BatchArray::unset(Kg * n_faces * Nfp * Np);
  penalty_matrix_ = BatchArray::unset(Kg * n_faces * Nfp * Nfp);

  UnsetVector<Size> sizes(K);
  const std::vector<std::vector<double>> kappa = constant_kappa();
  for_each_cell(d.K(), [&](int e) {
    set_no_factors(e);
    if (kind_[e] == PenaltyCell::constant) sizes[e] = set_straight_factors(e, kappa[d.mesh.region[e]]);
  });
  if (Kv > 0) set_varying_factors(view().cells(PenaltyCell::varying), sizes);
  if (Kg > 0) set_general_factors(view().cells(PenaltyCell::general), sizes);
  set_weights(sizes);
  for_each_cell(d.K(), [&](int e) {
    if (kind_[e] != PenaltyCell::general) return set_straight_penalties(e);
    set_penalty_matrices(e);
    for (int f = 0; f < d.element.n_faces; ++f)
      add_own_face(e, f, 1, &own_block_[index_in_kind_[e] * Np * Np]);
  });
}

const EllipticBoundary* InteriorPenalty::condition(int group) const {
  const auto found = problem.boundaries.find(discretization.mesh.boundary_names[group]);
  return found == problem.boundaries.end() ? nullptr : &found->second;
}

const EllipticBoundary* InteriorPenalty::boundary(int e, int face) const {
  const int group = discretization.trace.boundary[side(e, face)];
  return group < 0 ? nullptr : &problem.boundaries.at(discretization.mesh.boundary_names[group]);
}

PenaltyCell InteriorPenalty::kind_of(int e) const {
  const Discretization& d = discretization;
  bool straight = !d.factors.is_curved(e);
  for (int f = 0; f < d.element.n_faces; ++f) {
    const EllipticBoundary* b = boundary(e, f);
    straight = straight && (b == nullptr || b->coefficient.is_constant());
  }
  if (straight && medium.is_constant(e)) return PenaltyCell::constant;
  return straight && medium.is_scalar(e) && medium.has_constant_lambda(e) ? PenaltyCell::varying
                                                                          : PenaltyCell::general;
}

void InteriorPenalty::find_kinds() {
  kind_.resize(discretization.K());
  index_in_kind_.resize(discretization.K());
  for_each_cell(discretization.K(), [&](int e) { kind_[e] = kind_of(e); });
  int next[3] = {};
  for (int e = 0; e < discretization.K(); ++e) index_in_kind_[e] = next[static_cast<int>(kind_[e])]++;
}

/// [regions][dim · dim]: κ where it does not depend on space.
std::vector<std::vector<double>> InteriorPenalty::constant_kappa() const {
  const Discretization& d = discretization;
  std::vector<std::vector<double>> kappa(d.mesh.region_names.size());
  for (int e = 0; e < d.K(); ++e)
    if (kind_[e] == PenaltyCell::constant && kappa[d.mesh.region[e]].empty())
      kappa[d.mesh.region[e]] = medium.kappa(e, a_point(e));
  return kappa;
}

/// How much of a face's area a cell's gradients must be held by: half of it where the neighbour holds the
/// other half, none where the flux does not enter.
double InteriorPenalty::counted_share(int e, int face) const {
  const EllipticBoundary* b = boundary(e, face);
  return b == nullptr ? 0.5 : imposes(b) ? 1 : 0;
}

/// Not all kinds of cells have all.
void InteriorPenalty::set_no_factors(int e) {
  const std::size_t dim = discretization.mesh.dim, n_faces = discretization.element.n_faces, cell = e;
  for (BatchArray* const of_faces : {&sigma_, &weight_, &penalty_})
    std::fill_n(&(*of_faces)[cell * n_faces], n_faces, 0.0);
  std::fill_n(&stiffness_[cell * dim * dim], dim * dim, 0.0);
  reaction_[e] = 0;
  std::fill_n(&flux_[cell * n_faces * dim], n_faces * dim, 0.0);
}

InteriorPenalty::Size InteriorPenalty::set_straight_factors(int e, std::span<const double> kappa) {
  const Discretization& d = discretization;
  const int dim = d.mesh.dim, square = dim * dim;
  const StraightCell cell = d.factors.straight(e);
  const double J = cell.jacobian, *metric = cell.metric.data();
  reaction_[e] = J * medium.lambda(e, a_point(e))[0];

  double row[3];
  for (int i = 0; i < dim; ++i) {
    times_tensor(dim, metric + i * dim, kappa.data(), row);
    for (int j = 0; j < dim; ++j)
      stiffness_[static_cast<std::size_t>(e) * square + i * dim + j] =
          J * dot_product(dim, row, metric + j * dim);
  }
  Size size{};
  const double volume = J * simplex_measure(dim);
  for (int f = 0; f < d.element.n_faces; ++f) {
    const double *n = &cell.normals[f * dim], sJ = J * cell.f_scale[f];
    times_tensor(dim, n, kappa.data(), row);
    for (int j = 0; j < dim; ++j) flux_[side(e, f) * dim + j] = sJ * dot_product(dim, row, metric + j * dim);
    size.kappa[f] = dot_product(dim, row, n);
    size.area_per_volume += counted_share(e, f) * sJ * simplex_measure(dim - 1) / volume;
  }
  return size;
}

void InteriorPenalty::set_weights(const UnsetVector<Size>& sizes) {
  const Discretization& d = discretization;
  const int dim = d.mesh.dim, N = d.element.N;
  // Trace inverse inequality: Warburton & Hesthaven, Comput. Methods Appl. Mech. Engrg. 192 (2003) 2765,
  // doi:10.1016/S0045-7825(03)00294-9; as a penalty: Shahbazi, J. Comput. Phys. 205 (2005) 401.
  const double inverse_inequality = (N + 1.0) * (N + dim) / dim;
  for_each_cell(d.K(), [&](int e) {
    for (int f = 0; f < d.element.n_faces; ++f) {
      const EllipticBoundary* b = boundary(e, f);
      const double k_m = sizes[e].kappa[f];
      double k = k_m, area_per_volume = sizes[e].area_per_volume;
      weight_[side(e, f)] = imposes(b) ? 1 : 0;
      if (b == nullptr) {
        const int n = d.trace.neighbor[side(e, f)];
        const double k_p = sizes[n].kappa[d.trace.neighbor_face[side(e, f)]];
        weight_[side(e, f)] = k_p / (k_m + k_p);
        k = 2 * k_m * k_p / (k_m + k_p);
        area_per_volume = std::max(area_per_volume, sizes[n].area_per_volume);
      }
      if (b == nullptr || imposes(b)) sigma_[side(e, f)] = inverse_inequality * k * area_per_volume;
    }
  });
}

std::vector<double> InteriorPenalty::penalty_at(int e, int face, std::span<const double> x) const {
  const Discretization& d = discretization;
  const EllipticBoundary* b = boundary(e, face);
  const std::size_t n = x.size() / d.mesh.dim;
  if (!is_robin(b)) return std::vector<double>(n, sigma_[side(e, face)]);
  std::vector<double> coefficients = evaluate_at(b->coefficient, d.mesh.dim, x);
  for (std::size_t q = 0; q < n; ++q)
    if (!(coefficients[q] >= 0) || !std::isfinite(coefficients[q]))
      throw std::invalid_argument(
          fmt::format("boundaries.{}.coefficient: takes the value {:.6g} at {}; expected a number >= 0",
                      d.mesh.boundary_names[d.trace.boundary[side(e, face)]], coefficients[q],
                      format_point(d.mesh.dim, &x[q * d.mesh.dim])));
  return coefficients;
}

void InteriorPenalty::set_straight_penalties(int e) {
  const StraightCell cell = discretization.factors.straight(e);
  for (int f = 0; f < discretization.element.n_faces; ++f) {
    const double penalty = is_robin(boundary(e, f)) ? penalty_at(e, f, a_point(e))[0] : sigma_[side(e, f)];
    penalty_[side(e, f)] = penalty * cell.jacobian * cell.f_scale[f];
  }
}

std::vector<double> InteriorPenalty::a_point(int e) const {
  const auto& vertex = discretization.mesh.vertex(e, 0);
  return {&vertex[0], &vertex[0] + discretization.mesh.dim};
}

InteriorPenaltyView InteriorPenalty::view() const {
  const Discretization& d = discretization;
  return {d.K(),
          d.element.view(),
          d.element.nodes,
          d.element.mass.a,
          element.face_mass.a,
          {element.n_gradient(), element.n_face_gradient(), element.gradient_basis.a,
           element.face_gradient_basis.a, element.gradient_nodes.values.a, element.gradient_nodes.inverse.a,
           element.gradient_nodes.on_faces, element.gradient, element.face_trace},
          d.trace.view(),
          weight_,
          kind_,
          stiffness_,
          reaction_,
          flux_,
          penalty_,
          kappa_moments_,
          kappa_on_face_,
          own_block_,
          flux_matrix_,
          penalty_matrix_};
}

}  // namespace dgsolve
