/// Implements app/waves/wave_problem.hpp.
/// `dgsolve bench` of waves.

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "app/waves/wave_problem.hpp"
#include "kernels/base/phase_clock.hpp"
#include "solver/waves/stage_bound.hpp"
#include "solver/waves/time/integrator.hpp"
#include "solver/waves/time/time_step.hpp"

namespace dgsolve {
namespace {

/// Two media, and the equation's boundary types that need no data in turn.
WaveOptions bench_options(const Physics& physics, const Mesh& mesh, VolumeQuadrature quadrature) {
  WaveOptions options;
  options.quadrature = quadrature;
  for (const ParameterInfo& p : physics.info.parameters)
    if (!physics.info.medium.key.empty())
      options.medium[p.name] = p.required ? 1e-3 : p.natural_default.value_or(p.default_value);
  double value = 1;
  for (const std::string& region : mesh.region_names) {
    for (const ParameterInfo& p : physics.info.parameters)
      if (p.range != ParameterRange::non_negative && physics.info.medium.key.empty())
        options.regions[region][p.name] = Expression(value);
    value *= 2;
  }
  std::vector<std::string> types;
  for (const BoundaryTypeInfo& type : physics.info.boundary_types)
    if (!type.takes_formulas()) types.push_back(type.name);
  for (std::size_t i = 0; i < mesh.boundary_names.size(); ++i)
    options.boundaries[mesh.boundary_names[i]] = {types[i % types.size()], "", {}};
  return options;
}

/// Seconds that a stage takes in a time loop.
struct StageTime {
  double fastest;    ///< in the fastest batch of steps: other programs only slow a batch down
  double sustained;  ///< mean; on a GPU without the first second, in which it may exceed its power limit
};

/// Batches grow until they take long enough to be timed.
StageTime time_stage(SpatialOperator& op) {
  constexpr double warm_up = 1, on_host = 1, on_device = 3;  // s
  const std::unique_ptr<Integrator> integrator = make_integrator(op, random_state(op));
  const double dt = choose_time_step(op, {}).dt;
  const double enough = op.device.is_host() ? on_host : on_device;
  double shortest = std::numeric_limits<double>::infinity(), total = 0, begin = 0;
  long before = 0, done = 0;
  integrator->advance(0, dt, 1);  // the first is not yet warm
  op.device.synchronise();
  for (long n = 1; done < 5 || total < enough;) {
    const Stopwatch stopwatch;
    integrator->advance(n);
    op.device.synchronise();
    const double seconds = stopwatch.seconds();
    total += seconds;
    done += n;
    if (total < warm_up && !op.device.is_host()) {
      begin = total;
      before = done;
    }
    shortest = std::min(shortest, seconds / static_cast<double>(n));
    if (seconds < 0.02) n *= 2;
  }
  const double stages = op.scheme.evaluations_per_step();
  return {shortest / stages, (total - begin) / static_cast<double>(done - before) / stages};
}

/// Field values at nodes a second, 1e9.
double gdof_per_s(const SpatialOperator& op, double seconds) {
  return static_cast<double>(op.discretization.n_dofs(op.physics.n_fields)) / seconds / 1e9;
}

void print_tuning(const SpatialOperator& op, const std::vector<TuningRow>& rows) {
  if (rows.empty()) {
    fmt::print("there is only one way to compute this stage\n");
    return;
  }
  fmt::print("{:<36} {:>9} {:>11} {:>9} {:>10}  {}\n", "variant", "registers", "local bytes", "us/stage",
             "G fDOF/s", "verdict");
  for (const TuningRow& row : rows) {
    fmt::print("{:<36} {:9} {:11} ", row.variant, row.registers, row.local_bytes);
    if (row.seconds > 0)
      fmt::print("{:>9.2f} {:>10.3f}", 1e6 * row.seconds, gdof_per_s(op, row.seconds));
    else
      fmt::print("{:>9} {:>10}", "-", "-");
    fmt::print("  {}\n", row.verdict);
  }
}

Measurement measure_stage(const BenchTask& task, const Physics& physics, int order) {
  const int Np = n_polynomials(physics.info.dim, order);
  constexpr int large_state = 6'000'000;  // values: with its residual more than a large cache holds
  Mesh mesh = bench_mesh(physics.info.dim, task.elements.value_or(large_state / (Np * physics.n_fields)),
                         task.geometry_order);
  const WaveOptions options = bench_options(physics, mesh, task.quadrature);
  const Discretization discretization(mesh, order, apply_boundaries(mesh, options));
  const Scheme& scheme = find_scheme("auto", physics.info.linear);
  SpatialOperator op(discretization, physics, options, task.device, {}, scheme, true);
  if (task.tune) print_tuning(op, op.wave->tune());

  const StageWork work = physics.info.linear && task.geometry_order > 1
                             ? curved_stage_work(physics, discretization, task.precision)
                             : straight_stage_work(op);
  const StageBound bound = stage_bound(work, task.limits);
  Measurement m;
  m.order = order;
  m.elements = discretization.K();
  const StageTime time = time_stage(op);
  m.seconds = time.fastest;
  const double rate = m.elements / m.seconds / 1e9;  // G cells a second
  m.gdof_per_s = gdof_per_s(op, m.seconds);
  m.sustained_gdof_per_s = gdof_per_s(op, time.sustained);
  m.variant = op.wave->variant();
  m.gflop_per_s = rate * work.flops;
  m.gbyte_per_s = rate * work.bytes;
  m.fraction_of_bound = rate * 1e9 * bound.seconds;
  m.bound = bound.limit;
  fmt::print("{:2} {:9} {:>10.3f} {:>10.3f} {:>9.1f} {:>9.1f} {:>8.2f} ({})\n", m.order, m.elements,
             m.gdof_per_s, *m.sustained_gdof_per_s, m.gflop_per_s, m.gbyte_per_s, m.fraction_of_bound,
             m.bound);
  return m;
}

}  // namespace

std::vector<Measurement> bench_waves(const BenchTask& task) {
  const Physics& physics =
      find_physics(task.system.equation, task.system.dim, task.system.formulation, task.system.riemann);
  fmt::print("\n{:>2} {:>9} {:>10} {:>10} {:>9} {:>9} {:>18}\n", "N", "elements", "G fDOF/s", "sustained",
             "GFLOP/s", "GB/s", "fraction of bound");
  std::vector<Measurement> measurements;
  for (int order = task.orders.first; order <= task.orders.last; ++order) {
    measurements.push_back(measure_stage(task, physics, order));
    std::fflush(stdout);
  }
  return measurements;
}

}  // namespace dgsolve
