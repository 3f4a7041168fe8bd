#include "app/elliptic/check_elliptic.hpp"

#include "app/console/log.hpp"
#include "app/elliptic/elliptic_calibration.hpp"
#include "app/problem/check_parts.hpp"
#include "app/problem/places.hpp"
#include "io/report/progress.hpp"

namespace dgsolve {

void check_elliptic_set_up(const Case& input, const EllipticOperator& op, const Device& device,
                           const Stopwatch& setup) {
  const double setup_seconds = setup.seconds();
  const Discretization& d = op.form.discretization;
  report_places(input, d.mesh, d);
  check_cells(d.mesh);
  const EllipticCalibration cost = calibrate(input, op, device);
  if (!cost.has_data) warn("nothing is put in: sources, boundary values and charges are 0, and so is u");
  const EllipticSolverOptions& solver = input.elliptic().solver;
  if (cost.enough)
    say("solver: about {} iterations to a tolerance of {:.3g}", cost.iterations, solver.tolerance);
  else
    warn("solver.max_iterations: {} will not do: the residual after {} falls too slowly towards {:.3g}",
         solver.max_iterations, cost.tried, solver.tolerance);
  const double output_seconds = report_use(input, cost, device);
  const double all_setup = setup_seconds + cost.setup_seconds;
  say("wall-clock time: about {}, of which {} for set-up, {} for the solve",
      format_duration(all_setup + cost.solve_seconds + cost.results_seconds + output_seconds),
      format_duration(all_setup), format_duration(cost.solve_seconds));
}

}  // namespace dgsolve
