#include "kernels/cuda/elliptic/penalty_maps.hpp"

#include <algorithm>

#include "kernels/base/device_error.hpp"
#include "kernels/cuda/algebra/remote_numbers.hpp"
#include "kernels/cuda/elliptic/cell_blocks.hpp"
#include "kernels/cuda/elliptic/penalty_tables.hpp"
#include "kernels/cuda/elliptic/tile_layout.hpp"
#include "kernels/cuda/gpu/block_size.hpp"

namespace dgsolve::cuda {
namespace {

using Index = std::size_t;

/// Groups of four elements that a block of the kernels for straight cells takes. Shared memory may hold one
/// more of them than are in use.
int groups_for(const ReferenceView& r, Precision precision) {
  const int values = 4 * (r.Np + std::max(2 * r.n_faces * r.Nfp, r.dim * r.Np));
  return choose_groups(r.Np, static_shared_bytes / (values * bytes_of(precision)) - 1);
}

/// Whether straight cells use tensor cores, where there are some that serve: a tile's sums fit into
/// registers.
bool uses_tensor(const ReferenceView& r, bool tensor) { return tensor && r.Np <= most_tile_nodes; }

/// Those for products in double precision, which vectors in single precision use too where these are not
/// much slower than in single (kernels/PERFORMANCE.md).
bool has_tensor_cores(const GpuProperties& gpu, Precision precision, const TileBlock& block) {
  return gpu.has_tensor_products(Precision::double_) && block.shared_bytes <= gpu.most_shared_bytes &&
         (precision == Precision::double_ || gpu.single_to_double <= 2);
}

KernelText penalty_kernels(const GpuProperties& gpu, const ReferenceView& r, Precision precision) {
  const TileBlock block(r.dim, r.N);
  return {.file = "kernels/cuda/elliptic/interior_penalty.cu",
          .prefix = penalty_prefix(r, precision, has_tensor_cores(gpu, precision, block)),
          .kernels_wait = true};
}

/// Others' kernels round otherwise. Throws DeviceError.
void check_alike(const Team& team, const ReferenceView& r, Precision precision) {
  const TileBlock block(r.dim, r.N);
  const auto tensor = [&](std::size_t gpu) {
    return uses_tensor(r, has_tensor_cores(team.launcher(gpu).gpu.properties(), precision, block));
  };
  bool all = true, any = false;
  for (std::size_t gpu = 0; gpu < team.size(); ++gpu) {
    all = all && tensor(gpu);
    any = any || tensor(gpu);
  }
  if (!team.is_true_of_all(all) && !team.is_true_of_all(!any))
    throw DeviceError(
        "some of the GPUs compute elliptic operators by tensor cores and others cannot, so that results "
        "would depend on who computes them; expected GPUs of one kind");
}

/// The cells that a GPU computes, in the mesh's numbers. It reads values and fluxes of others where they are.
template <class T>
class PenaltyPart {
 public:
  PenaltyPart(GpuLinearAlgebra& algebra, std::size_t gpu, DeviceCopies& copies, const InteriorPenaltyView& v,
              CellRange cells)
      : launcher_(algebra.team().launcher(gpu)),
        block_(v.reference.dim, v.reference.N),
        tensor_(
            uses_tensor(v.reference, has_tensor_cores(launcher_.gpu.properties(), precision_of<T>, block_))),
        groups_(groups_for(v.reference, precision_of<T>)),
        Np_(v.reference.Np),
        varying_cells_(VaryingShape(v.reference.dim, v.reference.N, sizeof(T)).cells),
        cells_(v, cells),
        tables_(algebra, gpu, copies) {
    kernels_ = launcher_.load(penalty_kernels(launcher_.gpu.properties(), v.reference, precision_of<T>));
    const FaceMatches places(v.reference);
    arguments_.straight.n = static_cast<int>(cells_.constant.size());
    tables_.keep(arguments_.straight.element, cells_.constant);
    set_traces(v, places);
    if (tensor_) {
      kernels_->prepare(tile_launch());
      arguments_.tiles = make_tile_tables<T>(v, cells_.constant, places, tables_);
    } else {
      arguments_.nodes = make_node_tables<T>(v, cells_.constant, places, tables_);
    }
    arguments_.varying = make_varying_tables<T>(v, cells_, places, tables_);
    const GeneralCells<T> general = make_general_tables<T>(v, cells_, tensor_, places, tables_);
    arguments_.general = general.tables;
    n_publishing_ = general.n_publishing;
  }

  bool uses_tensor_cores() const { return tensor_; }
  void use(T* fluxes, bool has_reaction) {
    arguments_.fluxes = fluxes;
    arguments_.straight.has_reaction = has_reaction;
  }

  void publish(const Blend<T>& blend) const {
    PenaltyArguments<T> arguments = arguments_;
    arguments.blend = blend;
    if (!tensor_) kernels_->launch("publish_straight", straight_blocks(), straight_threads(), arguments);
    kernels_->launch("publish_varying", varying_blocks(), cell_threads(), arguments);
    kernels_->launch("publish_general", n_publishing_, cell_threads(), arguments);
  }
  void apply(const Blend<T>& blend) const {
    PenaltyArguments<T> arguments = arguments_;
    arguments.blend = blend;
    if (tensor_)
      apply_to_tiles(arguments);
    else
      kernels_->launch("apply_straight", straight_blocks(), straight_threads(), arguments);
    kernels_->launch("apply_varying", varying_blocks(), cell_threads(), arguments);
    kernels_->launch("apply_general", arguments.general.n, cell_threads(), arguments);
  }

  PartOfOperator<T> for_blocks() const { return {cells_, arguments_}; }

 private:
  unsigned cell_threads() const { return (Np_ + 31) / 32 * 32; }
  unsigned straight_threads() const { return groups_ * Np_; }
  std::size_t straight_blocks() const { return n_blocks_for(arguments_.straight.n, 4 * groups_); }
  std::size_t varying_blocks() const { return n_blocks_for(arguments_.varying.n, varying_cells_); }

  KernelLaunch tile_launch() const {
    std::size_t blocks = n_blocks_for(n_blocks_for(arguments_.straight.n, tile_cells), block_.warps);
    if (block_.holds_operators)
      blocks = std::min<std::size_t>(blocks, launcher_.gpu.properties().multiprocessors);
    return {"apply_straight", blocks, static_cast<unsigned>(32 * block_.warps), block_.shared_bytes,
            static_cast<unsigned>(block_.resident_blocks)};
  }
  void apply_to_tiles(PenaltyArguments<T>& arguments) const {
    const KernelLaunch launch = tile_launch();
    arguments.tiles.n_warps = static_cast<int>(launch.blocks) * block_.warps;
    kernels_->launch(launch, arguments);
  }

  void set_traces(const InteriorPenaltyView& v, const FaceMatches& places) {
    const ReferenceView& r = v.reference;
    PenaltyTraces<T>& traces = arguments_.traces;
    std::vector<PenaltyMeeting> across;
    for (Index i = 0; i < places.node.size(); ++i)
      across.push_back({static_cast<unsigned short>(places.node[i]), static_cast<short>(places.place[i])});
    tables_.keep(traces.across, across);
    tables_.keep(traces.face_nodes, std::vector<unsigned short>(r.face_nodes.begin(), r.face_nodes.end()));
    tables_.keep(traces.face_index_of_node, face_indices_of_nodes(r.Np, r.n_faces, r.face_nodes));
    tables_.keep(traces.face_mass,
                 columns_of<T>(r.Nfp, r.Nfp, [&](int row, int k) { return v.face_mass[row * r.Nfp + k]; }));
  }

  Launcher& launcher_;
  const TileBlock block_;
  const bool tensor_;
  const int groups_, Np_, varying_cells_;
  const PenaltyCells cells_;
  Index n_publishing_ = 0;
  std::unique_ptr<KernelModule> kernels_;
  DeviceTables tables_;
  PenaltyArguments<T> arguments_{};
};

template <class T>
class InteriorPenaltyMap : public GpuMap<T> {
 public:
  InteriorPenaltyMap(GpuLinearAlgebra& algebra, std::vector<DeviceCopies>& copies,
                     const InteriorPenaltyView& v)
      : GpuMap<T>(v.n_unknowns(), v.n_unknowns()), on_(algebra.kernels()) {
    check_alike(on_.team, v.reference, precision_of<T>);
    const Index K = v.K, Np = v.reference.Np;
    const Team::Results results{K, this->rows, 1, Np};
    for (const Team::Range& range : on_.team.own_ranges(results)) {
      const CellRange cells{static_cast<int>(range.first), static_cast<int>(range.last)};
      const Index gpu = parts_.size();
      parts_.push_back(std::make_unique<PenaltyPart<T>>(algebra, gpu, copies[gpu], v, cells));
    }
    const std::vector<int> constant = v.cells(PenaltyCell::constant);
    publishes_ = !parts_[0]->uses_tensor_cores() || constant.size() < K;
    const Index n_fluxes = K * v.reference.n_faces * v.reference.Nfp;
    if (publishes_)
      fluxes_ = shared_array<T>(on_.team, n_fluxes, this->rows, "fluxes of an elliptic operator");
    const bool has_reaction = std::ranges::any_of(constant, [&](int e) { return v.reaction[e] != 0; });
    for (const auto& part : parts_) part->use(fluxes_.data(), has_reaction);
    find_remote(v, results);
  }

  void multiply(const Blend<T>& blend) override {
    const bool all = parts_.size() > 1;
    x_.bring(on_, blend.x);
    on_.team.begin(all);
    if (publishes_) {
      for (const auto& part : parts_) part->publish(blend);
      remote_fluxes_.bring(on_, fluxes_.data());
      on_.team.begin(all);
    }
    for (const auto& part : parts_) part->apply(blend);
  }

  std::vector<PartOfOperator<T>> for_blocks() const {
    std::vector<PartOfOperator<T>> parts;
    for (const auto& part : parts_) parts.push_back(part->for_blocks());
    return parts;
  }

 private:
  /// What cells read of other processes' cells: all values of neighbours, and the fluxes at common faces.
  void find_remote(const InteriorPenaltyView& v, const Team::Results& results) {
    const Index n_faces = v.reference.n_faces, Nfp = v.reference.Nfp, Np = v.reference.Np;
    const auto read_all = [](Index first, Index n, const auto& read) {
      for (Index i = first; i < first + n; ++i) read(i);
    };
    x_ = numbers_of_rows(on_, results, this->cols, [&](Index e, const auto& read) {
      read_all(e * Np, Np, read);
      for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side)
        if (v.trace.boundary[side] < 0) read_all(v.trace.neighbor[side] * Np, Np, read);
    });
    if (!publishes_) return;
    const std::vector<Team::Range> cells = on_.team.ranges(results);
    std::vector<Team::Range> fluxes;
    for (const Team::Range& of_rank : cells)
      fluxes.push_back({of_rank.first * n_faces * Nfp, of_rank.last * n_faces * Nfp});
    remote_fluxes_ = {on_, fluxes, cells, [&](Index e, const auto& read) {
                        for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side)
                          if (v.trace.boundary[side] < 0)
                            read_all((v.trace.neighbor[side] * n_faces + v.trace.neighbor_face[side]) * Nfp,
                                     Nfp, read);
                      }};
  }

  const VectorKernels on_;
  std::vector<std::unique_ptr<PenaltyPart<T>>> parts_;  ///< [GPU of this process]: one alone where K is small
  bool publishes_ = false;
  Array<T> fluxes_;
  RemoteNumbers x_, remote_fluxes_;
};

}  // namespace

std::vector<KernelText> elliptic_kernels(const GpuProperties& gpu, const ReferenceView& r) {
  return {linear_algebra_kernels(), penalty_kernels(gpu, r, Precision::double_), cell_block_kernels(),
          penalty_kernels(gpu, r, Precision::single)};
}

std::string penalty_prefix(const ReferenceView& r, Precision precision, bool tensor) {
  const auto constant = [](const char* name, int value) {
    return std::string("  static constexpr int ") + name + " = " + std::to_string(value) + ";\n";
  };
  return std::string("#define DGSOLVE_TENSOR ") + (uses_tensor(r, tensor) ? "1" : "0") +
         "\nnamespace dgsolve::cuda {\nnamespace {\nstruct Config {\n  using Real = " +
         (precision == Precision::single ? "float" : "double") + ";\n" + constant("dim", r.dim) +
         constant("N", r.N) + constant("Np", r.Np) + constant("Nfp", r.Nfp) +
         constant("groups", groups_for(r, precision)) + "};\n}\n}\n";
}

GpuPenaltyMaps::GpuPenaltyMaps(GpuLinearAlgebra& algebra)
    : PenaltyMaps(algebra), algebra_(algebra), copies_(algebra.team().size()) {}

std::unique_ptr<LinearMap> GpuPenaltyMaps::interior_penalty(const InteriorPenaltyView& view,
                                                            Precision precision) {
  return make_map<InteriorPenaltyMap>(precision, algebra_, copies_, view);
}

std::unique_ptr<FormBlocks> GpuPenaltyMaps::blocks(const InteriorPenaltyView& view, const LinearMap& op) {
  return with_type(op.precision, [&]<class T>(T) {
    return make_cell_blocks<T>(algebra_, view, dynamic_cast<const InteriorPenaltyMap<T>&>(op).for_blocks());
  });
}

}  // namespace dgsolve::cuda
