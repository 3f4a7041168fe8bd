#include "solver/waves/spatial_operator.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/core_share.hpp"
#include "kernels/base/names.hpp"
#include "solver/waves/boundary_conditions.hpp"
#include "solver/waves/face_data.hpp"
#include "solver/waves/forms/cell_forms.hpp"
#include "solver/waves/sources/cell_sources.hpp"
#include "solver/waves/sponges.hpp"

namespace dgsolve {
namespace {

/// A limited state stays positive in convex combinations alone.
ShockMethod checked(ShockMethod shocks, const Physics& physics, const Scheme& scheme) {
  if (shocks == ShockMethod::none) return shocks;
  if (!physics.info.admitted.has_limiter)
    throw std::logic_error("shocks: " + physics.info.equation + " has no limiter");
  if (scheme.is_convex) return shocks;
  throw std::invalid_argument("time.scheme: got " + scheme.name + "; " + schemes_of_shocks());
}

/// [region]
std::vector<bool> layer_regions(const Mesh& mesh, const WaveOptions& options) {
  std::vector<bool> is_layer;
  for (const std::string& name : mesh.region_names) is_layer.push_back(absorbs(options.models, name));
  return is_layer;
}

/// [K], where speeds depend on the state. The operator lacks its wave operator.
std::vector<CellRate> cell_rates(const SpatialOperator& op) {
  if (op.physics.info.linear) return {};
  const Discretization& d = op.discretization;
  const StepLimits limits = op.step_limits();
  std::vector<CellRate> rates(d.K());
  for_each_cell(d.K(), [&](int e) {
    const double h = d.factors.smallest_altitude[e];
    rates[e] = {1 / (limits.waves * h), op.n_gradients() > 0 ? 1 / (limits.diffusion * h * h) : 0,
                op.relaxation(e) / limits.relaxation};
  });
  return rates;
}

std::vector<double> rows_of_viscous_system(const ViscousSystem& viscous, const Coefficients& coefficients) {
  const std::size_t n_rows = coefficients.values.size() / coefficients.n;
  std::vector<double> rows(n_rows * viscous.n_coefficients);
  for (std::size_t row = 0; row < n_rows; ++row)
    viscous.coefficients(&coefficients.values[row * coefficients.n], &rows[row * viscous.n_coefficients]);
  return rows;
}

/// The operator lacks its wave operator.
std::unique_ptr<WaveOperator> hand_over(const SpatialOperator& op, const WaveOptions& options,
                                        const std::string& variant, bool only_steps) {
  const Discretization& d = op.discretization;
  const Physics& p = op.physics;
  const Coefficients& coefficients = op.coefficients;
  WaveProblem problem;
  problem.file = file_of(p.info);
  problem.type = p.info.type;
  problem.coefficients = {p.n_coefficients, coefficients.values, coefficients.row};
  std::vector<double> viscous_rows;
  if (op.shocks == ShockMethod::artificial_viscosity) {
    const ViscousSystem& viscous = *p.with_artificial_viscosity;
    problem.file = viscous.file;
    problem.type = viscous.type;
    viscous_rows = rows_of_viscous_system(viscous, coefficients);
    problem.coefficients = {viscous.n_coefficients, viscous_rows, coefficients.row};
  }
  problem.K = d.K();
  problem.n_fields = p.n_fields;
  problem.curl_pair_weights = p.curl_pair_weights;
  const CellForms forms(d, p, options.quadrature, options.shocks, op.n_gradients());
  forms.set_views(problem);
  const FacePoints face_points(d, p, forms.weak_face_points());
  problem.face_points = std::cref(face_points);
  problem.flux_parameters = flux_values(p.info, options.flux_parameters);
  problem.boundaries = boundary_conditions(d.mesh, p, options);
  std::vector<int> interface = interface_conditions(d.mesh, options, problem.boundaries);
  add_plane_waves(d.mesh, p, options, problem.boundaries, interface);
  problem.trace.interface = interface;
  add_face_terms(d.mesh, p, options, problem);
  add_circuits(d, p, options, coefficients, problem);
  problem.source.formulas = by_field(p, options.source);
  std::vector<double> source_points;
  if (!problem.source.formulas.empty()) {
    source_points = map_points(d.mesh, d.element.data_rule.points);
    problem.source.n_points = d.element.data_rule.size();
    problem.source.coordinates = source_points;
    problem.source.project = d.element.data_project.a;
  }
  std::vector<CellSource> in_cells = cell_sources(d, p.info, options.units, options.sources,
                                                  options.waveforms, layer_regions(d.mesh, options));
  std::ranges::move(sponge_sources(d, p, options, coefficients), std::back_inserter(in_cells));
  problem.source.in_cells = in_cells;
  problem.source.damping = op.damping;
  const std::vector<CellRate> rates = cell_rates(op);
  problem.steps.cell_rates = rates;
  problem.steps.form = op.scheme.form;
  problem.steps.alone = only_steps;
  op.models.set_views(problem);
  problem.variant = variant;
  const CoresShared all_work;
  return op.device.wave(problem);
}

}  // namespace

std::map<std::string, BoundaryGroup> boundary_groups(const WaveOptions& options) {
  std::map<std::string, BoundaryGroup> groups;
  for (const auto& [name, boundary] : options.boundaries)
    groups[name] = {boundary.type == "periodic", boundary.with,
                    boundary.is_interface() || boundary.type == drawn_open_boundary};
  return groups;
}

std::vector<bool> apply_boundaries(Mesh& mesh, const WaveOptions& options) {
  std::map<std::string, BoundaryGroup> groups = boundary_groups(options);
  for (const std::string& name : circuit_groups(options)) groups[name].interface = is_inside(mesh, name);
  return join_groups(mesh, groups);
}

SpatialOperator::SpatialOperator(const Discretization& discretization, const Physics& physics,
                                 const WaveOptions& options, Device& device, const std::string& variant,
                                 const Scheme& scheme, bool only_steps)
    : discretization(discretization),
      physics(physics),
      device(device),
      scheme(scheme),
      coefficients(evaluate_coefficients(discretization, physics, options)),
      quadrature(options.quadrature),
      shocks(checked(options.shocks, physics, scheme)),
      speeds(initial_speeds(discretization, physics, options, coefficients)),
      models(discretization.mesh, options.models, options.units),
      damping(sponge_damping(discretization, physics, options)),
      flux_parameters(flux_values(physics.info, options.flux_parameters)),
      circuits(circuit_rates(discretization, physics, options, coefficients)),
      wave(hand_over(*this, options, variant, only_steps)) {}

int SpatialOperator::n_gradients() const {
  return shocks == ShockMethod::artificial_viscosity ? physics.with_artificial_viscosity->n_gradients
                                                     : physics.n_gradients;
}

StepLimits SpatialOperator::step_limits() const {
  return dgsolve::step_limits(discretization.mesh.dim, discretization.element.N,
                              physics.upwind_share(flux_parameters), scheme);
}

double SpatialOperator::relaxation(int cell) const {
  const int Np = discretization.element.Np, nodes = physics.nodal_coefficients ? Np : 1;
  double largest = 0;
  for (int i = 0; i < nodes; ++i)
    largest = std::max(largest, physics.relaxation_rate(coefficients.cell(cell, Np) +
                                                        static_cast<std::ptrdiff_t>(i) * coefficients.n));
  double of_sponges = 0;
  if (!damping.empty())
    of_sponges = std::ranges::max(std::span(damping).subspan(static_cast<std::size_t>(cell) * Np, Np));
  return largest + models.fastest(cell) + of_sponges;
}

}  // namespace dgsolve
