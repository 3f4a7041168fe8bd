#include <algorithm>

#include "kernels/cuda/block_size.hpp"
#include "kernels/cuda/gpu_maps.hpp"
#include "kernels/cuda/gpu_vector.hpp"
#include "kernels/cuda/operator_blocks.hpp"
#include "kernels/cuda/penalty_arguments.hpp"
#include "kernels/face_places.hpp"
#include "kernels/interior_penalty.hpp"

namespace dgsolve::cuda {
namespace {

using Index = std::size_t;

/// Groups of four elements that a block of the kernels for straight cells takes. Shared memory may hold one
/// more of them than are in use.
int groups_for(const ReferenceView& r, Precision precision) {
  const int values = 4 * (r.Np + std::max(2 * r.n_faces * r.Nfp, r.dim * r.Np));
  return choose_groups(r.Np, static_shared_bytes / (values * bytes_of(precision)) - 1);
}

/// Whether straight cells use tensor cores: in double precision, where there are some and their blocks'
/// shared memory suffices. In single precision a thread a node is faster (kernels/PERFORMANCE.md).
bool uses_tensor(const ReferenceView& r, Precision precision, bool tensor) {
  const int traces = std::max(2 * r.n_faces * row_pitch(r.Nfp), r.n_faces * r.Nfp);
  const int values = 16 * (row_pitch(r.Np) + std::max(traces, row_pitch(r.Np * r.dim)));
  const int geometry = 16 * 4 * (r.n_faces + 2);
  const int of_cells = 16 * (4 + 16 * r.n_faces);  // bytes: who they are, and their faces
  return tensor && precision == Precision::double_ &&
         (values + geometry) * bytes_of(precision) + of_cells <= static_shared_bytes;
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
        tensor_(uses_tensor(v.reference, precision, launcher.has_tensor_products(precision))),
        groups_(groups_for(v.reference, precision)),
        Np_(v.reference.Np) {
    kernels_ =
        launcher.load({"kernels/cuda/interior_penalty.cu",
                       penalty_prefix(v.reference, precision, launcher.has_tensor_products(precision))});
    const std::vector<int> straight = cells_where(v.general_index, false),
                           general = cells_where(v.general_index, true);
    arguments_.n_straight = static_cast<int>(straight.size());
    arguments_.n_general = static_cast<int>(general.size());
    keep(arguments_.straight_element, straight);
    keep(arguments_.general_element, general);
    set_traces(v, straight, general);
    set_operators(v);
    set_geometry(v, straight);
    keep(arguments_.own_block, std::vector<T>(v.own_block.begin(), v.own_block.end()));
    keep(arguments_.flux_matrix, std::vector<T>(v.flux_matrix.begin(), v.flux_matrix.end()));
    keep(arguments_.penalty_matrix, std::vector<T>(v.penalty_matrix.begin(), v.penalty_matrix.end()));
    const Index n_fluxes = static_cast<Index>(v.K) * v.reference.n_faces * v.reference.Nfp;
    tables_.push_back(launcher.allocate(n_fluxes * sizeof(T), "fluxes of an elliptic operator"));
    arguments_.fluxes = static_cast<T*>(tables_.back().get());
  }

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y,
                DeviceVector* sum) override {
    PenaltyArguments<T> arguments = arguments_;
    arguments.blend = blend_of<T>(*this, alpha, x, beta, b, y, sum);
    const unsigned straight_threads = tensor_ ? 32 * penalty_warps(Np_) : groups_ * Np_,
                   straight_cells = tensor_ ? 16 : 4 * groups_, general_threads = (Np_ + 31) / 32 * 32;
    for (const std::string pass : {"publish", "apply"}) {
      kernels_->launch(pass + "_straight", n_blocks_for(arguments.n_straight, straight_cells),
                       straight_threads, &arguments);
      kernels_->launch(pass + "_general", arguments.n_general, general_threads, &arguments);
    }
  }

 private:
  template <class U>
  void keep(const U*& pointer, const std::vector<U>& values) {
    if (values.empty()) return;
    const Array<U> table(launcher_, values, "an elliptic operator");
    tables_.push_back(table.memory());
    pointer = table.data();
  }

  void set_traces(const InteriorPenaltyView& v, const std::vector<int>& straight,
                  const std::vector<int>& general) {
    const ReferenceView& r = v.reference;
    const FacePlaces places(r);
    std::vector<PenaltyFace<T>> faces;
    for (const std::vector<int>* cells : {&straight, &general})
      for (const int e : *cells)
        for (int face = 0; face < r.n_faces; ++face) {
          const Index side = static_cast<Index>(e) * r.n_faces + face;
          faces.push_back({v.trace.boundary[side] >= 0 ? ~e : v.trace.neighbor[side],
                           places.row(v.trace, side, face), static_cast<T>(v.weight[side])});
        }
    keep(arguments_.faces, faces);
    std::vector<PenaltyMeeting> across;
    for (Index i = 0; i < places.node.size(); ++i)
      across.push_back({static_cast<unsigned short>(places.node[i]), static_cast<short>(places.place[i])});
    keep(arguments_.across, across);
    keep(arguments_.face_nodes, std::vector<unsigned short>(r.face_nodes.begin(), r.face_nodes.end()));
    keep(arguments_.place_of_node, columns_of<short>(r.Np, r.n_faces, [&](int face, int node) {
           const auto first = r.face_nodes.begin() + face * r.Nfp, last = first + r.Nfp;
           const auto found = std::find(first, last, node);
           return found == last ? -1 : static_cast<int>(found - first);
         }));
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
    keep(arguments_.face_mass,
         columns_of<T>(r.Nfp, r.Nfp, [&](int row, int k) { return v.face_mass[row * r.Nfp + k]; }));
    if (tensor_) {
      keep(arguments_.D_blocks, operator_blocks<T>(dim, Np, Np, D));
      keep(arguments_.weak_blocks, operator_blocks<T>(dim, Np, Np, weak));
      keep(arguments_.divergence_blocks, operator_blocks<T>(1, Np, Np * dim, [&](int, int row, int k) {
             return D(k % dim, k / dim, row);
           }));
      keep(arguments_.mass_blocks,
           operator_blocks<T>(1, Np, Np, [&](int, int row, int k) { return v.mass[row * Np + k]; }));
      keep(arguments_.face_mass_blocks, operator_blocks<T>(1, r.Nfp, r.Nfp, [&](int, int row, int k) {
             return v.face_mass[row * r.Nfp + k];
           }));
      return;
    }
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
    arguments_.has_reaction =
        std::any_of(straight.begin(), straight.end(), [&](int e) { return v.reaction[e] != 0; });
  }

  Launcher& launcher_;
  const bool tensor_;
  const int groups_, Np_;
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
         constant("Np", r.Np) + constant("Nfp", r.Nfp) + constant("groups", groups_for(r, precision)) +
         "};\n}\n}\n";
}

std::unique_ptr<LinearMap> make_interior_penalty(Launcher& launcher, const InteriorPenaltyView& view,
                                                 Precision precision) {
  return make_map<InteriorPenaltyMap>(precision, launcher, view);
}

}  // namespace dgsolve::cuda
