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

/// The straight cells; the last block of W is filled up with its first one.
std::vector<int> straight_slots(const InteriorPenaltyView& v, int W) {
  std::vector<int> cells = v.cells(false);
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
        places_(v.reference),
        element_(copy_of<int>(std::span<const int>(straight_slots(v, kernels_.width)))),
        fluxes_(static_cast<std::size_t>(v.K) * v.reference.n_faces * v.reference.Nfp),
        general_(v, places_),
        threads_(threads) {
    tables_.Np = v.reference.Np;
    tables_.Nfp = v.reference.Nfp;
    set_operators(v);
    set_traces(v);
    set_cells(v);
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
  void set_operators(const InteriorPenaltyView& v) {
    const ReferenceView& r = v.reference;
    const int Np = r.Np, dim = r.dim, R = kernels_.panel_rows;
    const std::vector<double> weak = v.weak_derivatives();
    /// Panels of [Np·dim][Np] of matrices [dim][Np][Np], node by node.
    const auto by_nodes = [&](std::span<const double> matrices) {
      return pack_panels<T>(Np * dim, Np, R, [&](int row, int k) {
        return matrices[(static_cast<std::size_t>(row % dim) * Np + row / dim) * Np + k];
      });
    };
    gradient_ = by_nodes(r.D);
    weak_ = by_nodes(weak);
    divergence_ = pack_panels<T>(Np, Np * dim, R, [&](int row, int k) {
      return r.D[(static_cast<std::size_t>(k % dim) * Np + k / dim) * Np + row];
    });
    mass_ = pack_panels<T>(Np, Np, R, [&](int row, int k) { return v.mass[row * Np + k]; });
    face_mass_ = pack_panels<T>(r.Nfp, r.Nfp, kernels_.face_panel_rows,
                                [&](int row, int k) { return v.face_mass[row * r.Nfp + k]; });
    tables_.operators = {gradient_.data(), weak_.data(), divergence_.data(), mass_.data(), face_mass_.data()};
  }

  void set_traces(const InteriorPenaltyView& v) {
    const int n_faces = v.reference.n_faces, W = kernels_.width;
    face_nodes_ = copy_of<int>(v.reference.face_nodes);
    neighbor_ = AlignedArray<int>(element_.size() * n_faces);
    permutation_ = AlignedArray<int>(neighbor_.size());
    for (std::size_t slot = 0; slot < element_.size(); ++slot)
      for (int f = 0; f < n_faces; ++f) {
        const std::size_t to = (slot / W * n_faces + f) * W + slot % W,
                          side = static_cast<std::size_t>(element_[slot]) * n_faces + f;
        neighbor_[to] = v.trace.neighbor[side];
        permutation_[to] = places_.row(v.trace, side);
      }
    tables_.traces = {face_nodes_.data(), neighbor_.data(), permutation_.data(), places_.node.data(),
                      places_.place.data()};
  }

  void set_cells(const InteriorPenaltyView& v) {
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
    tables_.cells = {v.K - general_.size(), has_reaction, element_.data(), geometry_.data()};
  }

  int n_blocks() const { return static_cast<int>(element_.size()) / kernels_.width; }

  std::size_t memory() const {
    std::size_t sum = general_.bytes();
    for (const auto* array : {&fluxes_, &gradient_, &weak_, &divergence_, &mass_, &face_mass_, &geometry_})
      sum += array->bytes();
    for (const auto* array : {&face_nodes_, &element_, &neighbor_, &permutation_}) sum += array->bytes();
    sum += (places_.node.size() + places_.place.size()) * sizeof(int);
    for (const auto& scratch : scratch_) sum += scratch.bytes();
    return sum;
  }

  const PenaltyKernels<T>& kernels_;
  const FacePlaces places_;
  const AlignedArray<int> element_;
  AlignedArray<int> face_nodes_, neighbor_, permutation_;
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
