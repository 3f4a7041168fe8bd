/// What a case is called, and the fields that it solves for.

#include "io/case/case.hpp"
#include "solver/elliptic/fields.hpp"
#include "solver/waves/derived_fields.hpp"
#include "solver/waves/physics.hpp"

namespace dgsolve {

std::string title_of(const Case& c) { return c.title.empty() ? c.file.filename().string() : c.title; }

FieldSet fields_of(const Case& c, int dim) {
  FieldSet fields = c.elliptic ? potential_fields(dim)
                               : state_fields(find_physics(c.wave.equation, dim, c.wave.formulation).info);
  if (!c.si) fields.units.assign(fields.names.size(), "1");
  return fields;
}

}  // namespace dgsolve
