/// The program as a process that a test sends signals to.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/programs/run_program.hpp"

namespace dgsolve::test {

class RunningProgram {
 public:
  /// `scratch`: an existing folder for what the program prints. all_cores: it has as many threads as it
  /// finds right, not one.
  RunningProgram(const std::vector<std::string>& arguments, const std::filesystem::path& scratch,
                 bool all_cores = false)
      : errors_(scratch / "stderr.txt") {
    std::vector<std::string> texts = {program().string()};
    texts.insert(texts.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    process_ = fork();
    if (process_ != 0) return;
    if (all_cores)
      unsetenv("OMP_NUM_THREADS");
    else
      setenv("OMP_NUM_THREADS", "1", 1);
    const int file = open(errors_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(file, STDERR_FILENO);
    dup2(file, STDOUT_FILENO);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;
  ~RunningProgram() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    wait();
  }

  pid_t id() const { return process_; }
  void send(int signal) const { kill(process_, signal); }
  /// Whether it has a handler of its own for a signal.
  bool listens_to(int signal) const {
    const std::string status = read_text("/proc/" + std::to_string(process_) + "/status");
    const std::size_t caught = status.find("SigCgt:");
    if (caught == std::string::npos) return false;
    return (std::stoull(status.substr(caught + 7), nullptr, 16) >> (signal - 1)) & 1;
  }
  /// False where the program ended, or a minute passed, before the condition held.
  bool wait_until(const std::function<bool()>& condition) {
    for (int i = 0; i < 60000; ++i) {
      if (condition()) return true;
      if (waitpid(process_, &status_, WNOHANG) == process_) {
        process_ = 0;
        return condition();
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  /// Until it ends: the exit status, or minus the signal that ended it.
  int wait() {
    if (process_ > 0) waitpid(process_, &status_, 0);
    process_ = 0;
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : -WTERMSIG(status_);
  }
  std::string errors() const { return read_text(errors_); }

 private:
  const std::filesystem::path errors_;
  pid_t process_ = 0;  ///< 0: it has ended
  int status_ = 0;
};

}  // namespace dgsolve::test
