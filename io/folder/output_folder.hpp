/// The output folder of a run: what must not be in it, and what goes before the run writes there.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/base/name_list.hpp"
#include "io/case/case.hpp"

namespace dgsolve {

/// Changes nothing. Throws CaseError where files that dgsolve did not write are in the way of the run, or
/// where it would replace its own case or mesh. restarts: the newest checkpoint there is what it goes on
/// from.
void check_output_folder(const Case& c, bool restarts);
/// As check_output_folder, for other files; place: of the folder's name.
void check_folder(const std::filesystem::path& folder, const std::string& place, const NameList& wanted);
/// Where the case says its output folder.
std::string place_of_output(const Case& c);

/// Makes the folder and claims the names of the run. What an older run left of its end must not speak for
/// this one: its summary and report go, its spectra, and its folder of a failure.
void begin_output_folder(const Case& c);
/// Moves fields, probes and matrices of an earlier run to a new folder earlier, earlier_2, …; that folder;
/// empty: there were none.
std::filesystem::path set_aside_earlier(const std::filesystem::path& folder);

}  // namespace dgsolve
