#include "app/waves/ports/circuit_waves.hpp"

#include <algorithm>
#include <cmath>

#include "io/tables/csv_file.hpp"
#include "solver/electromagnetics/s_parameters/lumped_ports.hpp"

namespace dgsolve {
namespace {

long lines_in(const std::filesystem::path& file) {
  long n = 0;
  for (CsvLines lines(file); lines.next();) ++n;
  return n;
}

}  // namespace

std::vector<TailSample> waves_in_table(const std::filesystem::path& file, double R,
                                       std::span<const double> omega) {
  const long n = lines_in(file);
  const long window =
      std::max(1L, std::lround(share_watched_at_ports * static_cast<double>(n) / windows_at_ports));
  CircuitTransforms transforms(omega);
  std::vector<TailSample> samples;
  CsvLines lines(file);
  for (long left = n - 1; lines.next(); --left) {
    transforms.add(lines.time(), lines.values()[0], lines.values()[1]);
    if (left % window != 0 || left > windows_at_ports * window) continue;
    TailSample& sample = samples.emplace_back(TailSample{lines.time(), {}});
    for (std::size_t f = 0; f < omega.size(); ++f)
      for (const auto& wave : lumped_waves(transforms.voltage(f), transforms.current(f), R))
        sample.values.push_back(wave);
  }
  return samples;
}

}  // namespace dgsolve
