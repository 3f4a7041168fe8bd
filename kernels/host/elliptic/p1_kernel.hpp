/// The interior penalty operator for linear functions on straight tetrahedra with constant κ
/// (kernels/elliptic/interior_penalty.hpp has the formulas). Gradients are constants, so that a neighbour's
/// flux is a sum over its four values, and no cell has to publish fluxes. A face's mass matrix is m (1 + δ).
/// With the neighbour's values u⁺ at the face's nodes, u⁺_o at its fourth, and s = Σ_n u⁺_n, a face adds to
/// A_ee u
///   y_n += Σ_k a_k (u⁺_k − u⁺_o) − p m (u⁺_n + s) + b_n s,   y_o −= s Σ_n b_n,
///   a_k = 4m w⁺ (F⁺)_k,   b_n = 4m w F_n.
#pragma once

#include "kernels/base/triangle.hpp"
#include "kernels/host/elliptic/p1_tables.hpp"
#include "kernels/host/simd/layout.hpp"
#include "kernels/host/simd/pack.hpp"
#include "kernels/host/simd/prefetch.hpp"
#include "kernels/host/simd/transpose.hpp"

namespace DGSOLVE_NAMESPACE {

template <class T>
struct P1Block {
  using Number = Pack<T>;
  static constexpr int W = Number::width, Np = 4, Nfp = 3, n_faces = 4;
  static constexpr int own = 10, per_face = 2 * Nfp + 1, per_block = own + n_faces * per_face;

  const host::P1Tables<T>& tables;
  const Blend<T>& product;
  const int index;

  DGSOLVE_INLINE const T* factors() const { return tables.factors + layout::block(index, per_block, W); }
  DGSOLVE_INLINE int lanes() const {
    const int left = tables.K - index * W;
    return left < W ? left : W;
  }
  DGSOLVE_INLINE std::size_t cell(int lane) const {
    return static_cast<std::size_t>(index) * W + (lane < lanes() ? lane : lanes() - 1);
  }

  /// [n_faces][Np][lane]: values from across, at the face's nodes in our order, then at the fourth.
  DGSOLVE_INLINE void load_across(T* values) const {
    for (int face = 0; face < n_faces; ++face) {
      const std::size_t at = layout::block(index, n_faces, W) + face * W;
      load_lanes_in_order(
          W, [&](int lane) { return product.x + static_cast<std::size_t>(tables.neighbor[at + lane]) * Np; },
          [&](int lane) { return tables.order + tables.permutation[at + lane] * Np; },
          values + face * Np * W);
    }
  }

  /// rows ← A_ee u
  DGSOLVE_INLINE void multiply_own(const T* u, T* rows) const {
    for (int i = 0; i < Np; ++i) {
      Number sum(0);
      for (int k = 0; k < Np; ++k)
        sum += Number::load(factors() + triangle_index(i, k) * W) * Number::load(u + k * W);
      sum.store(rows + i * W);
    }
  }

  /// across: [Np][lane].
  DGSOLVE_INLINE void add_face(int face, const T* across, T* rows) const {
    const T *a = factors() + (own + face * per_face) * W, *b = a + Nfp * W, *pm = b + Nfp * W;
    const int* nodes = tables.face_nodes + face * Nfp;
    const Number fourth = Number::load(across + Nfp * W);
    Number flux(0), s(0), sum_b(0);
    for (int n = 0; n < Nfp; ++n) {
      const Number value = Number::load(across + n * W);
      flux += Number::load(a + n * W) * (value - fourth);
      s += value;
      sum_b += Number::load(b + n * W);
    }
    const Number penalty = Number::load(pm), same = flux - penalty * s;
    for (int n = 0; n < Nfp; ++n) {
      T* row = rows + nodes[n] * W;
      (Number::load(row) + same - penalty * Number::load(across + n * W) + Number::load(b + n * W) * s)
          .store(row);
    }
    T* row = rows + (0 + 1 + 2 + 3 - nodes[0] - nodes[1] - nodes[2]) * W;
    (Number::load(row) - sum_b * s).store(row);
  }

  /// The next block's factors and neighbours; who these are, the block before has asked for.
  DGSOLVE_INLINE void prefetch_next() const {
    const std::size_t next = index + 1, sides = n_faces * W;
    prefetch(factors() + per_block * W, per_block * W);
    prefetch(tables.neighbor + (next + 1) * sides, sides);
    prefetch(tables.permutation + (next + 1) * sides, sides);
    if (static_cast<int>(next) * W >= tables.K) return;
    for (std::size_t at = next * sides; at < (next + 1) * sides; ++at)
      prefetch(product.x + static_cast<std::size_t>(tables.neighbor[at]) * Np, 1);
  }

  DGSOLVE_INLINE void apply() const {
    prefetch_next();
    alignas(64) T u[Np * W], across[n_faces * Np * W], rows[Np * W];
    load_lanes(
        Np, W, [&](int lane) { return product.x + cell(lane) * Np; }, u);
    load_across(across);
    multiply_own(u, rows);
    for (int face = 0; face < n_faces; ++face) add_face(face, across + face * Np * W, rows);
    take_lanes(Np, W, lanes(), rows, [&]<class Values>(int lane, int node, const Values& values) {
      put(product, static_cast<long long>(cell(lane) * Np + node), values);
    });
  }

  static void apply_blocks(const host::P1Tables<T>& tables, const Blend<T>& product, int first, int last) {
    for (int block = first; block < last; ++block) P1Block{tables, product, block}.apply();
  }
  static constexpr host::P1Kernel<T> kernel = {W, &apply_blocks};
};

}  // namespace DGSOLVE_NAMESPACE
