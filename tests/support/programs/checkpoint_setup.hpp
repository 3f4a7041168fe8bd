/// What the tests of checkpoints and restarts share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/support/programs/run_case.hpp"

namespace dgsolve::test {

/// Everything that a run leaves for people and scripts, path below the results → bytes: without checkpoints
/// and what was set aside, and of the summary what does not depend on the clock.
std::map<std::string, std::string> results_of(const std::filesystem::path& results);

/// Checkpoints in a results folder, the oldest first.
std::vector<std::filesystem::path> checkpoints_in(const std::filesystem::path& results);

/// Steps in a checkpoint's name.
long steps_of(const std::filesystem::path& checkpoint);

/// A new run on what another one left; the folder is the other's.
ProgramResult go_on(const CaseRun& run, const std::filesystem::path& case_file,
                    const std::vector<std::string>& settings,
                    const std::vector<std::string>& options = {"--restart"}, int threads = 1);

/// From the second checkpoint and from the last but one, of n or more, the run goes on to the results that it
/// has as a whole.
void expect_same_bits_after_restarts(const CaseRun& run, const std::filesystem::path& case_file,
                                     const std::vector<std::string>& settings, std::size_t n);

/// The run that left `whole`, once more where files cannot grow beyond `bytes`: it fails and names `file`;
/// once there is room it goes on, and the results are those of the whole run.
void expect_to_survive_full_disk(const CaseRun& whole, const std::filesystem::path& case_file,
                                 const std::vector<std::string>& settings, std::uintmax_t bytes,
                                 const std::string& file);

}  // namespace dgsolve::test
