/// The balance of a wave problem's energy: initial energy, gains, losses, and the remainder that these do not
/// explain.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "kernels/waves/traits/powers.hpp"

namespace dgsolve {

/// What a case says of its ledger.
struct LedgerOptions {
  double every = 0;  ///< interval in time between samples; 0: every step
};

struct LedgerSample {
  double time;
  Powers powers;
};

/// Everything that a restart needs.
struct LedgerRecord {
  double energy_initial = 0, energy = 0;  ///< J, at the first and at the newest sample
  Powers work;                            ///< J: the powers' integrals from the first sample to the newest
  std::vector<LedgerSample> samples;      ///< the newest ones, in order of time
  double put_in = 0;                      ///< J: see EnergyLedger::put_in
};

class EnergyLedger {
 public:
  /// Number of newest samples for an integral: the polynomial through them is integrated from the last sample
  /// but one to the last (for equidistant samples Adams–Moulton weights), which is exact to the fifth degree.
  static constexpr std::size_t window = 6;

  EnergyLedger() = default;
  explicit EnergyLedger(LedgerRecord record) : record_(std::move(record)) {}

  /// Adds the energy, J, and the powers, W, at a time later than all earlier samples.
  void add(double energy, const LedgerSample& sample);

  const LedgerRecord& record() const { return record_; }
  /// The change of the energy that the powers do not explain, J: the loss or gain of the time integrator, and
  /// the error of the integrals. It grows with a time step that is too large.
  double remainder() const;
  /// The initial energy plus the energy put in since, J, or the largest energy that there was: what passes
  /// through interfaces is counted net, and is nothing in the end where it left again.
  double put_in() const { return record_.put_in; }

 private:
  /// ∫ of the polynomial through all samples in the record, from sample `first` to the newest.
  Powers integral_from(std::size_t first) const;

  LedgerRecord record_;
};

}  // namespace dgsolve
