#include "app/console/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "io/base/files.hpp"

namespace dgsolve {
namespace {

void do_nothing(int) {}

}  // namespace

void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    // The lowest free number is the stream's. Its mode is the wrong one, so that using it fails as before.
    if (open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) std::_Exit(1);
  }
}

/// By a handler, for programs that this one starts begin without it; an ignored signal would stay ignored.
void let_writes_fail() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = do_nothing;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}

void check_standard_output() {
  errno = 0;
  if (std::fflush(stdout) == 0 && !std::ferror(stdout) && std::cout) return;
  cannot_write("standard output", errno != 0 ? std::strerror(errno) : "an earlier part is lost");
}

}  // namespace dgsolve
