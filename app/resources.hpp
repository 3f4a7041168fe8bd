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

/// The most memory that the program ever held, bytes.
std::size_t peak_memory();

}  // namespace dgsolve
