/// Solves a case: the straight line from the case file to the results.
#pragma once

#include <exception>
#include <filesystem>
#include <optional>

#include "app/run_arguments.hpp"
#include "io/case/case.hpp"
#include "io/folder/folder_lock.hpp"
#include "io/report/results/summary.hpp"

namespace dgsolve {

/// The case, with what the command line says instead. Throws CaseError.
Case read_input(const RunArguments& arguments);
/// Changes nothing. Throws what check_output_names and check_output_folder throw.
void check_output(const Case& input, const RunArguments& arguments);
/// Keeps other runs out of a folder; warns where the file system does not let it.
void keep_others_out(const std::filesystem::path& folder, std::optional<FolderLock>& lock);

/// What the run leaves: `completed`, or `interrupted` with a checkpoint. With check_only, and in a process
/// that another one leads, only the outcome is known. Throws CaseError, MeshError, std::invalid_argument
/// where the input is wrong, before anything is written; other exceptions where the run fails.
Summary run_case(const RunArguments& arguments);

/// Whether the input is to blame for an exception.
bool is_input_error(const std::exception& error);

}  // namespace dgsolve
