/// S-parameters from the waves that runs have measured.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

namespace dgsolve {

/// A mode of a port, as S-parameters number it.
struct ScatteringPort {
  std::string label;
  double cut_off = 0;                                ///< Hz; 0: none
  double plane = 0;                                  ///< m, into the structure
  std::vector<std::complex<double>> gamma;           ///< [frequency], 1/m
  std::vector<std::complex<double>> impedance = {};  ///< [frequency], Ω, of a line; empty: it has none
  std::optional<double> reference = {};              ///< Ω; none: own
};

/// The waves of all ports in a run that drives one.
struct DrivenWaves {
  std::size_t driven = 0;                               ///< number of the port
  std::vector<std::vector<std::complex<double>>> a, b;  ///< [port][frequency]
  /// Errors of a and b, estimated: [port][frequency]; empty: none. Not a number: not known.
  std::vector<std::vector<double>> errors = {};
  double energy_left = 0;  ///< at the end of the run, share of the largest one
};

struct Scattering {
  std::vector<double> frequencies;  ///< Hz
  std::vector<std::size_t> driven;  ///< columns, in their order
  /// [frequency][port][column]; NaN where nothing is known: within a hundredth of a cut-off.
  std::vector<std::vector<std::vector<std::complex<double>>>> s;
  /// [frequency]: of the entries, at most, by the waves' errors. Not a number: not known.
  std::vector<double> errors = {};

  bool is_complete() const { return !s.empty() && driven.size() == s.front().size(); }
};

/// S = B A⁻¹ from the waves as they were measured, of all ports where all were driven: what an end reflects
/// drops out. Else of the driven ones alone, and what others send back counts as theirs. Moved to the ports'
/// planes and references. Throws std::invalid_argument where a plane is so far away that a mode below its
/// cut-off changes more than tenfold. unit: of frequencies, in messages.
Scattering scattering(const std::vector<double>& frequencies, const std::vector<ScatteringPort>& ports,
                      const std::vector<DrivenWaves>& runs, const std::string& unit = "");

/// The errors, and measures that passive and reciprocal structures leave at 1 and 0, over all frequencies at
/// which all modes propagate.
struct ScatteringChecks {
  std::optional<double> largest_singular_value;  ///< none: no such frequency, or not all columns
  double frequency_of_it = 0;                    ///< Hz
  double asymmetry = 0;                          ///< max |S − Sᵀ|
  double error = 0;                              ///< the largest of Scattering::errors; nan: not known
  double frequency_of_error = 0;                 ///< Hz
};
ScatteringChecks check_scattering(const Scattering& scattering, const std::vector<ScatteringPort>& ports);

}  // namespace dgsolve
