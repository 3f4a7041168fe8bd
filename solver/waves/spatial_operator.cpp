#include "solver/waves/spatial_operator.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/core_share.hpp"
#include "kernels/base/names.hpp"
#include "solver/waves/face_data.hpp"
#include "solver/waves/forms/cell_forms.hpp"
#include "solver/waves/sources/cell_sources.hpp"
#include "solver/waves/sources/entered_surface.hpp"

namespace dgsolve {
namespace {

/// Formulas by field number; fields without one are zero. Empty if none is given.
std::vector<Expression> by_field(const Physics& physics, const std::map<std::string, Expression>& named) {
  return named.empty() ? std::vector<Expression>() : in_order(physics.info.fields, named);
}

/// Data that `exterior` receives at a boundary: the exterior state, or the parameters of the type; empty
/// where it takes none.
std::vector<Expression> boundary_data(const Physics& physics, const BoundaryTypeInfo& type,
                                      const BoundaryOptions& boundary, const std::string& group) {
  if (type.needs_data && boundary.data.empty()) return {};
  if (type.needs_data) return in_order(variable_names(physics.info), boundary.data);
  if (type.parameters.empty()) return {};
  std::vector<Expression> data(physics.n_fields);
  for (const auto& [name, formula] : boundary.data)
    if (std::ranges::find(type.parameters, name, &ParameterInfo::name) == type.parameters.end())
      throw std::invalid_argument("boundaries." + group + "." + name + ": the type " + type.name +
                                  " has no such parameter");
  for (std::size_t i = 0; i < type.parameters.size(); ++i) {
    const ParameterInfo& parameter = type.parameters[i];
    const auto given = boundary.data.find(parameter.name);
    if (given == boundary.data.end() && parameter.required)
      throw std::invalid_argument("boundaries." + group + "." + parameter.name + ": missing; the type " +
                                  type.name + " needs it");
    data[i] = given == boundary.data.end() ? Expression(parameter.default_value) : given->second;
  }
  return data;
}

/// Conditions of the mesh's boundary groups; entries of groups without one are unused.
std::vector<BoundaryCondition> boundary_conditions(const Mesh& mesh, const Physics& physics,
                                                   const WaveOptions& options) {
  std::vector<BoundaryCondition> conditions;
  for (const std::string& name : mesh.boundary_names) {
    const auto it = options.boundaries.find(name);
    BoundaryCondition condition{0, {}};
    if (it != options.boundaries.end() && it->second.plane_wave && it->second.data.empty())
      throw std::logic_error("boundaries." + name + ".plane_wave: set_plane_waves was not called");
    if (it != options.boundaries.end() && it->second.type == "incident") {
      condition = {BoundaryCondition::interface, by_field(physics, it->second.data)};
    } else if (it != options.boundaries.end() && it->second.type != "periodic" &&
               it->second.type != drawn_open_boundary) {
      const BoundaryTypeInfo* type = find_boundary_type(physics.info, it->second);
      if (!type) throw std::invalid_argument("boundaries." + name + ": no type " + it->second.type);
      condition.type = static_cast<int>(type - physics.info.boundary_types.data());
      condition.data = boundary_data(physics, *type, it->second, name);
    }
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

/// [K][n_faces]: the condition at each side of an interface, else −1; empty without interfaces. Where a wave
/// enters a region, this region's side meets the field across plus the incident one. The other side meets the
/// field across minus it, by a condition of its own, added to the list.
std::vector<int> interface_conditions(const Mesh& mesh, const WaveOptions& options,
                                      std::vector<BoundaryCondition>& conditions) {
  std::vector<int> interface;
  for (std::size_t group = 0; group < mesh.boundary_names.size(); ++group) {
    if (conditions[group].type != BoundaryCondition::interface) continue;
    const std::string& name = mesh.boundary_names[group];
    const std::string& into = options.boundaries.at(name).into;
    if (!separates(mesh, name, into))
      throw std::invalid_argument("boundaries." + name + ".into: got " + into +
                                  "; expected the region on one side of each face");
    BoundaryCondition other = conditions[group];
    for (Expression& field : other.data) field = -field;
    const int from_there = static_cast<int>(conditions.size());
    conditions.push_back(std::move(other));
    interface.resize(mesh.boundary.size(), -1);
    const int inside = index_of(mesh.region_names, into);
    for (std::size_t side = 0; side < mesh.boundary.size(); ++side)
      if (mesh.boundary[side] == static_cast<int>(group))
        interface[side] = mesh.region[side / mesh.n_faces()] == inside ? static_cast<int>(group) : from_there;
  }
  return interface;
}

/// [region]
std::vector<bool> layer_regions(const Mesh& mesh, const WaveOptions& options) {
  std::vector<bool> is_layer;
  for (const std::string& name : mesh.region_names) is_layer.push_back(absorbs(options.models, name));
  return is_layer;
}

/// [region]: which of a plane wave's incident fields its cells have.
std::vector<int> media_of_regions(const Mesh& mesh, const WaveSource& source) {
  std::vector<int> medium(mesh.region_names.size(), -1);
  for (std::size_t m = 0; m < source.incident.size(); ++m)
    for (const std::string& region : source.incident[m].regions)
      if (const int number = index_of(mesh.region_names, region); number >= 0)
        medium[number] = static_cast<int>(m);
  return medium;
}

/// Adds the plane waves of sources: [side] of `interface` becomes a condition with their data added to the
/// one it had. Where several waves enter through a face, each adds to the conditions of those before it.
void add_plane_waves(const Mesh& mesh, const Physics& physics, const WaveOptions& options,
                     std::vector<BoundaryCondition>& conditions, std::vector<int>& interface) {
  for (const WaveSource& source : options.sources) {
    if (source.type != WaveSourceType::plane_wave) continue;
    if (source.incident.empty()) throw std::logic_error("sources: set_plane_waves was not called");
    const std::vector<int> medium = media_of_regions(mesh, source);
    std::map<std::tuple<int, int, bool>, int> with_it;  // condition before, medium, inside → condition
    const auto enter = [&](int side, bool inside) {
      const int before = interface[side], of = medium[mesh.region[side / mesh.n_faces()]];
      const auto [it, is_new] =
          with_it.try_emplace({before, of, inside}, static_cast<int>(conditions.size()));
      if (is_new) {
        BoundaryCondition sum{BoundaryCondition::interface, by_field(physics, source.incident[of].data)};
        for (int f = 0; f < physics.n_fields; ++f) {
          if (!inside) sum.data[f] = -sum.data[f];
          if (before >= 0 && !conditions[before].data.empty())
            sum.data[f] = conditions[before].data[f] + sum.data[f];
        }
        conditions.push_back(std::move(sum));
      }
      interface[side] = it->second;
    };
    interface.resize(mesh.boundary.size(), -1);
    for (const Side& side : entered_sides(mesh, source)) {
      const int i = side_index(mesh, side);
      enter(i, true);
      enter(side_index(mesh, {mesh.neighbor[i], mesh.neighbor_face[i]}), false);
    }
  }
}

/// [K], where speeds depend on the state. The operator lacks its wave operator.
std::vector<CellRate> cell_rates(const SpatialOperator& op) {
  if (op.physics.info.linear) return {};
  const Discretization& d = op.discretization;
  const StepLimits limits = op.step_limits();
  std::vector<CellRate> rates(d.K());
  for_each_cell(d.K(), [&](int e) {
    const double h = d.factors.smallest_altitude[e];
    rates[e] = {1 / (limits.waves * h), op.physics.n_gradients > 0 ? 1 / (limits.diffusion * h * h) : 0,
                op.relaxation(e) / limits.relaxation};
  });
  return rates;
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
  problem.K = d.K();
  problem.n_fields = p.n_fields;
  problem.curl_pair_weights = p.curl_pair_weights;
  const CellForms forms(d, p, options.quadrature);
  forms.set_views(problem);
  const FacePoints face_points(d, p, forms.weak_face_points());
  problem.face_points = std::cref(face_points);
  problem.coefficients = {p.n_coefficients, coefficients.values, coefficients.row};
  problem.flux_parameters = flux_values(p.info, options.flux_parameters);
  problem.boundaries = boundary_conditions(d.mesh, p, options);
  std::vector<int> interface = interface_conditions(d.mesh, options, problem.boundaries);
  add_plane_waves(d.mesh, p, options, problem.boundaries, interface);
  problem.trace.interface = interface;
  add_face_terms(d.mesh, p, options, problem);
  problem.source.formulas = by_field(p, options.source);
  std::vector<double> source_points;
  if (!problem.source.formulas.empty()) {
    source_points = map_points(d.mesh, d.element.data_rule.points);
    problem.source.n_points = d.element.data_rule.size();
    problem.source.coordinates = source_points;
    problem.source.project = d.element.data_project.a;
  }
  const std::vector<CellSource> in_cells = cell_sources(d, p.info, options.units, options.sources,
                                                        options.waveforms, layer_regions(d.mesh, options));
  problem.source.in_cells = in_cells;
  const std::vector<CellRate> rates = cell_rates(op);
  problem.steps.cell_rates = rates;
  problem.steps.form = op.scheme.form;
  problem.only_steps = only_steps;
  op.models.set_views(problem);
  problem.variant = variant;
  const CoresShared all_work;
  return op.device.wave(problem);
}

}  // namespace

const BoundaryTypeInfo* find_boundary_type(const EquationInfo& info, const BoundaryOptions& boundary) {
  const auto is_meant = [&](const BoundaryTypeInfo& type) {
    return type.name == boundary.type && std::ranges::all_of(boundary.data, [&](const auto& given) {
             return std::ranges::find(type.parameters, given.first, &ParameterInfo::name) !=
                    type.parameters.end();
           });
  };
  const auto type = std::ranges::find_if(info.boundary_types, is_meant);
  return type == info.boundary_types.end() ? find_boundary_type(info, boundary.type) : &*type;
}

bool takes_parameters(const Physics& physics, const BoundaryOptions& boundary) {
  const BoundaryTypeInfo* type = find_boundary_type(physics.info, boundary);
  return type && !type->parameters.empty();
}

std::string key_of_data(const Physics& physics, const WaveOptions& options, const std::string& group) {
  if (takes_parameters(physics, options.boundaries.at(group))) return "boundaries." + group;
  return "boundaries." + group + '.' + key_of_exterior_state(physics.info);
}

std::map<std::string, BoundaryGroup> boundary_groups(const WaveOptions& options) {
  std::map<std::string, BoundaryGroup> groups;
  for (const auto& [name, boundary] : options.boundaries)
    groups[name] = {boundary.type == "periodic", boundary.with,
                    boundary.type == "incident" || boundary.type == drawn_open_boundary};
  return groups;
}

std::vector<bool> apply_boundaries(Mesh& mesh, const WaveOptions& options) {
  return join_groups(mesh, boundary_groups(options));
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
      speeds(initial_speeds(discretization, physics, options, coefficients)),
      models(discretization.mesh, options.models, options.units),
      flux_parameters(flux_values(physics.info, options.flux_parameters)),
      wave(hand_over(*this, options, variant, only_steps)) {}

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
  return largest + models.fastest(cell);
}

}  // namespace dgsolve
