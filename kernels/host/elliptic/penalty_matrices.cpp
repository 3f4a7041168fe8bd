#include "kernels/host/elliptic/penalty_matrices.hpp"

namespace dgsolve::host {

PenaltyMatrices modal_matrices(const InteriorPenaltyView& view) {
  const ReferenceView& r = view.reference;
  PenaltyMatrices all;
  for (int j = 0; j < r.dim; ++j) {
    all.gradient.push_back(matrix(view.gradient, j, view.n_gradient, r.Np));
    all.divergence.push_back(transposed(all.gradient[j]));
  }
  for (int f = 0; f < r.n_faces; ++f) {
    all.trace.push_back(matrix(view.face_trace, f, view.n_face_gradient, view.n_gradient));
    all.lift.push_back(transposed(all.trace[f]));
  }
  return all;
}

PenaltyMatrices nodal_matrices(const InteriorPenaltyView& view) {
  const ReferenceView& r = view.reference;
  const int n = view.n_gradient, n_trace = view.n_face_gradient;
  const TableMatrix V = matrix(n, view.at_gradient_nodes), inverse = matrix(n, view.from_gradient_nodes),
                    M_f = matrix(r.Nfp, view.face_mass);
  PenaltyMatrices all;
  for (int j = 0; j < r.dim; ++j) {
    const TableMatrix d = matrix(view.gradient, j, n, r.Np);
    all.gradient.push_back(V * d);
    all.divergence.push_back(transposed(d) * inverse);
  }
  for (int f = 0; f < r.n_faces; ++f) {
    const TableMatrix B(r.Nfp, n, [&](int m, int a) {
      return view.gradient_basis[static_cast<std::size_t>(r.face_nodes[f * r.Nfp + m]) * n + a];
    });
    const TableMatrix from_all = B * inverse;  // all columns but those of the face's nodes are zero
    all.trace.emplace_back(
        r.Nfp, n_trace, [&](int m, int k) { return from_all(m, view.gradient_face_nodes[f * n_trace + k]); });
    all.lift.push_back(transposed(M_f * (B * transposed(V))));
  }
  return all;
}

}  // namespace dgsolve::host
