#include "app/console/log.hpp"

#include <fmt/core.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "mesh/base/foreign_text.hpp"

namespace dgsolve {
namespace {

bool progress_is_shown = false;
std::vector<std::string> warnings_given;

/// Takes a progress line off the terminal before another line is written.
void clear_progress() {
  if (progress_is_shown) std::fputs("\r\033[K", stderr);  // a terminal that is gone is no error
  progress_is_shown = false;
}

}  // namespace

void start_log(Verbosity verbosity) {
  auto logger = spdlog::get("dgsolve");
  if (!logger) logger = spdlog::stderr_color_mt("dgsolve");
  logger->set_pattern("%v");
  constexpr spdlog::level::level_enum levels[] = {spdlog::level::off, spdlog::level::warn,
                                                  spdlog::level::info, spdlog::level::debug};
  logger->set_level(levels[static_cast<int>(verbosity)]);
  spdlog::set_default_logger(logger);
  warnings_given.clear();
}

bool details_are_shown() { return spdlog::default_logger_raw()->should_log(spdlog::level::debug); }

void detail_line(const std::string& line) {
  clear_progress();
  spdlog::debug("{}", printable(line));
}

void say_line(const std::string& line) {
  clear_progress();
  spdlog::info("{}", printable(line));
}

void warn_line(const std::string& line) {
  if (std::find(warnings_given.begin(), warnings_given.end(), line) != warnings_given.end()) return;
  clear_progress();
  warnings_given.push_back(line);
  spdlog::warn("warning: {}", printable(line));
}

const std::vector<std::string>& warnings() { return warnings_given; }

bool stderr_is_a_terminal() { return isatty(STDERR_FILENO) != 0; }

void show_progress(const std::string& line) {
  if (!stderr_is_a_terminal() || !spdlog::default_logger_raw()->should_log(spdlog::level::info)) return;
  clear_progress();
  std::fputs(printable(line).c_str(), stderr);
  std::fflush(stderr);
  progress_is_shown = true;
}

}  // namespace dgsolve
