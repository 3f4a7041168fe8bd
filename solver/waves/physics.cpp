#include "solver/waves/physics.hpp"

#include <fmt/core.h>

#include <cmath>
#include <stdexcept>

#include "kernels/physics/advection.hpp"
#include "kernels/physics/maxwell.hpp"

namespace dgsolve {
void check_range(const ParameterInfo& parameter, const std::string& region, double value) {
  struct Range {
    bool holds;
    const char* text;
  };
  const Range ranges[] = {
      {true, "a finite number"}, {value > 0, "a number > 0"}, {value >= 0, "a number >= 0"}};
  const auto [holds, text] = ranges[static_cast<int>(parameter.range)];  // in the order of ParameterRange
  if (!holds || !std::isfinite(value))
    throw std::invalid_argument(fmt::format("regions.{}.{}: takes the value {:f} in a cell; expected {}",
                                            region, parameter.name, value, text));
}

std::span<const Physics> physics_registry() {
  static const Physics rows[] = {
      physics_of<Maxwell<Formulation::full>>(),
      physics_of<Maxwell<Formulation::tm>>(),
      physics_of<Maxwell<Formulation::te>>(),
      physics_of<Advection<2>>(),
      physics_of<Advection<3>>(),
  };
  return rows;
}

const Physics& find_physics(const std::string& equation, int dim, const std::string& formulation) {
  std::string available;
  for (const Physics& p : physics_registry()) {
    if (p.info.equation == equation && p.info.dim == dim && p.info.formulation == formulation) return p;
    available += fmt::format("\n  {} in {}D", p.info.equation, p.info.dim);
    if (!p.info.formulation.empty()) available += ", formulation " + p.info.formulation;
  }
  throw std::invalid_argument(
      fmt::format("no equations for physics \"{}\", formulation \"{}\" in {}D; there are:{}", equation,
                  formulation, dim, available));
}

}  // namespace dgsolve
