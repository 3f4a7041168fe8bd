/// What a case is called, and the fields that it solves for.

#include "io/case/case.hpp"
#include "solver/waves/physics.hpp"

namespace dgsolve {

std::string title_of(const Case& c) { return c.title.empty() ? c.file.filename().string() : c.title; }

std::vector<std::string> elliptic_fields(int dim) {
  const std::vector<std::string> fields{"u", "Ex", "Ey", "Ez"};
  return {fields.begin(), fields.begin() + 1 + dim};
}

std::vector<std::string> elliptic_units(int dim) {
  std::vector<std::string> units{"V"};
  units.resize(1 + dim, "V/m");
  return units;
}

std::vector<std::string> field_names(const Case& c, int dim) {
  return c.elliptic ? elliptic_fields(dim)
                    : find_physics(c.wave.equation, dim, c.wave.formulation).info.fields;
}

std::vector<std::string> field_units(const Case& c, int dim) {
  if (!c.si) return std::vector<std::string>(field_names(c, dim).size(), "1");
  return c.elliptic ? elliptic_units(dim)
                    : find_physics(c.wave.equation, dim, c.wave.formulation).info.field_units;
}

}  // namespace dgsolve
