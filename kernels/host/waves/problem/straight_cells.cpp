#include "kernels/host/waves/problem/straight_cells.hpp"

#include "kernels/host/simd/panels.hpp"

namespace dgsolve::host {

template <class T>
StraightCells<T>::StraightCells(const WaveProblem& problem, const Numbering& numbering, int R) {
  set_operators(problem.reference, R);
  set_geometry(problem, numbering);
  set_normal_directions(problem);
}

template <class T>
void StraightCells<T>::set_operators(const ReferenceView& reference, int R) {
  const int dim = reference.dim, Np = reference.Np, volume_depth = Np * dim,
            face_depth = reference.n_faces * reference.Nfp;
  rhs_ = pack_panels<T>(Np, volume_depth + face_depth, R, [&](int row, int k) {
    return k < volume_depth ? reference.D[(k % dim * Np + row) * Np + k / dim]
                            : reference.lift[row * face_depth + k - volume_depth];
  });
}

template <class T>
void StraightCells<T>::set_geometry(const WaveProblem& problem, const Numbering& numbering) {
  const GeometryView& geometry = problem.geometry;
  const int dim = problem.reference.dim, n_faces = problem.reference.n_faces, W = numbering.W;
  const int n = dim * dim + n_faces * (dim + 1), n_slots = numbering.first_curved_block * W;
  geometry_ = AlignedArray<T>(static_cast<std::size_t>(n_slots) * n);
  jacobian_ = AlignedArray<T>(n_slots);
  for (int slot = 0; slot < n_slots; ++slot) {
    const std::size_t e = numbering.source_element(slot);
    jacobian_[slot] = static_cast<T>(geometry.jacobian[e]);
    T* to = geometry_.data() + layout::block(slot / W, n, W) + slot % W;
    const auto put = [&](double value) {
      *to = static_cast<T>(value);
      to += W;
    };
    for (int i = 0; i < dim * dim; ++i) put(geometry.metric[e * dim * dim + i]);
    for (int face = 0; face < n_faces; ++face) {
      for (int d = 0; d < dim; ++d) put(geometry.normals[(e * n_faces + face) * dim + d]);
      put(geometry.f_scale[e * n_faces + face]);
    }
  }
}

template <class T>
void StraightCells<T>::set_normal_directions(const WaveProblem& problem) {
  const GeometryView& geometry = problem.geometry;
  const int dim = problem.reference.dim, n_faces = problem.reference.n_faces;
  const auto is_along = [&](std::size_t e, int face, int i) {
    const double* gradient = &geometry.metric[(e * dim + i) * dim];
    const double* n = &geometry.normals[(e * n_faces + face) * dim];
    double along = 0, across2 = 0, length2 = 0;
    for (int d = 0; d < dim; ++d) along += gradient[d] * n[d];
    for (int d = 0; d < dim; ++d) {
      across2 += (gradient[d] - along * n[d]) * (gradient[d] - along * n[d]);
      length2 += gradient[d] * gradient[d];
    }
    return across2 < 1e-24 * length2;
  };
  normal_along_ = AlignedArray<int>(n_faces);
  for (int face = 0; face < n_faces; ++face) {
    normal_along_[face] = -1;
    for (int i = 0; i < dim; ++i) {
      bool all = true;
      for (int e = 0; e < problem.K && all; ++e) all = geometry.curved_index[e] >= 0 || is_along(e, face, i);
      if (all) normal_along_[face] = i;
    }
  }
}

template class StraightCells<double>;
template class StraightCells<float>;

}  // namespace dgsolve::host
