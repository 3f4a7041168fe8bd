#include "solver/flow/inflow_check.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "kernels/base/number_text.hpp"
#include "mesh/base/problems.hpp"
#include "solver/flow/momentum.hpp"

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
  if (!has_momentum(op.physics.info) || options.initial.empty()) return;
  const auto mach = std::ranges::find(op.physics.info.derived, "mach", &DerivedField::name);
  const std::vector<bool> is_inflow = inflow_sides(d, options);
  if (std::ranges::find(is_inflow, true) == is_inflow.end()) return;
  const int n_faces = d.element.n_faces, Nfp = d.element.Nfp;
  const auto check_face = [&](int e, int face, const double* u, const double* c) {
    const double entering = mach_into(op.physics, *mach, d.factors.normal(e, face, 0), u, c);
    if (entering <= 1) return;
    throw std::invalid_argument(
        "boundaries." + d.mesh.boundary_names[d.trace.boundary[e * n_faces + face]] +
        ": got inflow, but the initial stream enters at Mach " + number_text(entering) + " at " +
        face_text(d.mesh, {e, face}) +
        ", and supersonic flow does not know the pressure inside; expected far_field, "
        "with its whole state");
  };
  for_each_state(d, op.physics, op.coefficients, options.initial,
                 [&](int e, int node, const std::vector<double>&, const double* u, const double* c) {
                   for (int face = 0; face < n_faces; ++face) {
                     const std::span nodes = std::span(d.element.face_nodes).subspan(face * Nfp, Nfp);
                     if (is_inflow[e * n_faces + face] && std::ranges::find(nodes, node) != nodes.end())
                       check_face(e, face, u, c);
                   }
                 });
}

}  // namespace dgsolve
