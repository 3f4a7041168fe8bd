/// Means and oscillations in tables of forces, from a time on, and their pictures.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "io/report/results/spectrum.hpp"

namespace dgsolve {

/// A column of a table, from ForceOptions::from to the end.
struct ForceColumnSummary {
  std::string name, unit;  ///< unit: empty in natural units
  double mean, lowest, highest;
  std::optional<SpectralPeak> peak;  ///< of its spectrum, the highest
};

struct ForceSummary {
  std::string name;
  double from, to;  ///< times of the first and the last line
  std::vector<ForceColumnSummary> columns;

  /// nullptr: the table has none of that name.
  const ForceColumnSummary* find(const std::string& column) const;
};

/// Of all forces whose tables have a line. Throws std::runtime_error that names a file.
std::vector<ForceSummary> summarise_forces(const Case& input, int dim);

/// Their coefficient, or force, in a sentence.
std::string force_text(const ForceSummary& force);

/// A section of the report; empty without forces.
std::string force_section(const Case& input, const std::vector<ForceSummary>& forces);

}  // namespace dgsolve
