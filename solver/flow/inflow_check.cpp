#include "solver/flow/inflow_check.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/number_text.hpp"
#include "mesh/base/problems.hpp"
#include "solver/flow/forces.hpp"

namespace dgsolve {
namespace {

/// [K][n_faces]: whether a boundary of type `inflow` is there.
std::vector<bool> inflow_sides(const Discretization& d, const WaveOptions& options) {
  std::vector<bool> is_inflow(d.trace.boundary.size());
  for (std::size_t side = 0; side < is_inflow.size(); ++side)
    if (const int group = d.trace.boundary[side]; group >= 0)
      is_inflow[side] = options.boundaries.at(d.mesh.boundary_names[group]).type == "inflow";
  return is_inflow;
}

/// The speed into the mesh over that of sound; mach: of the equation's derived fields.
double mach_into(const Physics& physics, const DerivedField& mach, const std::vector<double>& normal,
                 const double* u, const double* c) {
  double along = 0, squares = 0, size = 0;
  const int first = first_momentum(physics.info);
  for (std::size_t d = 0; d < normal.size(); ++d) {
    along += u[first + d] * normal[d];
    squares += u[first + d] * u[first + d];
    size += normal[d] * normal[d];
  }
  return squares > 0 ? -along / std::sqrt(squares * size) * mach.value(u, c) : 0;
}

}  // namespace

void check_inflow(const SpatialOperator& op, const WaveOptions& options) {
  const Discretization& d = op.discretization;
  if (!has_forces(op.physics.info) || options.initial.empty()) return;
  const auto mach = std::ranges::find(op.physics.info.derived, "mach", &DerivedField::name);
  const std::vector<bool> is_inflow = inflow_sides(d, options);
  const ReferenceElement& element = d.element;
  for_each_state(d, op.physics, op.coefficients, options.initial,
                 [&](int e, int node, const std::vector<double>&, const double* u, const double* c) {
                   for (int f = 0; f < element.n_faces; ++f) {
                     const auto first = element.face_nodes.begin() + f * element.Nfp;
                     if (!is_inflow[e * element.n_faces + f] ||
                         std::find(first, first + element.Nfp, node) == first + element.Nfp)
                       continue;
                     const double entering = mach_into(op.physics, *mach, d.factors.normal(e, f, 0), u, c);
                     if (entering <= 1) continue;
                     const std::string& name =
                         d.mesh.boundary_names[d.trace.boundary[e * element.n_faces + f]];
                     throw std::invalid_argument("boundaries." + name +
                                                 ": got inflow, but the initial stream enters at Mach " +
                                                 number_text(entering) + " at " + face_text(d.mesh, {e, f}) +
                                                 ", and supersonic flow does not know the pressure inside; "
                                                 "expected far_field, with its whole state");
                   }
                 });
}

}  // namespace dgsolve
