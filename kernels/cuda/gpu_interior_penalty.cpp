#include <algorithm>

#include "kernels/cuda/block_size.hpp"
#include "kernels/cuda/gpu_maps.hpp"
#include "kernels/cuda/gpu_vector.hpp"
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
        groups_(groups_for(v.reference, precision)),
        Np_(v.reference.Np) {
    kernels_ = launcher.load({"kernels/cuda/interior_penalty.cu", penalty_prefix(v.reference, precision)});
    const std::vector<int> straight = cells_where(v.general_index, false),
                           general = cells_where(v.general_index, true);
    arguments_.n_straight = static_cast<int>(straight.size());
    arguments_.n_general = static_cast<int>(general.size());
    keep(arguments_.straight_element, straight);
    keep(arguments_.general_element, general);
    set_traces(v);
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
    const unsigned straight_threads = groups_ * Np_, general_threads = (Np_ + 31) / 32 * 32;
    for (const std::string pass : {"publish", "apply"}) {
      kernels_->launch(pass + "_straight", n_blocks_for(arguments.n_straight, 4 * groups_), straight_threads,
                       &arguments);
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

  void set_traces(const InteriorPenaltyView& v) {
    const ReferenceView& r = v.reference;
    const FacePlaces places(r);
    std::vector<PenaltyFace<T>> faces;
    for (Index side = 0; side < v.trace.neighbor.size(); ++side) {
      const bool at_boundary = v.trace.boundary[side] >= 0;
      faces.push_back({at_boundary ? -1 : v.trace.neighbor[side],
                       places.row(v.trace, side, static_cast<int>(side % r.n_faces)),
                       static_cast<T>(v.weight[side])});
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
    keep(arguments_.D, columns_of<T>(Np * dim, Np, [&](int row, int k) { return D(k % dim, row, k / dim); }));
    keep(arguments_.D_transposed,
         columns_of<T>(Np * dim, Np, [&](int row, int k) { return D(k % dim, k / dim, row); }));
    keep(arguments_.weak, columns_of<T>(Np * dim, Np, [&](int row, int k) {
           double sum = 0;
           for (int i = 0; i < Np; ++i) sum += v.mass[row * Np + i] * D(k % dim, i, k / dim);
           return sum;
         }));
    keep(arguments_.mass, columns_of<T>(Np, Np, [&](int row, int k) { return v.mass[row * Np + k]; }));
    keep(arguments_.face_mass,
         columns_of<T>(r.Nfp, r.Nfp, [&](int row, int k) { return v.face_mass[row * r.Nfp + k]; }));
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
  const int groups_, Np_;
  std::unique_ptr<KernelModule> kernels_;
  std::vector<std::shared_ptr<void>> tables_;
  PenaltyArguments<T> arguments_{};
};

}  // namespace

std::string penalty_prefix(const ReferenceView& r, Precision precision) {
  const auto constant = [](const char* name, int value) {
    return std::string("  static constexpr int ") + name + " = " + std::to_string(value) + ";\n";
  };
  return std::string("namespace dgsolve::cuda {\nnamespace {\nstruct Config {\n  using Real = ") +
         (precision == Precision::single ? "float" : "double") + ";\n" + constant("dim", r.dim) +
         constant("Np", r.Np) + constant("Nfp", r.Nfp) + constant("groups", groups_for(r, precision)) +
         "};\n}\n}\n";
}

std::unique_ptr<LinearMap> make_interior_penalty(Launcher& launcher, const InteriorPenaltyView& view,
                                                 Precision precision) {
  return make_map<InteriorPenaltyMap>(precision, launcher, view);
}

}  // namespace dgsolve::cuda
