#include "app/console/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <vector>

namespace dgsolve {
namespace {

bool progress_is_shown = false;
std::vector<std::string> warnings_given;

std::string format_text(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, arguments);
  std::vector<char> text(static_cast<std::size_t>(length) + 1);
  std::vsnprintf(text.data(), text.size(), format, again);
  va_end(again);
  return {text.data(), static_cast<std::size_t>(length)};
}

/// Takes a progress line off the terminal before another line is written.
void clear_progress() {
  if (progress_is_shown) std::fputs("\r\033[K", stderr);
  progress_is_shown = false;
}

}  // namespace

void start_log(bool quiet) {
  auto logger = spdlog::get("dgsolve");
  if (!logger) logger = spdlog::stderr_color_mt("dgsolve");
  logger->set_pattern("%v");
  logger->set_level(quiet ? spdlog::level::warn : spdlog::level::info);
  spdlog::set_default_logger(logger);
  warnings_given.clear();
}

void say(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  clear_progress();
  spdlog::info("{}", format_text(format, arguments));
  va_end(arguments);
}

void warn(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  clear_progress();
  warnings_given.push_back(format_text(format, arguments));
  spdlog::warn("warning: {}", warnings_given.back());
  va_end(arguments);
}

const std::vector<std::string>& warnings() { return warnings_given; }

bool stderr_is_a_terminal() { return isatty(STDERR_FILENO) != 0; }

void show_progress(const std::string& line) {
  if (!stderr_is_a_terminal() || !spdlog::default_logger_raw()->should_log(spdlog::level::info)) return;
  clear_progress();
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  progress_is_shown = true;
}

}  // namespace dgsolve
