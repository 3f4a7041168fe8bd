#include "kernels/host/elliptic/p1_cells.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "kernels/base/device_error.hpp"
#include "kernels/base/face_matches.hpp"
#include "kernels/base/triangle.hpp"
#include "kernels/host/simd/layout.hpp"

// One function an instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_INSTRUCTION_SET(isa)               \
  namespace dgsolve::isa {                         \
  const host::P1Kernel<double>* p1_kernel(double); \
  const host::P1Kernel<float>* p1_kernel(float);   \
  }
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET

namespace dgsolve::host {
namespace {

using Index = std::size_t;
constexpr Index dim = 3, Np = 4, Nfp = 3, n_faces = 4, own = 10, per_face = 2 * Nfp + 1,
                per_block = own + n_faces * per_face;

template <class T>
const P1Kernel<T>& p1_kernel_for(InstructionSet set) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return *dgsolve::isa::p1_kernel(T{});
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  throw DeviceError("this build has no code for the instruction set asked for");
}

using Values = std::array<double, Np>;

int opposite(const int* face_nodes) { return 0 + 1 + 2 + 3 - face_nodes[0] - face_nodes[1] - face_nodes[2]; }

/// What serves all cells: D_j u = Σ_i D[j][i] u_i is constant, and a face's mass matrix m (1 + δ).
struct Reference {
  explicit Reference(const InteriorPenaltyView& v)
      : volume(1 / (v.gradients.basis[0] * v.gradients.basis[0])), m(v.face_mass[1]), mass(v.mass) {
    for (Index j = 0; j < dim; ++j)
      for (Index i = 0; i < Np; ++i) D[j][i] = v.gradients.basis[0] * v.gradients.gradient[j * Np + i];
    for (Index f = 0; f < n_faces; ++f) fourth[f] = opposite(&v.reference.face_nodes[f * Nfp]);
  }
  double volume, m;
  std::span<const double> mass;  ///< [Np][Np]
  std::array<Values, dim> D;
  std::array<int, n_faces> fourth;  ///< the node that a face does not have
};

/// F of a side, for each of its cell's nodes, times a factor.
Values flux(const InteriorPenaltyView& v, const Reference& r, Index side, double factor) {
  const double* c = &v.flux[side * dim];
  Values F;
  for (Index i = 0; i < Np; ++i) F[i] = factor * (c[0] * r.D[0][i] + c[1] * r.D[1][i] + c[2] * r.D[2][i]);
  return F;
}

/// A_ee, lower triangle; b: [n_faces], 4m w F.
std::array<double, own> own_block(const InteriorPenaltyView& v, const Reference& r, Index e,
                                  const std::array<Values, n_faces>& b) {
  // Every face has all nodes but one: its terms are added for all, and taken from that one again.
  Values all_b{}, p;
  std::array<const Values*, Np> b_without;
  double all_p = 0;
  for (Index f = 0; f < n_faces; ++f) {
    const Index i = r.fourth[f];
    b_without[i] = &b[f];
    p[i] = r.m * v.penalty[e * n_faces + f];
    all_p += p[i];
    for (Index k = 0; k < Np; ++k) all_b[k] += b[f][k];
  }
  const double* G = &v.stiffness[e * dim * dim];
  std::array<Values, dim> GD;
  for (Index a = 0; a < dim; ++a)
    for (Index k = 0; k < Np; ++k)
      GD[a][k] =
          r.volume * (G[a * dim] * r.D[0][k] + G[a * dim + 1] * r.D[1][k] + G[a * dim + 2] * r.D[2][k]);
  std::array<double, own> A;
  for (Index i = 0, at = 0; i < Np; ++i)
    for (Index k = 0; k <= i; ++k, ++at)
      A[at] = r.D[0][i] * GD[0][k] + r.D[1][i] * GD[1][k] + r.D[2][i] * GD[2][k] +
              v.reaction[e] * r.mass[i * Np + k] - (all_b[k] - (*b_without[i])[k]) -
              (all_b[i] - (*b_without[k])[i]) + (i == k ? 2 * (all_p - p[i]) : all_p - p[i] - p[k]);
  return A;
}

/// a, b, pm of a side; zeros at a boundary.
std::array<double, per_face> across_side(const InteriorPenaltyView& v, const Reference& r,
                                         const FaceMatches& places, Index side, const Values& b) {
  std::array<double, per_face> factors{};
  if (v.trace.boundary[side] >= 0) return factors;
  const Index side_across =
      static_cast<Index>(v.trace.neighbor[side]) * n_faces + v.trace.neighbor_face[side];
  const Values a = flux(v, r, side_across, 4 * r.m * (1 - v.weight[side]));
  const int *nodes_across = places.nodes(places.row(v.trace, side)),
            *nodes = &v.reference.face_nodes[side % n_faces * Nfp];
  for (Index n = 0; n < Nfp; ++n) {
    factors[n] = a[nodes_across[n]];
    factors[Nfp + n] = b[nodes[n]];
  }
  factors[2 * Nfp] = v.penalty[side] * r.m;
  return factors;
}

/// [rows][4]: see P1Tables.
AlignedArray<int> orders(const FaceMatches& places) {
  const Index rows = places.node.size() / Nfp;
  auto order = AlignedArray<int>::unset(rows * Np);
  for (Index row = 0; row < rows; ++row) {
    const int* nodes = places.nodes(static_cast<int>(row));
    std::copy_n(nodes, Nfp, &order[row * Np]);
    order[row * Np + Nfp] = opposite(nodes);
  }
  return order;
}

}  // namespace

template <class T>
bool P1Cells<T>::are_all(const InteriorPenaltyView& v) {
  return v.reference.dim == 3 && v.reference.N == 1 &&
         std::ranges::all_of(v.kind, [](PenaltyCell kind) { return kind == PenaltyCell::constant; });
}

template <class T>
P1Cells<T>::P1Cells(const InteriorPenaltyView& v, InstructionSet set)
    : kernel_(p1_kernel_for<T>(set)), n_blocks_((v.K + kernel_.width - 1) / kernel_.width) {
  const FaceMatches places(v.reference);
  const Reference r(v);
  const Index W = kernel_.width, slots = n_blocks_ * W;
  auto neighbor = AlignedArray<int>::unset(slots * n_faces),
       permutation = AlignedArray<int>::unset(slots * n_faces);
  auto factors = AlignedArray<T>::unset(slots * per_block);
#pragma omp parallel for
  for (Index slot = 0; slot < slots; ++slot) {
    const Index e = std::min(slot, static_cast<Index>(v.K) - 1);
    T* to = factors.data() + layout::block(slot / W, per_block, static_cast<int>(W)) + slot % W;
    const auto put = [&](const auto& values) {
      for (const double value : values) {
        *to = static_cast<T>(value);
        to += W;
      }
    };
    std::array<Values, n_faces> b;
    for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side)
      b[side % n_faces] = flux(v, r, side, 4 * r.m * v.weight[side]);
    put(own_block(v, r, e, b));
    for (Index f = 0; f < n_faces; ++f) {
      const Index side = e * n_faces + f, at = (slot / W * n_faces + f) * W + slot % W;
      put(across_side(v, r, places, side, b[f]));
      neighbor[at] = v.trace.neighbor[side];
      permutation[at] = places.row(v.trace, side);
    }
  }
  tables_ = {v.K,
             memory_.keep(copy_of<int>(v.reference.face_nodes)),
             memory_.keep(std::move(neighbor)),
             memory_.keep(std::move(permutation)),
             memory_.keep(orders(places)),
             memory_.keep(std::move(factors))};
}

template class P1Cells<float>;
template class P1Cells<double>;

}  // namespace dgsolve::host
