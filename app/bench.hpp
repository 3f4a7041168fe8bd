/// `dgsolve bench`: throughput of one Runge–Kutta stage, or of an elliptic operator, beside what the device
/// allows.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace dgsolve {

struct BenchArguments {
  std::string physics = "maxwell";
  std::string orders = "1..8";  ///< one order, or first..last
  std::optional<int> elements;  ///< cells, about; not given: as many as outgrow the caches
  int geometry_order = 1;       ///< > 1: curved cells
  std::string riemann;          ///< numerical flux; empty: the equation's first
  std::string quadrature;       ///< of a flux that is not linear; empty: the first
  std::string precision = "double";
  std::string device = "auto";
  bool tune = false;  ///< try the ways to compute a stage afresh, and show them
  std::optional<std::filesystem::path> json;
};

/// Prints tables to stdout. Throws
/// std::invalid_argument, and std::runtime_error that names the file where --json cannot be written: before
/// anything is measured where that can be told.
void run_bench(const BenchArguments& arguments);

}  // namespace dgsolve
