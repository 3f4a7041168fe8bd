#include "kernels/host/waves/problem/point_values.hpp"

#include "kernels/base/mass_matrix.hpp"
#include "kernels/host/simd/panels.hpp"

namespace dgsolve::host {

template <class T>
PointValues<T>::PointValues(const WaveProblem& problem, int R)
    : Nq_(problem.quadrature.Nq), Nfq_(problem.quadrature.Nfq) {
  const QuadratureView& q = problem.quadrature;
  const int Np = problem.reference.Np;
  weights_ = copy_of<T>(q.weights);
  values_ = pack_panels<T>(Nq_, Np, R, [&](int point, int k) { return q.V[point * Np + k]; });
  face_weights_ = copy_of<T>(q.face_weights);
  face_mass_ = copy_of<T, double>(mass_matrix(q.face_weights, q.face_V));
}

template class PointValues<double>;
template class PointValues<float>;

}  // namespace dgsolve::host
