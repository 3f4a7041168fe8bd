/// `dgsolve CASE.yaml --sweep KEY=a,b,c`: a case with other values of some of its keys in each run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/run.hpp"

namespace dgsolve {

struct SweepArguments {
  RunArguments run;                 ///< of every run; its folder is the sweep's
  std::vector<std::string> values;  ///< "dotted.path=a,b,c": all combinations
  std::optional<std::string> file;  ///< CSV: a combination in each line
};

/// Runs all combinations, each in a folder of its own; prints a table on stdout, and leaves it in sweep.csv.
/// `failed` where a run failed, else `interrupted` where one was stopped; the others are run all the same,
/// but none after a signal. Throws CaseError and std::invalid_argument, before anything is written, where the
/// arguments are wrong, or the case is with one of the combinations.
Outcome sweep(const SweepArguments& arguments);

}  // namespace dgsolve
