#include "kernels/cuda/elliptic/penalty_maps.hpp"

#include <algorithm>

#include "kernels/base/face_places.hpp"
#include "kernels/cuda/algebra/gpu_vector.hpp"
#include "kernels/cuda/elliptic/penalty_tables.hpp"
#include "kernels/cuda/runtime/block_size.hpp"
#include "kernels/cuda/tensor/panel_layout.hpp"

namespace dgsolve::cuda {
namespace {

using Index = std::size_t;

/// Groups of four elements that a block of the kernels for straight cells takes. Shared memory may hold one
/// more of them than are in use.
int groups_for(const ReferenceView& r, Precision precision) {
  const int values = 4 * (r.Np + std::max(2 * r.n_faces * r.Nfp, r.dim * r.Np));
  return choose_groups(r.Np, static_shared_bytes / (values * bytes_of(precision)) - 1);
}

/// Whether straight cells use tensor cores: in double precision, where there are some and a tile's sums fit
/// into registers. In single precision a thread a node is faster (kernels/PERFORMANCE.md).
bool uses_tensor(const ReferenceView& r, Precision precision, bool tensor) {
  return tensor && precision == Precision::double_ && r.Np <= most_panel_nodes;
}

std::vector<int> cells_where(std::span<const int> general_index, bool general) {
  std::vector<int> cells;
  for (Index e = 0; e < general_index.size(); ++e)
    if ((general_index[e] >= 0) == general) cells.push_back(static_cast<int>(e));
  return cells;
}

/// [column][row] of entry(row, column).
template <class U, class Entry>
std::vector<U> columns_of(int columns, int rows, Entry entry) {
  std::vector<U> values;
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row) values.push_back(static_cast<U>(entry(row, column)));
  return values;
}

template <class T>
class InteriorPenaltyMap : public LinearMap {
 public:
  InteriorPenaltyMap(Launcher& launcher, const InteriorPenaltyView& v)
      : LinearMap(static_cast<Index>(v.K) * v.reference.Np, static_cast<Index>(v.K) * v.reference.Np,
                  precision_of<T>),
        launcher_(launcher),
        block_(v.reference.dim, v.reference.N),
        tensor_(uses_tensor(v.reference, precision,
                            launcher.has_tensor_products(precision, block_.shared_bytes))),
        groups_(groups_for(v.reference, precision)),
        Np_(v.reference.Np),
        places_(v.reference) {
    kernels_ = launcher.load(
        {"kernels/cuda/elliptic/interior_penalty.cu", penalty_prefix(v.reference, precision, tensor_)});
    if (tensor_)
      kernels_->reserve_shared_memory("apply_straight", block_.shared_bytes, block_.resident_blocks);
    const std::vector<int> straight = cells_where(v.general_index, false),
                           general = cells_where(v.general_index, true);
    arguments_.n_straight = static_cast<int>(straight.size());
    arguments_.n_general = static_cast<int>(general.size());
    arguments_.has_reaction =
        std::any_of(straight.begin(), straight.end(), [&](int e) { return v.reaction[e] != 0; });
    keep(arguments_.straight_element, straight);
    set_traces(v);
    if (tensor_) {
      set_tiles(v, straight);
    } else {
      keep(arguments_.faces, faces_of(v, straight));
      set_operators(v);
      set_geometry(v, straight);
    }
    set_general(v, general);
    if (tensor_ && n_publishing_ == 0) return;
    const Index n_fluxes = static_cast<Index>(v.K) * v.reference.n_faces * v.reference.Nfp;
    tables_.push_back(launcher.allocate(n_fluxes * sizeof(T), "fluxes of an elliptic operator"));
    arguments_.fluxes = static_cast<T*>(tables_.back().get());
  }

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y,
                DeviceVector* sum) override {
    PenaltyArguments<T> arguments = arguments_;
    arguments.blend = blend_of<T>(*this, alpha, x, beta, b, y, sum);
    const unsigned general_threads = (Np_ + 31) / 32 * 32, straight_threads = groups_ * Np_;
    const std::size_t straight_blocks = n_blocks_for(arguments.n_straight, 4 * groups_);
    if (!tensor_) kernels_->launch("publish_straight", straight_blocks, straight_threads, &arguments);
    kernels_->launch("publish_general", n_publishing_, general_threads, &arguments);
    if (tensor_)
      apply_to_tiles(arguments);
    else
      kernels_->launch("apply_straight", straight_blocks, straight_threads, &arguments);
    kernels_->launch("apply_general", arguments.n_general, general_threads, &arguments);
  }

 private:
  void apply_to_tiles(PenaltyArguments<T>& arguments) {
    std::size_t blocks = n_blocks_for(n_blocks_for(arguments.n_straight, tile_cells), block_.warps);
    if (block_.holds_operators) blocks = std::min<std::size_t>(blocks, launcher_.multiprocessors());
    arguments.n_warps = static_cast<int>(blocks) * block_.warps;
    kernels_->launch("apply_straight", blocks, 32 * block_.warps, &arguments, block_.shared_bytes);
  }

  template <class U>
  void keep(const U*& pointer, const std::vector<U>& values) {
    if (values.empty()) return;
    const Array<U> table(launcher_, values, "an elliptic operator");
    tables_.push_back(table.memory());
    pointer = table.data();
  }

  void set_traces(const InteriorPenaltyView& v) {
    const ReferenceView& r = v.reference;
    std::vector<PenaltyMeeting> across;
    for (Index i = 0; i < places_.node.size(); ++i)
      across.push_back({static_cast<unsigned short>(places_.node[i]), static_cast<short>(places_.place[i])});
    keep(arguments_.across, across);
    keep(arguments_.face_nodes, std::vector<unsigned short>(r.face_nodes.begin(), r.face_nodes.end()));
    keep(arguments_.place_of_node, columns_of<short>(r.Np, r.n_faces, [&](int face, int node) {
           const auto first = r.face_nodes.begin() + face * r.Nfp, last = first + r.Nfp;
           const auto found = std::find(first, last, node);
           return found == last ? -1 : static_cast<int>(found - first);
         }));
    keep(arguments_.face_mass,
         columns_of<T>(r.Nfp, r.Nfp, [&](int row, int k) { return v.face_mass[row * r.Nfp + k]; }));
  }
  std::vector<PenaltyFace<T>> faces_of(const InteriorPenaltyView& v, const std::vector<int>& cells) const {
    std::vector<PenaltyFace<T>> faces;
    for (const int e : cells)
      for (int face = 0; face < v.reference.n_faces; ++face) {
        const Index side = static_cast<Index>(e) * v.reference.n_faces + face;
        faces.push_back({v.trace.boundary[side] >= 0 ? ~e : v.trace.neighbor[side],
                         places_.row(v.trace, side, face), static_cast<T>(v.weight[side])});
      }
    return faces;
  }

  /// Sixteen cells at a time, row by row of the tile; the last one's empty places repeat its last cell.
  void set_tiles(const InteriorPenaltyView& v, const std::vector<int>& straight) {
    const ReferenceView& r = v.reference;
    const PenaltyTables tables(v);
    const int n_faces = r.n_faces, n_values = tile_values(r.dim);
    const Index n_tiles = (straight.size() + tile_cells - 1) / tile_cells;
    std::vector<TileFaces> faces(n_tiles * n_faces * 8);
    std::vector<Two<T>> values(n_tiles * n_values * 8);
    for (Index i = 0; i < n_tiles * tile_cells; ++i) {
      const Index tile = i / tile_cells, g = i % 8, row = i % tile_cells / 8,
                  e = straight[std::min(i, straight.size() - 1)];
      Index next = tile * n_values;
      const auto put = [&](double number) { values[next++ * 8 + g].v[row] = static_cast<T>(number); };
      for (int k = 0; k < r.dim; ++k)
        for (int j = 0; j <= k; ++j) put(v.stiffness[(e * r.dim + k) * r.dim + j]);
      put(v.reaction[e]);
      for (int vertex = 0; vertex < n_faces; ++vertex) {
        const int face = tables.face_of_vertex[vertex];
        const Index side = e * n_faces + face;
        const bool inside = v.trace.boundary[side] < 0,
                   general = v.general_index[v.trace.neighbor[side]] >= 0;
        put(v.penalty[side]);
        put(v.weight[side]);
        const Index met = static_cast<Index>(v.trace.neighbor[side]) * n_faces + v.trace.neighbor_face[side];
        const auto c =
            tables.flux_factors(v.trace.neighbor_face[side], v.trace.orientation[side], &v.flux[met * r.dim]);
        for (int j = 0; j < r.dim; ++j) put(inside && !general ? (1 - v.weight[side]) * c[j] : 0);
        TileFaces& to = faces[(tile * n_faces + vertex) * 8 + g];
        to.neighbor[row] = inside ? v.trace.neighbor[side] : -1;
        to.row[row] = inside ? places_.row(v.trace, side, face) : 0;
        if (inside && general) to.row[row] = ~to.row[row];
      }
    }
    keep(arguments_.tile_faces, faces);
    keep(arguments_.tile_values, values);
    keep(arguments_.operators, std::vector<T>(tables.operators.begin(), tables.operators.end()));
    keep(arguments_.zeros, std::vector<T>(r.Np));
    keep(arguments_.face_columns, tables.face_columns);
    keep(arguments_.columns_across, tables.columns_across);
  }

  void set_general(const InteriorPenaltyView& v, const std::vector<int>& general) {
    std::vector<int> publishing = general;
    std::vector<T> flux_matrix(v.flux_matrix.begin(), v.flux_matrix.end());
    if (tensor_) add_straight_publishers(v, publishing, flux_matrix);
    n_publishing_ = publishing.size();
    keep(arguments_.general_element, publishing);
    keep(arguments_.flux_matrix, flux_matrix);
    keep(arguments_.general_faces, faces_of(v, general));
    keep(arguments_.own_block, std::vector<T>(v.own_block.begin(), v.own_block.end()));
    keep(arguments_.penalty_matrix, std::vector<T>(v.penalty_matrix.begin(), v.penalty_matrix.end()));
  }
  /// Straight cells that meet a general one, with matrices made from their factors.
  void add_straight_publishers(const InteriorPenaltyView& v, std::vector<int>& cells,
                               std::vector<T>& flux_matrix) const {
    const ReferenceView& r = v.reference;
    for (Index e = 0; e < v.general_index.size(); ++e) {
      bool meets = false;
      for (Index side = e * r.n_faces; side < (e + 1) * r.n_faces; ++side)
        meets |= v.trace.boundary[side] < 0 && v.general_index[v.trace.neighbor[side]] >= 0;
      if (v.general_index[e] >= 0 || !meets) continue;
      cells.push_back(static_cast<int>(e));
      for (int place = 0; place < r.n_faces * r.Nfp; ++place)
        for (int i = 0; i < r.Np; ++i) {
          double sum = 0;
          for (int j = 0; j < r.dim; ++j)
            sum += v.flux[(e * r.n_faces + place / r.Nfp) * r.dim + j] *
                   r.D[(static_cast<Index>(j) * r.Np + r.face_nodes[place]) * r.Np + i];
          flux_matrix.push_back(static_cast<T>(sum));
        }
    }
  }

  void set_operators(const InteriorPenaltyView& v) {
    const ReferenceView& r = v.reference;
    const int Np = r.Np, dim = r.dim;
    const auto D = [&](int j, int row, int column) {
      return r.D[(static_cast<Index>(j) * Np + row) * Np + column];
    };
    const auto weak = [&](int j, int row, int column) {
      double sum = 0;
      for (int i = 0; i < Np; ++i) sum += v.mass[row * Np + i] * D(j, i, column);
      return sum;
    };
    keep(arguments_.D, columns_of<T>(Np * dim, Np, [&](int row, int k) { return D(k % dim, row, k / dim); }));
    keep(arguments_.D_transposed,
         columns_of<T>(Np * dim, Np, [&](int row, int k) { return D(k % dim, k / dim, row); }));
    keep(arguments_.weak,
         columns_of<T>(Np * dim, Np, [&](int row, int k) { return weak(k % dim, row, k / dim); }));
    keep(arguments_.mass, columns_of<T>(Np, Np, [&](int row, int k) { return v.mass[row * Np + k]; }));
  }

  void set_geometry(const InteriorPenaltyView& v, const std::vector<int>& straight) {
    const int dim = v.reference.dim, n_faces = v.reference.n_faces;
    std::vector<Four<T>> geometry;
    for (const Index e : straight) {
      for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side) {
        Four<T> face{};
        for (int j = 0; j < dim; ++j) face[j] = static_cast<T>(v.flux[side * dim + j]);
        face[3] = static_cast<T>(v.penalty[side]);
        geometry.push_back(face);
      }
      Four<T> same{}, mixed{};
      const auto G = [&](int i, int j) { return static_cast<T>(v.stiffness[(e * dim + i) * dim + j]); };
      for (int i = 0; i < dim; ++i) {
        same[i] = G(i, i);
        for (int j = 0; j < i; ++j) mixed[i + j - 1] = G(i, j);
      }
      same[3] = static_cast<T>(v.reaction[e]);
      geometry.insert(geometry.end(), {same, mixed});
    }
    keep(arguments_.geometry, geometry);
  }

  Launcher& launcher_;
  const PanelBlock block_;
  const bool tensor_;
  const int groups_, Np_;
  const FacePlaces places_;
  Index n_publishing_ = 0;
  std::unique_ptr<KernelModule> kernels_;
  std::vector<std::shared_ptr<void>> tables_;
  PenaltyArguments<T> arguments_{};
};

}  // namespace

std::string penalty_prefix(const ReferenceView& r, Precision precision, bool tensor) {
  const auto constant = [](const char* name, int value) {
    return std::string("  static constexpr int ") + name + " = " + std::to_string(value) + ";\n";
  };
  return std::string("#define DGSOLVE_TENSOR ") + (uses_tensor(r, precision, tensor) ? "1" : "0") +
         "\nnamespace dgsolve::cuda {\nnamespace {\nstruct Config {\n  using Real = " +
         (precision == Precision::single ? "float" : "double") + ";\n" + constant("dim", r.dim) +
         constant("N", r.N) + constant("Np", r.Np) + constant("Nfp", r.Nfp) +
         constant("groups", groups_for(r, precision)) + "};\n}\n}\n";
}

GpuPenaltyMaps::GpuPenaltyMaps(GpuLinearAlgebra& algebra)
    : PenaltyMaps(algebra), launcher_(algebra.launcher()) {}

std::unique_ptr<LinearMap> GpuPenaltyMaps::interior_penalty(const InteriorPenaltyView& view,
                                                            Precision precision) {
  return make_map<InteriorPenaltyMap>(precision, launcher_, view);
}

}  // namespace dgsolve::cuda
