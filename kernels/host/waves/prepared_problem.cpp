#include "kernels/host/waves/prepared_problem.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/base/mass_matrix.hpp"
#include "kernels/host/simd/layout.hpp"
#include "kernels/host/simd/panels.hpp"

namespace dgsolve::host {

template <class T>
PreparedProblem<T>::PreparedProblem(const WaveProblem& problem, int W, int R)
    : n_fields(problem.n_fields),
      Np(problem.reference.Np),
      numbering(problem.geometry.curved_index, W),
      boundaries(problem, numbering),
      source(problem, numbering),
      Nfp_(problem.reference.Nfp),
      Nq_(problem.quadrature.Nq),
      Nfq_(problem.quadrature.Nfq),
      alpha_(static_cast<T>(problem.alpha)) {
  set_operators(problem, R);
  set_traces(problem);
  set_geometry(problem);
  set_normal_directions(problem);
  set_coefficients(problem);
  set_values_at_points(problem, R);
  if (numbering.n_straight_blocks == numbering.n_blocks) return;
  set_quadrature(problem, R);
  set_curved_geometry(problem);
}

template <class T>
void PreparedProblem<T>::set_operators(const WaveProblem& problem, int R) {
  const ReferenceView& reference = problem.reference;
  const int dim = reference.dim, volume_depth = Np * dim, face_depth = reference.n_faces * Nfp_;
  rhs_ = pack_panels<T>(Np, volume_depth + face_depth, R, [&](int row, int k) {
    return k < volume_depth ? reference.D[(k % dim * Np + row) * Np + k / dim]
                            : reference.lift[row * face_depth + k - volume_depth];
  });
  face_nodes_ = copy_of<int>(reference.face_nodes);
}

template <class T>
void PreparedProblem<T>::set_values_at_points(const WaveProblem& problem, int R) {
  const QuadratureView& q = problem.quadrature;
  weights_ = copy_of<T>(q.weights);
  values_ = pack_panels<T>(Nq_, Np, R, [&](int point, int k) { return q.V[point * Np + k]; });
  face_weights_ = copy_of<T>(q.face_weights);
  face_mass_ = copy_of<T, double>(mass_matrix(q.face_weights, q.face_V));
}

template <class T>
void PreparedProblem<T>::set_quadrature(const WaveProblem& problem, int R) {
  const QuadratureView& q = problem.quadrature;
  const int dim = problem.reference.dim, per_point = 1 + dim;
  const int volume_depth = Nq_ * per_point, face_depth = problem.reference.n_faces * Nfq_;
  curved_rhs_ = pack_panels<T>(Np, volume_depth + face_depth, R, [&](int row, int k) {
    if (k >= volume_depth) return q.face_project[row * face_depth + k - volume_depth];
    const int point = k / per_point, j = k % per_point;
    return j == 0 ? q.project[row * Nq_ + point] : q.project_D[((j - 1) * Np + row) * Nq_ + point];
  });
  project_ = pack_panels<T>(Np, Nq_, R, [&](int row, int point) { return q.project[row * Nq_ + point]; });
  to_points_ = pack_panels<T>(Nq_ * per_point, Np, per_point, [&](int row, int k) {
    const int point = row / per_point, j = row % per_point;
    return j == 0 ? q.V[point * Np + k] : q.D[((j - 1) * Nq_ + point) * Np + k];
  });
  face_values_ = copy_of<T>(q.face_V);
}

template <class T>
void PreparedProblem<T>::set_traces(const WaveProblem& problem) {
  const ReferenceView& reference = problem.reference;
  const int n_faces = reference.n_faces, W = numbering.W;
  const int n_permutations = n_faces * reference.n_orientations;
  permutations_ = AlignedArray<int>(static_cast<std::size_t>(n_permutations + n_faces) * Nfp_);
  std::copy(reference.neighbor_nodes.begin(), reference.neighbor_nodes.end(), permutations_.data());
  std::copy(reference.face_nodes.begin(), reference.face_nodes.end(),
            permutations_.data() + n_permutations * Nfp_);

  const std::size_t n = static_cast<std::size_t>(numbering.n_slots()) * n_faces;
  neighbor_ = AlignedArray<int>(n);
  permutation_ = AlignedArray<std::uint8_t>(n);
  for (int slot = 0; slot < numbering.n_slots(); ++slot) {
    const int e = numbering.element[slot];
    for (int face = 0; face < n_faces; ++face) {
      const std::size_t to = (static_cast<std::size_t>(slot / W) * n_faces + face) * W + slot % W;
      const std::size_t from = static_cast<std::size_t>(e) * n_faces + face;
      const bool meets_itself = e < 0 || problem.trace.boundary[from] >= 0;
      neighbor_[to] = meets_itself ? slot : numbering.slot[problem.trace.neighbor[from]];
      permutation_[to] = static_cast<std::uint8_t>(meets_itself ? n_permutations + face
                                                                : problem.trace.neighbor_face[from] *
                                                                          reference.n_orientations +
                                                                      problem.trace.orientation[from]);
    }
  }
}

template <class T>
void PreparedProblem<T>::set_geometry(const WaveProblem& problem) {
  const GeometryView& geometry = problem.geometry;
  const int dim = problem.reference.dim, n_faces = problem.reference.n_faces, W = numbering.W;
  const int n = dim * dim + n_faces * (dim + 1), n_slots = numbering.n_straight_blocks * W;
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
void PreparedProblem<T>::set_normal_directions(const WaveProblem& problem) {
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

template <class T>
void PreparedProblem<T>::set_curved_geometry(const WaveProblem& problem) {
  const GeometryView& geometry = problem.geometry;
  const int dim = problem.reference.dim, n_faces = problem.reference.n_faces, W = numbering.W;
  const int cell_values = Nq_ * (dim * dim + 1), face_values = n_faces * Nfq_ * (dim + 1);
  const int first_slot = numbering.n_straight_blocks * W;
  const std::size_t n_slots = numbering.n_slots() - first_slot;
  curved_cell_ = AlignedArray<T>(n_slots * cell_values);
  curved_face_ = AlignedArray<T>(n_slots * face_values);
  curved_jacobian_ = AlignedArray<T>(n_slots * 2);
  for (std::size_t slot = 0; slot < n_slots; ++slot) {
    const std::size_t c =
        geometry.curved_index[numbering.source_element(first_slot + static_cast<int>(slot))];
    T* to = curved_cell_.data() + layout::block(slot / W, cell_values, W) + slot % W;
    for (int q = 0; q < Nq_; ++q) {
      for (int i = 0; i < dim * dim; ++i, to += W)
        *to = static_cast<T>(geometry.curved_metric[(c * Nq_ + q) * dim * dim + i]);
      *to = static_cast<T>(1 / geometry.curved_jacobian[c * Nq_ + q]);
      to += W;
    }
    const std::span<const double> J = geometry.curved_jacobian.subspan(c * Nq_, Nq_);
    const auto [smallest, largest] = std::minmax_element(J.begin(), J.end());
    to = curved_jacobian_.data() + layout::block(slot / W, 2, W) + slot % W;
    to[0] = static_cast<T>(*smallest);
    to[W] = static_cast<T>(*smallest / *largest);
    to = curved_face_.data() + layout::block(slot / W, face_values, W) + slot % W;
    for (int point = 0; point < n_faces * Nfq_; ++point) {
      const double* n = &geometry.curved_normals[(c * n_faces * Nfq_ + point) * dim];
      double sJ = 0;
      for (int d = 0; d < dim; ++d) sJ += n[d] * n[d];
      sJ = std::sqrt(sJ);
      for (int d = 0; d < dim; ++d, to += W) *to = static_cast<T>(n[d] / sJ);
      *to = static_cast<T>(sJ);
      to += W;
    }
  }
}

template <class T>
void PreparedProblem<T>::set_coefficients(const WaveProblem& problem) {
  const int n_slots = numbering.n_slots(), n = problem.n_coefficients, W = numbering.W;
  if (!problem.coefficient_row.empty()) {
    coefficients_ = copy_of<T>(problem.coefficients);
    coefficient_row_ = AlignedArray<int>(n_slots);
    for (int slot = 0; slot < n_slots; ++slot)
      coefficient_row_[slot] = problem.coefficient_row[numbering.source_element(slot)];
    return;
  }
  coefficients_ = AlignedArray<T>(static_cast<std::size_t>(n_slots) * Np * n);
  for (int slot = 0; slot < n_slots; ++slot) {
    const double* from =
        &problem.coefficients[static_cast<std::size_t>(numbering.source_element(slot)) * Np * n];
    T* to = coefficients_.data() + layout::block(slot / W, Np * n, W);
    for (int node = 0; node < Np; ++node)
      for (int i = 0; i < n; ++i)
        to[layout::record(n, node, slot % W, W) + i] = static_cast<T>(from[node * n + i]);
  }
}

template <class T>
Tables<T> PreparedProblem<T>::tables() const {
  Tables<T> t{};
  t.Np = Np;
  t.Nfp = Nfp_;
  t.n_straight_blocks = numbering.n_straight_blocks;
  t.n_blocks = numbering.n_blocks;
  t.face_nodes = face_nodes_.data();
  t.permutations = permutations_.data();
  t.neighbor = neighbor_.data();
  t.permutation = permutation_.data();
  t.boundary_begin = boundaries.begin().data();
  t.boundary_faces = boundaries.faces().data();
  t.points = boundaries.points();
  t.coefficients = coefficients_.data();
  t.coefficient_row = coefficient_row_.data();
  t.alpha = alpha_;
  t.jacobian = jacobian_.data();
  t.geometry = geometry_.data();
  t.normal_along = normal_along_.data();
  t.rhs = rhs_.data();
  t.Nq = Nq_;
  t.Nfq = Nfq_;
  t.curved_cell = curved_cell_.data();
  t.curved_jacobian = curved_jacobian_.data();
  t.curved_face = curved_face_.data();
  t.to_points = to_points_.data();
  t.weights = weights_.data();
  t.values = values_.data();
  t.face_weights = face_weights_.data();
  t.face_mass = face_mass_.data();
  t.face_values = face_values_.data();
  t.curved_rhs = curved_rhs_.data();
  t.project = project_.data();
  return t;
}

template <class T>
std::size_t PreparedProblem<T>::bytes() const {
  return boundaries.bytes() + source.bytes() + face_nodes_.bytes() + permutations_.bytes() +
         neighbor_.bytes() + coefficient_row_.bytes() + permutation_.bytes() + coefficients_.bytes() +
         jacobian_.bytes() + weights_.bytes() + curved_jacobian_.bytes() + geometry_.bytes() +
         normal_along_.bytes() + rhs_.bytes() + curved_cell_.bytes() + curved_face_.bytes() +
         to_points_.bytes() + values_.bytes() + face_weights_.bytes() + face_mass_.bytes() +
         face_values_.bytes() + curved_rhs_.bytes() + project_.bytes();
}

template class PreparedProblem<double>;
template class PreparedProblem<float>;

}  // namespace dgsolve::host
