#include "app/elliptic/elliptic_problem.hpp"

#include "app/console/log.hpp"
#include "app/elliptic/check_elliptic.hpp"
#include "app/elliptic/elliptic_run.hpp"
#include "app/problem/check_parts.hpp"
#include "app/problem/locations.hpp"
#include "solver/elliptic/contacts.hpp"

namespace dgsolve {
namespace {

/// From the mesh to the operator; says what is solved and how.
struct EllipticSetUp {
  explicit EllipticSetUp(RunStart& start)
      : mesh(start.extended ? *start.extended : start.mesh),
        discretization(start.clock.time(
            "geometry",
            [&] {
              return Discretization(mesh, start.input.order, apply_boundaries(mesh, start.input.elliptic()));
            })),
        started(start.clock.time("device",
                                 [&] {
                                   StartedDevice ready = start.device.get();
                                   ready.device->prepare_elliptic(discretization.element.view());
                                   return ready;
                                 })),
        device(*started.device),
        op(discretization, start.input.elliptic(), device.penalty_maps()) {
    refuse_floating_contacts(op.form);
    start.clock.mark("element matrices", op.set_up_times());
    report_problem(start, discretization, discretization.n_dofs(1), device, started.passed_over,
                   op.algebra.parts(discretization.K(), discretization.element.Np));
    detail("operator: {}", op.choice());
    report_locations(start.input, mesh, discretization);
    check_cells(mesh);
    if (op.mean_free) say("level: nothing fixes it, so the solution's mean is made 0");
    start.clock.mark("checks");
  }

  Mesh& mesh;
  const Discretization discretization;
  const StartedDevice started;
  Device& device;
  const EllipticOperator op;
};

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

void join_elliptic(RunStart& start, bool check_only) {
  const EllipticSetUp s(start);
  with_device_errors_as_failures([&] {
    if (check_only)
      join_check(s.op);
    else
      join_run(start.input, s.op);
    s.device.serve({});
    return Summary{};
  });
}

}  // namespace

constinit const Problem elliptic_problem = {.run = run_elliptic,
                                            .check = check_elliptic,
                                            .shared_by = RankWork::alike,
                                            .join = join_elliptic,
                                            .bench = bench_elliptic};

}  // namespace dgsolve
