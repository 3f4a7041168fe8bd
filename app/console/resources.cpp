#include "app/console/resources.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

namespace dgsolve {
namespace {

/// The number in a file; infinite where the file has no number ("max").
double number_in(const std::string& path) {
  double number = 0;
  return std::ifstream(path) >> number ? number : std::numeric_limits<double>::infinity();
}

}  // namespace

double available_memory() {
  double available = 0;
  std::ifstream machine("/proc/meminfo");
  for (std::string name, rest; machine >> name; std::getline(machine, rest))
    if (name == "MemAvailable:") {
      machine >> available;  // KiB
      available *= 1024;
    }
  std::ifstream membership("/proc/self/cgroup");  // "0::/path" under version 2
  for (std::string line; std::getline(membership, line);)
    if (line.starts_with("0::")) {
      const std::string group = "/sys/fs/cgroup" + line.substr(3);
      const double left = number_in(group + "/memory.max") - number_in(group + "/memory.current");
      if (left >= 0) available = std::min(available, left);  // false where both are unknown
    }
  rlimit limit;  // as `ulimit -v` sets it
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    const auto page = static_cast<double>(sysconf(_SC_PAGESIZE));
    const double left = static_cast<double>(limit.rlim_cur) - page * number_in("/proc/self/statm");
    available = std::min(available, std::max(1.0, left));
  }
  return available;
}

std::size_t held_memory() {
  std::ifstream statm("/proc/self/statm");
  std::size_t addresses = 0, resident = 0;
  statm >> addresses >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t peak_memory() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace dgsolve
