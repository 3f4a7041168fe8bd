/// Runs the program as a user does, and keeps what it says.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/places.hpp"
#include "tests/text_files.hpp"

namespace dgsolve::test {

struct ProgramResult {
  int status;  ///< exit status; −1: ended by a signal
  std::string output, errors;
};

inline std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// One thread unless asked for more, since tests run side by side. `scratch`: an existing folder for what the
/// program prints.
inline ProgramResult run_program(const std::vector<std::string>& arguments,
                                 const std::filesystem::path& scratch, int threads = 1) {
  const std::filesystem::path output = scratch / "stdout.txt", errors = scratch / "stderr.txt";
  // Threads that wait must not keep others from a core: there may be more of them than cores.
  std::string command = "OMP_WAIT_POLICY=passive OMP_NUM_THREADS=" + std::to_string(threads) + ' ' +
                        shell_quoted(program().string());
  for (const std::string& argument : arguments) command += ' ' + shell_quoted(argument);
  command += " > " + shell_quoted(output.string()) + " 2> " + shell_quoted(errors.string());
  const int ended = std::system(command.c_str());
  // The shell reports a signal as 128 + its number.
  const int status = WIFEXITED(ended) && WEXITSTATUS(ended) < 128 ? WEXITSTATUS(ended) : -1;
  return {status, read_text(output), read_text(errors)};
}

}  // namespace dgsolve::test
