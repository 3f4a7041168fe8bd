/// S-parameters: a run for each mode of the ports that is driven, and what follows from all of them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/problem/problem.hpp"

namespace dgsolve {

/// Of a run that was stopped: the folder of the first mode whose waves are not known.
std::filesystem::path folder_to_continue(const Case& input);

/// Runs one case after another, each with its own folder, and writes `output folder`/s_parameters/. A run
/// that goes on skips modes whose waves are known. run_one: a wave problem from the mesh to the results,
/// which leaves the device in its RunStart.
Summary run_driven_ports(RunStart& start, Summary (*run_one)(RunStart& start));

/// Says what the ports' modes are; the check of the first driven mode's run follows.
void check_driven_ports(RunStart& start, void (*check_one)(RunStart& start));

}  // namespace dgsolve
