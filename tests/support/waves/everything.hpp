/// Wave problems in which everything occurs that a device may meet.
#pragma once

#include <algorithm>

#include "mesh/base/faces.hpp"
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

/// Data of a boundary or an incident field.
inline std::map<std::string, Expression> some_data(const Physics& physics) {
  std::map<std::string, Expression> data;
  for (const std::string& field : physics.info.fields)
    data[field] = Expression::parse("sin(3*t + x - 2*y) * exp(-y^2)");
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
  if (physics.info.currents.empty()) return;
  options.waveforms["drive"] = Expression::parse("sin(3*t)");
  WaveSource& electric = options.sources.emplace_back();
  electric.type = WaveSourceType::dipole;
  electric.at = {cell_center(mesh, 0)};
  electric.moment =
      moment([&](const std::string& axis) { return physics.info.currents.contains("J" + axis); });
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
  double value = 1;
  for (const std::string& region : mesh.region_names)
    for (const ParameterInfo& p : physics.info.parameters)
      options.regions[region][p.name] = Expression(value += 0.3);
  for (std::size_t i = 0; i < mesh.boundary_names.size(); ++i) {
    const BoundaryTypeInfo& type = physics.info.boundary_types[i % physics.info.boundary_types.size()];
    BoundaryOptions& boundary = options.boundaries[mesh.boundary_names[i]];
    boundary.type = type.name;
    if (type.needs_data) boundary.data = some_data(physics);
  }
  options.source[physics.info.fields[0]] = Expression::parse("cos(2*t) * x*y");
  options.source[physics.info.fields.back()] = Expression::parse("exp(-(x - t)^2) + y");
  add_dipoles(options, physics, mesh);
  return options;
}

}  // namespace dgsolve::test
