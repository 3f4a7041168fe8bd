/// The gradients of a viscous flux (gradient.cuh) by tensor cores: a block takes eight cells, and each of its
/// warps eight of their nodes. Variables and jumps stand in shared memory; rows of products are two of a
/// cell's variables.
#pragma once

#include "kernels/cuda/tensor/row_products.cuh"
#include "kernels/cuda/waves/cells/chained_layout.hpp"
#include "kernels/cuda/waves/cells/gradient.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct ChainedGradient {
  using Pass = GradientPass<C>;
  using P = typename C::Equation;
  using T = typename C::Real;
  using Variables = typename Pass::Variables;
  static constexpr int dim = Pass::dim, n = Pass::n, Np = C::Np, Nfp = C::Nfp,
                       n_face_nodes = Pass::n_face_nodes;
  static constexpr GradientLayout layout{dim, n, Np, n_face_nodes, sizeof(T)};
  static constexpr int elements = tensor_elements, threads = layout.threads();
  static constexpr int node_steps = product_steps(Np), face_steps = product_steps(n_face_nodes);

  /// The place of the other side's variables that a face takes.
  struct alignas(8) Link {
    int slot;   ///< < 0: the face takes none
    int nodes;  ///< first of TraceArguments::neighbor_nodes
  };

  struct alignas(128) Shared {
    /// [element][node][variable], [element][face node][variable]: ŵ − w; then the records of gradients.
    T values[layout.values()];
    Link links[elements * 4];
    unsigned at_boundaries;  ///< faces of the block, a bit each
  };
  static_assert(sizeof(Shared) <= layout.shared_bytes());

  const Arguments<C>& arguments;
  Shared& shared;
  const int first, last, block, lane;  ///< the first slot, the group's last, the warp's block of nodes
  const Coefficients<C> c;             ///< of all cells

  DGSOLVE_INLINE ChainedGradient(const Arguments<C>& arguments, Shared& shared)
      : arguments(arguments),
        shared(shared),
        first(arguments.group.begin + static_cast<int>(blockIdx.x) * elements),
        last(arguments.group.end - 1),
        block(static_cast<int>(threadIdx.x / 32)),
        lane(static_cast<int>(threadIdx.x % 32)),
        c(load_coefficients<C>(arguments, last, 0)) {}

  /// A place beyond the last element computes what is never stored.
  DGSOLVE_INLINE Pass pass(int element) const {
    return {arguments, first + element < last ? first + element : last};
  }

  DGSOLVE_INLINE T* variables_of(int element) const { return shared.values + element * layout.own_stride(); }
  DGSOLVE_INLINE T* jumps_of(int element) const {
    return shared.values + elements * layout.own_stride() + element * layout.jump_stride();
  }
  static DGSOLVE_INLINE void put(const Variables& values, T* to) {
    for (int i = 0; i < n; ++i) to[i] = values[i];
  }
  DGSOLVE_INLINE Variables variables_at(int slot, int node) const {
    return P::gradient_variables(load_state<C>(arguments, slot, node), c);
  }
  /// One warp links all faces, a lane each.
  DGSOLVE_INLINE void link_faces() const {
    const bool has_face = lane < elements * (dim + 1);
    const int slot = pass(has_face ? lane / (dim + 1) : 0).slot;
    const long long side = static_cast<long long>(slot) * (dim + 1) + (has_face ? lane % (dim + 1) : 0);
    const Face met = load_words(arguments.traces.faces + side);
    const T takes = arguments.viscous.faces[side * 2];
    const bool has_nodes = has_neighbor<C>(met);
    shared.links[lane] = has_nodes && takes != T(0) ? Link{met.neighbor, met.permutation * Nfp} : Link{-1, 0};
    const unsigned at_boundaries = ballot(has_face && !has_nodes);
    if (lane == 0) shared.at_boundaries = at_boundaries;
  }
  DGSOLVE_INLINE void load_variables() const {
    DGSOLVE_UNROLL_BY(2)
    for (int i = threadIdx.x; i < elements * Np; i += threads)
      put(variables_at(pass(i / Np).slot, i % Np), variables_of(i / Np) + i % Np * n);
  }
  /// Behind a barrier that follows load_variables and link_faces.
  DGSOLVE_INLINE void load_jumps() const {
    DGSOLVE_UNROLL_BY(2)
    for (int i = threadIdx.x; i < elements * n_face_nodes; i += threads)
      put(jump(i / n_face_nodes, i % n_face_nodes), jumps_of(i / n_face_nodes) + i % n_face_nodes * n);
  }
  DGSOLVE_INLINE Variables jump(int element, int m) const {
    const Link link = shared.links[element * (dim + 1) + m / Nfp];
    if (link.slot < 0) return {};
    Variables w = variables_at(link.slot, arguments.traces.neighbor_nodes[link.nodes + m % Nfp]);
    const T* const own = variables_of(element) + arguments.traces.face_nodes[m] * n;
    for (int i = 0; i < n; ++i) w[i] -= own[i];
    return w;
  }
  /// Projected from points, a thread a point and then a node, for as many of the block's faces at boundaries
  /// at once as it has threads; behind a barrier that follows load_jumps.
  DGSOLVE_INLINE void load_boundary_jumps() const {
    constexpr int n_faces = dim + 1, Nfq = C::Nfq, at_once = threads / Nfq;
    static_assert(at_once > 0);
    const unsigned faces = shared.at_boundaries;
    T* const at_points = jumps_of(elements);
    const int i = threadIdx.x;
    for (int first_face = 0; first_face < count_bits(faces); first_face += at_once) {
      const int rest = count_bits(faces) - first_face, n_now = rest < at_once ? rest : at_once;
      if (i < n_now * Nfq) {
        const int face = nth_bit(faces, first_face + i / Nfq);
        put(jump_at_point(arguments, pass(face / n_faces).slot, face % n_faces, i % Nfq), at_points + i * n);
      }
      __syncthreads();
      for (int j = i; j < n_now * Nfp; j += threads) {
        const int face = nth_bit(faces, first_face + j / Nfp), m = j % Nfp;
        Variables jump{};
        for (int q = 0; q < Nfq; ++q)
          add(jump, arguments.viscous.face_project[q * Nfp + m],
              load<n>(at_points + (j / Nfp * Nfq + q) * n));
        put(jump, jumps_of(face / n_faces) + (face % n_faces * Nfp + m) * n);
      }
      __syncthreads();
    }
  }
  /// A call of its own: few faces are such, and it takes many registers.
  static DGSOLVE_NOINLINE Variables jump_at_point(const Arguments<C>& arguments, int slot, int face, int q) {
    const Face met = arguments.traces.faces[static_cast<long long>(slot) * (dim + 1) + face];
    return Pass{arguments, slot}.boundary_jump(met, face, q);
  }

  /// s_fd of the face that a face node is of.
  static constexpr int sign(int face, int d) {
    int opposite = dim * (dim + 1) / 2;
    for (int j = 0; j < dim; ++j) opposite -= C::face_vertex(face * dim + j);
    return opposite == 0 ? 1 : opposite == d + 1 ? -1 : 0;
  }
  /// Whether it is zero for all columns of a step.
  static constexpr bool vanishes(int d, int step) {
    for (int m = 8 * step; m < 8 * step + 8 && m < n_face_nodes; ++m)
      if (sign(m / Nfp, d) != 0) return false;
    return true;
  }
  DGSOLVE_INLINE Variables along(int d, int m, const Variables& jump) const {
    const int opposite = opposite_vertex<C>(m / Nfp);
    const T s = opposite == 0 ? T(1) : opposite == d + 1 ? T(-1) : T(0);
    Variables scaled{};
    add(scaled, s, jump);
    return scaled;
  }

  using Derivatives = RunningSums<T, n>[dim];

  template <int columns>
  DGSOLVE_INLINE void add_nodes(Derivatives& g, int k) const {
    const T* const w = variables_of(lane / 4);
    const auto at = [&](int node) { return load<n>(w + (node < Np ? node : Np - 1) * n); };
    const Variables values = at(8 * k + lane % 4);
    const Rows<T, n, columns> rows(values, columns == 8 ? at(8 * k + lane % 4 + 4) : values);
    DGSOLVE_UNROLL
    for (int d = 0; d < dim; ++d)
      g[d].add(rows, arguments.tensor.D_blocks, (block * node_steps + k) * dim + d);
  }
  template <int columns>
  DGSOLVE_INLINE void add_jumps(Derivatives& g, int k) const {
    const T* const jumps = jumps_of(lane / 4);
    const auto within = [](int m) { return m < n_face_nodes ? m : n_face_nodes - 1; };
    const int m = within(8 * k + lane % 4), next = within(8 * k + lane % 4 + 4);
    const Variables jump = load<n>(jumps + m * n), next_jump = load<n>(jumps + next * n);
    DGSOLVE_UNROLL
    for (int d = 0; d < dim; ++d) {
      if (vanishes(d, k)) continue;
      g[d].add(Rows<T, n, columns>(along(d, m, jump), along(d, next, next_jump)),
               arguments.tensor.lift_blocks, block * face_steps + k);
    }
  }

  /// Into shared memory, from which whole sectors go.
  DGSOLVE_INLINE void keep_gradients(const Derivatives& g) const {
    const Pass of_cell = pass(lane / 4);
    DGSOLVE_UNROLL
    for (int half = 0; half < 2; ++half) {
      const int node = 8 * block + lane % 4 + 4 * half;
      if (node >= Np) continue;
      const Metric<T, dim> metric = of_cell.metric_at(node);
      Vec<T, n * dim> gradients{};
      DGSOLVE_UNROLL
      for (int d = 0; d < dim; ++d) {
        const Variables along = g[d].at(half);
        DGSOLVE_UNROLL
        for (int i = 0; i < n * dim; ++i) gradients[i] += metric[d][i % dim] * along[i / dim];
      }
      T* const to = shared.values + lane / 4 * layout.record() + node * n * dim;
      for (int i = 0; i < n * dim; ++i) to[i] = gradients[i];
    }
  }
  DGSOLVE_INLINE void store_gradients() const {
    T* const to = gradients_at<C>(arguments.viscous.gradients, first, 0);
    const int cells = last - first < elements ? last - first + 1 : elements;
    const int n_values = cells * layout.record();
    if constexpr (BulkCopies::available) {
      publish_for_bulk_stores();
      __syncthreads();
      if (threadIdx.x != 0) return;
      start_bulk_store<false>(to, shared.values, n_values * sizeof(T));
      finish_bulk_stores();
    } else {
      __syncthreads();
      for (int i = threadIdx.x; i < n_values; i += threads) to[i] = shared.values[i];
    }
  }

  DGSOLVE_INLINE void run() const {
    if (block == 0) link_faces();
    load_variables();
    __syncthreads();
    load_jumps();
    __syncthreads();
    load_boundary_jumps();
    Derivatives g;
    DGSOLVE_UNROLL
    for (int k = 0; k < whole_product_steps(Np); ++k) add_nodes<8>(g, k);
    if constexpr (whole_product_steps(Np) < node_steps) add_nodes<4>(g, node_steps - 1);
    DGSOLVE_UNROLL
    for (int k = 0; k < whole_product_steps(n_face_nodes); ++k) add_jumps<8>(g, k);
    if constexpr (whole_product_steps(n_face_nodes) < face_steps) add_jumps<4>(g, face_steps - 1);
    __syncthreads();  // all products are made
    keep_gradients(g);
    store_gradients();
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    ChainedGradient(arguments, shared).run();
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
