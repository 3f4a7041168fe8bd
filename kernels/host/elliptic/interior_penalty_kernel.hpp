/// The interior penalty operator on blocks of straight cells (kernels/elliptic/interior_penalty.hpp has the
/// formulas). First every cell publishes its faces' fluxes F u, then each takes values and fluxes from
/// across:
///   y = Σ_i D_iᵀ P_i − Σ_f R_fᵀ M_f φ_f + Jλ M u,   P_i = Σ_j G_ij M D_j u − Σ_f c_fi R_fᵀ M_f w_f ⟦u⟧_f.
#pragma once

#include "kernels/host/elliptic/interior_penalty_tables.hpp"
#include "kernels/host/simd/products.hpp"

namespace DGSOLVE_NAMESPACE {

template <class T, int dim>
struct PenaltyBlock {
  using Number = Pack<T>;
  static constexpr int W = Number::width, n_faces = dim + 1;
  static constexpr int R = rows_per_panel(1), R_face = rows_per_panel(2);
  static constexpr int per_face = dim + 4, per_block = dim * dim + 1 + n_faces * per_face;

  const host::PenaltyTables<T>& tables;
  const host::PenaltyProduct<T>& product;
  const int index;

  /// Own values; gradients; what else reaches a node; two columns of one face.
  static std::size_t scratch(const host::PenaltyTables<T>& tables) {
    return static_cast<std::size_t>(W) * (tables.Np * (dim + 2) + tables.Nfp * 2);
  }

  DGSOLVE_INLINE const T* geometry() const {
    return tables.cells.geometry + layout::block(index, per_block, W);
  }
  /// c, w, w⁺, p, 1 or 0
  DGSOLVE_INLINE const T* geometry(int face) const {
    return geometry() + (dim * dim + 1 + face * per_face) * W;
  }
  DGSOLVE_INLINE std::size_t element(int lane) const { return tables.cells.element[index * W + lane]; }
  DGSOLVE_INLINE int lanes() const {
    const int left = tables.cells.n - index * W;
    return left < W ? left : W;
  }

  DGSOLVE_INLINE void load_values(T* u) const {
    for (int lane = 0; lane < W; ++lane) {
      const T* from = product.x + element(lane) * tables.Np;
      for (int node = 0; node < tables.Np; ++node) u[node * W + lane] = from[node];
    }
  }

  /// to[rows][lane] ← panels of [rows][Np] times u
  DGSOLVE_INLINE void multiply(const T* panels, int rows, const T* u, T* to) const {
    for_panels<R>(panels, rows, tables.Np, [&]<int height>(int row, const T* panel) {
      Number sum[height][1];
      set_zero(sum);
      multiply_add(sum, panel, u, tables.Np);
      for (int r = 0; r < height; ++r)
        if (row + r < rows) sum[r][0].store(to + (row + r) * W);
    });
  }

  DGSOLVE_INLINE void publish(T* scratch) const {
    T *u = scratch, *gradient = u + tables.Np * W;
    load_values(u);
    multiply(tables.operators.gradient, tables.Np * dim, u, gradient);
    for (int face = 0; face < n_faces; ++face) {
      const T* c = geometry(face);
      for (int m = 0; m < tables.Nfp; ++m) {
        const T* at = gradient + tables.traces.face_nodes[face * tables.Nfp + m] * dim * W;
        Number flux = Number::load(c) * Number::load(at);
        for (int j = 1; j < dim; ++j) flux += Number::load(c + j * W) * Number::load(at + j * W);
        for (int lane = 0; lane < lanes(); ++lane)
          product.Q[(element(lane) * n_faces + face) * tables.Nfp + m] = flux.v[lane];
      }
    }
  }

  /// columns[Nfp][2][lane]: w ⟦u⟧ and φ.
  DGSOLVE_INLINE void face_columns(int face, const T* u, T* columns) const {
    const T* g = geometry(face) + dim * W;
    const Number w_m = Number::load(g), w_p = Number::load(g + W), p = Number::load(g + 2 * W),
                 across = Number::load(g + 3 * W);
    const int Nfp = tables.Nfp;
    for (int lane = 0; lane < W; ++lane) {
      const int at = (index * n_faces + face) * W + lane;
      const std::size_t neighbor = tables.traces.neighbor[at];
      const int *nodes = tables.traces.node_across + tables.traces.permutation[at] * Nfp,
                *places = tables.traces.place_across + tables.traces.permutation[at] * Nfp;
      const T *values = product.x + neighbor * tables.Np, *fluxes = product.Q + neighbor * n_faces * Nfp;
      for (int m = 0; m < Nfp; ++m) {
        columns[2 * m * W + lane] = values[nodes[m]];
        columns[(2 * m + 1) * W + lane] = fluxes[places[m]];
      }
    }
    for (int m = 0; m < Nfp; ++m) {
      Number own_flux;
      for (int lane = 0; lane < W; ++lane)
        own_flux.v[lane] = product.Q[(element(lane) * n_faces + face) * Nfp + m];
      const Number own = Number::load(u + tables.traces.face_nodes[face * Nfp + m] * W);
      const Number jump = own - across * Number::load(columns + 2 * m * W);
      const Number flux = w_m * own_flux - w_p * Number::load(columns + (2 * m + 1) * W) - p * jump;
      (w_m * jump).store(columns + 2 * m * W);
      flux.store(columns + (2 * m + 1) * W);
    }
  }

  /// P_i ← P_i − c_i R_fᵀ M_f w ⟦u⟧; rest ← rest − R_fᵀ M_f φ.
  DGSOLVE_INLINE void subtract_face(int face, const T* columns, T* P, T* rest) const {
    const T* c = geometry(face);
    const int Nfp = tables.Nfp;
    for_panels<R_face>(tables.operators.face_mass, Nfp, Nfp, [&]<int height>(int row, const T* panel) {
      Number sum[height][2];
      set_zero(sum);
      multiply_add(sum, panel, columns, Nfp);
      for (int r = 0; r < height; ++r) {
        if (row + r >= Nfp) continue;
        const int node = tables.traces.face_nodes[face * Nfp + row + r];
        for (int i = 0; i < dim; ++i) {
          T* at = P + (node * dim + i) * W;
          (Number::load(at) - Number::load(c + i * W) * sum[r][0]).store(at);
        }
        (Number::load(rest + node * W) - sum[r][1]).store(rest + node * W);
      }
    });
  }

  /// P_i ← Σ_j G_ij P_j at every node.
  DGSOLVE_INLINE void mix(T* P) const {
    Number G[dim][dim];
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) G[i][j] = Number::load(geometry() + (i * dim + j) * W);
    for (int node = 0; node < tables.Np; ++node, P += dim * W) {
      Number a[dim];
      for (int j = 0; j < dim; ++j) a[j] = Number::load(P + j * W);
      for (int i = 0; i < dim; ++i) {
        Number sum = G[i][0] * a[0];
        for (int j = 1; j < dim; ++j) sum += G[i][j] * a[j];
        sum.store(P + i * W);
      }
    }
  }

  DGSOLVE_INLINE void set_rest(const T* u, T* rest) const {
    if (!tables.cells.has_reaction) {
      for (int node = 0; node < tables.Np; ++node) Number(0).store(rest + node * W);
      return;
    }
    multiply(tables.operators.mass, tables.Np, u, rest);
    const Number factor = Number::load(geometry() + dim * dim * W);
    for (int node = 0; node < tables.Np; ++node)
      (factor * Number::load(rest + node * W)).store(rest + node * W);
  }

  DGSOLVE_INLINE void store_row(int node, const Number& value) const {
    for (int lane = 0; lane < lanes(); ++lane)
      put<T>(product, static_cast<long long>(element(lane)) * tables.Np + node, value.v[lane]);
  }

  DGSOLVE_INLINE void apply(T* scratch) const {
    T *u = scratch, *P = u + tables.Np * W, *rest = P + tables.Np * dim * W, *columns = rest + tables.Np * W;
    load_values(u);
    multiply(tables.operators.weak, tables.Np * dim, u, P);
    mix(P);
    set_rest(u, rest);
    for (int face = 0; face < n_faces; ++face) {
      face_columns(face, u, columns);
      subtract_face(face, columns, P, rest);
    }
    for_panels<R>(tables.operators.divergence, tables.Np, tables.Np * dim,
                  [&]<int height>(int row, const T* panel) {
                    Number sum[height][1];
                    set_zero(sum);
                    multiply_add(sum, panel, P, tables.Np * dim);
                    for (int r = 0; r < height; ++r)
                      if (row + r < tables.Np)
                        store_row(row + r, sum[r][0] + Number::load(rest + (row + r) * W));
                  });
  }

  static void publish_blocks(const host::PenaltyTables<T>& tables, const host::PenaltyProduct<T>& product,
                             int first, int last, T* scratch) {
    for (int block = first; block < last; ++block) PenaltyBlock{tables, product, block}.publish(scratch);
  }
  static void apply_blocks(const host::PenaltyTables<T>& tables, const host::PenaltyProduct<T>& product,
                           int first, int last, T* scratch) {
    for (int block = first; block < last; ++block) PenaltyBlock{tables, product, block}.apply(scratch);
  }
  static constexpr host::PenaltyKernels<T> kernels = {W, R, R_face, &scratch, &publish_blocks, &apply_blocks};
};

}  // namespace DGSOLVE_NAMESPACE
