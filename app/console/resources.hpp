/// What a run uses up: time and memory.
#pragma once

#include <chrono>
#include <cstddef>

namespace dgsolve {

/// Wall-clock seconds since it was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Memory that the program may still take, bytes: what the machine has available, or what the program's
/// control group (a batch job, a container) or its limit on addresses leaves it. 0: unknown.
double available_memory();

/// The most memory that the program ever held, bytes.
std::size_t peak_memory();

}  // namespace dgsolve
