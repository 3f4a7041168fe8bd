#include "app/problems.hpp"

#include "app/elliptic/elliptic_problem.hpp"
#include "app/waves/wave_problem.hpp"

namespace dgsolve {

/// A kind without a run does not compile.
const Problem& problem_of(const ProblemCase& problem) {
  struct {
    const Problem& operator()(const WaveCase&) const { return wave_problem; }
    const Problem& operator()(const EllipticCase&) const { return elliptic_problem; }
  } const run_of;
  return std::visit(run_of, problem);
}

}  // namespace dgsolve
