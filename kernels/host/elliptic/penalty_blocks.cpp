#include "kernels/host/elliptic/penalty_blocks.hpp"

#include <algorithm>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/device_error.hpp"
#include "kernels/host/elliptic/penalty_matrices.hpp"
#include "kernels/host/simd/panels.hpp"

// One function an instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_INSTRUCTION_SET(isa)                                                             \
  namespace dgsolve::isa {                                                                       \
  const host::PenaltyKernels<double>* penalty_kernels(int dim, int order, bool varying, double); \
  const host::PenaltyKernels<float>* penalty_kernels(int dim, int order, bool varying, float);   \
  }
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET

namespace dgsolve::host {
namespace {

using Index = std::size_t;

/// dim: 2 or 3.
template <class T>
const PenaltyKernels<T>& penalty_kernels_for(InstructionSet set, int dim, int order, bool varying) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return *dgsolve::isa::penalty_kernels(dim, order, varying, T{});
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  throw DeviceError("this build has no code for the instruction set asked for");
}

}  // namespace

template <class T>
PenaltyBlocks<T>::PenaltyBlocks(const InteriorPenaltyView& v, PenaltyCell kind, InstructionSet set,
                                const FaceMatches& places, int threads)
    : kernels_(penalty_kernels_for<T>(set, v.reference.dim, v.reference.N, kind == PenaltyCell::varying)),
      slots_(v.cells(kind)),
      n_blocks_((static_cast<int>(slots_.size()) + kernels_.width - 1) / kernels_.width) {
  if (slots_.empty()) return;
  const Index n = slots_.size(), W = kernels_.width;
  while (slots_.size() % W != 0) slots_.push_back(slots_[slots_.size() / W * W]);
  const bool varying = kind == PenaltyCell::varying;
  tables_ = {v.reference.Np,
             v.reference.Nfp,
             v.gradients.n,
             v.gradients.n_on_face,
             cells(v, static_cast<int>(n), varying),
             traces(v, places),
             operators(v, varying)};
  for (int thread = 0; thread < threads; ++thread)
    scratch_.push_back(memory_.keep(AlignedArray<T>(kernels_.scratch(tables_))));
}

template <class T>
PenaltyOperators<T> PenaltyBlocks<T>::operators(const InteriorPenaltyView& v, bool varying) {
  const ReferenceView& r = v.reference;
  const PenaltyMatrices m = varying ? modal_matrices(v) : nodal_matrices(v);
  const auto packed = [&](int rows, int columns, auto entry) {
    return pack_panels<T>(rows, columns, kernels_.panel_rows, entry);
  };
  const auto packed_as_it_is = [&](const TableMatrix& a) { return packed(a.rows, a.columns, a); };
  int size = 0;
  const auto of_faces = [&](const std::vector<TableMatrix>& faces) {
    AlignedArray<T> all;
    for (std::size_t face = 0; face < faces.size(); ++face) {
      const AlignedArray<T> one = packed_as_it_is(faces[face]);
      if (face == 0) all = AlignedArray<T>(one.size() * faces.size());
      std::copy(one.begin(), one.end(), all.begin() + face * one.size());
      size = static_cast<int>(one.size());
    }
    return memory_.keep(std::move(all));
  };
  const int dim = r.dim, n = v.gradients.n * dim;  // function by function
  PenaltyOperators<T> o{};
  o.gradient =
      memory_.keep(packed(n, r.Np, [&](int a_j, int i) { return m.gradient[a_j % dim](a_j / dim, i); }));
  o.divergence =
      memory_.keep(packed(r.Np, n, [&](int i, int a_j) { return m.divergence[a_j % dim](i, a_j / dim); }));
  o.mass = memory_.keep(packed_as_it_is(matrix(r.Np, v.mass)));
  o.face_mass = memory_.keep(packed_as_it_is(matrix(r.Nfp, v.face_mass)));
  if (!varying) o.trace_nodes = memory_.keep(copy_of<int>(v.gradients.face_nodes));
  o.trace = of_faces(m.trace);
  o.trace_size = size;
  o.lift = of_faces(m.lift);
  o.lift_size = size;
  return o;
}

template <class T>
PenaltyTraces PenaltyBlocks<T>::traces(const InteriorPenaltyView& v, const FaceMatches& places) {
  const Index n_faces = v.reference.n_faces, W = kernels_.width;
  auto neighbor = AlignedArray<int>::unset(slots_.size() * n_faces),
       permutation = AlignedArray<int>::unset(neighbor.size());
#pragma omp parallel for
  for (Index slot = 0; slot < slots_.size(); ++slot)
    for (Index f = 0; f < n_faces; ++f) {
      const Index to = (slot / W * n_faces + f) * W + slot % W, side = slots_[slot] * n_faces + f;
      neighbor[to] = v.trace.neighbor[side];
      permutation[to] = places.row(v.trace, side);
    }
  PenaltyTraces traces{memory_.keep(copy_of<int>(v.reference.face_nodes)),
                       memory_.keep(std::move(neighbor)),
                       memory_.keep(std::move(permutation)),
                       places.node.data(),
                       places.place.data(),
                       nullptr,
                       nullptr,
                       nullptr};
  if (kernels_.reads_vectors) set_vectors_across(places, v.reference.Np, traces);
  return traces;
}

template <class T>
void PenaltyBlocks<T>::set_vectors_across(const FaceMatches& places, int Np, PenaltyTraces& traces) {
  const int W = kernels_.width, Nfp = places.Nfp, n_fluxes = places.n_faces * Nfp;
  const Index rows = places.node.size() / Nfp;
  AlignedArray<int> value(rows * W), flux(rows * W), first(rows);
  for (Index row = 0; row < rows; ++row) {
    const int *nodes = places.nodes(static_cast<int>(row)), *of_fluxes = places.places(static_cast<int>(row));
    first[row] = std::min(*std::min_element(of_fluxes, of_fluxes + Nfp), n_fluxes - W);
    for (int m = 0; m < Nfp; ++m) {
      value[row * W + m] = nodes[m] < W ? nodes[m] : nodes[m] - (Np - W) + W;
      flux[row * W + m] = of_fluxes[m] - first[row];
    }
  }
  traces.value_across = memory_.keep(std::move(value));
  traces.flux_across = memory_.keep(std::move(flux));
  traces.first_flux = memory_.keep(std::move(first));
}

template <class T>
StraightCells<T> PenaltyBlocks<T>::cells(const InteriorPenaltyView& v, int n, bool varying) {
  const bool has_reaction = std::ranges::any_of(slots_, [&](int e) { return v.reaction[e] != 0; });
  const Index on_faces = static_cast<Index>(v.reference.n_faces) * v.reference.Nfp * v.gradients.n_on_face;
  return {n,
          has_reaction,
          memory_.keep(copy_of<int>(std::span<const int>(slots_))),
          geometry(v),
          varying ? by_blocks(v.kappa_moments, v.n_moments(), n) : nullptr,
          varying ? by_blocks(v.kappa_on_face, on_faces, n) : nullptr};
}

template <class T>
T* PenaltyBlocks<T>::geometry(const InteriorPenaltyView& v) {
  const Index dim = v.reference.dim, n_faces = v.reference.n_faces, W = kernels_.width;
  const int per_face = static_cast<int>(dim) + 4,
            per_block = static_cast<int>(dim * dim + 1 + n_faces * per_face);
  auto geometry = AlignedArray<T>::unset(slots_.size() * per_block);
  for_each_cell(static_cast<int>(slots_.size()), [&](Index slot) {
    const Index e = slots_[slot];
    T* to = geometry.data() + layout::block(slot / W, per_block, static_cast<int>(W)) + slot % W;
    const auto put = [&](double value) {
      *to = static_cast<T>(value);
      to += W;
    };
    for (Index ij = 0; ij < dim * dim; ++ij) put(v.stiffness[e * dim * dim + ij]);
    put(v.reaction[e]);
    for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side) {
      const bool at_boundary = v.trace.boundary[side] >= 0;
      for (Index j = 0; j < dim; ++j) put(v.flux[side * dim + j]);
      put(v.weight[side]);
      put(at_boundary ? 0 : 1 - v.weight[side]);
      put(v.penalty[side]);
      put(at_boundary ? 0 : 1);
    }
  });
  return memory_.keep(std::move(geometry));
}

template <class T>
T* PenaltyBlocks<T>::by_blocks(std::span<const double> values, std::size_t n, std::size_t n_cells) {
  const Index W = kernels_.width;
  auto blocks = AlignedArray<T>::unset(slots_.size() * n);
  for_each_cell(static_cast<int>(slots_.size()), [&](Index slot) {
    const double* from = &values[(slot < n_cells ? slot : slot / W * W) * n];
    T* to = blocks.data() + slot / W * W * n + slot % W;
    for (Index i = 0; i < n; ++i) to[i * W] = static_cast<T>(from[i]);
  });
  return memory_.keep(std::move(blocks));
}

template class PenaltyBlocks<float>;
template class PenaltyBlocks<double>;

}  // namespace dgsolve::host
