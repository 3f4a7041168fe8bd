/// The interior penalty operator on blocks of straight cells with constant or varying κ
/// (kernels/elliptic/interior_penalty.hpp has the formulas). First every cell publishes its faces' fluxes F
/// u, then each takes values and fluxes from across; its own it makes again, which is faster than reading
/// them:
///   y = Σ_i d_iᵀ P_i − Σ_f R_fᵀ M_f φ_f + Jλ M u,   P_i = Σ_j G_ij K d_j u − Σ_f c_fi L_f w_f ⟦u⟧.
/// With constant κ, K is 1, and F = Σ_j c_fj B_f d_j and L_f = B_fᵀ M_f, where B_f gives the values of the
/// gradients' functions at the face's nodes. Gradients are then held by their values V d_j at the nodes of
/// degree N − 1, of which those on a face say all there: B_f = I_f V with few columns in I_f. With varying κ,
/// F = C_f T_f Σ_j c_fj d_j and L_f = T_fᵀ C_fᵀ M_f.
#pragma once

#include "kernels/base/polynomials.hpp"
#include "kernels/base/triangle.hpp"
#include "kernels/host/elliptic/interior_penalty_tables.hpp"
#include "kernels/host/simd/prefetch.hpp"
#include "kernels/host/simd/products.hpp"
#include "kernels/host/simd/transpose.hpp"
#include "kernels/host/simd/whole_vectors.hpp"

namespace DGSOLVE_NAMESPACE {

/// order: N, where loops are to have fixed lengths; 0 for any.
template <class T, int dim, bool varying, int order>
struct PenaltyBlock {
  using Number = Pack<T>;
  static constexpr int W = Number::width, n_faces = dim + 1, R = rows_per_panel(1);
  static constexpr int per_face = dim + 4, per_block = dim * dim + 1 + n_faces * per_face;

  /// Two vectors hold a cell's values, and one a face's fluxes.
  static constexpr bool reads_vectors = dim == 3 && order == 3 && W == 16;

  const host::PenaltyTables<T>& tables;
  const host::PenaltyProduct<T>& product;
  const int index;

  DGSOLVE_INLINE int Np() const { return order > 0 ? n_polynomials(dim, order) : tables.Np; }
  DGSOLVE_INLINE int Nfp() const { return order > 0 ? n_polynomials(dim - 1, order) : tables.Nfp; }
  DGSOLVE_INLINE int n_gradient() const {
    return order > 0 ? n_polynomials(dim, order - 1) : tables.n_gradient;
  }
  DGSOLVE_INLINE int n_trace() const {
    return order > 0 ? n_polynomials(dim - 1, order - 1) : tables.n_trace;
  }

  /// Own values; derivatives; P; what reaches a node; two columns of every face; what products of a face
  /// need.
  static std::size_t scratch(const host::PenaltyTables<T>& t) {
    return static_cast<std::size_t>(W) *
           (2 * t.Np + 2 * dim * t.n_gradient + 2 * n_faces * t.Nfp + t.Nfp + 2 * t.n_gradient);
  }

  DGSOLVE_INLINE const T* geometry() const {
    return tables.cells.geometry + layout::block(index, per_block, W);
  }
  /// c, w, w⁺, p, 1 or 0
  DGSOLVE_INLINE const T* geometry(int face) const {
    return geometry() + (dim * dim + 1 + face * per_face) * W;
  }
  DGSOLVE_INLINE const T* kappa_on_face(int face) const {
    const int n = Nfp() * n_trace();
    return tables.cells.kappa_on_face + layout::block(index * n_faces + face, n, W);
  }
  DGSOLVE_INLINE std::size_t element(int lane) const { return tables.cells.element[index * W + lane]; }
  DGSOLVE_INLINE int lanes() const {
    const int left = tables.cells.n - index * W;
    return left < W ? left : W;
  }

  DGSOLVE_INLINE void load_values(T* u) const {
    load_lanes(
        Np(), W, [&](int lane) { return product.x + element(lane) * Np(); }, u);
  }

  /// consume(row, value) for panels of [rows][columns] times u.
  template <class Consume>
  DGSOLVE_INLINE void for_products(const T* panels, int rows, int columns, const T* u,
                                   Consume consume) const {
    for_panels<R>(panels, rows, columns, [&]<int height>(int row, const T* panel) {
      Number sum[height][1];
      set_zero(sum);
      multiply_add(sum, panel, u, columns);
      for (int r = 0; r < height; ++r)
        if (row + r < rows) consume(row + r, sum[r][0]);
    });
  }
  /// to[rows][lane]
  DGSOLVE_INLINE void multiply(const T* panels, int rows, int columns, const T* u, T* to) const {
    for_products(panels, rows, columns, u, [&](int row, const Number& value) { value.store(to + row * W); });
  }
  /// [n_gradient][dim][lane]: d_j u
  DGSOLVE_INLINE void derive(const T* u, T* derivatives) const {
    multiply(tables.operators.gradient, n_gradient() * dim, Np(), u, derivatives);
  }

  /// consume(m, (F u)_m). scratch: [n_gradient + n_trace][lane].
  template <class Consume>
  DGSOLVE_INLINE void for_fluxes(int face, const T* derivatives, T* scratch, Consume consume) const {
    T *along = scratch, *trace = along + n_gradient() * W;
    const T* c = geometry(face);
    const int* nodes = varying ? nullptr : tables.operators.trace_nodes + face * n_trace();
    for (int a = 0; a < (varying ? n_gradient() : n_trace()); ++a) {
      const T* at = derivatives + (varying ? a : nodes[a]) * dim * W;
      Number sum = Number::load(c) * Number::load(at);
      for (int j = 1; j < dim; ++j) sum += Number::load(c + j * W) * Number::load(at + j * W);
      sum.store(along + a * W);
    }
    const T* panels = tables.operators.trace + face * tables.operators.trace_size;
    if constexpr (varying) {
      multiply(panels, n_trace(), n_gradient(), along, trace);
      const T* C = kappa_on_face(face);
      for (int m = 0; m < Nfp(); ++m, C += n_trace() * W) {
        Number sum(0);
        for (int b = 0; b < n_trace(); ++b) sum += Number::load(C + b * W) * Number::load(trace + b * W);
        consume(m, sum);
      }
    } else {
      for_products(panels, Nfp(), n_trace(), along, consume);
    }
  }

  DGSOLVE_INLINE void publish(T* scratch) const {
    prefetch_geometry();
    T *u = scratch, *derivatives = u + Np() * W, *fluxes = derivatives + n_gradient() * dim * W,
      *of_face = fluxes + n_faces * Nfp() * W;
    load_values(u);
    derive(u, derivatives);
    for (int face = 0; face < n_faces; ++face)
      for_fluxes(face, derivatives, of_face,
                 [&](int m, const Number& flux) { flux.store(fluxes + (face * Nfp() + m) * W); });
    const int n = n_faces * Nfp();
    take_lanes(n, W, lanes(), fluxes, [&]<class Values>(int lane, int i, const Values& values) {
      put_values(values, product.Q + element(lane) * n + i);
    });
  }

  /// [n_faces][Nfp][lane]: values and fluxes from across. All faces at once, and long before they are
  /// needed: none then waits for memory.
  DGSOLVE_INLINE void load_across(T* values, T* fluxes) const {
    if constexpr (reads_vectors) return load_vectors_across(values, fluxes);
    const int Nfp = this->Nfp();
    for (int face = 0; face < n_faces; ++face)
      for (int lane = 0; lane < W; ++lane) {
        const int at = (index * n_faces + face) * W + lane;
        const std::size_t neighbor = tables.traces.neighbor[at];
        const int *nodes = tables.traces.node_across + tables.traces.permutation[at] * Nfp,
                  *places = tables.traces.place_across + tables.traces.permutation[at] * Nfp;
        const T *x = product.x + neighbor * Np(), *Q = product.Q + neighbor * n_faces * Nfp;
        for (int m = 0; m < Nfp; ++m) {
          values[(face * Nfp + m) * W + lane] = x[nodes[m]];
          fluxes[(face * Nfp + m) * W + lane] = Q[places[m]];
        }
      }
  }

  /// The same by whole vectors.
  DGSOLVE_INLINE void load_vectors_across(T* values, T* fluxes) const {
    constexpr int Np = n_polynomials(dim, order), Nfp = n_polynomials(dim - 1, order);
    using Vector = Whole<T>;
    const host::PenaltyTraces& traces = tables.traces;
    for (int face = 0; face < n_faces; ++face, values += Nfp * W, fluxes += Nfp * W) {
      const int *neighbor = traces.neighbor + (index * n_faces + face) * W,
                *row = traces.permutation + (index * n_faces + face) * W;
      const auto value = [&](int lane) {
        const T* x = product.x + static_cast<std::size_t>(neighbor[lane]) * Np;
        return Vector::pick(Vector::load(x), Vector::load(x + Np - W), traces.value_across + row[lane] * W);
      };
      const auto flux = [&](int lane) {
        const T* Q = product.Q + static_cast<std::size_t>(neighbor[lane]) * (n_faces * Nfp);
        const auto found = Vector::load(Q + traces.first_flux[row[lane]]);
        return Vector::pick(found, found, traces.flux_across + row[lane] * W);
      };
      load_picked<T, Nfp>(value, values);
      load_picked<T, Nfp>(flux, fluxes);
    }
  }

  /// Values and fluxes from across [Nfp][lane] become w ⟦u⟧ and φ.
  DGSOLVE_INLINE void face_columns(int face, const T* u, const T* derivatives, T* jump, T* flux,
                                   T* scratch) const {
    const T* g = geometry(face) + dim * W;
    const Number w_m = Number::load(g), w_p = Number::load(g + W), p = Number::load(g + 2 * W),
                 across = Number::load(g + 3 * W);
    for_fluxes(face, derivatives, scratch, [&](int m, const Number& own_flux) {
      const Number own = Number::load(u + tables.traces.face_nodes[face * Nfp() + m] * W);
      const Number difference = own - across * Number::load(jump + m * W);
      (w_m * own_flux - w_p * Number::load(flux + m * W) - p * difference).store(flux + m * W);
      (w_m * difference).store(jump + m * W);
    });
  }

  /// P_i ← P_i − c_i L_f w ⟦u⟧. scratch: [Nfp + n_trace][lane].
  DGSOLVE_INLINE void subtract_jump(int face, const T* jump, T* P, T* scratch) const {
    const T *c = geometry(face), *panels = tables.operators.lift + face * tables.operators.lift_size;
    const auto subtract = [&](int a, const Number& lifted) {
      for (int i = 0; i < dim; ++i) {
        T* at = P + (a * dim + i) * W;
        (Number::load(at) - Number::load(c + i * W) * lifted).store(at);
      }
    };
    if constexpr (varying) {
      T *moments = scratch, *trace = moments + Nfp() * W;
      multiply(tables.operators.face_mass, Nfp(), Nfp(), jump, moments);
      const T* C = kappa_on_face(face);
      for (int b = 0; b < n_trace(); ++b) {
        Number sum(0);
        for (int m = 0; m < Nfp(); ++m)
          sum += Number::load(C + (m * n_trace() + b) * W) * Number::load(moments + m * W);
        sum.store(trace + b * W);
      }
      for_products(panels, n_gradient(), n_trace(), trace, subtract);
    } else {
      for_products(panels, n_gradient(), Nfp(), jump, subtract);
    }
  }

  /// rest ← rest − R_fᵀ M_f φ
  DGSOLVE_INLINE void subtract_flux(int face, const T* flux, T* rest) const {
    for_products(tables.operators.face_mass, Nfp(), Nfp(), flux, [&](int m, const Number& value) {
      T* at = rest + tables.traces.face_nodes[face * Nfp() + m] * W;
      (Number::load(at) - value).store(at);
    });
  }

  /// P_i = Σ_j G_ij K d_j u
  DGSOLVE_INLINE void weight(const T* derivatives, T* P) const {
    Number G[dim][dim];
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) G[i][j] = Number::load(geometry() + (i * dim + j) * W);
    const int n = n_gradient();
    const int n_moments = static_cast<int>(triangle_size(n));
    const T* K = varying ? tables.cells.kappa_moments + layout::block(index, n_moments, W) : nullptr;
    for (int a = 0; a < n; ++a) {
      Number d[dim];
      for (int j = 0; j < dim; ++j)
        d[j] = varying ? Number(0) : Number::load(derivatives + (a * dim + j) * W);
      if constexpr (varying)
        for (int b = 0; b < n; ++b) {
          const Number factor = Number::load(K + triangle_index(a, b) * W);
          for (int j = 0; j < dim; ++j) d[j] += factor * Number::load(derivatives + (b * dim + j) * W);
        }
      for (int i = 0; i < dim; ++i) {
        Number sum = G[i][0] * d[0];
        for (int j = 1; j < dim; ++j) sum += G[i][j] * d[j];
        sum.store(P + (a * dim + i) * W);
      }
    }
  }

  DGSOLVE_INLINE void set_rest(const T* u, T* rest) const {
    if (!tables.cells.has_reaction) {
      for (int node = 0; node < Np(); ++node) Number(0).store(rest + node * W);
      return;
    }
    const Number factor = Number::load(geometry() + dim * dim * W);
    for_products(tables.operators.mass, Np(), Np(), u,
                 [&](int node, const Number& value) { (factor * value).store(rest + node * W); });
  }

  /// rest ← rest + Σ_i d_iᵀ P_i
  DGSOLVE_INLINE void add_divergence(const T* P, T* rest) const {
    for_products(tables.operators.divergence, Np(), n_gradient() * dim, P,
                 [&](int node, const Number& value) {
                   T* at = rest + node * W;
                   (Number::load(at) + value).store(at);
                 });
  }

  /// y ← α rows + β b, rows [Np][lane].
  DGSOLVE_INLINE void store_rows(const T* rows) const {
    const int Np = this->Np();
    take_lanes(Np, W, lanes(), rows, [&]<class Values>(int lane, int node, const Values& values) {
      put(product, static_cast<long long>(element(lane) * Np + node), values);
    });
  }

  /// The next block's factors.
  DGSOLVE_INLINE void prefetch_geometry() const { prefetch(geometry() + per_block * W, per_block * W); }

  /// The same, and what the next block reads across its faces; who its neighbours are, the block before
  /// has asked for.
  DGSOLVE_INLINE void prefetch_next() const {
    const std::size_t next = index + 1;
    prefetch_geometry();
    prefetch(tables.traces.neighbor + (next + 1) * n_faces * W, n_faces * W);
    prefetch(tables.traces.permutation + (next + 1) * n_faces * W, n_faces * W);
    if constexpr (varying) {
      const std::size_t moments = triangle_size(n_gradient()) * W, on_faces = n_faces * Nfp() * n_trace() * W;
      prefetch(tables.cells.kappa_moments + next * moments, moments);
      prefetch(tables.cells.kappa_on_face + next * on_faces, on_faces);
    }
    if (static_cast<int>(next) * W >= tables.cells.n) return;
    for (std::size_t at = next * n_faces * W; at < (next + 1) * n_faces * W; ++at) {
      const std::size_t neighbor = tables.traces.neighbor[at];
      const int place = tables.traces.place_across[tables.traces.permutation[at] * Nfp()];
      prefetch_anywhere(product.x + neighbor * Np(), Np());
      prefetch_anywhere(product.Q + (neighbor * n_faces + place / Nfp()) * Nfp(), Nfp());
    }
  }

  DGSOLVE_INLINE void apply(T* scratch) const {
    prefetch_next();
    const int gradient = n_gradient() * dim * W, faces = n_faces * Nfp() * W;
    T *u = scratch, *derivatives = u + Np() * W, *P = derivatives + gradient, *rest = P + gradient,
      *across = rest + Np() * W, *fluxes = across + faces, *of_face = fluxes + faces;
    load_values(u);
    load_across(across, fluxes);
    derive(u, derivatives);
    weight(derivatives, P);
    set_rest(u, rest);
    for (int face = 0; face < n_faces; ++face) {
      T *jump = across + face * Nfp() * W, *flux = fluxes + face * Nfp() * W;
      face_columns(face, u, derivatives, jump, flux, of_face);
      subtract_jump(face, jump, P, of_face);
      subtract_flux(face, flux, rest);
    }
    add_divergence(P, rest);
    store_rows(rest);
  }

  static void publish_blocks(const host::PenaltyTables<T>& tables, const host::PenaltyProduct<T>& product,
                             int first, int last, T* scratch) {
    for (int block = first; block < last; ++block) PenaltyBlock{tables, product, block}.publish(scratch);
  }
  static void apply_blocks(const host::PenaltyTables<T>& tables, const host::PenaltyProduct<T>& product,
                           int first, int last, T* scratch) {
    for (int block = first; block < last; ++block) PenaltyBlock{tables, product, block}.apply(scratch);
  }
  static void volume(const host::PenaltyTables<T>& tables, int index, const T* u, T* y, T* scratch) {
    const host::PenaltyProduct<T> none{};
    const PenaltyBlock block{tables, none, index};
    T *derivatives = scratch, *P = derivatives + block.n_gradient() * dim * W;
    prefetch(block.geometry() + per_block * W, (dim * dim + 1) * W);
    block.derive(u, derivatives);
    block.weight(derivatives, P);
    block.set_rest(u, y);
    block.add_divergence(P, y);
  }
  static constexpr host::PenaltyKernels<T> kernels = {
      W, R, reads_vectors, &scratch, &publish_blocks, &apply_blocks, &volume};
};

template <class T>
const host::PenaltyKernels<T>* choose_penalty_kernels(int dim, int order, bool varying) {
  if (dim == 2)
    return varying ? &PenaltyBlock<T, 2, true, 0>::kernels : &PenaltyBlock<T, 2, false, 0>::kernels;
  if (varying) return &PenaltyBlock<T, 3, true, 0>::kernels;
  // A third to a half of the time of short products goes into loops of unknown length.
  return order == 1   ? &PenaltyBlock<T, 3, false, 1>::kernels
         : order == 2 ? &PenaltyBlock<T, 3, false, 2>::kernels
         : order == 3 ? &PenaltyBlock<T, 3, false, 3>::kernels
                      : &PenaltyBlock<T, 3, false, 0>::kernels;
}

}  // namespace DGSOLVE_NAMESPACE
