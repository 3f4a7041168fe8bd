#include "kernels/host/elliptic/penalty_maps.hpp"

#include <omp.h>

#include <algorithm>

#include "kernels/host/algebra/shared_numbers.hpp"
#include "kernels/host/elliptic/general_cells.hpp"
#include "kernels/host/elliptic/p1_cells.hpp"
#include "kernels/host/elliptic/penalty_blocks.hpp"

namespace dgsolve::host {
namespace {

/// Gradients, fluxes and their transposes: some hundred multiply-adds at every order.
constexpr std::size_t work_per_unknown = 16;

/// body(first, last) for the calling thread's share of 0…n−1: the same in all loops, so that most neighbours
/// are in the thread's own cache.
template <class Body>
void for_share(int n, Body body) {
  const std::int64_t thread = omp_get_thread_num(), n_threads = omp_get_num_threads();
  const int first = static_cast<int>(n * thread / n_threads),
            last = static_cast<int>(n * (thread + 1) / n_threads);
  if (first < last) body(first, last);
}

/// Whether the form on continuous functions is its volume's terms alone, in cells of one kind. Where a value
/// is imposed, they have it, and fluxes meet no jump; only a Robin condition adds something.
bool is_volume_only(const InteriorPenaltyView& v) {
  const auto is_constant = [](PenaltyCell kind) { return kind == PenaltyCell::constant; };
  if (!std::ranges::all_of(v.kind, is_constant)) return false;
  for (std::size_t side = 0; side < v.weight.size(); ++side)
    if (v.trace.boundary[side] >= 0 && v.weight[side] == 0 && v.penalty[side] != 0) return false;
  return true;
}

/// Continuous functions in the blocks of cells of another map.
template <class T>
class ContinuousVolume : public HostMap<T> {
 public:
  ContinuousVolume(const PenaltyBlocks<T>& cells, const ContinuousNodes& nodes, int n, int threads,
                   const ByteCount& bytes)
      : HostMap<T>(nodes.n_unknowns, nodes.n_unknowns),
        cells_(cells),
        threads_(threads),
        work_(nodes.unknown.size() * work_per_unknown),
        shared_(nodes.unknown, n, nodes.sums, bytes) {}

  void multiply(const Blend<T>& blend) override {
    shared_.multiply(blend, cells_.width(), threads_for(work_, threads_),
                     [&](std::ptrdiff_t block, const T* x, T* y) {
                       cells_.volume(static_cast<int>(block), x, y, omp_get_thread_num());
                     });
  }

 private:
  const PenaltyBlocks<T>& cells_;
  const int threads_;
  const std::size_t work_;
  SharedNumbers<T> shared_;
};

/// Straight cells by the instruction set's kernels, the others by their matrices.
template <class T>
class InteriorPenaltyMap : public HostMap<T> {
 public:
  InteriorPenaltyMap(const InteriorPenaltyView& v, InstructionSet set, int threads, const ByteCount& bytes)
      : HostMap<T>(v.n_unknowns(), v.n_unknowns()),
        places_(v.reference),
        constant_(v, PenaltyCell::constant, set, places_, threads),
        varying_(v, PenaltyCell::varying, set, places_, threads),
        general_(v, places_),
        n_(v.reference.Np),
        is_volume_only_(is_volume_only(v)),
        threads_(threads),
        fluxes_(
            AlignedArray<T>::unset(static_cast<std::size_t>(v.K) * v.reference.n_faces * v.reference.Nfp)),
        counted_(bytes, constant_.bytes() + varying_.bytes() + general_.bytes() + fluxes_.bytes() +
                            (places_.node.size() + places_.place.size()) * sizeof(int)) {}

  void multiply(const Blend<T>& blend) override {
    const PenaltyProduct<T> product{blend, fluxes_.data()};
#pragma omp parallel num_threads(threads_for(this->rows* work_per_unknown, threads_))
    {
      const int thread = omp_get_thread_num();
      for_share(constant_.size(), [&](int from, int to) { constant_.publish(product, from, to, thread); });
      for_share(varying_.size(), [&](int from, int to) { varying_.publish(product, from, to, thread); });
      for_share(general_.size(), [&](int from, int to) { general_.publish(product, from, to); });
#pragma omp barrier
      for_share(constant_.size(), [&](int from, int to) { constant_.apply(product, from, to, thread); });
      for_share(varying_.size(), [&](int from, int to) { varying_.apply(product, from, to, thread); });
      for_share(general_.size(), [&](int from, int to) { general_.apply(product, from, to); });
    }
  }

  std::unique_ptr<LinearMap> on_continuous(const ContinuousNodes& nodes, const ByteCount& bytes) const {
    if (!is_volume_only_) return nullptr;
    return std::make_unique<ContinuousVolume<T>>(constant_, nodes, n_, threads_, bytes);
  }

 private:
  const FaceMatches places_;
  const PenaltyBlocks<T> constant_, varying_;
  const GeneralCells<T> general_;
  const int n_;
  const bool is_volume_only_;  ///< on continuous functions
  const int threads_;
  AlignedArray<T> fluxes_;  ///< [K][n_faces][Nfp]
  const CountedBytes counted_;
};

/// Linear functions on straight tetrahedra.
template <class T>
class P1Map : public HostMap<T> {
 public:
  P1Map(const InteriorPenaltyView& v, InstructionSet set, int threads, const ByteCount& bytes)
      : HostMap<T>(v.n_unknowns(), v.n_unknowns()),
        cells_(v, set),
        threads_(threads),
        counted_(bytes, cells_.bytes()) {}

  void multiply(const Blend<T>& blend) override {
#pragma omp parallel num_threads(threads_for(this->rows* work_per_unknown, threads_))
    for_share(cells_.size(), [&](int first, int last) { cells_.apply(blend, first, last); });
  }

 private:
  const P1Cells<T> cells_;
  const int threads_;
  const CountedBytes counted_;
};

}  // namespace

HostPenaltyMaps::HostPenaltyMaps(HostLinearAlgebra& algebra, InstructionSet instruction_set)
    : PenaltyMaps(algebra), host_algebra_(algebra), instruction_set_(instruction_set) {}

std::unique_ptr<LinearMap> HostPenaltyMaps::interior_penalty(const InteriorPenaltyView& view,
                                                             Precision precision) {
  if (P1Cells<double>::are_all(view))
    return make_map<P1Map>(precision, view, instruction_set_, host_algebra_.threads(), host_algebra_.bytes());
  return make_map<InteriorPenaltyMap>(precision, view, instruction_set_, host_algebra_.threads(),
                                      host_algebra_.bytes());
}

std::unique_ptr<LinearMap> HostPenaltyMaps::on_continuous(const LinearMap& op, const ContinuousNodes& nodes) {
  return with_type(op.precision, [&]<class T>(T) -> std::unique_ptr<LinearMap> {
    const auto* map = dynamic_cast<const InteriorPenaltyMap<T>*>(&op);
    return map == nullptr ? nullptr : map->on_continuous(nodes, host_algebra_.bytes());
  });
}

}  // namespace dgsolve::host
