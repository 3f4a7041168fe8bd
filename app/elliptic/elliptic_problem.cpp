#include "app/elliptic/elliptic_problem.hpp"

#include "app/console/log.hpp"
#include "app/elliptic/check_elliptic.hpp"
#include "app/elliptic/elliptic_run.hpp"
#include "app/problem/check_parts.hpp"
#include "app/problem/places.hpp"

namespace dgsolve {
namespace {

/// What each of several devices has of the problem.
void report_parts(const std::vector<PartReport>& parts) {
  if (parts.size() > 1 && parts[1].cells == 0) {
    say("parts: the first of {} GPUs has all cells: the problem is too small to be shared", parts.size());
    return;
  }
  int number = 0;
  for (const PartReport& part : parts) say("part {}: {} cells, on {}", ++number, part.cells, part.device);
}

/// From the mesh to the operator; says what is solved and how.
struct EllipticSetUp {
  explicit EllipticSetUp(RunStart& start)
      : discretization(start.clock.time("geometry",
                                        [&] {
                                          return Discretization(
                                              start.mesh, start.input.order,
                                              apply_boundaries(start.mesh, start.input.elliptic()));
                                        })),
        started(start.clock.time("device",
                                 [&] {
                                   StartedDevice ready = start.device.get();
                                   ready.device->prepare_elliptic(discretization.element.view());
                                   return ready;
                                 })),
        device(*started.device),
        op(discretization, start.input.elliptic(), device.penalty_maps()) {
    start.clock.mark("element matrices", op.set_up_times());
    report_problem(start, discretization, discretization.n_dofs(1), device, started.passed_over);
    report_parts(op.algebra.parts(discretization.K(), discretization.element.Np));
    detail("operator: {}", op.choice());
    report_places(start.input, start.mesh, discretization);
    check_cells(start.mesh);
    if (op.mean_free) say("level: nothing fixes it, so the solution's mean is made 0");
    start.clock.mark("checks");
  }

  const Discretization discretization;
  const StartedDevice started;
  Device& device;
  const EllipticOperator op;
};

}  // namespace

Summary run_elliptic(RunStart& start) {
  const EllipticSetUp s(start);
  EllipticRun run(start.input, s.op, s.device);
  start.clock.mark("right-hand side");
  return with_device_errors_as_failures([&] { return run.solve(start.clock); });
}

void check_elliptic(RunStart& start) {
  const EllipticSetUp s(start);
  check_elliptic_set_up(start.input, s.op, s.device, start.clock);
}

}  // namespace dgsolve
