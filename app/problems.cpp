#include "app/problems.hpp"

#include <stdexcept>

#include "app/elliptic/elliptic_problem.hpp"
#include "app/waves/wave_problem.hpp"

namespace dgsolve {
namespace {

constexpr Problem problems[] = {
    {.kind = &wave_kind,
     .run = run_wave,
     .check = check_wave,
     .shared_by = RankWork::led,
     .join = nullptr,
     .bench = bench_waves},
    {.kind = &elliptic_kind,
     .run = run_elliptic,
     .check = check_elliptic,
     .shared_by = RankWork::alike,
     .join = join_elliptic,
     .bench = bench_elliptic},
};

}  // namespace

const Problem& problem_of(const ProblemKind& kind) {
  for (const Problem& problem : problems)
    if (problem.kind == &kind) return problem;
  throw std::logic_error("no row of app/problems.cpp for a kind of problem");
}

}  // namespace dgsolve
