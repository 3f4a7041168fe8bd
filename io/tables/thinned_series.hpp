/// A quantity over time in bounded memory: the run may be as long as it likes.
#pragma once

#include <cstddef>
#include <vector>

namespace dgsolve {

/// Leaves out the second, fourth, … of some values.
void keep_every_second(std::vector<double>& values);

class ThinnedSeries {
 public:
  /// Samples kept at most: more than a picture has columns.
  static constexpr std::size_t most = 1024;

  ThinnedSeries() = default;
  /// What another run had gathered: times, values, and how many samples it was given.
  ThinnedSeries(std::vector<double> time, std::vector<double> values, long n_given);

  /// Keeps every n-th sample, n a power of two that grows as the memory fills, and the last one. Samples that
  /// do not lie behind the last are passed over.
  void add(double time, double value);

  const std::vector<double>& time() const { return time_; }
  const std::vector<double>& values() const { return values_; }
  long n_given() const { return n_given_; }

 private:
  std::vector<double> time_, values_;
  long n_given_ = 0;
};

}  // namespace dgsolve
