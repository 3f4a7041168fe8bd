/// What one of several devices has of a problem that they share.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace dgsolve {

struct PartReport {
  std::string device;
  int cells;
  std::size_t bytes;  ///< that the device holds at this moment
  /// Of parts that send each other values; others read them where they are.
  struct Rim {
    int ghosts;                  ///< cells of other parts that cells here meet
    std::size_t faces_sent = 0;  ///< whose nodes go to other parts after each stage
    std::size_t bytes_sent = 0;  ///< with them
  };
  std::optional<Rim> rim = {};
};

}  // namespace dgsolve
