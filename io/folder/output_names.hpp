/// The names of all files that a run writes.
#pragma once

#include <string>
#include <vector>

#include "io/base/name_list.hpp"
#include "io/case/case.hpp"

namespace dgsolve {

/// Of what was good until a run failed.
inline constexpr const char *last_good = "last_good", *not_converged = "not_converged";
inline constexpr const char* spectra_folder = "spectra";

/// Of a run of the case, as far as the case tells: each with the part of the case that it is of, such as
/// monitors[0]; empty: of the run.
struct OutputName {
  std::string name;
  std::string of;
};
std::vector<OutputName> output_names(const Case& c);
/// Of a sweep and of `verify`, beside the folders of their runs.
NameList names_of_sweep();
NameList names_of_verify();
/// Of all cases.
NameList names_of_all_outputs();
NameList list_of(const std::vector<OutputName>& names);

/// Throws CaseError where files of two probes or monitors have one name, or a name is longer than the output
/// folder's file system takes. Returns sentences about names that only capital letters tell apart.
std::vector<std::string> check_output_names(const Case& c);

}  // namespace dgsolve
