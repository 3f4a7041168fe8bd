#include "app/waves/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/console/resources.hpp"
#include "app/console/scratch_folder.hpp"
#include "app/waves/observers/checkpoint_observer.hpp"
#include "app/waves/observers/circuit_observer.hpp"
#include "app/waves/observers/field_observer.hpp"
#include "app/waves/observers/ledger_observer.hpp"
#include "app/waves/observers/means_observer.hpp"
#include "app/waves/observers/probe_observer.hpp"
#include "io/report/results/probe_spectra.hpp"
#include "kernels/base/phase_clock.hpp"
#include "solver/waves/diagnostics/diagnostics.hpp"
#include "solver/waves/diagnostics/energy_watch.hpp"

namespace dgsolve {
namespace {

/// The parts of a run, each timed by itself.
class RunParts {
 public:
  /// input: with an output folder for trials; n_steps: of the whole run. Keeps references.
  RunParts(const Case& input, SpatialOperator& op, const Mesh& mesh, const InitialState& initial,
           long n_steps)
      : input_(input),
        op_(op),
        mesh_(mesh),
        n_steps_(n_steps),
        integrator_(make_integrator(op, initial)),
        fields_(input, op, *integrator_, states_, add_means()),
        states_(op) {}

  /// A step, s, with its share of the checks of the energy. First of all.
  double time_steps() {
    if (!input_.output.probes.empty())
      rows_.push_back(std::make_unique<ProbeObserver>(input_, op_, *integrator_));
    if (!op_.circuits.empty()) rows_.push_back(std::make_unique<CircuitObserver>(input_, op_, *integrator_));
    for (const auto& observer : rows_) observer->start();
    const double step = step_for(0.5);
    const Stopwatch check;
    static_cast<void>(op_.wave->energy(integrator_->state()));
    integrator_->keep();
    op_.device.synchronise();
    return step_seconds_ = step + check.seconds() / EnergyWatch::interval;
  }

  /// Samples, which take no room of their own on the disk. Before fields and checkpoints, which have the
  /// means.
  OutputCost time_means() {
    const MeansOutput& means = *input_.wave().means;
    const double final = input_.wave().time.final, length = final - means.from;
    const double times =
        std::floor(std::min(static_cast<double>(n_steps_) * length / final, length / means.every)) + 1;
    TimePosition position{{0, means.from, 0, 0}, 0, 0};
    means_.front()->observe(position);  // the first one is not yet warm
    states_.finish();
    position.interval.target += means.every;
    return {"means", times, 0, cost_of([&] { means_.front()->observe(position); }, times)};
  }

  OutputCost time_fields() {
    const double times = std::ceil(input_.wave().time.final / input_.output.fields->every * (1 - 1e-12)) + 1;
    fields_.start();
    const auto write = [&] { fields_.observe({}); };
    const double before = bytes();
    write();  // the first one is not yet warm, and may bring the mesh along
    states_.finish();
    const double first = bytes(), seconds = cost_of(write, times), second = bytes() - first;
    return {"fields", times, second, seconds, std::max(0.0, first - second - before)};
  }

  OutputCost time_checkpoints() {
    const double times =
        std::min(static_cast<double>(n_steps_),
                 std::floor(input_.wave().time.final / input_.wave().checkpoint->every + 1e-9));
    CheckpointObserver checkpoints(
        input_, op_, mesh_, *integrator_, states_, [] { return RunRecord{}; }, means_);
    const double seconds = cost_of([&] { checkpoints.observe({}); }, times);
    const double bytes = bytes_in(input_.output.directory / "checkpoints");
    return {"checkpoints", times, bytes, seconds, 0, static_cast<double>(input_.wave().checkpoint->keep)};
  }

  OutputCost time_ledger() {
    const double every = input_.wave().ledger->every, final = input_.wave().time.final;
    const double times =
        (every > 0 ? std::min(static_cast<double>(n_steps_), final / every) : static_cast<double>(n_steps_)) +
        1;
    LedgerObserver ledger(input_, op_, *integrator_);
    ledger.start();
    ledger.sample(final / 3);  // the first is not yet warm, and its numbers are short
    const double before = bytes();
    const Stopwatch stopwatch;
    ledger.sample(4 * final / 3);
    const double seconds = stopwatch.seconds();
    return {"ledger", times, bytes() - before, seconds};
  }

  /// Tables with a line a step, in a folder of their own.
  OutputCost size_of_rows(const std::string& folder) const {
    return {folder, static_cast<double>(n_steps_) + 1,
            bytes_in(input_.output.directory / folder) / static_cast<double>(n_lines_), 0};
  }

  /// As at the end of a run, for its memory.
  void measure_errors() {
    if (input_.wave().exact.empty()) return;
    static_cast<void>(errors(op_, input_.wave().exact, input_.wave().time.final, integrator_->state()));
  }

 private:
  /// Takes steps until they have taken so long, s; a step, s.
  double step_for(double seconds) {
    // At a time that has as many digits as most.
    TimePosition position{
        {input_.wave().time.final / 3, input_.wave().time.final, std::numeric_limits<long>::max(), 0}, 0, 0};
    integrator_->advance(0, 0, 1);  // the first is not yet warm
    op_.device.synchronise();
    ++position.steps;
    const Stopwatch stopwatch;
    long done = 0;
    for (long n = 1; done < 3 || stopwatch.seconds() < seconds; done += n) {
      // As in a run, the host looks now and then.
      if (done > 0 && stopwatch.seconds() < 0.1 * seconds) n = std::min(2 * n, EnergyWatch::interval);
      for (const auto& observer : rows_) n = std::min(n, observer->steps_until_due(position));
      integrator_->advance(n);
      op_.device.synchronise();
      position.done = position.steps += n;
      for (const auto& observer : rows_) observer->observe(position);
    }
    n_lines_ = position.steps + 1;
    return stopwatch.seconds() / static_cast<double>(done);
  }

  /// What an output costs a run, s: it is written while the steps up to the next one are taken.
  template <class Work>
  double cost_of(const Work& write, double times) {
    const long steps_between = n_steps_ / std::max(1L, static_cast<long>(times));
    const Stopwatch stopwatch;
    write();
    long done = 0;
    for (; done < steps_between && !states_.idle(); ++done) {
      integrator_->advance(1);
      op_.device.synchronise();
    }
    states_.finish();
    return std::max(0.0, stopwatch.seconds() - static_cast<double>(done) * step_seconds_);
  }

  double bytes() const { return bytes_in(input_.output.directory); }

  /// Null where the case has none.
  const RunningMeans* add_means() {
    if (!input_.wave().means) return nullptr;
    auto observer = std::make_unique<MeansObserver>(input_, op_, *integrator_, states_);
    const RunningMeans& means = observer->means();
    means_.push_back(std::move(observer));
    return &means;
  }

  const Case& input_;
  SpatialOperator& op_;
  const Mesh& mesh_;
  const long n_steps_;
  const std::unique_ptr<Integrator> integrator_;
  ObserverList rows_;   ///< of probes and circuits, where the case has any
  ObserverList means_;  ///< one, or none where the case has none
  FieldObserver fields_;
  StateExport states_;  ///< the last: its thread ends before what it works for
  double step_seconds_ = 0;
  long n_lines_ = 0;  ///< in each file of rows
};

}  // namespace

Calibration calibrate(const Case& input, SpatialOperator& op, const Mesh& mesh, const InitialState& initial,
                      long n_steps) {
  const ScratchFolder scratch(input.output.directory);
  Case here = input;
  here.output.directory = scratch.path;
  Calibration found{};
  {
    RunParts run(here, op, mesh, initial, n_steps);
    found.step_seconds = run.time_steps();
    if (input.wave().means) found.outputs.push_back(run.time_means());
    if (input.output.fields) found.outputs.push_back(run.time_fields());
    if (input.wave().checkpoint) found.outputs.push_back(run.time_checkpoints());
    if (input.wave().ledger) found.outputs.push_back(run.time_ledger());
    found.device_bytes = op.device.memory();
    run.measure_errors();
    if (!input.output.probes.empty()) found.outputs.push_back(run.size_of_rows("probes"));
    if (!op.circuits.empty()) found.outputs.push_back(run.size_of_rows("lumped"));
    const std::size_t at_end =
        held_memory() + memory_of_spectra(input, op.discretization.mesh.dim, n_steps + 1);
    found.host_bytes = std::max(peak_memory(), at_end);
  }
  return found;
}

}  // namespace dgsolve
