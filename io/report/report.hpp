/// What a run leaves for people: report.html in the output folder, one page that needs nothing else.
#pragma once

#include <string>

#include "io/case/case.hpp"
#include "io/report/results/summary.hpp"
#include "io/tables/thinned_series.hpp"

namespace dgsolve {

struct Report {
  const Case& input;
  const Mesh& mesh;
  const Summary& summary;
  const ThinnedSeries& energy;  ///< of a run in time
  std::string ended_by;         ///< what ended the run before its time; empty: nothing
};

/// Writes it, with what the probes' files in the folder hold. Throws std::runtime_error that names the file.
void write_report(const Report& report);

}  // namespace dgsolve
