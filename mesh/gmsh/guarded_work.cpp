#include "mesh/gmsh/guarded_work.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>

namespace dgsolve {
namespace {

/// In the fork: writes the numbers to the pipe `to` and exits.
[[noreturn]] void work_and_send(int to, const std::function<std::vector<double>()>& work) {
  try {
    const std::vector<double> numbers = work();
    const char* bytes = reinterpret_cast<const char*>(numbers.data());
    for (std::size_t left = numbers.size() * sizeof(double); left > 0;) {
      const ssize_t written = write(to, bytes, left);
      if (written <= 0) _exit(1);
      bytes += written;
      left -= static_cast<std::size_t>(written);
    }
    _exit(0);
  } catch (...) {
    _exit(1);
  }
}

/// All bytes until the other end closes, or those until the deadline.
std::vector<char> read_until(int from, std::chrono::steady_clock::time_point deadline) {
  std::vector<char> bytes;
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd ready{from, POLLIN, 0};
    if (left.count() <= 0) return bytes;
    if (poll(&ready, 1, static_cast<int>(left.count())) <= 0) continue;
    std::array<char, 65536> part;
    const ssize_t n = read(from, part.data(), part.size());
    if (n <= 0) return bytes;
    bytes.insert(bytes.end(), part.begin(), part.begin() + n);
  }
}

}  // namespace

std::optional<std::vector<double>> run_in_fork(double seconds,
                                               const std::function<std::vector<double>()>& work) {
  const auto deadline =
      std::chrono::steady_clock::now() +
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t copy = fork();
  if (copy == 0) {
    close(ends[0]);
    work_and_send(ends[1], work);
  }
  close(ends[1]);
  const std::vector<char> bytes = copy > 0 ? read_until(ends[0], deadline) : std::vector<char>();
  close(ends[0]);
  if (copy < 0) return {};
  if (std::chrono::steady_clock::now() >= deadline) kill(copy, SIGKILL);
  int status = 0;
  waitpid(copy, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return {};
  const auto* numbers = reinterpret_cast<const double*>(bytes.data());
  return std::vector<double>(numbers, numbers + bytes.size() / sizeof(double));
}

}  // namespace dgsolve
