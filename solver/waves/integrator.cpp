#include "solver/waves/integrator.hpp"

#include "solver/waves/runge_kutta.hpp"

namespace dgsolve {

std::unique_ptr<Integrator> make_integrator(SpatialOperator& op, std::span<const double> initial) {
  return std::make_unique<RungeKutta>(op, initial);
}

}  // namespace dgsolve
