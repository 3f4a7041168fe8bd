/// What the program tells a person, on stderr; the one door to spdlog.
#pragma once

#include <fmt/core.h>

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace dgsolve {

/// quiet: from now on only warnings and errors.
void start_log(bool quiet);

void say_line(const std::string& line);
void warn_line(const std::string& line);

/// A line in fmt's notation, for the person who started the program.
template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
  say_line(fmt::format(format, std::forward<Values>(values)...));
}

/// Likewise; the report repeats it.
template <class... Values>
void warn(fmt::format_string<Values...> format, Values&&... values) {
  warn_line(fmt::format(format, std::forward<Values>(values)...));
}

/// Work after something has failed: that it fails too, on a full disk perhaps, matters less.
template <class Work>
void warn_of_failure(const Work& work) {
  try {
    work();
  } catch (const std::exception& error) {
    warn("{}", error.what());
  }
}

/// The warnings since the log was started.
const std::vector<std::string>& warnings();

/// A line that the next one overwrites on a terminal; elsewhere it is not shown.
void show_progress(const std::string& line);
bool stderr_is_a_terminal();

}  // namespace dgsolve
