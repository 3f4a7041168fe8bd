/// Cells of the interior penalty operator that bring their own matrices (kernels/interior_penalty.hpp), and
/// the tables of who meets whom on a face.
#pragma once

#include <vector>

#include "kernels/host/aligned_array.hpp"
#include "kernels/host/interior_penalty_tables.hpp"
#include "kernels/interior_penalty.hpp"

namespace dgsolve::host {

/// For each row (a face of the neighbour, an orientation) and node of ours: the neighbour's node that meets
/// it. The last n_faces rows are for faces at a boundary, which meet themselves.
struct FacePlaces {
  explicit FacePlaces(const ReferenceView& reference);
  std::vector<int> node;   ///< [rows][Nfp]: volume node
  std::vector<int> place;  ///< [rows][Nfp]: place among [n_faces][Nfp]
  int n_faces, n_orientations;

  int row(const TraceView& trace, std::size_t side, int face) const {
    return trace.boundary[side] >= 0 ? n_faces * n_orientations + face
                                     : trace.neighbor_face[side] * n_orientations + trace.orientation[side];
  }
};

template <class T>
class GeneralCells {
 public:
  explicit GeneralCells(const InteriorPenaltyView& view);

  int size() const { return static_cast<int>(element_.size()); }
  // As PenaltyKernels', for cells [first, last).
  void publish(const PenaltyProduct<T>& product, int first, int last) const;
  void apply(const PenaltyProduct<T>& product, int first, int last) const;
  std::size_t bytes() const;

 private:
  struct Face {
    int neighbor, row;  ///< element across and row of FacePlaces; −1: a boundary
    T w_m, w_p;
  };
  void add_face(const PenaltyProduct<T>& product, std::size_t cell, int face, T* sum, T* values) const;

  int Np_, Nfp_, n_faces_;
  FacePlaces places_;
  std::vector<int> face_nodes_;     ///< [n_faces][Nfp]
  std::vector<T> face_mass_;        ///< [Nfp][Nfp]
  std::vector<int> element_;        ///< [Kg]
  std::vector<Face> faces_;         ///< [Kg][n_faces]
  AlignedArray<T> own_block_;       ///< [Kg][Np][Np], symmetric
  AlignedArray<T> flux_matrix_;     ///< [Kg][n_faces][Nfp][Np]
  AlignedArray<T> penalty_matrix_;  ///< [Kg][n_faces][Nfp][Nfp], symmetric
};

}  // namespace dgsolve::host
