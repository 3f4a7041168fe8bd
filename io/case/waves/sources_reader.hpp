/// The keys `waveforms` and `sources` of a case of waves.
#pragma once

#include <set>

#include "io/case/case.hpp"
#include "io/case/problem_reading.hpp"

namespace dgsolve {

class MeshCheck;

class SourcesReader {
 public:
  SourcesReader(const ProblemReading& reading, const Case& c, WaveCase& wave)
      : top_(reading.top), constants_(reading.constants), case_(c), wave_(wave) {}

  void read_waveforms();
  void read_sources();
  /// A plane wave's key `waveform`: the name of one, or a formula in t.
  void read_waveform(CaseSection& section, Expression& waveform);
  /// direction, polarisation
  static void read_direction(CaseSection& section, std::array<double, 3>& direction,
                             std::array<double, 3>& polarisation);
  /// Each waveform that nobody named is a mistake, unless one was misnamed.
  void refuse_unused();

 private:
  Expression read_named_kind(CaseSection& section);
  Expression read_table(CaseSection& section);
  WaveSource read_source(CaseSection& section);
  void read_points(CaseSection& section, WaveSource& source);
  std::vector<std::string> read_names(CaseSection& section, const std::string& key,
                                      const std::string& expected);

  CaseSection& top_;
  const std::map<std::string, double>& constants_;
  const Case& case_;
  WaveCase& wave_;
  std::set<std::string> used_;  ///< waveforms
  bool misnamed_ = false;       ///< a source names none that is there: maybe one of the unused
};

/// Names and numbers of coordinates of sources, against the mesh.
void check_sources(const std::vector<WaveSource>& sources, MeshCheck& check);

}  // namespace dgsolve
