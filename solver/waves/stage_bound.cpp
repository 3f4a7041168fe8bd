#include "solver/waves/stage_bound.hpp"

#include "solver/discretization/covariant_cells.hpp"
#include "solver/waves/forms/covariant_form.hpp"
#include "solver/waves/forms/weak_quadrature.hpp"

namespace dgsolve {

StageWork stage_work(const Physics& physics, int N, Precision precision) {
  const int dim = physics.info.dim, n_faces = dim + 1, fields = physics.n_fields;
  const double Np = n_polynomials(dim, N), Nfp = n_polynomials(dim - 1, N);
  const double value = precision == Precision::single ? 4 : 8;
  const double geometry = dim * dim + n_faces * (dim + 1) + 2;
  const double coefficients = physics.nodal_coefficients ? physics.n_coefficients * Np : 0;
  const double bytes = (4 * fields * Np + geometry + coefficients) * value + 12 * n_faces;
  const bool curl = physics.curl_pair_weights != nullptr;
  const double flops =
      curl ? 24 * Np * Np + 36 * Np * Nfp : 2 * fields * (dim * Np * Np + n_faces * Np * Nfp);
  return {flops, bytes};
}

StageWork curved_stage_work(const Physics& physics, const Discretization& discretization,
                            Precision precision) {
  const ReferenceElement& element = discretization.element;
  const double Np = element.Np, Nfp = element.Nfp,
               Nq = CovariantCells(discretization).element.cell_rule.size();
  StageWork work = stage_work(physics, element.N, precision);
  work.flops = 36 * Np * Nq + 36 * Nq * Nfp + 30 * Nq;
  work.bytes += 6 * Nq * (precision == Precision::single ? 4 : 8);
  return work;
}

StageWork straight_stage_work(const SpatialOperator& op) {
  const ReferenceElement& element = op.discretization.element;
  StageWork work = stage_work(op.physics, element.N, op.device.precision());
  if (op.physics.info.linear) return work;
  const QuadratureView q = WeakQuadrature(op.discretization, op.quadrature).view();
  const double dim = element.dim, n_faces = element.n_faces, Np = element.Np, Nfp = element.Nfp;
  const double fields = op.physics.n_fields, gradients = op.n_gradients();
  const bool nodal = op.quadrature == VolumeQuadrature::nodal,
             at_face_nodes = op.quadrature != VolumeQuadrature::over_integrated;
  const double to_points = nodal ? 0 : q.Nq * Np, to_face_points = at_face_nodes ? 0 : n_faces * q.Nfq * Nfp;
  work.flops = 2 * (fields * (to_points + 2 * to_face_points + Np * (dim * q.Nq + n_faces * q.Nfq)) +
                    gradients * (to_points + to_face_points + Np * (Np + n_faces * Nfp)));
  work.bytes += 3 * gradients * Np * bytes_of(op.device.precision());
  return work;
}

StageBound stage_bound(const StageWork& work, const DeviceLimits& limits) {
  const double memory = work.bytes / limits.byte_per_s, flops = work.flops / limits.flop_per_s;
  return memory > flops ? StageBound{memory, "memory"} : StageBound{flops, "flops"};
}

std::optional<double> throughput_bound(const SpatialOperator& op) {
  const Discretization& d = op.discretization;
  const Precision precision = op.device.precision();
  const int n_curved = d.factors.n_curved;
  if (n_curved > 0 && !has_covariant_cells(d, op.physics)) return {};
  const DeviceLimits limits = op.device.measure_limits();
  double seconds = (d.K() - n_curved) * stage_bound(straight_stage_work(op), limits).seconds;
  if (n_curved > 0)
    seconds += n_curved * stage_bound(curved_stage_work(op.physics, d, precision), limits).seconds;
  return static_cast<double>(d.n_dofs(op.physics.n_fields)) / seconds;
}

}  // namespace dgsolve
