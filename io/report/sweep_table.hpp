/// A sweep: one case with other values of some of its keys in each run, and what the runs found, side by
/// side.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "io/report/results/summary.hpp"

namespace dgsolve {

/// One run of a sweep.
struct SweptRun {
  std::vector<std::string> values;  ///< of the swept keys, as they were given
  std::string folder;               ///< below the sweep's
  Outcome outcome = Outcome::failed;
  std::string failure;                                  ///< why there are no results; empty: there are
  std::size_t n_warnings = 0;                           ///< that the run gave
  std::vector<std::pair<std::string, double>> results;  ///< summary_numbers
};

struct Sweep {
  std::vector<std::string> keys;         ///< dotted paths in the case
  std::vector<std::string> short_names;  ///< of the keys: their last parts, as many as tell them apart
  std::vector<SweptRun> runs;
};

/// For people: a line for each run, with its results, but not what it cost, nor what is the same in all runs,
/// nor what only some have.
std::string sweep_table(const Sweep& sweep);
/// Writes sweep.csv into a folder: a line for each run, with its folder, outcome, warnings, and all numbers
/// of its summary. Throws std::runtime_error that names the file.
void write_sweep_csv(const Sweep& sweep, const std::filesystem::path& directory);

}  // namespace dgsolve
