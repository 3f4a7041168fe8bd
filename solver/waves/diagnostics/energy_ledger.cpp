#include "solver/waves/diagnostics/energy_ledger.hpp"

#include <algorithm>

#include "solver/reference/quadrature.hpp"

namespace dgsolve {

void EnergyLedger::add(double energy, const LedgerSample& sample) {
  std::vector<LedgerSample>& samples = record_.samples;
  if (samples.empty()) record_.energy_initial = energy;
  record_.energy = energy;
  // With few samples, each new one improves the polynomial over all the time so far.
  const bool from_the_start = samples.size() < window;
  if (!from_the_start) samples.erase(samples.begin());
  samples.push_back(sample);
  const Powers integral = integral_from(from_the_start ? 0 : samples.size() - 2);
  for (const PowerTerm& part : power_terms)
    record_.work.*part.value = (from_the_start ? 0 : record_.work.*part.value) + integral.*part.value;
  const double put_in =
      record_.energy_initial + std::max(0.0, record_.work.source) + std::max(0.0, record_.work.incoming);
  record_.put_in = std::max({record_.put_in, put_in, energy});
}

Powers EnergyLedger::integral_from(std::size_t first) const {
  static const Quadrature rule = gauss_jacobi(window / 2, 0, 0);
  const std::vector<LedgerSample>& samples = record_.samples;
  const double from = samples[first].time, half = (samples.back().time - from) / 2;
  Powers integral;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    double weight = 0;  // ∫ of the polynomial that is 1 at sample i and 0 at the others
    for (int q = 0; q < rule.size(); ++q) {
      const double t = from + half * (1 + rule.points[q]);
      double value = half * rule.weights[q];
      for (std::size_t j = 0; j < samples.size(); ++j)
        if (j != i) value *= (t - samples[j].time) / (samples[i].time - samples[j].time);
      weight += value;
    }
    for (const PowerTerm& part : power_terms)
      integral.*part.value += weight * (samples[i].powers.*part.value);
  }
  return integral;
}

double EnergyLedger::remainder() const {
  double explained = 0;
  for (const PowerTerm& part : power_terms) explained += part.sign * (record_.work.*part.value);
  return record_.energy - record_.energy_initial - explained;
}

}  // namespace dgsolve
