#include "mesh/gmsh/module/guarded_work.hpp"

#include <omp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace dgsolve {
namespace {

/// In the fork: writes the numbers to the pipe `to` and exits. The alarm ends it when its time is up, and so
/// does the end of the process that waits for it, whose open connections it holds too.
[[noreturn]] void work_and_send(int to, unsigned seconds, const std::function<std::vector<double>()>& work) {
  std::signal(SIGALRM, SIG_DFL);
  alarm(seconds);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  omp_set_num_threads(1);  // OpenMP's other threads are not in the copy
  try {
    const std::vector<double> numbers = work();
    std::FILE* const out = fdopen(to, "wb");
    if (out == nullptr) _exit(1);
    const std::size_t written = std::fwrite(numbers.data(), sizeof(double), numbers.size(), out);
    _exit(std::fclose(out) == 0 && written == numbers.size() ? 0 : 1);
  } catch (...) {
    _exit(1);
  }
}

/// All numbers until the other end closes.
std::vector<double> receive(int from) {
  std::vector<double> numbers;
  std::FILE* const in = fdopen(from, "rb");
  if (in == nullptr) return numbers;
  for (double number = 0; std::fread(&number, sizeof number, 1, in) == 1;) numbers.push_back(number);
  std::fclose(in);
  return numbers;
}

}  // namespace

std::optional<std::vector<double>> run_in_fork(unsigned seconds,
                                               const std::function<std::vector<double>()>& work) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t copy = fork();
  if (copy == 0) {
    close(ends[0]);
    work_and_send(ends[1], seconds, work);
  }
  close(ends[1]);
  std::vector<double> numbers = receive(ends[0]);
  int status = 0;
  if (copy < 0 || waitpid(copy, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return {};
  return numbers;
}

}  // namespace dgsolve
