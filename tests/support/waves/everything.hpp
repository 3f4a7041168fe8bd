/// Wave problems in which everything occurs that a device may meet.
#pragma once

#include <algorithm>

#include "kernels/base/names.hpp"
#include "mesh/base/faces.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/waves/face_data.hpp"
#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test {

/// Two regions; straight cells on the left, curved ones on the right.
inline Mesh half_curved_box(int dim, int length = 2, int width = 2) {
  Mesh mesh =
      make_box({.dim = dim, .cells = {length, width, width}, .jitter = 0.2, .geometry_order = 2}, true);
  bend(mesh, [dim](Point x) {
    Point y = x;
    const double beyond = std::max(0.0, x[0] - 0.5);
    for (int d = 1; d < dim; ++d) y[d] += 0.3 * beyond * beyond;
    return y;
  });
  return mesh;
}

/// Data of a boundary or an incident field; variables that must be positive are so.
inline std::map<std::string, Expression> some_data(const Physics& physics) {
  std::map<std::string, Expression> data;
  for (const ParameterInfo& variable : state_variables(physics.info))
    data[variable.name] = Expression::parse(physics.info.linear ? "sin(3*t + x - 2*y) * exp(-y^2)"
                                            : variable.range == ParameterRange::positive
                                                ? "1 + 0.1*sin(3*t + x - 2*y) * exp(-y^2)"
                                                : "0.1 + 0.1*sin(3*t + x - 2*y) * exp(-y^2)");
  return data;
}

/// A wave enters the mesh's first region from the others.
inline void add_incident_wave(WaveSystem& options, Mesh& mesh, std::map<std::string, Expression> data) {
  name_border(mesh, "border");
  options.boundaries["border"] = {"incident", "", std::move(data), mesh.region_names.front()};
}

/// A dipole in the first cell, and where there are currents a magnetic one in the last.
inline void add_dipoles(WaveSystem& options, const Physics& physics, const Mesh& mesh) {
  const auto moment = [&](auto has_field) {
    std::array<double, 3> vector{};
    for (int axis = 0; axis < 3; ++axis)
      if (has_field(std::string(1, "xyz"[axis]))) vector[axis] = 0.01 * (axis + 1);
    return vector;
  };
  if (physics.info.sources.currents.empty()) return;
  options.waveforms["drive"] = Expression::parse("sin(3*t)");
  WaveSource& electric = options.sources.emplace_back();
  electric.type = WaveSourceType::dipole;
  electric.at = {cell_center(mesh, 0)};
  electric.moment =
      moment([&](const std::string& axis) { return physics.info.sources.currents.contains("J" + axis); });
  electric.waveform = "drive";
  WaveSource& magnetic = options.sources.emplace_back(electric);
  magnetic.type = WaveSourceType::magnetic_dipole;
  magnetic.at = {cell_center(mesh, mesh.n_elements() - 1)};
  magnetic.moment = moment(
      [&](const std::string& axis) { return std::ranges::count(physics.info.fields, "H" + axis) > 0; });
}

/// All that an equation has: media, every type of boundary, a source.
inline WaveSystem options_with_everything(const Physics& physics, const Mesh& mesh, int order) {
  WaveSystem options;
  options.equation = physics.info.equation;
  options.formulation = physics.info.formulation;
  options.riemann = physics.info.riemann;
  options.order = order;
  for (const ParameterInfo& p : physics.info.flux_parameters) options.flux_parameters[p.name] = 0.7;
  options.medium = some_medium(physics.info);
  double value = 1;
  for (const std::string& region : mesh.region_names)
    for (const ParameterInfo& p : physics.info.parameters)
      options.regions[region][p.name] = Expression(value += 0.3);
  for (std::size_t i = 0; i < mesh.boundary_names.size(); ++i) {
    const BoundaryTypeInfo& type = physics.info.boundary_types[i % physics.info.boundary_types.size()];
    BoundaryOptions& boundary = options.boundaries[mesh.boundary_names[i]];
    boundary.type = type.name;
    if (type.needs_data) boundary.data = some_data(physics);
    for (const ParameterInfo& parameter : type.parameters)
      boundary.data[parameter.name] = Expression::parse("1 + 0.1*sin(3*t + x - 2*y)");
  }
  options.source[physics.info.fields[0]] = Expression::parse("cos(2*t) * x*y");
  options.source[physics.info.fields.back()] = Expression::parse("exp(-(x - t)^2) + y");
  add_dipoles(options, physics, mesh);
  return options;
}

/// Random values, or, of an equation that does not admit all states, smooth ones that it does.
inline std::vector<double> some_state(const Wave& wave, unsigned seed) {
  if (wave.physics.info.linear) return wave.random_state(seed);
  return wave.project(some_data(wave.physics), seed);
}

/// The largest step, or, of an equation that does not admit all states, a hundredth of it: all kinds of
/// boundaries together let no flow live long.
inline double some_time_step(const SpatialOperator& op) {
  return choose_time_step(op, {}).dt * (op.physics.info.linear ? 1 : 0.01);
}

/// A boundary's or an interface's data as terms: their functions of time with what these multiply at the
/// points.
inline std::vector<FaceTerm> terms_of(const std::map<std::string, Expression>& data, const Physics& physics,
                                      const Discretization& d, const std::string& group) {
  const FacePoints face_points(d, physics);
  std::map<std::string, FaceTerm> by_time;
  for (const auto& [name, formula] : data)
    for (const auto& [space, time] : formula.separate()) by_time[time.text()].time = time;
  std::vector<FaceTerm> terms;
  for (auto& [text, term] : by_time) {
    for (const Side& side : all_sides_of_group(d.mesh, group)) {
      term.sides.push_back(side_index(d.mesh, side));
      const std::vector<double> x = face_points(side.element, side.face);
      const std::size_t first = term.values.size(), n_fields = physics.n_fields;
      term.values.resize(first + x.size() / d.mesh.dim * n_fields);
      for (const auto& [name, formula] : data)
        for (const auto& [space, time] : formula.separate()) {
          if (time.text() != text) continue;
          const std::vector<double> values = evaluate_at(space, d.mesh.dim, x);
          const int field = index_of(physics.info.fields, name);
          for (std::size_t i = 0; i < values.size(); ++i)
            term.values[first + i * n_fields + field] += values[i];
        }
    }
    terms.push_back(std::move(term));
  }
  return terms;
}

/// All data of boundaries and interfaces by terms instead of formulas.
inline void give_data_by_terms(WaveOptions& options, const Physics& physics, const Discretization& d) {
  for (auto& [group, boundary] : options.boundaries) {
    boundary.terms = terms_of(boundary.data, physics, d, group);
    boundary.data.clear();
  }
}

}  // namespace dgsolve::test
