/// A run as the command line asks for it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/console/log.hpp"
#include "kernels/ranks/meeting.hpp"

namespace dgsolve {

struct RunArguments {
  std::string case_file;
  std::vector<std::string> overrides;  ///< "dotted.path=value"
  std::optional<std::string> device;   ///< instead of the case's
  std::optional<std::string> output;   ///< output folder instead of the case's
  std::optional<std::string> restart;  ///< go on from this checkpoint; empty: from the newest one
  std::optional<OwnRank> own_rank;     ///< among the processes that share the run; none: alone
  std::optional<std::string> picture;  ///< PNG file in which the mesh is drawn by its names
  bool check_only = false;
  bool quiet = false, verbose = false;

  /// Of several processes only rank 0 speaks. A check is asked for details.
  Verbosity verbosity() const {
    if (own_rank && own_rank->rank > 0) return Verbosity::silent;
    if (quiet) return Verbosity::quiet;
    return verbose || check_only ? Verbosity::verbose : Verbosity::normal;
  }
};

}  // namespace dgsolve
