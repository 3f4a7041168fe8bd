#include "kernels/host/elliptic/general_cells.hpp"

#include <algorithm>
#include <type_traits>

#include "kernels/host/algebra/vector.hpp"

namespace dgsolve::host {

template <class T>
GeneralCells<T>::GeneralCells(const InteriorPenaltyView& v, const FaceMatches& places)
    : Np_(v.reference.Np),
      Nfp_(v.reference.Nfp),
      n_faces_(v.reference.n_faces),
      places_(places),
      face_nodes_(v.reference.face_nodes.begin(), v.reference.face_nodes.end()),
      face_mass_(v.face_mass.begin(), v.face_mass.end()),
      element_(v.cells(PenaltyCell::general)),
      own_block_(in_precision(v.own_block)),
      flux_matrix_(in_precision(v.flux_matrix)),
      penalty_matrix_(in_precision(v.penalty_matrix)) {
  for (const int e : element_)
    for (int f = 0; f < n_faces_; ++f) {
      const std::size_t side = static_cast<std::size_t>(e) * n_faces_ + f;
      faces_.push_back({v.trace.boundary[side] >= 0 ? -1 : v.trace.neighbor[side], places_.row(v.trace, side),
                        static_cast<T>(v.weight[side]), static_cast<T>(1 - v.weight[side])});
    }
}

template <class T>
std::span<const T> GeneralCells<T>::in_precision(std::span<const double> matrices) {
  if constexpr (std::is_same_v<T, double>) {
    return matrices;
  } else {
    AlignedArray<T>& copy = copies_.emplace_back(matrices.size());
#pragma omp parallel for
    for (std::size_t i = 0; i < matrices.size(); ++i) copy[i] = static_cast<T>(matrices[i]);
    return {copy.data(), copy.size()};
  }
}

template <class T>
void GeneralCells<T>::publish(const PenaltyProduct<T>& product, int first, int last) const {
  for (std::size_t cell = first; cell < static_cast<std::size_t>(last); ++cell) {
    const T* u = product.x + static_cast<std::size_t>(element_[cell]) * Np_;
    const std::size_t n = static_cast<std::size_t>(n_faces_) * Nfp_;
    const T* row = flux_matrix_.data() + cell * n * Np_;
    T* to = product.Q + element_[cell] * n;
    for (std::size_t m = 0; m < n; ++m, row += Np_) {
      T sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int i = 0; i < Np_; ++i) sum += row[i] * u[i];
      to[m] = sum;
    }
  }
}

/// sum += Rᵀ (w⁺ M_f (F u)⁺ − P u⁺) + w Fᵀ M_f u⁺. values: room for four rows of Nfp. M_f and P are
/// symmetric: taken by columns, their rows fill vector registers.
template <class T>
void GeneralCells<T>::add_face(const PenaltyProduct<T>& product, std::size_t cell, int face, T* sum,
                               T* values) const {
  const std::size_t side = cell * n_faces_ + face;
  const Face& meeting = faces_[side];
  if (meeting.neighbor < 0) return;
  const int *nodes = places_.nodes(meeting.row), *places = places_.places(meeting.row);
  const T* u = product.x + static_cast<std::size_t>(meeting.neighbor) * Np_;
  const T* Q = product.Q + static_cast<std::size_t>(meeting.neighbor) * n_faces_ * Nfp_;
  T *fluxes = values + Nfp_, *to_node = fluxes + Nfp_, *to_flux = to_node + Nfp_;
  for (int m = 0; m < Nfp_; ++m) {
    values[m] = u[nodes[m]];
    fluxes[m] = meeting.w_p * Q[places[m]];
  }
  std::fill_n(to_node, 2 * Nfp_, T(0));
  for (int k = 0; k < Nfp_; ++k) {
    const T *mass = &face_mass_[k * Nfp_], *penalty = penalty_matrix_.data() + (side * Nfp_ + k) * Nfp_;
#pragma omp simd
    for (int m = 0; m < Nfp_; ++m) {
      to_node[m] += mass[m] * fluxes[k] - penalty[m] * values[k];
      to_flux[m] += mass[m] * values[k];
    }
  }
  for (int m = 0; m < Nfp_; ++m) {
    sum[face_nodes_[face * Nfp_ + m]] += to_node[m];
    const T *F = flux_matrix_.data() + (side * Nfp_ + m) * Np_, factor = meeting.w_m * to_flux[m];
#pragma omp simd
    for (int i = 0; i < Np_; ++i) sum[i] += factor * F[i];
  }
}

template <class T>
void GeneralCells<T>::apply(const PenaltyProduct<T>& product, int first, int last) const {
  std::vector<T> sum(Np_), values(4 * Nfp_);
  for (std::size_t cell = first; cell < static_cast<std::size_t>(last); ++cell) {
    const std::size_t at = static_cast<std::size_t>(element_[cell]) * Np_;
    std::fill(sum.begin(), sum.end(), T(0));
    const T* row = own_block_.data() + cell * Np_ * Np_;
    for (int j = 0; j < Np_; ++j, row += Np_) {
#pragma omp simd
      for (int i = 0; i < Np_; ++i) sum[i] += row[i] * product.x[at + j];
    }
    for (int f = 0; f < n_faces_; ++f) add_face(product, cell, f, sum.data(), values.data());
    for (int i = 0; i < Np_; ++i) put<T>(product, static_cast<long long>(at) + i, sum[i]);
  }
}

template <class T>
std::size_t GeneralCells<T>::bytes() const {
  return own_block_.size_bytes() + flux_matrix_.size_bytes() + penalty_matrix_.size_bytes() +
         element_.size() * sizeof(int) + faces_.size() * sizeof(Face);
}

template class GeneralCells<float>;
template class GeneralCells<double>;

}  // namespace dgsolve::host
