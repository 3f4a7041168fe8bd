#include "kernels/host/waves/problem/curved_cells.hpp"

#include <vector>

#include "kernels/host/simd/panels.hpp"
#include "kernels/waves/curved_geometry.hpp"

namespace dgsolve::host {

template <class T>
CurvedCells<T>::CurvedCells(const WaveProblem& problem, const Numbering& numbering, int R)
    : first_block_(numbering.first_curved_block) {
  if (first_block_ == numbering.n_blocks) return;
  set_operators(problem, R);
  set_geometry(problem, numbering);
}

template <class T>
void CurvedCells<T>::set_operators(const WaveProblem& problem, int R) {
  const QuadratureView& q = problem.quadrature;
  const int dim = problem.reference.dim, Np = problem.reference.Np, Nq = q.Nq, per_point = 1 + dim;
  const int volume_depth = Nq * per_point, face_depth = problem.reference.n_faces * q.Nfq;
  rhs_ = pack_panels<T>(Np, volume_depth + face_depth, R, [&](int row, int k) {
    if (k >= volume_depth) return q.face_project[row * face_depth + k - volume_depth];
    const int point = k / per_point, j = k % per_point;
    return j == 0 ? q.project[row * Nq + point] : q.project_D[((j - 1) * Np + row) * Nq + point];
  });
  project_ = pack_panels<T>(Np, Nq, R, [&](int row, int point) { return q.project[row * Nq + point]; });
  to_points_ = pack_panels<T>(Nq * per_point, Np, per_point, [&](int row, int k) {
    const int point = row / per_point, j = row % per_point;
    return j == 0 ? q.V[point * Np + k] : q.D[((j - 1) * Nq + point) * Np + k];
  });
  face_values_ = copy_of<T>(q.face_V);
}

template <class T>
void CurvedCells<T>::set_geometry(const WaveProblem& problem, const Numbering& numbering) {
  const CurvedGeometry geometry(problem);
  const int W = numbering.W, first_slot = first_block_ * W, n_slots = numbering.n_slots() - first_slot;
  // [block][n][lane] of values(element, to [n])
  const auto packed = [&](int n, auto values) {
    AlignedArray<T> packs(static_cast<std::size_t>(n_slots) * n);
    std::vector<double> of_cell(n);
    for (int slot = 0; slot < n_slots; ++slot) {
      values(numbering.source_element(first_slot + slot), of_cell.data());
      T* to = packs.data() + layout::block(slot / W, n, W) + slot % W;
      for (int i = 0; i < n; ++i) to[i * W] = static_cast<T>(of_cell[i]);
    }
    return packs;
  };
  cell_ = packed(geometry.cell_values(), [&](int e, double* to) { geometry.cell(e, to); });
  face_ = packed(geometry.face_values(), [&](int e, double* to) { geometry.faces(e, to); });
  jacobian_ = packed(geometry.jacobian_values, [&](int e, double* to) { geometry.jacobian(e, to); });
}

template class CurvedCells<double>;
template class CurvedCells<float>;

}  // namespace dgsolve::host
