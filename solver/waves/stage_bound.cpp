#include "solver/waves/stage_bound.hpp"

#include "solver/reference/reference_element.hpp"

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

StageBound stage_bound(const StageWork& work, const DeviceLimits& limits) {
  const double memory = work.bytes / limits.byte_per_s, flops = work.flops / limits.flop_per_s;
  return memory > flops ? StageBound{memory, "memory"} : StageBound{flops, "flops"};
}

std::optional<double> throughput_bound(const SpatialOperator& op) {
  const Discretization& d = op.discretization;
  if (d.factors.n_curved > 0) return {};
  const StageWork work = stage_work(op.physics, d.element.N, op.device.precision());
  return op.physics.n_fields * d.element.Np / stage_bound(work, op.device.measure_limits()).seconds;
}

}  // namespace dgsolve
