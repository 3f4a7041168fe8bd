#include "solver/waves/monitors/waveform_end.hpp"

#include <algorithm>
#include <cmath>

namespace dgsolve {
namespace {

constexpr long n_samples = 1 << 16;
constexpr double negligible_value = 1e-6;

double end_of(const Expression& waveform, double final) {
  const auto time = [&](long i) { return final * static_cast<double>(i) / n_samples; };
  double largest = 0;
  std::vector<double> size(n_samples + 1);
  for (long i = 0; i <= n_samples; ++i) {
    size[i] = std::abs(waveform(0, 0, 0, time(i)));
    largest = std::max(largest, size[i]);
  }
  long last = n_samples;
  while (last > 0 && size[last] <= negligible_value * largest) --last;
  return time(last);
}

}  // namespace

double end_of_waveforms(const WaveOptions& options, double final) {
  double end = 0;
  for (const auto& [name, waveform] : options.waveforms) end = std::max(end, end_of(waveform, final));
  for (const auto& [name, boundary] : options.boundaries) {
    if (boundary.plane_wave) end = std::max(end, end_of(boundary.plane_wave->waveform, final));
    if (boundary.lumped) end = std::max(end, end_of(boundary.lumped->source, final));
    for (const FaceTerm& term : boundary.terms) end = std::max(end, end_of(term.time, final));
  }
  return end;
}

}  // namespace dgsolve
