#include "kernels/host/elliptic/penalty_maps.hpp"

#include <omp.h>

#include <algorithm>
#include <optional>

#include "kernels/host/algebra/vector.hpp"
#include "kernels/host/elliptic/dispatch.hpp"
#include "kernels/host/elliptic/general_cells.hpp"
#include "kernels/host/simd/panels.hpp"

namespace dgsolve::host {
namespace {

/// Gradients, fluxes and their transposes: some hundred multiply-adds at every order.
constexpr std::size_t work_per_unknown = 16;

/// Cells that are not general, in the mesh's order; the last block of W is filled up with its first one.
std::vector<int> straight_cells(std::span<const int> general_index, int W) {
  std::vector<int> cells;
  for (std::size_t e = 0; e < general_index.size(); ++e)
    if (general_index[e] < 0) cells.push_back(static_cast<int>(e));
  while (cells.size() % W != 0) cells.push_back(cells[cells.size() / W * W]);
  return cells;
}

/// Straight cells by the instruction set's kernels, the others by their matrices.
template <class T>
class InteriorPenaltyMap : public LinearMap {
 public:
  InteriorPenaltyMap(const InteriorPenaltyView& v, InstructionSet set, int threads, const ByteCount& bytes)
      : LinearMap(static_cast<std::size_t>(v.K) * v.reference.Np,
                  static_cast<std::size_t>(v.K) * v.reference.Np, precision_of<T>),
        kernels_(penalty_kernels_for<T>(set, v.reference.dim)),
        face_nodes_(copy_of<int>(v.reference.face_nodes)),
        fluxes_(static_cast<std::size_t>(v.K) * v.reference.n_faces * v.reference.Nfp),
        general_(v),
        threads_(threads) {
    set_panels(v);
    set_traces(v);
    set_geometry(v);
    for (int thread = 0; thread < threads_; ++thread) scratch_.emplace_back(kernels_.scratch(tables_));
    counted_.emplace(bytes, memory());
  }

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y,
                DeviceVector* sum) override {
    const PenaltyProduct<T> product{blend_of<T>(*this, alpha, x, beta, b, y, sum), fluxes_.data()};
#pragma omp parallel num_threads(threads_for(rows* work_per_unknown, threads_))
    {
      // One run of blocks and cells a thread, the same in both passes: most neighbours are then in the
      // thread's own cache.
      const std::int64_t thread = omp_get_thread_num(), n_threads = omp_get_num_threads();
      const auto share = [&](std::int64_t n, std::int64_t i) { return static_cast<int>(n * i / n_threads); };
      const int first = share(n_blocks(), thread), last = share(n_blocks(), thread + 1);
      const int first_general = share(general_.size(), thread),
                last_general = share(general_.size(), thread + 1);
      T* scratch = scratch_[thread].data();
      kernels_.publish(tables_, product, first, last, scratch);
      general_.publish(product, first_general, last_general);
#pragma omp barrier
      kernels_.apply(tables_, product, first, last, scratch);
      general_.apply(product, first_general, last_general);
    }
  }

 private:
  void set_panels(const InteriorPenaltyView& v) {
    const ReferenceView& r = v.reference;
    const int Np = r.Np, dim = r.dim, R = kernels_.panel_rows;
    const auto D = [&](int j, int row, int col) {
      return r.D[(static_cast<std::size_t>(j) * Np + row) * Np + col];
    };
    gradient_ = pack_panels<T>(Np * dim, Np, R, [&](int row, int k) { return D(row % dim, row / dim, k); });
    weak_ = pack_panels<T>(Np * dim, Np, R, [&](int row, int k) {
      double sum = 0;
      for (int i = 0; i < Np; ++i) sum += v.mass[row / dim * Np + i] * D(row % dim, i, k);
      return sum;
    });
    divergence_ = pack_panels<T>(Np, Np * dim, R, [&](int row, int k) { return D(k % dim, k / dim, row); });
    mass_ = pack_panels<T>(Np, Np, R, [&](int row, int k) { return v.mass[row * Np + k]; });
    face_mass_ = pack_panels<T>(r.Nfp, r.Nfp, kernels_.face_panel_rows,
                                [&](int row, int k) { return v.face_mass[row * r.Nfp + k]; });
  }

  void set_traces(const InteriorPenaltyView& v) {
    const ReferenceView& r = v.reference;
    const int n_faces = r.n_faces, W = kernels_.width;
    const FacePlaces places(r);
    node_across_ = copy_of<int>(std::span<const int>(places.node));
    place_across_ = copy_of<int>(std::span<const int>(places.place));
    element_ = copy_of<int>(std::span<const int>(straight_cells(v.general_index, W)));
    neighbor_ = AlignedArray<int>(element_.size() * n_faces);
    permutation_ = AlignedArray<int>(neighbor_.size());
    for (std::size_t slot = 0; slot < element_.size(); ++slot)
      for (int f = 0; f < n_faces; ++f) {
        const std::size_t to = (slot / W * n_faces + f) * W + slot % W,
                          side = static_cast<std::size_t>(element_[slot]) * n_faces + f;
        neighbor_[to] = v.trace.neighbor[side];
        permutation_[to] = places.row(v.trace, side, f);
      }
  }

  void set_geometry(const InteriorPenaltyView& v) {
    const int dim = v.reference.dim, n_faces = v.reference.n_faces, W = kernels_.width;
    const int per_face = dim + 4, per_block = dim * dim + 1 + n_faces * per_face;
    geometry_ = AlignedArray<T>(static_cast<std::size_t>(element_.size()) * per_block);
    bool has_reaction = false;
    for (std::size_t slot = 0; slot < element_.size(); ++slot) {
      const std::size_t e = element_[slot];
      T* to = geometry_.data() + layout::block(slot / W, per_block, W) + slot % W;
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
    const int n_straight = static_cast<int>(v.general_index.size()) - general_.size();
    tables_ = {v.reference.Np,      v.reference.Nfp,      n_straight,       has_reaction,
               element_.data(),     face_nodes_.data(),   neighbor_.data(), permutation_.data(),
               node_across_.data(), place_across_.data(), geometry_.data(), gradient_.data(),
               weak_.data(),        divergence_.data(),   mass_.data(),     face_mass_.data()};
  }

  int n_blocks() const { return static_cast<int>(element_.size()) / kernels_.width; }

  std::size_t memory() const {
    std::size_t sum = general_.bytes();
    for (const auto* array : {&fluxes_, &gradient_, &weak_, &divergence_, &mass_, &face_mass_, &geometry_})
      sum += array->bytes();
    for (const auto* array :
         {&face_nodes_, &node_across_, &place_across_, &element_, &neighbor_, &permutation_})
      sum += array->bytes();
    for (const auto& scratch : scratch_) sum += scratch.bytes();
    return sum;
  }

  const PenaltyKernels<T>& kernels_;
  AlignedArray<int> face_nodes_, node_across_, place_across_, element_, neighbor_, permutation_;
  AlignedArray<T> gradient_, weak_, divergence_, mass_, face_mass_, geometry_;
  AlignedArray<T> fluxes_;  ///< [K][n_faces][Nfp]
  PenaltyTables<T> tables_{};
  GeneralCells<T> general_;
  int threads_;
  std::vector<AlignedArray<T>> scratch_;  ///< one a thread
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
