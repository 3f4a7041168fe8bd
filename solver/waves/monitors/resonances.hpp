/// Resonances in evenly spaced samples of fields: a filter takes what a band needs out of the record, and the
/// matrix pencil method finds decaying exponentials in that.
#pragma once

#include <array>
#include <complex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solver/linear/matrix_pencil.hpp"

namespace dgsolve {

/// A monitor of resonances.
struct ResonanceOptions {
  std::string name;
  std::array<double, 2> band{};  ///< lowest and highest frequency, 1/time
  /// The time from which fields ring freely; none: when the sources' waveforms have ended.
  std::optional<double> from;
};

/// A mode a e^{−γt} cos(2πft + φ). Errors: the difference between parts of the record.
struct Resonance {
  double frequency = 0, frequency_error = 0;  ///< f, 1/time
  double decay = 0, decay_error = 0;          ///< γ of the amplitude, 1/time
  std::vector<double> amplitudes;             ///< a of each signal at the first sample

  /// πf/γ; nothing where the decay is not above its error.
  std::optional<double> q() const;
};

class ResonanceFinder {
 public:
  /// What the record is made of: signals of one group have one unit.
  struct Record {
    double dt = 0;            ///< between samples
    long n = 0;               ///< samples
    std::vector<int> groups;  ///< [signal]
  };
  static constexpr long fewest = 48;  ///< samples

  /// band: lowest and highest frequency; noise: of the record, as a share of its largest value.
  ResonanceFinder(std::array<double, 2> band, Record record, double noise);

  /// Takes the next sample of all signals.
  void add(std::span<const double> values);
  /// By frequency. Those whose errors are above a fiftieth of the resolution are left out, and
  /// those of less than a ten-thousandth of the largest amplitude in the band.
  std::vector<Resonance> find() const;

 private:
  /// A part of the band, moved to the frequency 0, filtered, and sampled less often.
  struct Part {
    double lowest, highest, centre;
    long stride;                         ///< samples of the record from one to the next
    std::vector<double> filter;          ///< [sample of the record]
    std::vector<ComplexSignal> signals;  ///< [signal][sample]
  };
  struct Pole {
    std::complex<double> z;
    double frequency, decay;
  };
  Part part_of(double lowest, double highest) const;
  std::vector<Pole> poles_in(const Part& part, std::size_t first, std::size_t last,
                             const std::vector<double>& scales) const;
  /// [signal], of the largest value of its group; 0: nothing but noise.
  std::vector<double> scales_of(const Part& part) const;
  void find_in(const Part& part, std::vector<Resonance>& found) const;

  const std::array<double, 2> band_;
  const Record record_;
  const double noise_;
  std::vector<Part> parts_;
  long n_ = 0;  ///< samples taken
};

}  // namespace dgsolve
