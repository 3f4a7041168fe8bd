/// Resonances in evenly spaced samples of fields: a filter takes what a band needs out of the record, and the
/// matrix pencil method finds decaying exponentials in that.
#pragma once

#include <array>
#include <complex>
#include <map>
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
  /// Whether the amplitude grows in a record of this duration by more than what is uncertain.
  bool grows(double duration) const;
};

/// Resonances by frequency, and how many others there were in the band.
struct ResonanceFindings {
  std::vector<Resonance> resonances;
  int undetermined = 0;  ///< whose errors are above a fiftieth of the resolution, or of their own width
  int brief = 0;  ///< of these, fields that have decayed before the record ends: a longer one is no help
  int weak = 0;   ///< of less than a ten-thousandth of the largest amplitude
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
  ResonanceFindings find() const;

 private:
  /// A part of the spectrum, moved to the frequency 0, filtered, and sampled less often.
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
  /// A resonance, or what may be one.
  struct Candidate {
    Resonance resonance;
    bool determined;
    std::vector<double> strengths;  ///< root mean square over the record, [signal]
    const Part* part;
  };
  Part part_of(double lowest, double highest) const;
  std::vector<Pole> poles_in(const Part& part, std::size_t first, std::size_t last,
                             const std::vector<double>& scales) const;
  /// [signal], of the largest value of its group; 0: nothing but noise.
  std::vector<double> scales_of(const Part& part) const;
  void find_in(const Part& part, std::vector<Candidate>& found) const;
  void erase_twins(std::vector<Candidate>& candidates) const;
  double resolution() const { return 1 / (static_cast<double>(record_.n) * record_.dt); }
  /// A resonance on the line between two parts is found in one of them that it lies beside by less.
  double margin() const { return resolution() / 50; }
  /// The pole with its errors: how far the nearest of the others' poles are.
  Resonance with_errors(const Pole& pole, std::span<const std::vector<Pole>> others) const;
  /// The largest value of each group's signals.
  std::map<int, double> largest_of(const std::vector<Candidate>& candidates,
                                   const std::vector<double>& (*values)(const Candidate&)) const;
  /// Whether a signal has more than a ten-thousandth of its group's largest value.
  bool stands_out(const std::vector<double>& values, const std::map<int, double>& largest) const;

  const std::array<double, 2> band_;
  const Record record_;
  const double noise_;
  std::vector<Part> parts_;
  long n_ = 0;  ///< samples taken
};

}  // namespace dgsolve
