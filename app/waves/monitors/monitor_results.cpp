#include "app/waves/monitors/monitor_results.hpp"

#include <algorithm>
#include <cmath>

#include "app/console/log.hpp"
#include "app/waves/monitors/far_field_tables.hpp"
#include "app/waves/monitors/field_results.hpp"
#include "app/waves/monitors/power_tables.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

void warn_of_dark_frequencies(const Gathered& g) {
  for (std::size_t f = 0; f < g.reference.size(); ++f)
    if (g.is_dark(f))
      warn(
          "monitor {}: at frequency {} the waveform has {:.2g} of the amplitude at another one: results "
          "there are of little worth",
          g.monitor.name, number_text(g.monitor.frequencies[f]), std::abs(g.reference[f]) / g.brightest());
}

}  // namespace

std::vector<ResultTable> write_monitor(const Gathered& gathered) {
  if (gathered.is_related() &&
      std::ranges::all_of(gathered.reference, [](const auto& value) { return value == 0.0; })) {
    warn(
        "monitor {}: the waveform was zero throughout the run, so that results cannot be related to it: none "
        "are written; expected a run in which the source acts",
        gathered.monitor.name);
    return {};
  }
  warn_of_dark_frequencies(gathered);
  std::vector<ResultTable> tables;
  if (gathered.monitor.type == MonitorType::flux) tables = {flux_table(gathered)};
  if (gathered.monitor.type == MonitorType::absorption) tables = {absorption_table(gathered)};
  if (gathered.monitor.type == MonitorType::far_field) tables = far_field_tables(gathered);
  if (gathered.monitor.type == MonitorType::fields) {
    if (gathered.sampling.at_nodes)
      write_fields(gathered);
    else
      tables = {field_table(gathered)};
  }
  const std::filesystem::path& directory = gathered.input.output.directory;
  for (const ResultTable& table : tables) write_table(directory, table);
  if (!tables.empty()) write_tables_hdf5(directory / "monitors" / (gathered.monitor.name + ".h5"), tables);
  say("monitor {}: results are in monitors/{}{}", gathered.monitor.name, gathered.monitor.name,
      tables.empty() ? "/" : ".csv");
  return tables;
}

}  // namespace dgsolve
