/// The processes that share a run, as the command line or Slurm counts them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/run_arguments.hpp"
#include "io/case/case.hpp"
#include "kernels/ranks/ranks.hpp"

namespace dgsolve {

/// ranks: a number, or "slurm" for those of the step that srun started; rank: this one, where Slurm does not
/// say it. None: this process alone. Throws std::invalid_argument.
std::optional<OwnRank> own_rank(const std::optional<std::string>& ranks, std::optional<int> rank);

/// Waits for the others; null where this process is alone. Where one is gone later on, and this one does not
/// end by itself, the program ends with status 1. Throws std::invalid_argument where the processes do not fit
/// together.
std::unique_ptr<Ranks> meet_ranks(const RunArguments& arguments, const Case& input);

}  // namespace dgsolve
