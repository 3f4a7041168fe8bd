#include "app/waves/calibration.hpp"

#include <cmath>
#include <random>

#include "app/console/resources.hpp"
#include "app/console/scratch_folder.hpp"
#include "app/waves/run_outputs.hpp"
#include "io/base/files.hpp"
#include "solver/waves/diagnostics.hpp"
#include "solver/waves/energy_watch.hpp"

namespace dgsolve {
namespace {

template <class Work>
double seconds_of(const Work& work) {
  const Stopwatch stopwatch;
  work();
  return stopwatch.seconds();
}

/// What an output costs a run, s: it is written while the steps up to the next one are taken.
template <class Work>
double cost_of_output(const Work& write, long steps_between, double step_seconds, SpatialOperator& op,
                      Lsrk45& integrator, RunOutputs& outputs) {
  const Stopwatch stopwatch;
  write();
  long done = 0;
  for (; done < steps_between && !outputs.idle(); ++done) {
    integrator.advance(1);
    op.device.synchronise();
  }
  outputs.finish();
  return std::max(0.0, stopwatch.seconds() - static_cast<double>(done) * step_seconds);
}

std::vector<double> random_state(std::size_t n) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> state(n);
  for (double& value : state) value = uniform(generator);
  return state;
}

/// A step, s: with probes the host looks at every one, as in a run. `lines`: of probes, counted.
/// typical_time: has as many digits as most.
double time_steps(SpatialOperator& op, Lsrk45& integrator, RunOutputs& outputs, double typical_time,
                  long& lines) {
  constexpr double long_enough = 0.5;
  integrator.advance(0, 0, 1);  // the first is not yet warm
  op.device.synchronise();
  const Stopwatch stopwatch;
  long done = 0;
  for (long n = 1; done < 3 || stopwatch.seconds() < long_enough; done += n) {
    if (done > 0 && !outputs.has_probes() && stopwatch.seconds() < 0.1 * long_enough) n *= 2;
    integrator.advance(n);
    op.device.synchronise();
    if (outputs.sample_probes(integrator, typical_time)) ++lines;
  }
  const double step = stopwatch.seconds() / static_cast<double>(done);
  const double check = seconds_of([&] {
    static_cast<void>(op.wave->energy(integrator.state()));
    integrator.keep();
    op.device.synchronise();
  });
  return step + check / EnergyWatch::interval;
}

}  // namespace

Calibration calibrate(const Case& input, SpatialOperator& op, const Mesh& mesh, long n_steps) {
  const ScratchFolder scratch(input.output.directory);
  Case here = input;
  here.output.directory = scratch.path;
  Calibration found{};
  long lines = 0;
  {
    RunOutputs outputs(here, op, mesh);
    Lsrk45 integrator(op, random_state(op.discretization.n_dofs(op.physics.n_fields)));
    outputs.start();
    const double final = input.time->final;
    found.step_seconds = time_steps(op, integrator, outputs, final / 3, lines);
    const auto cost = [&](const auto& write, double times) {
      const long steps_between = n_steps / std::max(1L, static_cast<long>(times));
      return cost_of_output(write, steps_between, found.step_seconds, op, integrator, outputs);
    };
    if (input.output.fields) {
      const double times = std::ceil(final / input.output.fields->every * (1 - 1e-12)) + 1;
      const auto write = [&] { outputs.write_fields(integrator, {}); };
      const double before = bytes_in(scratch.path);
      write();  // the first one is not yet warm, and may bring the mesh along
      outputs.finish();
      const double first = bytes_in(scratch.path), seconds = cost(write, times),
                   second = bytes_in(scratch.path) - first;
      found.outputs.push_back({"fields", times, second, seconds, std::max(0.0, first - second - before)});
    }
    if (input.output.checkpoint) {
      const double times = std::floor(final / input.output.checkpoint->every + 1e-9);
      const double seconds = cost([&] { outputs.write_checkpoint(integrator, {}, {}); }, times);
      found.outputs.push_back({"checkpoints", times, bytes_in(scratch.path / "checkpoints"), seconds});
    }
    if (input.output.ledger) {
      const double every = input.output.ledger->every;
      const double times = (every > 0 ? std::min<double>(n_steps, final / every) : n_steps) + 1;
      const auto sample = [&](double t) { return seconds_of([&] { outputs.sample_ledger(integrator, t); }); };
      sample(final / 3);  // the first is not yet warm, nor has it digits
      const double before = bytes_in(scratch.path);
      found.outputs.push_back({"ledger", times, 0, sample(4 * final / 3)});
      found.outputs.back().bytes = bytes_in(scratch.path) - before;
    }
    found.device_bytes = op.device.memory();
    if (!input.wave().exact.empty()) {  // as in a run's end, for its memory
      std::vector<double> state(op.discretization.n_dofs(op.physics.n_fields));
      integrator.download(state);
      static_cast<void>(errors(op, input.wave().exact, final, state));
    }
  }
  if (!input.output.probes.empty())
    found.outputs.push_back({"probes", static_cast<double>(n_steps) + 1,
                             bytes_in(scratch.path / "probes") / static_cast<double>(lines), 0});
  found.host_bytes = peak_memory();
  return found;
}

}  // namespace dgsolve
