/// Implements solver/interior_penalty/interior_penalty.hpp.
/// The blocks of an interior penalty operator's matrix (kernels/elliptic/interior_penalty.hpp has the
/// formulas).
#include <algorithm>

#include "solver/interior_penalty/interior_penalty.hpp"

namespace dgsolve {

Matrix InteriorPenalty::flux_matrix(int e, int face) const {
  const ReferenceElement& r = discretization.element;
  const std::size_t matrix = static_cast<std::size_t>(index_in_kind_[e]) * r.n_faces + face;
  if (kind_[e] == PenaltyCell::general) return entry(flux_matrix_, matrix, r.Nfp, r.Np);
  const double* c = &flux_[side(e, face) * r.dim];
  if (kind_[e] == PenaltyCell::varying)
    return entry(kappa_on_face_, matrix, r.Nfp, element.n_face_gradient()) * element.face_gradient(face, c);
  Matrix F(r.Nfp, r.Np);
  for (int j = 0; j < r.dim; ++j) add_scaled(F, c[j], element.face_D(face, j));
  return F;
}

/// M_f F
Matrix InteriorPenalty::flux_moments(int e, int face) const {
  const ReferenceElement& r = discretization.element;
  if (kind_[e] != PenaltyCell::constant) return element.face_mass * flux_matrix(e, face);
  Matrix moments(r.Nfp, r.Np);
  for (int j = 0; j < r.dim; ++j)
    add_scaled(moments, flux_[side(e, face) * r.dim + j], element.face_MD(face, j));
  return moments;
}

Matrix InteriorPenalty::penalty_matrix(int e, int face) const {
  const ReferenceElement& r = discretization.element;
  if (kind_[e] == PenaltyCell::general)
    return entry(penalty_matrix_, static_cast<std::size_t>(index_in_kind_[e]) * r.n_faces + face, r.Nfp,
                 r.Nfp);
  Matrix P(r.Nfp, r.Nfp);
  add_scaled(P, penalty_[side(e, face)], element.face_mass);
  return P;
}

/// block ← block + sign · (− w (RᵀM_f F + FᵀM_f R) + Rᵀ P R), [Np][Np].
void InteriorPenalty::add_own_face(int e, int face, double sign, double* block) const {
  const ReferenceElement& r = discretization.element;
  const int *nodes = &r.face_nodes[face * r.Nfp], Np = r.Np;
  const double w = sign * weight_[side(e, face)];
  const Matrix moments = flux_moments(e, face), P = penalty_matrix(e, face);
  for (int m = 0; m < r.Nfp; ++m) {
    double* row = block + nodes[m] * Np;
    for (int i = 0; i < Np; ++i) row[i] -= w * moments(m, i);
    for (int i = 0; i < Np; ++i) block[i * Np + nodes[m]] -= w * moments(m, i);
    for (int k = 0; k < r.Nfp; ++k) row[nodes[k]] += sign * P(m, k);
  }
}

Matrix InteriorPenalty::face_matrix(int e, int face) const {
  const TraceMap& trace = discretization.trace;
  const int Np = discretization.element.Np;
  Matrix own(Np, Np);
  add_own_face(e, face, 1, own.a.data());
  Matrix theirs = own, across(Np, Np);
  if (trace.boundary[side(e, face)] >= 0) {
    add_scaled(across, -1, own);
  } else {
    theirs = Matrix(Np, Np);
    add_own_face(trace.neighbor[side(e, face)], trace.neighbor_face[side(e, face)], 1, theirs.a.data());
    across = neighbor_block(e, face);
  }
  Matrix both(2 * Np, 2 * Np);
  for (int i = 0; i < Np; ++i)
    for (int j = 0; j < Np; ++j) {
      both(i, j) = own(i, j);
      both(Np + i, Np + j) = theirs(i, j);
      both(i, Np + j) = both(Np + j, i) = across(i, j);
    }
  return both;
}

Matrix InteriorPenalty::neighbor_block(int e, int face) const {
  const ReferenceElement& r = discretization.element;
  const TraceMap& trace = discretization.trace;
  const int n = trace.neighbor[side(e, face)], face_p = trace.neighbor_face[side(e, face)];
  const int* nodes_m = &r.face_nodes[face * r.Nfp];
  const int row = places_.row(trace.view(), side(e, face));
  const int *nodes_p = places_.nodes(row), *places_p = places_.places(row);
  const Matrix P = penalty_matrix(e, face), MF_m = flux_moments(e, face);
  Matrix F_own_order = flux_matrix(n, face_p);
  Matrix F_p(r.Nfp, r.Np);  // rows in the order of our nodes
  for (int m = 0; m < r.Nfp; ++m)
    std::copy_n(&F_own_order(places_p[m] - face_p * r.Nfp, 0), r.Np, &F_p(m, 0));
  const Matrix MF_p = element.face_mass * F_p;
  const double w_m = weight_[side(e, face)], w_p = 1 - w_m;
  Matrix block(r.Np, r.Np);
  for (int m = 0; m < r.Nfp; ++m) {
    for (int i = 0; i < r.Np; ++i) {
      block(nodes_m[m], i) += w_p * MF_p(m, i);
      block(i, nodes_p[m]) += w_m * MF_m(m, i);
    }
    for (int k = 0; k < r.Nfp; ++k) block(nodes_m[m], nodes_p[k]) -= P(m, k);
  }
  return block;
}

}  // namespace dgsolve
