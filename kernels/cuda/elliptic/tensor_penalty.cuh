/// The interior penalty operator on straight cells with constant coefficients by tensor cores, in one pass.
///
/// A derivative of a polynomial of degree N has degree N − 1: with functions q that are orthonormal in the
/// reference cell and span these, D_j u = q·d_j u, and the formulas of kernels/elliptic/interior_penalty.hpp
/// become
///   y = Σ_i d_iᵀ Σ_j G_ij (d_j u + Σ_f n_fj L_f w ⟦u⟧) + Jλ M u
///       + Σ_f R_fᵀ M_f [w⁺(F u)⁺ − w F u + p ⟦u⟧],   F_f u = −Σ_ij n_fi G_ij (d_j u on the face),
/// where L_f is the adjoint of the trace, and n_f = e_v on the face that does not touch vertex v > 0, −(1, 1,
/// 1) on that which does not touch vertex 0: on straight cells c_f = −Σ_i n_fi G_i. So all operators are
/// constant matrices, and what a cell's shape adds are factors of its row.
///
/// The flux across is found from all of the neighbour's nodes: that moves fewer bytes than a pass that stores
/// fluxes and one that reads them. Nodes are taken in such an order that every neighbour looks as if it were
/// met at its face 0.
///
/// A warp takes sixteen cells, a tile, from beginning to end, and keeps all sums in registers
/// (kernels/cuda/tensor/panel.cuh). A block stays on its multiprocessor and takes tile after tile, with the
/// operators in shared memory: from the L1 cache they would stand in line behind neighbours' values.
///
/// Vectors and tables may be in single precision: what is computed is in double, for which a product of
/// tensor cores is one and not three (kernels/cuda/tensor/fragments.cuh).
#pragma once

#include "kernels/cuda/algebra/linear_algebra.cuh"
#include "kernels/cuda/elliptic/penalty_arguments.hpp"
#include "kernels/cuda/elliptic/tile_layout.hpp"
#include "kernels/cuda/tensor/panel.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct TensorPenalty {
  using T = double;
  using Stored = typename C::Real;  ///< numbers of vectors and tables
  static constexpr int dim = C::dim, Np = C::Np, Nfp = C::Nfp, n_faces = dim + 1;
  static constexpr PenaltyOperators operators{dim, C::N};
  static constexpr int Nq = operators.Nq, Nfq = operators.Nfq, Nfq_groups = column_groups(Nfq);
  static constexpr TileBlock block{dim, C::N};
  static constexpr int warps = block.warps, threads = 32 * warps, pitch = block.pitch;
  /// Faces whose own fluxes are made side by side. Where a warp has all registers a lane can have, and they
  /// do not suffice, one: that halves what is spilled (N = 5: 2,200 to 1,224 bytes).
  static constexpr int own_fluxes_at_once = block.holds_operators ? n_faces : 1;
  using Gradient = Vec<Panel<T, Nq>, dim>;
  using Flux = Panel<T, Nfq>;
  using Rows = Two<T>;  ///< a number for each of the lane's rows

  struct alignas(16) OfWarp {
    T u[tile_cells * pitch];               ///< [cell][node]
    Rows flux[n_faces * Nfq_groups * 32];  ///< [face][group][lane]: −w F u, each lane's own
  };
  struct alignas(16) Shared {
    T matrices[block.holds_operators ? operators.mass : 2];  ///< the operators but for M
    OfWarp of_warp[warps];
    BulkCopies copies;
  };
  static_assert(sizeof(Shared) <= block.shared_bytes);

  const PenaltyArguments<Stored>& a;
  Shared& shared;
  long long tile = blockIdx.x * warps + threadIdx.x / 32;  ///< that the warp is at

  DGSOLVE_INLINE OfWarp& own() const { return shared.of_warp[threadIdx.x / 32]; }
  DGSOLVE_INLINE int g() const { return threadIdx.x % 32 / 4; }
  DGSOLVE_INLINE int t() const { return threadIdx.x % 4; }
  /// The lane's first or second cell, which may lie behind the last one.
  DGSOLVE_INLINE long long place(int row) const { return tile * tile_cells + g() + 8 * row; }
  DGSOLVE_INLINE long long element(int row) const {
    return a.straight.element[place(row) < a.straight.n ? place(row) : a.straight.n - 1];
  }
  /// The i-th of those that begin at a place of PenaltyOperators.
  template <int columns, int rows>
  DGSOLVE_INLINE const T* operator_at(int first, int i) const {
    const int at = first + i * operator_numbers(columns, rows);
    if constexpr (block.holds_operators)
      return shared.matrices + at;
    else
      return a.tiles.operators + at;
  }

  // What is known of a cell, by its place among `tile_values`.
  static constexpr int reaction = dim * (dim + 1) / 2;
  static constexpr int of_face(int face) { return reaction + 1 + face * (2 + dim); }
  /// n_fj
  static DGSOLVE_INLINE T normal(int face, int j) { return T(face == 0 ? -1 : face == j + 1 ? 1 : 0); }
  struct FaceFactors {
    Rows p, w, across[dim];  ///< across: of what is derived there, to make w⁺(F u)⁺
  };
  DGSOLVE_INLINE FaceFactors face_factors(int face) const {
    FaceFactors factors{rows_of(of_face(face)), rows_of(of_face(face) + 1), {}};
    for (int j = 0; j < dim; ++j) factors.across[j] = rows_of(of_face(face) + 2 + j);
    return factors;
  }
  DGSOLVE_INLINE Rows rows_of(int value) const {
    const Two<Stored> rows = a.tiles.values[(tile * tile_values(dim) + value) * 8 + g()];
    return {{rows.v[0], rows.v[1]}};
  }

  /// The lane's nodes among n columns, from a row of a table.
  template <int n>
  struct Columns {
    unsigned short of[lane_columns(n)];
    DGSOLVE_INLINE Columns(const EightColumns* table, int row, int t) {
      constexpr int words = lane_columns(n) / 8;
      for (int i = 0; i < words; ++i) {
        const EightColumns eight = load_words(table + (row * 4 + t) * words + i);
        for (int k = 0; k < 8; ++k) of[8 * i + k] = eight.of[k];
      }
    }
  };

  /// The tile's values, which are left in shared memory too.
  DGSOLVE_INLINE Panel<T, Np> load_own() const {
    Panel<T, Np> u;
    const long long first[2] = {element(0) * Np, element(1) * Np};
    u.for_each([&](T& value, int group, int row) {
      const int node = u.column(group);
      value = a.blend.x[first[row] + (node < Np ? node : Np - 1)];
    });
    u.for_each([&](T& value, int group, int row) {
      if (u.column(group) < Np) own().u[(g() + 8 * row) * pitch + u.column(group)] = value;
    });
    __syncwarp();
    return u;
  }
  DGSOLVE_INLINE Panel<T, Np> load_across(const TileFaces& met) const {
    Panel<T, Np> u;
    for (int row = 0; row < 2; ++row) {
      const Stored* const from =
          met.neighbor[row] < 0 ? a.tiles.zeros : a.blend.x + static_cast<long long>(met.neighbor[row]) * Np;
      const Columns<Np> columns(a.tiles.columns_across, met.row[row] < 0 ? ~met.row[row] : met.row[row], t());
      for (int group = 0; group < u.groups; ++group) u.v[group][row] = from[columns.of[group]];
    }
    return u;
  }
  DGSOLVE_INLINE TileFaces met_at(int face) const { return a.tiles.faces[(tile * n_faces + face) * 8 + g()]; }

  DGSOLVE_INLINE Rows stiffness(int i, int j) const {
    return rows_of(i > j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i);
  }
  /// Σ_j G_ij d_j
  DGSOLVE_INLINE Panel<T, Nq> times_stiffness(int i, const Gradient& d) const {
    Panel<T, Nq> product;
    for (int j = 0; j < dim; ++j) add(stiffness(i, j), d[j], product);
    return product;
  }
  /// −w F u of a face.
  DGSOLVE_INLINE Flux own_flux(int face, const Gradient& d) const {
    const Rows w = rows_of(of_face(face) + 1);
    Panel<T, Nq> along;
    for (int j = 0; j < dim; ++j) {
      Rows factor{};
      for (int i = 0; i < dim; ++i)
        for (int row = 0; row < 2; ++row)
          if (face == 0 || face == i + 1)
            factor.v[row] += normal(face, i) * w.v[row] * stiffness(i, j).v[row];
      add(factor, d[j], along);
    }
    Flux flux;
    add_product<Nq>(operator_at<Nq, Nfq>(operators.own_flux, face), along, flux);
    return flux;
  }
  // Fluxes wait for their faces' turn in shared memory, or registers would not suffice.
  DGSOLVE_INLINE Rows& kept_flux(int face, int group) const {
    return own().flux[(face * Nfq_groups + group) * 32 + threadIdx.x % 32];
  }
  DGSOLVE_INLINE void keep_flux(int face, const Flux& flux) const {
    for (int group = 0; group < Flux::groups; ++group)
      kept_flux(face, group) = {{flux.v[group][0], flux.v[group][1]}};
  }
  DGSOLVE_INLINE Flux fetch_flux(int face) const {
    Flux flux;
    for (int group = 0; group < Flux::groups; ++group) {
      const Rows rows = kept_flux(face, group);
      for (int row = 0; row < 2; ++row) flux.v[group][row] = rows.v[row];
    }
    return flux;
  }
  /// flux += w⁺(F u)⁺, from all values across.
  DGSOLVE_INLINE void add_flux_across(const FaceFactors& factors, const Panel<T, Np>& u, Flux& flux) const {
    for (int j = 0; j < dim; ++j) {
      Flux derivative;
      if (j < dim - 1)
        add_product<Nfp>(operator_at<Nfp, Nfq>(operators.flux_along, j), u, derivative);
      else
        add_product<Np>(operator_at<Np, Nfq>(operators.flux_inward, 0), u, derivative);
      add(factors.across[j], derivative, flux);
    }
  }
  DGSOLVE_INLINE Panel<T, Nfp> jump_at(int face, const Panel<T, Np>& across) const {
    const Columns<Nfp> nodes(a.tiles.face_columns, face, t());
    Panel<T, Nfp> jump;
    jump.for_each([&](T& value, int group, int row) {
      value = own().u[(g() + 8 * row) * pitch + nodes.of[group]] - across.v[group][row];
    });
    return jump;
  }
  /// y += R_fᵀ M_f w⁺(F u)⁺ where neighbours have published it: rare, so that it has a branch and a product
  /// of its own.
  DGSOLVE_INLINE void add_published_flux(int face, const TileFaces& met, const Rows& w,
                                         Panel<T, Np>& y) const {
    if (ballot(met.row[0] < 0 || met.row[1] < 0) == 0) return;
    Panel<T, Nfp> flux;
    flux.for_each([&](T& value, int group, int row) {
      if (met.row[row] >= 0 || flux.column(group) >= Nfp) return;
      const int place = a.traces.across[~met.row[row] * Nfp + flux.column(group)].place;
      value = (1 - w.v[row]) * a.fluxes[static_cast<long long>(met.neighbor[row]) * n_faces * Nfp + place];
    });
    add_product<Nfp>(operator_at<Nfp, Np>(operators.lift_jump, face), flux, y);
  }
  /// d += n_f L_f (w ⟦u⟧)
  DGSOLVE_INLINE void add_to_gradient(int face, const Panel<T, Nfp>& jump, Gradient& d) const {
    Panel<T, Nq> lifted;
    add_product<Nfp>(operator_at<Nfp, Nq>(operators.lift_gradient, face), jump, lifted);
    for (int j = 0; j < dim; ++j) add({normal(face, j), normal(face, j)}, lifted, d[j]);
  }

  /// What a face adds to y, and to d.
  DGSOLVE_INLINE void meet_neighbor(int face, const TileFaces& met, const Panel<T, Np>& across, Gradient& d,
                                    Panel<T, Np>& y) const {
    const FaceFactors factors = face_factors(face);
    Flux flux = fetch_flux(face);
    add_flux_across(factors, across, flux);
    add_product<Nfq>(operator_at<Nfq, Np>(operators.lift_flux, face), flux, y);
    const Panel<T, Nfp> jump = jump_at(face, across);
    add_product<Nfp>(operator_at<Nfp, Np>(operators.lift_jump, face), scaled(factors.p, jump), y);
    add_to_gradient(face, scaled(factors.w, jump), d);
    add_published_flux(face, met, factors.w, y);
  }

  DGSOLVE_INLINE void store(Panel<T, Np>& y) const {
    const long long first[2] = {element(0) * Np, element(1) * Np};
    const auto for_results = [&](auto body) {
      y.for_each([&](T& value, int group, int row) {
        if (place(row) < a.straight.n && y.column(group) < Np)
          body(first[row] + y.column(group), static_cast<Stored>(value), group, row);
      });
    };
    if (a.blend.sum != nullptr)
      return for_results([&](long long i, Stored value, int, int) { put(a.blend, i, value); });
    Panel<Stored, Np> b;
    if (a.blend.beta != 0)  // all are asked for before the first is used
      b.for_each([&](Stored& value, int group, int row) {
        const int node = b.column(group);
        value = a.blend.b[first[row] + (node < Np ? node : Np - 1)];
      });
    for_results([&](long long i, Stored value, int group, int row) {
      a.blend.y[i] = a.blend.alpha * value + a.blend.beta * b.v[group][row];
    });
  }

  DGSOLVE_INLINE void apply_to_tile() const {
    const Panel<T, Np> u = load_own();
    Panel<T, Np> y;
    if (a.straight.has_reaction != 0)
      add_product<Np>(a.tiles.operators + operators.mass, scaled(rows_of(reaction), u), y);
    Gradient d;
    DGSOLVE_UNROLL
    for (int j = 0; j < dim; ++j) add_product<Np>(operator_at<Np, Nq>(operators.gradient, j), u, d[j]);
    DGSOLVE_UNROLL_BY(own_fluxes_at_once)
    for (int f = 0; f < n_faces; ++f) keep_flux(f, own_flux(f, d));
    TileFaces met = met_at(0);
    DGSOLVE_UNROLL_BY(1)  // side by side, faces would take more registers than there are
    for (int f = 0; f < n_faces; ++f) {
      const Panel<T, Np> across = load_across(met);
      const TileFaces next = met_at(f + 1 < n_faces ? f + 1 : f);
      meet_neighbor(f, met, across, d, y);
      met = next;
    }
    DGSOLVE_UNROLL
    for (int i = 0; i < dim; ++i)
      add_product<Nq>(operator_at<Nq, Np>(operators.divergence, i), times_stiffness(i, d), y);
    store(y);
  }

  DGSOLVE_INLINE void apply() {
    if constexpr (block.holds_operators) {
      if (threadIdx.x == 0) {
        shared.copies.expect(sizeof shared.matrices);
        shared.copies.start(shared.matrices, a.tiles.operators, sizeof shared.matrices);
      }
      __syncthreads();
      shared.copies.wait();
    }
    wait_for_earlier_work();
    for (; tile * tile_cells < a.straight.n; tile += a.tiles.n_warps) {
      apply_to_tile();
      __syncwarp();  // what lanes read of one another may be overwritten
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
