/// The tables of the interior penalty operator on the device, a kind of cells at a time.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/base/face_matches.hpp"
#include "kernels/base/unset_vector.hpp"
#include "kernels/cuda/algebra/gpu_linear_algebra.hpp"
#include "kernels/cuda/elliptic/device_copies.hpp"
#include "kernels/cuda/elliptic/penalty_arguments.hpp"
#include "kernels/elliptic/interior_penalty.hpp"

namespace dgsolve::cuda {

/// An elliptic operator's memory on one of a device's GPUs.
class DeviceTables {
 public:
  DeviceTables(GpuLinearAlgebra& algebra, std::size_t gpu)
      : algebra_(algebra), gpu_(gpu), launcher_(algebra.team().launcher(gpu)) {}
  /// For arrays of the view: others may have copied them already, to this GPU.
  DeviceTables(GpuLinearAlgebra& algebra, std::size_t gpu, DeviceCopies& copies)
      : DeviceTables(algebra, gpu) {
    copies_ = &copies;
  }

  /// Copies the values to the device, and sets the pointer to them. Without values the pointer keeps its
  /// value.
  template <class U>
  void keep(const U*& pointer, const std::vector<U>& values) {
    keep(pointer, std::span<const U>(values));
  }
  template <class U>
  void keep(const U*& pointer, std::span<const U> values) {
    if (values.empty()) return;
    const Array<U> table(launcher_, values, "an elliptic operator");
    tables_.push_back(table.memory());
    pointer = table.data();
  }
  /// The numbers in precision U.
  template <class U>
  void keep_as(const U*& pointer, std::span<const double> values) {
    if constexpr (std::is_same_v<U, double>) {
      keep(pointer, values);
      if (copies_ != nullptr && !values.empty()) copies_->add(values, tables_.back());
    } else if (const auto copy = copies_ == nullptr ? nullptr : copies_->find(values)) {
      U* const rounded = allocate<U>(values.size(), "an elliptic operator");
      algebra_.round(gpu_, static_cast<const double*>(copy.get()), rounded, values.size());
      pointer = rounded;
    } else {
      UnsetVector<U> converted(values.size());
#pragma omp parallel for
      for (std::size_t i = 0; i < values.size(); ++i) converted[i] = static_cast<U>(values[i]);
      keep(pointer, std::span<const U>(converted));
    }
  }
  template <class U>
  U* allocate(std::size_t size, const std::string& purpose) {
    const Array<U> table(launcher_.gpu, size, purpose);
    tables_.push_back(table.memory());
    return table.data();
  }
  /// Frees all of it.
  void clear() { tables_.clear(); }

 private:
  GpuLinearAlgebra& algebra_;
  const std::size_t gpu_;
  Launcher& launcher_;
  DeviceCopies* copies_ = nullptr;
  std::vector<std::shared_ptr<void>> tables_;
};

/// The cells that a GPU computes, by their kinds, in the mesh's order.
struct PenaltyCells {
  PenaltyCells(const InteriorPenaltyView& view, CellRange cells);

  CellRange range;
  std::vector<int> constant, varying, general;
  std::size_t varying_before, general_before;  ///< such cells in front of them
  std::size_t size() const { return range.size(); }
  /// What belongs to the varying or general cells, of an array that has as much for each of the whole mesh's.
  std::span<const double> of_varying(std::span<const double> array, std::size_t of_cell) const {
    return array.subspan(varying_before * of_cell, varying.size() * of_cell);
  }
  std::span<const double> of_general(std::span<const double> array, std::size_t of_cell) const {
    return array.subspan(general_before * of_cell, general.size() * of_cell);
  }
};

/// [column][row] of entry(row, column).
template <class U, class Entry>
std::vector<U> columns_of(int columns, int rows, Entry entry) {
  std::vector<U> values;
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row) values.push_back(static_cast<U>(entry(row, column)));
  return values;
}

/// [n][n_faces] of face_nodes [n_faces][Nfp]: a node's place in a face, −1: it is not on it.
inline std::vector<short> face_indices_of_nodes(int n, int n_faces, std::span<const int> face_nodes) {
  std::vector<short> places(static_cast<std::size_t>(n) * n_faces, -1);
  const int Nfp = static_cast<int>(face_nodes.size()) / n_faces;
  for (int k = 0; k < n_faces * Nfp; ++k)
    places[face_nodes[k] * n_faces + k / Nfp] = static_cast<short>(k % Nfp);
  return places;
}

/// [cells][n_faces]
template <class T>
std::vector<PenaltyFace<T>> faces_of(const InteriorPenaltyView& v, const std::vector<int>& cells,
                                     const FaceMatches& places) {
  const std::size_t n_faces = v.reference.n_faces;
  std::vector<PenaltyFace<T>> faces(cells.size() * n_faces);
#pragma omp parallel for
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const int e = cells[i / n_faces];
    const std::size_t side = e * n_faces + i % n_faces;
    faces[i] = {v.trace.boundary[side] >= 0 ? ~e : v.trace.neighbor[side], places.row(v.trace, side),
                static_cast<T>(v.weight[side])};
  }
  return faces;
}

// How straight cells are computed: by kernels in which a thread takes a node
// (kernels/cuda/elliptic/straight_penalty.cuh), or by tensor cores
// (kernels/cuda/elliptic/tensor_penalty.cuh).
template <class T>
NodeTables<T> make_node_tables(const InteriorPenaltyView& view, const std::vector<int>& cells,
                               const FaceMatches& places, DeviceTables& device);
template <class T>
TileTables<T> make_tile_tables(const InteriorPenaltyView& view, const std::vector<int>& cells,
                               const FaceMatches& places, DeviceTables& device);

template <class T>
VaryingTables<T> make_varying_tables(const InteriorPenaltyView& view, const PenaltyCells& of_gpu,
                                     const FaceMatches& places, DeviceTables& device);

/// Tables of the cells that bring their own matrices.
template <class T>
struct GeneralCells {
  GeneralTables<T> tables;
  std::size_t n_publishing;  ///< they, and straight cells that publish fluxes for them
};
/// straight_publish: whether constant cells that meet another kind are to publish with these kernels, by
/// matrices made from their factors.
template <class T>
GeneralCells<T> make_general_tables(const InteriorPenaltyView& view, const PenaltyCells& cells,
                                    bool straight_publish, const FaceMatches& places, DeviceTables& device);

}  // namespace dgsolve::cuda
