#include "kernels/host/elliptic/penalty_matrices.hpp"

namespace dgsolve::host {

PenaltyMatrices modal_matrices(const InteriorPenaltyView& view) {
  const ReferenceView& r = view.reference;
  PenaltyMatrices all;
  for (int j = 0; j < r.dim; ++j) {
    all.gradient.push_back(matrix(view.gradients.gradient, j, view.gradients.n, r.Np));
    all.divergence.push_back(transposed(all.gradient[j]));
  }
  for (int f = 0; f < r.n_faces; ++f) {
    all.trace.push_back(matrix(view.gradients.face_trace, f, view.gradients.n_on_face, view.gradients.n));
    all.lift.push_back(transposed(all.trace[f]));
  }
  return all;
}

PenaltyMatrices nodal_matrices(const InteriorPenaltyView& view) {
  const ReferenceView& r = view.reference;
  const int n = view.gradients.n, n_trace = view.gradients.n_on_face;
  const TableMatrix V = matrix(n, view.gradients.at_own_nodes),
                    inverse = matrix(n, view.gradients.from_own_nodes), M_f = matrix(r.Nfp, view.face_mass);
  PenaltyMatrices all;
  for (int j = 0; j < r.dim; ++j) {
    const TableMatrix d = matrix(view.gradients.gradient, j, n, r.Np);
    all.gradient.push_back(V * d);
    all.divergence.push_back(transposed(d) * inverse);
  }
  for (int f = 0; f < r.n_faces; ++f) {
    const TableMatrix B(r.Nfp, n, [&](int m, int a) {
      return view.gradients.basis[static_cast<std::size_t>(r.face_nodes[f * r.Nfp + m]) * n + a];
    });
    const TableMatrix from_all = B * inverse;  // all columns but those of the face's nodes are zero
    all.trace.emplace_back(r.Nfp, n_trace, [&](int m, int k) {
      return from_all(m, view.gradients.face_nodes[f * n_trace + k]);
    });
    all.lift.push_back(transposed(M_f * (B * transposed(V))));
  }
  return all;
}

}  // namespace dgsolve::host
