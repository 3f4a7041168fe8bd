/// The books of a wave problem's energy: what it was, what came in, what went, and what the books do not
/// explain.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "kernels/waves/powers.hpp"

namespace dgsolve {

/// What a case says of its ledger.
struct LedgerOptions {
  double every = 0;  ///< interval in time between samples; 0: every step
};

struct LedgerSample {
  double time;
  Powers powers;
};

/// All that there is to go on with.
struct LedgerRecord {
  double energy_initial = 0, energy = 0;  ///< J, at the first sample and at the newest
  Powers work;                            ///< J: the powers' integrals from the first sample to the newest
  std::vector<LedgerSample> samples;      ///< the newest ones, in time
};

class EnergyLedger {
 public:
  /// Samples that an integral is made of: a polynomial through the newest ones is integrated over the time
  /// since the last (Adams & Moulton's weights, were they equidistant), which is exact to the fifth degree.
  static constexpr std::size_t window = 6;

  EnergyLedger() = default;
  explicit EnergyLedger(LedgerRecord record) : record_(std::move(record)) {}

  /// The energy and the powers, J and W, at a time behind all earlier ones.
  void add(double energy, const LedgerSample& sample);

  const LedgerRecord& record() const { return record_; }
  /// What the powers do not explain of the change of the energy, J: the time integrator's own loss or gain,
  /// and the error of the integrals. A time step that is too large makes it grow.
  double remainder() const;
  /// The energy there was at first, and what was put in since, J.
  double put_in() const;

 private:
  /// ∫ of the polynomial through all samples in the record, from one of them to the newest.
  Powers integral_from(std::size_t first) const;

  LedgerRecord record_;
};

}  // namespace dgsolve
