/// Guards against a library that may crash, exit, never end or eat all memory.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace dgsolve {

struct WorkLimits {
  double seconds;
  double bytes = std::numeric_limits<double>::infinity();  ///< beyond those that this process has now
  bool starts_programs = true;                             ///< whether the work may start other programs
};

/// How work ended that was done apart.
struct WorkOutcome {
  std::optional<std::string> result;  ///< of its return
  std::string end;                    ///< behind "it": how it ended without a result
  std::string last_line;              ///< of what it printed; may be empty
};

/// Takes what the work tells on its way.
using Listener = std::function<void(const char* text)>;
/// Returns any bytes.
using Work = std::function<std::string(const Listener& tell)>;

/// Does the work in a fork of this process, and waits for it. Whatever it changes in memory is lost. It has
/// no terminal, none of this process's open files, and signals as a new program has them; what it prints is
/// read here. It ends with this process. `listener` is called in this process, at once. In a fork of a
/// process with several threads OpenMP has one.
WorkOutcome run_in_fork(
    const WorkLimits& limits, const Work& work, const Listener& listener = [](const char*) {});

/// Numbers that work apart returns; none where there is no result.
std::optional<std::vector<double>> numbers_in_fork(double seconds,
                                                   const std::function<std::vector<double>()>& work);

}  // namespace dgsolve
