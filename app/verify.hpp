/// `dgsolve verify`: a case's errors and observed orders, at several orders and on finer and finer meshes.
#pragma once

#include <string>

#include "app/run.hpp"

namespace dgsolve {

struct VerifyArguments {
  RunArguments run;    ///< of every run; its folder is the study's
  std::string orders;  ///< "4" or "1..6"; empty: the case's own
  int refine = 1;      ///< the cells are split so many times, one run each
};

/// Runs the ladder, each run in a folder of its own, with time steps so small that they do not matter; prints
/// a table on stdout, and leaves it in convergence.csv and report.html. `failed` where a run failed (the
/// others are run all the same); `interrupted` where one was stopped, and the rest not run. Throws as
/// run_case where the input is wrong, CaseError where the case has no exact solution.
Outcome verify(const VerifyArguments& arguments);

}  // namespace dgsolve
