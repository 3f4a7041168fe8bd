// kernels/elliptic/interior_penalty.hpp has the formulas.
#include "solver/interior_penalty/cell_blocks.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/base/triangle.hpp"

namespace dgsolve {
namespace {

/// Where a cell's factors stand: G_ij, Jλ, then w c_fj and p of each face.
struct Factors {
  explicit Factors(const ReferenceElement& r) : dim(r.dim), n_faces(r.n_faces) {}
  int stiffness(int ij) const { return ij; }
  int reaction() const { return dim * dim; }
  int flux(int face, int j) const { return reaction() + 1 + face * (dim + 1) + j; }
  int penalty(int face) const { return flux(face, dim); }
  int count() const { return flux(n_faces, 0); }
  int dim, n_faces;
};

/// [Np(Np + 1)/2][factors]: lower triangles of what each factor of a cell with constant coefficients is
/// multiplied with.
Matrix constant_matrices(const EllipticElement& e) {
  const ReferenceElement& r = e.element;
  const Factors factors(r);
  Matrix full(r.Np * r.Np, factors.count());
  const auto at = [&](int i, int j, int factor) -> double& { return full(i * r.Np + j, factor); };
  for (int i = 0; i < r.Np; ++i)
    for (int j = 0; j < r.Np; ++j) {
      for (int ij = 0; ij < r.dim * r.dim; ++ij) at(i, j, factors.stiffness(ij)) = e.stiffness[ij](i, j);
      at(i, j, factors.reaction()) = r.mass(i, j);
    }
  for (int f = 0; f < r.n_faces; ++f)
    for (int m = 0; m < r.Nfp; ++m) {
      const int node = r.face_nodes[f * r.Nfp + m];
      for (int k = 0; k < r.Nfp; ++k)
        at(node, r.face_nodes[f * r.Nfp + k], factors.penalty(f)) = e.face_mass(m, k);
      for (int j = 0; j < r.dim; ++j)
        for (int i = 0; i < r.Np; ++i) {
          at(node, i, factors.flux(f, j)) -= e.face_MD(f, j)(m, i);
          at(i, node, factors.flux(f, j)) -= e.face_MD(f, j)(m, i);
        }
    }
  // The matrices of G_ij and G_ji are each other's transposes: their symmetric part is enough.
  Matrix all(static_cast<int>(triangle_size(r.Np)), factors.count());
  for (int i = 0, row = 0; i < r.Np; ++i)
    for (int j = 0; j <= i; ++j, ++row)
      for (int k = 0; k < all.cols; ++k) all(row, k) = (at(i, j, k) + at(j, i, k)) / 2;
  return all;
}

/// [n_gradient · Np][dim]: d_j in columns.
Matrix derivatives_in_columns(const EllipticElement& e) {
  const int dim = e.element.dim, Np = e.element.Np;
  Matrix all(e.n_gradient() * Np, dim);
  for (int row = 0; row < all.rows; ++row)
    for (int j = 0; j < dim; ++j) all(row, j) = e.gradient_matrix(j)(row / Np, row % Np);
  return all;
}

Matrix traces_by_flux(const EllipticElement& e, int face) {
  const int dim = e.element.dim, Np = e.element.Np;
  Matrix all(e.n_face_gradient() * Np, dim);
  for (int j = 0; j < dim; ++j) {
    double c[3] = {};
    c[j] = 1;
    const Matrix trace = e.face_gradient(face, c);
    for (int row = 0; row < all.rows; ++row) all(row, j) = trace.a[row];
  }
  return all;
}

}  // namespace

/// Numbers of up to batch_width() cells; of lanes without a cell, zeros.
struct CellBlocks::Batch {
  Batch(const CellBlocks& blocks, int first, int count)
      : first(first),
        count(count),
        Np(blocks.form_.element.element.Np),
        factors(static_cast<std::size_t>(blocks.n_factors_) * W),
        block(BatchArray::unset(triangle_size(Np) * W)) {}

  /// Those that cells with a formula for κ need beside.
  void make_varying(const EllipticElement& e) {
    const std::size_t dim = e.element.dim, Nfp = e.element.Nfp, n = e.n_gradient();
    root = BatchArray(dim * dim * W);
    moments = BatchArray(n * n * W);
    flux = BatchArray(e.element.n_faces * dim * W);
    kappa = BatchArray(e.element.n_faces * e.n_face_gradient() * Nfp * W);
    has_flux.assign(e.element.n_faces, false);
  }

  const int W = batch_width();
  int first, count, Np;
  bool is_straight = false;    ///< some cell
  BatchArray factors;          ///< [n_factors][lane]
  BatchArray block;            ///< [Np(Np + 1)/2][lane]
  BatchArray root;             ///< [k][dim: i][lane]: L_ik = √J ∂r_i/∂x_k, so that G = L Lᵀ
  BatchArray moments;          ///< [n_gradient][n_gradient][lane]: K
  BatchArray flux;             ///< [n_faces][dim][lane]: w c
  BatchArray kappa;            ///< [n_faces][n_face_gradient][Nfp][lane]: C_f
  std::vector<bool> has_flux;  ///< [n_faces]: of some lane
};

CellBlocks::CellBlocks(const InteriorPenalty& form)
    : form_(form),
      view_(form.view()),
      n_factors_(Factors(form.element.element).count()),
      constant_(constant_matrices(form.element)),
      derivative_(derivatives_in_columns(form.element)),
      face_mass_(form.element.face_mass) {
  for (int f = 0; f < form.element.element.n_faces; ++f) trace_.emplace_back(traces_by_flux(form.element, f));
}

void CellBlocks::diagonal_blocks(int first, int count, double* triangles) const {
  make(Faces::all, first, count, triangles);
}

void CellBlocks::cell_matrices(int first, int count, double* triangles) const {
  make(Faces::robin, first, count, triangles);
}

void CellBlocks::make(Faces wanted, int first, int count, double* triangles) const {
  const int W = batch_width();
  const std::size_t size = triangle_size(view_.reference.Np);
  for (int begin = 0; begin < count; begin += W) {
    Batch batch(*this, first + begin, std::min(W, count - begin));
    set_factors(wanted, batch);
    if (batch.is_straight) constant_.multiply(batch.factors.data(), batch.block.data());
    if (batch.moments.size() > 0) {
      add_varying_volumes(batch);
      add_varying_faces(batch);
    }
    for (int lane = 0; lane < batch.count; ++lane, triangles += size)
      if (view_.kind[batch.first + lane] == PenaltyCell::general)
        set_general_block(wanted, batch.first + lane, triangles);
      else
        for (std::size_t i = 0; i < size; ++i) triangles[i] = batch.block[i * W + lane];
  }
}

bool CellBlocks::is_wanted(Faces wanted, int e, int face) const {
  const EllipticBoundary* b = form_.boundary(e, face);
  return wanted == Faces::all || (b != nullptr && !InteriorPenalty::imposes(b));
}

void CellBlocks::set_factors(Faces wanted, Batch& batch) const {
  const ReferenceElement& r = form_.element.element;
  const Factors factors(r);
  for (int lane = 0; lane < batch.count; ++lane) {
    const int e = batch.first + lane;
    const PenaltyCell kind = view_.kind[e];
    if (kind == PenaltyCell::general) continue;
    batch.is_straight = true;
    const auto set = [&](int factor, double value) { batch.factors[factor * batch.W + lane] = value; };
    if (kind == PenaltyCell::varying)
      set_varying_factors(e, lane, batch);
    else
      for (int ij = 0; ij < r.dim * r.dim; ++ij)
        set(factors.stiffness(ij), view_.stiffness[static_cast<std::size_t>(e) * r.dim * r.dim + ij]);
    set(factors.reaction(), view_.reaction[e]);
    for (int f = 0; f < r.n_faces; ++f) {
      if (!is_wanted(wanted, e, f)) continue;
      const std::size_t side = static_cast<std::size_t>(e) * r.n_faces + f;
      set(factors.penalty(f), view_.penalty[side]);
      for (int j = 0; j < r.dim; ++j) {
        const double flux = view_.weight[side] * view_.flux[side * r.dim + j];
        if (kind == PenaltyCell::constant) {
          set(factors.flux(f, j), flux);
        } else {
          batch.flux[(f * r.dim + j) * batch.W + lane] = flux;
          batch.has_flux[f] = batch.has_flux[f] || flux != 0;
        }
      }
    }
  }
}

void CellBlocks::set_varying_factors(int e, int lane, Batch& batch) const {
  const EllipticElement& element = form_.element;
  const ReferenceElement& r = element.element;
  const std::size_t W = batch.W, index = form_.index_in_kind(e);
  if (batch.moments.size() == 0) batch.make_varying(element);
  const StraightCell cell = form_.discretization.factors.straight(e);
  const double root_J = std::sqrt(cell.jacobian), *metric = cell.metric.data();
  for (int k = 0; k < r.dim; ++k)
    for (int i = 0; i < r.dim; ++i) batch.root[(k * r.dim + i) * W + lane] = root_J * metric[i * r.dim + k];
  const int n = element.n_gradient(), n_face = element.n_face_gradient();
  const double* next = &view_.kappa_moments[index * view_.n_moments()];
  for (int a = 0; a < n; ++a)
    for (int b = 0; b <= a; ++b, ++next)
      batch.moments[(a * n + b) * W + lane] = batch.moments[(b * n + a) * W + lane] = *next;
  const double* C = &view_.kappa_on_face[index * r.n_faces * r.Nfp * n_face];
  for (int f = 0; f < r.n_faces; ++f)
    for (int m = 0; m < r.Nfp; ++m)
      for (int b = 0; b < n_face; ++b) batch.kappa[((f * n_face + b) * r.Nfp + m) * W + lane] = *C++;
}

/// block += Σ_ij d_iᵀ G_ij K d_j = Σ_k B_kᵀ K B_k with B_k = Σ_i L_ik d_i
void CellBlocks::add_varying_volumes(Batch& batch) const {
  const int W = batch.W, Np = batch.Np, n = view_.gradients.n, dim = form_.element.element.dim;
  const std::size_t size = static_cast<std::size_t>(n) * Np * W;
  auto derivative = BatchArray::unset(dim * size), flux = BatchArray::unset(dim * size);
  for (int k = 0; k < dim; ++k) {
    derivative_.multiply(&batch.root[k * dim * W], &derivative[k * size]);
    multiply_lanes(n, Np, n, batch.moments.data(), &derivative[k * size], &flux[k * size]);
  }
  add_symmetric_product(Np, dim * n, derivative.data(), flux.data(), batch.block.data());
}

/// block −= w (RᵀM_f F + FᵀM_f R) with F = C_f T_f Σ_j c_fj d_j of each face
void CellBlocks::add_varying_faces(Batch& batch) const {
  const ReferenceElement& r = form_.element.element;
  const int W = batch.W, Np = r.Np, Nfp = r.Nfp, n_face = view_.gradients.n_on_face;
  auto moments = BatchArray::unset(static_cast<std::size_t>(Nfp) * Np * W),
       gradient = BatchArray::unset(static_cast<std::size_t>(n_face) * Np * W),
       kappa = BatchArray::unset(static_cast<std::size_t>(n_face) * Nfp * W);  // M_f C_f
  for (int f = 0; f < r.n_faces; ++f) {
    if (!batch.has_flux[f]) continue;
    trace_[f].multiply(&batch.flux[f * r.dim * W], gradient.data());
    for (int b = 0; b < n_face; ++b)
      face_mass_.multiply(&batch.kappa[(f * n_face + b) * Nfp * W], &kappa[b * Nfp * W]);
    multiply_lanes(Nfp, Np, n_face, kappa.data(), gradient.data(), moments.data());
    for (int m = 0; m < Nfp; ++m)
      for (int i = 0; i < Np; ++i) {
        const int node = r.face_nodes[f * Nfp + m], times = node == i ? 2 : 1;
        const double* moment = &moments[(static_cast<std::size_t>(m) * Np + i) * W];
        double* to = &batch.block[triangle_index(node, i) * W];
        for (int lane = 0; lane < W; ++lane) to[lane] -= times * moment[lane];
      }
  }
}

void CellBlocks::set_general_block(Faces wanted, int e, double* triangle) const {
  const int Np = view_.reference.Np;
  Matrix block = entry(view_.own_block, form_.index_in_kind(e), Np, Np);
  for (int f = 0; f < form_.element.element.n_faces; ++f)  // they are in the block already
    if (!is_wanted(wanted, e, f)) form_.add_own_face(e, f, -1, block.a.data());
  pack_triangle(Np, block.a.data(), triangle);
}

}  // namespace dgsolve
