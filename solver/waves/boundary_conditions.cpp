#include "solver/waves/boundary_conditions.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "kernels/base/names.hpp"
#include "solver/discretization/boundary_groups.hpp"
#include "solver/waves/circuits.hpp"
#include "solver/waves/sources/entered_surface.hpp"
#include "solver/waves/variables.hpp"

namespace dgsolve {
namespace {

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

/// The type whose incoming wave is that of the data: a circuit at the end of a mesh gives it.
int type_that_lets_in(const Physics& physics, const std::string& group) {
  const BoundaryTypeInfo* type = find_boundary_type(physics.info, std::string("incoming"));
  if (type != nullptr && type->needs_data) return static_cast<int>(type - physics.info.boundary_types.data());
  throw std::invalid_argument("boundaries." + group + ".type: got " + lumped_boundary + "; " +
                              physics.info.equation + " has no boundary that lets waves in");
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

std::vector<BoundaryCondition> boundary_conditions(const Mesh& mesh, const Physics& physics,
                                                   const WaveOptions& options) {
  std::vector<BoundaryCondition> conditions;
  for (const std::string& name : mesh.boundary_names) {
    const auto it = options.boundaries.find(name);
    BoundaryCondition condition{0, {}};
    if (it != options.boundaries.end() && it->second.plane_wave && it->second.data.empty())
      throw std::logic_error("boundaries." + name + ".plane_wave: set_plane_waves was not called");
    if (it != options.boundaries.end() && it->second.type == lumped_boundary) {
      condition.type =
          is_inside(mesh, name) ? BoundaryCondition::interface : type_that_lets_in(physics, name);
    } else if (it != options.boundaries.end() && it->second.is_interface()) {
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

std::vector<bool> regions_entered(const Mesh& mesh, const WaveOptions& options,
                                  const BoundaryOptions& boundary) {
  std::vector<bool> entered;
  for (const std::string& region : mesh.region_names)
    entered.push_back(boundary.type == drawn_port ? !absorbs(options.models, region)
                                                  : region == boundary.into);
  return entered;
}

std::vector<int> interface_conditions(const Mesh& mesh, const WaveOptions& options,
                                      std::vector<BoundaryCondition>& conditions) {
  std::vector<int> interface;
  for (std::size_t group = 0; group < mesh.boundary_names.size(); ++group) {
    if (conditions[group].type != BoundaryCondition::interface) continue;
    const std::string& name = mesh.boundary_names[group];
    const BoundaryOptions& boundary = options.boundaries.at(name);
    interface.resize(mesh.boundary.size(), -1);
    if (boundary.type == lumped_boundary) {
      for (std::size_t side = 0; side < mesh.boundary.size(); ++side)
        if (mesh.boundary[side] == static_cast<int>(group)) interface[side] = static_cast<int>(group);
      continue;
    }
    if (boundary.type == "incident" && !separates(mesh, name, boundary.into))
      throw std::invalid_argument("boundaries." + name + ".into: got " + boundary.into +
                                  "; expected the region on one side of each face");
    BoundaryCondition other = conditions[group];
    for (Expression& field : other.data) field = -field;
    const int from_there = static_cast<int>(conditions.size());
    conditions.push_back(std::move(other));
    const std::vector<bool> inside = regions_entered(mesh, options, boundary);
    for (std::size_t side = 0; side < mesh.boundary.size(); ++side)
      if (mesh.boundary[side] == static_cast<int>(group))
        interface[side] = inside[mesh.region[side / mesh.n_faces()]] ? static_cast<int>(group) : from_there;
  }
  return interface;
}

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

}  // namespace dgsolve
