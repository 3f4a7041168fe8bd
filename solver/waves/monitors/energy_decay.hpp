/// When the energy of a run has decayed, so that it may end.
#pragma once

#include <optional>

namespace dgsolve {

class EnergyDecay {
 public:
  /// What a run must know that continues.
  struct Record {
    double largest = 0;                 ///< energy, J
    std::optional<double> below_since;  ///< the time since which the energy is below the share

    bool operator==(const Record&) const = default;
  };
  /// Between two pulses the energy may be low too: it must stay below for this share of the time so far.
  static constexpr double patience = 0.1;

  /// share: of the largest energy; sources_end: time until which sources are known to act.
  EnergyDecay(double share, double sources_end) : share_(share), sources_end_(sources_end) {}

  void add(double time, double energy);
  bool is_over(double time) const;
  double share() const { return share_; }
  const Record& record() const { return record_; }
  void set(const Record& record) { record_ = record; }

 private:
  const double share_, sources_end_;
  Record record_;
};

}  // namespace dgsolve
