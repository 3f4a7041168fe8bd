#include "solver/diagnostics.hpp"

namespace dgsolve {

double energy(const SpatialOperator& op, std::span<const double> state) {
  const auto array = op.backend.allocate();
  op.backend.upload(state, *array);
  return op.backend.energy(*array);
}

std::map<std::string, FieldError> errors(const SpatialOperator& op,
                                         const std::map<std::string, Expression>& exact, double t,
                                         std::span<const double> state) {
  std::map<std::string, FieldError> result;
  for (const auto& [name, formula] : exact)
    result[name] = op.discretization.error(formula, t, index_of(op.physics.info.fields, name),
                                           op.physics.n_fields, state);
  return result;
}

}  // namespace dgsolve
