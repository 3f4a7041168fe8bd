/// Cells of the interior penalty operator that bring their own matrices
/// (kernels/elliptic/interior_penalty.hpp).
#pragma once

#include <vector>

#include "kernels/base/face_matches.hpp"
#include "kernels/elliptic/interior_penalty.hpp"
#include "kernels/host/elliptic/interior_penalty_tables.hpp"
#include "kernels/host/simd/memory.hpp"

namespace dgsolve::host {

template <class T>
class GeneralCells {
 public:
  /// Keeps a reference to the places, and in double precision to the view's matrices.
  GeneralCells(const InteriorPenaltyView& view, const FaceMatches& places);

  int size() const { return static_cast<int>(element_.size()); }
  // As PenaltyKernels', for cells [first, last).
  void publish(const PenaltyProduct<T>& product, int first, int last) const;
  void apply(const PenaltyProduct<T>& product, int first, int last) const;
  std::size_t bytes() const;

 private:
  struct Face {
    int neighbor, row;  ///< element across and row of FaceMatches; −1: a boundary
    T w_m, w_p;
  };
  std::span<const T> in_precision(std::span<const double> matrices);
  void add_face(const PenaltyProduct<T>& product, std::size_t cell, int face, T* sum, T* values) const;

  int Np_, Nfp_, n_faces_;
  const FaceMatches& places_;
  std::vector<int> face_nodes_;          ///< [n_faces][Nfp]
  std::vector<T> face_mass_;             ///< [Nfp][Nfp]
  std::vector<int> element_;             ///< [Kg]
  std::vector<Face> faces_;              ///< [Kg][n_faces]
  std::vector<AlignedArray<T>> copies_;  ///< of the next three, where they have another precision
  std::span<const T> own_block_;         ///< [Kg][Np][Np], symmetric
  std::span<const T> flux_matrix_;       ///< [Kg][n_faces][Nfp][Np]
  std::span<const T> penalty_matrix_;    ///< [Kg][n_faces][Nfp][Nfp], symmetric
};

}  // namespace dgsolve::host
