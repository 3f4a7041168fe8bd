/// Runs the program as a user does, and keeps what it says.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/meshes/places.hpp"
#include "tests/support/programs/text_files.hpp"

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

/// `scratch`: an existing folder for what the command prints.
inline ProgramResult run_command(const std::string& command, const std::vector<std::string>& arguments,
                                 const std::filesystem::path& scratch) {
  const std::filesystem::path output = scratch / "stdout.txt", errors = scratch / "stderr.txt";
  std::string line = command;
  for (const std::string& argument : arguments) line += ' ' + shell_quoted(argument);
  line += " > " + shell_quoted(output.string()) + " 2> " + shell_quoted(errors.string());
  const int ended = std::system(line.c_str());
  // The shell reports a signal as 128 + its number.
  const int status = WIFEXITED(ended) && WEXITSTATUS(ended) < 128 ? WEXITSTATUS(ended) : -1;
  return {status, read_text(output), read_text(errors)};
}

/// One thread unless asked for more, since tests run side by side.
inline ProgramResult run_program(const std::vector<std::string>& arguments,
                                 const std::filesystem::path& scratch, int threads = 1) {
  // Threads that wait must not keep others from a core: there may be more of them than cores.
  return run_command("OMP_WAIT_POLICY=passive OMP_NUM_THREADS=" + std::to_string(threads) + ' ' +
                         shell_quoted(program().string()),
                     arguments, scratch);
}

/// A Python script of tests/. Whether it or Python lacks a module is for the caller to ask.
inline ProgramResult run_script(const std::string& name, const std::vector<std::string>& arguments,
                                const std::filesystem::path& scratch) {
  return run_command("python3 " + shell_quoted((source_folder() / "tests" / name).string()), arguments,
                     scratch);
}
inline bool lacks_modules(const ProgramResult& script) { return script.status == 77 || script.status == 127; }

}  // namespace dgsolve::test
