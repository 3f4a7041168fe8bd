/// What the program tells a person, on stderr; the one door to spdlog.
#pragma once

#include <fmt/core.h>

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace dgsolve {

/// What is shown: nothing; warnings; also what a person acts on; also details.
enum class Verbosity { silent, quiet, normal, verbose };
void start_log(Verbosity verbosity);

/// Whether details are worth finding.
bool details_are_shown();
void detail_line(const std::string& line);
void say_line(const std::string& line);
/// A line that was given before is not given again.
void warn_line(const std::string& line);

/// A line in fmt's notation, for the person who started the program.
template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
  say_line(fmt::format(format, std::forward<Values>(values)...));
}

/// Likewise, for who wants to know more.
template <class... Values>
void detail(fmt::format_string<Values...> format, Values&&... values) {
  detail_line(fmt::format(format, std::forward<Values>(values)...));
}

/// Likewise; the summary and the report repeat it.
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
