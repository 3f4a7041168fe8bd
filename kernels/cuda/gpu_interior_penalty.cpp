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

/// Elements of a block of the kernels for straight cells.
int elements_for(const ReferenceView& r, Precision precision) {
  const int value = bytes_of(precision);
  const int bytes = (r.Np * (1 + r.dim) + 4 * r.n_faces * r.Nfp) * value;
  return choose_groups(r.Np, static_shared_bytes / bytes);
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
        elements_(elements_for(v.reference, precision)),
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

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b,
                DeviceVector& y) override {
    PenaltyArguments<T> arguments = arguments_;
    arguments.blend = blend_of<T>(*this, alpha, x, beta, b, y);
    const unsigned straight_threads = elements_ * Np_, general_threads = (Np_ + 31) / 32 * 32;
    for (const std::string pass : {"publish", "apply"}) {
      kernels_->launch(pass + "_straight", n_blocks_for(arguments.n_straight, elements_), straight_threads,
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
                       static_cast<T>(v.weight[side]), static_cast<T>(at_boundary ? 0 : 1 - v.weight[side])});
    }
    keep(arguments_.faces, faces);
    keep(arguments_.node_across, std::vector<unsigned short>(places.node.begin(), places.node.end()));
    keep(arguments_.place_across, std::vector<short>(places.place.begin(), places.place.end()));
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
    std::vector<T> geometry;
    for (const Index e : straight) {
      for (int ij = 0; ij < dim * dim; ++ij)
        geometry.push_back(static_cast<T>(v.stiffness[e * dim * dim + ij]));
      geometry.push_back(static_cast<T>(v.reaction[e]));
      for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side) {
        for (int j = 0; j < dim; ++j) geometry.push_back(static_cast<T>(v.flux[side * dim + j]));
        geometry.push_back(static_cast<T>(v.penalty[side]));
      }
    }
    keep(arguments_.geometry, geometry);
  }

  Launcher& launcher_;
  const int elements_, Np_;
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
         constant("Np", r.Np) + constant("Nfp", r.Nfp) + constant("elements", elements_for(r, precision)) +
         "};\n}\n}\n";
}

std::unique_ptr<LinearMap> make_interior_penalty(Launcher& launcher, const InteriorPenaltyView& view,
                                                 Precision precision) {
  return make_map<InteriorPenaltyMap>(precision, launcher, view);
}

}  // namespace dgsolve::cuda
