#include "io/case/elliptic_units.hpp"

namespace dgsolve {

EllipticUnits elliptic_units(KappaKind kind, int dim) {
  const std::string per_length = dim == 2 ? "/m" : "";
  if (kind == KappaKind::permittivity) return {"C" + per_length, "V", "J" + per_length, "F" + per_length};
  return {"A" + per_length, "V", "W" + per_length, "S" + per_length};
}

KappaKind kappa_kind_of(const std::string& unit) {
  return unit.starts_with('F') || unit.starts_with('C') ? KappaKind::permittivity : KappaKind::conductivity;
}

}  // namespace dgsolve
