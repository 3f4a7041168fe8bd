/// What the program tells a person, on stderr; the one door to spdlog.
#pragma once

#include <string>
#include <vector>

namespace dgsolve {

/// quiet: from now on only warnings and errors.
void start_log(bool quiet);

/// printf-like lines.
[[gnu::format(printf, 1, 2)]] void say(const char* format, ...);
[[gnu::format(printf, 1, 2)]] void warn(const char* format, ...);

/// The warnings since the log was started.
const std::vector<std::string>& warnings();

/// A line that the next one overwrites on a terminal; elsewhere it is not shown.
void show_progress(const std::string& line);
bool stderr_is_a_terminal();

}  // namespace dgsolve
