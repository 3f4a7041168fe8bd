#include "io/tables/thinned_series.hpp"

#include <utility>

namespace dgsolve {
namespace {

/// The smallest power of two with which samples 0, n, 2n, … of so many, and the last, are not too many.
long stride(long n_given) {
  long n = 1;
  while ((n_given - 1) / n + 2 > static_cast<long>(ThinnedSeries::most)) n *= 2;
  return n;
}

}  // namespace

void keep_every_second(std::vector<double>& values) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); i += 2) values[kept++] = values[i];
  values.resize(kept);
}

ThinnedSeries::ThinnedSeries(std::vector<double> time, std::vector<double> values, long n_given)
    : time_(std::move(time)), values_(std::move(values)), n_given_(n_given) {}

void ThinnedSeries::add(double time, double value) {
  if (!time_.empty() && !(time > time_.back())) return;
  const long before = stride(n_given_), now = stride(n_given_ + 1);
  if (n_given_ > 0 && (n_given_ - 1) % before != 0) {  // the last was kept for being the last
    time_.pop_back();
    values_.pop_back();
  }
  if (now > before) {
    keep_every_second(time_);
    keep_every_second(values_);
  }
  time_.push_back(time);
  values_.push_back(value);
  ++n_given_;
}

}  // namespace dgsolve
