#include "io/case/waves/formula_names.hpp"

#include <fmt/format.h>

#include "io/case/problem_reading.hpp"
#include "kernels/base/names.hpp"
#include "solver/waves/physics/physics.hpp"

namespace dgsolve {

void check_formula_names(const Case& c, const EquationInfo& system, const std::string& path,
                         const std::map<std::string, Expression>& formulas,
                         const std::vector<std::string>& valid, MeshCheck& mesh) {
  std::vector<EquationInfo> in_any_dimension;
  for (const Physics& physics : physics_registry())
    if (physics.info.equation == system.equation) in_any_dimension.push_back(physics.info);
  std::vector<std::string> names = keys_of(formulas);
  for (const auto& [vector, components] : Candidates(in_any_dimension).vectors) {
    const std::string key = path + '.' + vector;
    int n = 0;
    while (c.places.contains(fmt::format("{}[{}]", key, n))) ++n;
    if (n == 0 || n == mesh.mesh().dim) continue;
    mesh.complain(key, fmt::format("got {} components; the mesh has {} dimensions", n, mesh.mesh().dim));
    for (const std::string& component : components) std::erase(names, component);
  }
  mesh.check_names(path, names, valid, "field", true);
}

}  // namespace dgsolve
