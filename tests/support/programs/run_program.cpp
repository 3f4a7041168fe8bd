#include "tests/support/programs/run_program.hpp"

#include <sys/wait.h>

#include <cstdlib>

namespace dgsolve::test {

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

ProgramResult run_command(const std::string& command, const std::vector<std::string>& arguments,
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

ProgramResult run_program(const std::vector<std::string>& arguments, const std::filesystem::path& scratch,
                          int threads) {
  // Threads that wait must not keep others from a core: there may be more of them than cores.
  return run_command("OMP_WAIT_POLICY=passive OMP_NUM_THREADS=" + std::to_string(threads) + ' ' +
                         shell_quoted(program().string()),
                     arguments, scratch);
}

ProgramResult run_script(const std::string& name, const std::vector<std::string>& arguments,
                         const std::filesystem::path& scratch) {
  return run_command("python3 " + shell_quoted((source_folder() / "tests" / name).string()), arguments,
                     scratch);
}

bool lacks_modules(const ProgramResult& script) { return script.status == 77 || script.status == 127; }

}  // namespace dgsolve::test
