#include "app/console/stop_request.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "kernels/base/phase_clock.hpp"

namespace dgsolve {
namespace {

struct Signal {
  int number;
  const char* name;
};
constexpr Signal signals[] = {
    {SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGUSR1, "SIGUSR1"}, {SIGHUP, "SIGHUP"}};

std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // else a handler may not touch it

void take_note(int number) {
  received = number;
  if (number != SIGINT) return;
  constexpr std::string_view text =
      "\ndgsolve: stopping, with a checkpoint; Ctrl-C once more stops at once\n";
  [[maybe_unused]] const ssize_t told = write(STDERR_FILENO, text.data(), text.size());
}

/// Whether who started the program wants it to go on when its terminal is gone, as nohup does.
bool outlives_terminal() {
  struct sigaction now {};
  sigaction(SIGHUP, nullptr, &now);
  return now.sa_handler == SIG_IGN;
}

/// For the rest of the process: a signal that comes when all is done changes nothing.
void set_handlers() {
  for (const Signal& signal : signals) {
    if (signal.number == SIGHUP && outlives_terminal()) continue;
    struct sigaction action {};
    action.sa_handler = take_note;
    action.sa_flags = SA_RESTART | (signal.number == SIGINT ? SA_RESETHAND : 0);
    sigaction(signal.number, &action, nullptr);
  }
}

}  // namespace

StopRequest::StopRequest(std::optional<double> wall_limit, const PhaseClock& clock)
    : wall_limit_(wall_limit), clock_(clock) {
  set_handlers();
}

std::string StopRequest::reason() const {
  for (const Signal& signal : signals)
    if (received == signal.number) return signal.name;
  return wall_limit_ && clock_.seconds() >= *wall_limit_ ? "time.wall_limit" : "";
}

bool StopRequest::by_signal() { return received != 0; }

}  // namespace dgsolve
