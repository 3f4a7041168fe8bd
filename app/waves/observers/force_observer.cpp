#include "app/waves/observers/force_observer.hpp"

#include "io/tables/force_table.hpp"

namespace dgsolve {

ForceObserver::ForceObserver(const Case& input, const ForceOptions& options, SpatialOperator& op,
                             Integrator& integrator)
    : TableObserver(input, force_file(options.name), header_of_forces(op.physics, options, input.si),
                    options.every),
      integrator_(integrator),
      forces_(op, input.wave(), options),
      sampler_(op.wave->sampler(forces_.samples())) {}

void ForceObserver::observe(const TimePosition& position) {
  sampler_->take(integrator_.state(), position.steps - 1);
  const std::vector<double> values = forces_.at(sampler_->read().values, position.time());
  if (look(position.time(), values)) add_line(values);
}

}  // namespace dgsolve
