/// Runs the program as a user does, and keeps what it says.
#pragma once

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

std::string shell_quoted(const std::string& text);

/// `scratch`: an existing folder for what the command prints.
ProgramResult run_command(const std::string& command, const std::vector<std::string>& arguments,
                          const std::filesystem::path& scratch);

/// One thread unless asked for more, since tests run side by side.
ProgramResult run_program(const std::vector<std::string>& arguments, const std::filesystem::path& scratch,
                          int threads = 1);

/// A Python script of tests/. Whether it or Python lacks a module is for the caller to ask.
ProgramResult run_script(const std::string& name, const std::vector<std::string>& arguments,
                         const std::filesystem::path& scratch);
bool lacks_modules(const ProgramResult& script);

}  // namespace dgsolve::test
