#include "kernels/host/elliptic/penalty_maps.hpp"

#include <omp.h>

#include <optional>

#include "kernels/base/device_error.hpp"
#include "kernels/host/algebra/vector.hpp"
#include "kernels/host/elliptic/general_cells.hpp"
#include "kernels/host/simd/panels.hpp"

// One function an instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_INSTRUCTION_SET(isa)                                    \
  namespace dgsolve::isa {                                              \
  const host::PenaltyKernels<double>* penalty_kernels(int dim, double); \
  const host::PenaltyKernels<float>* penalty_kernels(int dim, float);   \
  }
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET

namespace dgsolve::host {
namespace {

/// dim: 2 or 3.
template <class T>
const PenaltyKernels<T>& penalty_kernels_for(InstructionSet set, int dim) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return *dgsolve::isa::penalty_kernels(dim, T{});
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  throw DeviceError("this build has no code for the instruction set asked for");
}

/// Gradients, fluxes and their transposes: some hundred multiply-adds at every order.
constexpr std::size_t work_per_unknown = 16;

/// The straight cells; the last block of W is filled up with its first one.
std::vector<int> straight_slots(const InteriorPenaltyView& v, int W) {
  std::vector<int> cells = v.cells(false);
  while (cells.size() % W != 0) cells.push_back(cells[cells.size() / W * W]);
  return cells;
}

/// Straight cells by the instruction set's kernels, the others by their matrices.
template <class T>
class InteriorPenaltyMap : public HostMap<T> {
 public:
  InteriorPenaltyMap(const InteriorPenaltyView& v, InstructionSet set, int threads, const ByteCount& bytes)
      : HostMap<T>(v.n_unknowns(), v.n_unknowns()),
        kernels_(penalty_kernels_for<T>(set, v.reference.dim)),
        places_(v.reference),
        general_(v, places_),
        threads_(threads) {
    const std::vector<int> slots = straight_slots(v, kernels_.width);
    n_blocks_ = static_cast<int>(slots.size()) / kernels_.width;
    tables_ = {v.reference.Np, v.reference.Nfp, cells(v, slots), traces(v, slots), operators(v)};
    const std::size_t n_sides = static_cast<std::size_t>(v.K) * v.reference.n_faces;
    fluxes_ = memory_.keep(AlignedArray<T>(n_sides * v.reference.Nfp));
    for (int thread = 0; thread < threads_; ++thread)
      scratch_.push_back(memory_.keep(AlignedArray<T>(kernels_.scratch(tables_))));
    counted_.emplace(bytes, memory_.bytes() + general_.bytes() +
                                (places_.node.size() + places_.place.size()) * sizeof(int));
  }

  void multiply(const Blend<T>& blend) override {
    const PenaltyProduct<T> product{blend, fluxes_};
#pragma omp parallel num_threads(threads_for(this->rows* work_per_unknown, threads_))
    {
      // One run of blocks and cells a thread, the same in both passes: most neighbours are then in the
      // thread's own cache.
      const std::int64_t thread = omp_get_thread_num(), n_threads = omp_get_num_threads();
      const auto share = [&](std::int64_t n, std::int64_t i) { return static_cast<int>(n * i / n_threads); };
      const int first = share(n_blocks_, thread), last = share(n_blocks_, thread + 1);
      const int first_general = share(general_.size(), thread),
                last_general = share(general_.size(), thread + 1);
      T* const scratch = scratch_[thread];
      kernels_.publish(tables_, product, first, last, scratch);
      general_.publish(product, first_general, last_general);
#pragma omp barrier
      kernels_.apply(tables_, product, first, last, scratch);
      general_.apply(product, first_general, last_general);
    }
  }

 private:
  PenaltyOperators<T> operators(const InteriorPenaltyView& v) {
    const ReferenceView& r = v.reference;
    const int Np = r.Np, dim = r.dim;
    const auto panels = [&](int rows, int columns, int R, auto entry) {
      return memory_.keep(pack_panels<T>(rows, columns, R, entry));
    };
    // [Np·dim][Np] of matrices [dim][Np][Np], node by node.
    const auto by_nodes = [&](std::span<const double> matrices) {
      return panels(Np * dim, Np, kernels_.panel_rows, [&](int row, int k) {
        return matrices[(static_cast<std::size_t>(row % dim) * Np + row / dim) * Np + k];
      });
    };
    const auto divergence = [&](int row, int k) {
      return r.D[(static_cast<std::size_t>(k % dim) * Np + k / dim) * Np + row];
    };
    return {by_nodes(r.D), by_nodes(v.weak_derivatives()),
            panels(Np, Np * dim, kernels_.panel_rows, divergence),
            panels(Np, Np, kernels_.panel_rows, [&](int row, int k) { return v.mass[row * Np + k]; }),
            panels(r.Nfp, r.Nfp, kernels_.face_panel_rows,
                   [&](int row, int k) { return v.face_mass[row * r.Nfp + k]; })};
  }

  PenaltyTraces traces(const InteriorPenaltyView& v, const std::vector<int>& slots) {
    const int n_faces = v.reference.n_faces, W = kernels_.width;
    AlignedArray<int> neighbor(slots.size() * n_faces), permutation(neighbor.size());
    for (std::size_t slot = 0; slot < slots.size(); ++slot)
      for (int f = 0; f < n_faces; ++f) {
        const std::size_t to = (slot / W * n_faces + f) * W + slot % W,
                          side = static_cast<std::size_t>(slots[slot]) * n_faces + f;
        neighbor[to] = v.trace.neighbor[side];
        permutation[to] = places_.row(v.trace, side);
      }
    return {memory_.keep(copy_of<int>(v.reference.face_nodes)), memory_.keep(std::move(neighbor)),
            memory_.keep(std::move(permutation)), places_.node.data(), places_.place.data()};
  }

  StraightCells<T> cells(const InteriorPenaltyView& v, const std::vector<int>& slots) {
    const int dim = v.reference.dim, n_faces = v.reference.n_faces, W = kernels_.width;
    const int per_face = dim + 4, per_block = dim * dim + 1 + n_faces * per_face;
    AlignedArray<T> geometry(slots.size() * per_block);
    bool has_reaction = false;
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      const std::size_t e = slots[slot];
      T* to = geometry.data() + layout::block(slot / W, per_block, W) + slot % W;
      const auto put = [&](double value) {
        *to = static_cast<T>(value);
        to += W;
      };
      for (int ij = 0; ij < dim * dim; ++ij) put(v.stiffness[e * dim * dim + ij]);
      put(v.reaction[e]);
      has_reaction = has_reaction || v.reaction[e] != 0;
      for (int f = 0; f < n_faces; ++f) {
        const std::size_t side = e * n_faces + f;
        const bool at_boundary = v.trace.boundary[side] >= 0;
        for (int j = 0; j < dim; ++j) put(v.flux[side * dim + j]);
        put(v.weight[side]);
        put(at_boundary ? 0 : 1 - v.weight[side]);
        put(v.penalty[side]);
        put(at_boundary ? 0 : 1);
      }
    }
    return {v.K - general_.size(), has_reaction, memory_.keep(copy_of<int>(std::span(slots))),
            memory_.keep(std::move(geometry))};
  }

  const PenaltyKernels<T>& kernels_;
  const FacePlaces places_;
  const GeneralCells<T> general_;
  const int threads_;
  TableMemory memory_;
  int n_blocks_ = 0;
  T* fluxes_ = nullptr;  ///< [K][n_faces][Nfp]
  PenaltyTables<T> tables_{};
  std::vector<T*> scratch_;  ///< one a thread
  std::optional<CountedBytes> counted_;
};

}  // namespace

HostPenaltyMaps::HostPenaltyMaps(HostLinearAlgebra& algebra, InstructionSet instruction_set)
    : PenaltyMaps(algebra), host_algebra_(algebra), instruction_set_(instruction_set) {}

std::unique_ptr<LinearMap> HostPenaltyMaps::interior_penalty(const InteriorPenaltyView& view,
                                                             Precision precision) {
  return make_map<InteriorPenaltyMap>(precision, view, instruction_set_, host_algebra_.threads(),
                                      host_algebra_.bytes());
}

}  // namespace dgsolve::host
