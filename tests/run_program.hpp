/// Runs the program as a user does, and keeps what it says.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

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

/// `scratch`: an existing folder for what the program prints.
inline ProgramResult run_program(const std::vector<std::string>& arguments,
                                 const std::filesystem::path& scratch) {
  const std::filesystem::path output = scratch / "stdout.txt", errors = scratch / "stderr.txt";
  std::string command = shell_quoted(DGSOLVE_PROGRAM);
  for (const std::string& argument : arguments) command += ' ' + shell_quoted(argument);
  command += " > " + shell_quoted(output.string()) + " 2> " + shell_quoted(errors.string());
  const int ended = std::system(command.c_str());
  const auto text = [](const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(stream), {}};
  };
  // The shell reports a signal as 128 + its number.
  const int status = WIFEXITED(ended) && WEXITSTATUS(ended) < 128 ? WEXITSTATUS(ended) : -1;
  return {status, text(output), text(errors)};
}

}  // namespace dgsolve::test
