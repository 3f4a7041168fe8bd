#include "mesh/gmsh/guarded_work.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <omp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <utility>

#include "mesh/base/foreign_text.hpp"

namespace dgsolve {
namespace {

/// Exit statuses of the fork where it has sent no result.
enum : int { unable = 70, left_by_exit, out_of_memory };

/// Kinds of messages from the fork: a byte, the length of what follows, and that.
enum : char { told = 't', returned = 'r', threw = 'x' };

constexpr std::size_t header_bytes = 1 + sizeof(std::uint64_t);

bool write_all(int to, const char* bytes, std::size_t n) {
  while (n > 0) {
    const ssize_t written = write(to, bytes, n);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    n -= static_cast<std::size_t>(written);
  }
  return true;
}

bool send(int to, char kind, const std::string& text) {
  char header[header_bytes] = {kind};
  const std::uint64_t length = text.size();
  std::memcpy(header + 1, &length, sizeof length);
  return write_all(to, header, sizeof header) && write_all(to, text.data(), text.size());
}

/// Two ends, which programs that are started do not get.
struct Pipe {
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) == 0) from = ends[0], to = ends[1];
  }
  ~Pipe() {
    if (from >= 0) close(from);
    close_writing();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_writing() {
    if (to >= 0) close(std::exchange(to, -1));
  }

  int from = -1, to = -1;
};

int n_threads() {
  std::error_code ignored;
  const std::filesystem::directory_iterator begin("/proc/self/task", ignored), end;
  return static_cast<int>(std::distance(begin, end));
}

/// Descriptors of the fork: nothing to read, `printed` for what it prints, `results`, and no other. Returns
/// that of the results, a number that no file of the process had.
int set_descriptors(int printed, int results) {
  constexpr int first = STDERR_FILENO + 1;
  printed = fcntl(printed, F_DUPFD_CLOEXEC, first);
  results = fcntl(results, F_DUPFD_CLOEXEC, first);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (printed < 0 || results < 0 || nothing < 0) _exit(unable);
  if (dup2(nothing, STDIN_FILENO) < 0 || dup2(printed, STDOUT_FILENO) < 0 || dup2(printed, STDERR_FILENO) < 0)
    _exit(unable);
  if (results > first) close_range(first, results - 1, 0);
  close_range(results + 1, ~0U, 0);
  return results;
}

void reset_signals() {
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Bytes of memory that a process may write, as RLIMIT_DATA counts them.
double data_bytes() {
  double data = 0;
  if (std::FILE* const in = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(in, "%*f %*f %*f %*f %*f %lf", &data) != 1) data = 0;
    std::fclose(in);
  }
  return data * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void limit_memory(double bytes) {
  // Where the machine is short of memory, the system ends this process before others.
  if (std::FILE* const out = std::fopen("/proc/self/oom_score_adj", "w")) {
    std::fputs("1000", out);
    std::fclose(out);
  }
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const double most = data_bytes() + bytes;
  if (!(most < 1e18)) return;
  const rlimit limit = {static_cast<rlim_t>(most), static_cast<rlim_t>(most)};
  if (setrlimit(RLIMIT_DATA, &limit) != 0) _exit(unable);
}

/// From now on no program can be started, whatever asks for it.
void forbid_programs() {
  sock_filter filter[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 1, 0),
                          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execveat, 0, 1),
                          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog program = {static_cast<unsigned short>(std::size(filter)), filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    _exit(unable);
}

/// The fork's life. It never returns to what the process did, and runs none of its exit handlers.
[[noreturn]] void work_and_send(pid_t parent, int printed, int results, const WorkLimits& limits,
                                bool has_threads, const Work& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(unable);
  setsid();
  reset_signals();
  results = set_descriptors(printed, results);
  if (has_threads) omp_set_max_active_levels(0);  // OpenMP's other threads are not in the fork
  limit_memory(limits.bytes);
  if (!limits.starts_programs) forbid_programs();
  std::atexit([] { _exit(left_by_exit); });
  try {
    const std::string result = work([&](const char* text) { send(results, told, text); });
    _exit(send(results, returned, result) ? 0 : unable);
  } catch (const std::bad_alloc&) {
    _exit(out_of_memory);
  } catch (const std::exception& error) {
    _exit(send(results, threw, error.what()) ? 0 : unable);
  } catch (...) {
    _exit(send(results, threw, "an unknown exception") ? 0 : unable);
  }
}

/// Puts the fork's messages together from pieces.
class Messages {
 public:
  Messages(double most_bytes, const Listener& listener) : most_bytes_(most_bytes), listener_(listener) {}

  void take(const char* bytes, std::size_t n) {
    while (n > 0 && !is_complete()) {
      std::string& part = header_.size() < header_bytes ? header_ : text_;
      const std::size_t missing = header_.size() < header_bytes
                                      ? header_bytes - header_.size()
                                      : static_cast<std::size_t>(length_ - text_.size());
      const std::size_t taken = std::min(n, missing);
      part.append(bytes, taken);
      bytes += taken;
      n -= taken;
      if (header_.size() < header_bytes) continue;
      std::memcpy(&length_, header_.data() + 1, sizeof length_);
      if (static_cast<double>(length_) > most_bytes_) throw std::bad_alloc();
      if (text_.size() == length_ && header_[0] == told) {
        listener_(text_.c_str());
        header_.clear();
        text_.clear();
      }
    }
  }

  /// Whether the last message is there.
  bool is_complete() const {
    return header_.size() == header_bytes && header_[0] != told && text_.size() == length_;
  }
  bool has_result() const { return is_complete() && header_[0] == returned; }
  std::string take_text() { return std::move(text_); }

 private:
  const double most_bytes_;
  const Listener& listener_;
  std::string header_, text_;
  std::uint64_t length_ = 0;
};

/// Keeps the last of what the fork prints.
class Printed {
 public:
  void take(const char* bytes, std::size_t n) {
    text_.append(bytes, n);
    if (text_.size() > 2 * kept) text_.erase(0, text_.size() - kept);
  }

  /// The last line that is not blank, as a sentence: without Gmsh's "Info    : ", and without control
  /// characters.
  std::string last_line() const {
    const std::size_t end = text_.find_last_not_of(" \t\r\n");
    if (end == std::string::npos) return "";
    std::string line = text_.substr(0, end + 1);
    line = line.substr(line.find_last_of("\r\n") + 1);
    if (line.starts_with("Info ")) line = line.substr(std::min(line.size(), line.find(": ") + 2));
    return printable(line.substr(0, longest_line));
  }

 private:
  static constexpr std::size_t kept = 4096, longest_line = 200;
  std::string text_;
};

/// Reads once what is there, for `take`; false at the end.
template <class Take>
bool read_piece(int from, const Take& take) {
  std::array<char, 1 << 16> bytes;
  const ssize_t n = read(from, bytes.data(), bytes.size());
  if (n > 0) take(bytes.data(), static_cast<std::size_t>(n));
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

/// Waits for the fork's last message, or its end. False where its time is up.
bool listen(const Pipe& results, const Pipe& printed, double seconds, Messages& messages, Printed& text) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  bool prints = true;
  while (!messages.is_complete()) {
    const double left = seconds - std::chrono::duration<double>(Clock::now() - begin).count();
    if (left <= 0) return false;
    pollfd ends[] = {{results.from, POLLIN, 0}, {prints ? printed.from : -1, POLLIN, 0}};
    constexpr double longest_wait = 1000;  // s
    if (poll(ends, 2, static_cast<int>(std::ceil(1000 * std::min(left, longest_wait)))) < 0) continue;
    if (ends[1].revents != 0)
      prints = read_piece(printed.from, [&](const char* bytes, std::size_t n) { text.take(bytes, n); });
    if (ends[0].revents != 0 &&
        !read_piece(results.from, [&](const char* bytes, std::size_t n) { messages.take(bytes, n); }))
      break;
  }
  return true;
}

/// Takes what is still on the way. Programs that the work started may hold the pipe open.
void drain(const Pipe& printed, Printed& text) {
  fcntl(printed.from, F_SETFL, O_NONBLOCK);
  bool more = true;
  while (more) {
    more = false;
    read_piece(printed.from, [&](const char* bytes, std::size_t n) {
      text.take(bytes, n);
      more = true;
    });
  }
}

std::string gigabytes(double bytes) { return fmt::format("{:.3g} GB", bytes / 1e9); }

/// The end of a fork without a result.
std::string how_it_ended(int status, const rusage& used, const WorkLimits& limits) {
  constexpr double nearly = 0.9;
  const double most = 1024. * static_cast<double>(used.ru_maxrss);
  const bool by_exit = WIFEXITED(status);
  if ((by_exit && WEXITSTATUS(status) == out_of_memory) || (!by_exit && most > nearly * limits.bytes))
    return "took more memory than " + gigabytes(limits.bytes) + " (mesh.limits.memory)";
  if (by_exit && WEXITSTATUS(status) == left_by_exit) return "ended without a mesh, as by Exit in a script";
  if (by_exit) return "could not be given a process of its own";
  const int number = WTERMSIG(status);
  return fmt::format("was ended by signal {} ({}), having used {} of memory", number, strsignal(number),
                     gigabytes(most));
}

}  // namespace

WorkOutcome run_in_fork(const WorkLimits& limits, const Work& work, const Listener& listener) {
  Pipe results, printed;
  std::fflush(nullptr);
  const bool has_threads = n_threads() > 1;
  const pid_t parent = getpid();
  const pid_t copy = printed.to < 0 || results.to < 0 ? -1 : fork();
  if (copy == 0) work_and_send(parent, printed.to, results.to, limits, has_threads, work);
  if (copy < 0) return {{}, fmt::format("cannot be started: {}", std::strerror(errno)), {}};
  results.close_writing();
  printed.close_writing();
  Messages messages(limits.bytes, listener);
  Printed text;
  bool in_time = true, too_much = false;
  try {
    in_time = listen(results, printed, limits.seconds, messages, text);
  } catch (const std::bad_alloc&) {
    too_much = true;
  }
  const bool complete = messages.is_complete();
  // Programs that the work started end with it where it is ended.
  if (!in_time || too_much) kill(-copy, SIGKILL);
  if (complete || !in_time || too_much) kill(copy, SIGKILL);
  int status = 0;
  rusage used = {};
  while (wait4(copy, &status, 0, &used) < 0 && errno == EINTR) continue;
  drain(printed, text);
  WorkOutcome outcome = {{}, {}, text.last_line()};
  if (messages.has_result())
    outcome.result = messages.take_text();
  else if (complete)
    outcome.end = "failed: " + messages.take_text();
  else if (!in_time)
    outcome.end = fmt::format("took longer than {:g} s (mesh.limits.time)", limits.seconds);
  else if (too_much)
    outcome.end = "sent more than " + gigabytes(limits.bytes) + " (mesh.limits.memory)";
  else
    outcome.end = how_it_ended(status, used, limits);
  return outcome;
}

std::optional<std::vector<double>> numbers_in_fork(double seconds,
                                                   const std::function<std::vector<double>()>& work) {
  const WorkOutcome outcome = run_in_fork({.seconds = seconds}, [&](const Listener&) {
    const std::vector<double> numbers = work();
    return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  });
  if (!outcome.result) return {};
  std::vector<double> numbers(outcome.result->size() / sizeof(double));
  if (!numbers.empty()) std::memcpy(numbers.data(), outcome.result->data(), numbers.size() * sizeof(double));
  return numbers;
}

}  // namespace dgsolve
