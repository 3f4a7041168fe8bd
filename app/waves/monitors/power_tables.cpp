#include "app/waves/monitors/power_tables.hpp"

#include "app/waves/monitors/power_check.hpp"
#include "solver/electromagnetics/monitors/absorbed_power.hpp"
#include "solver/electromagnetics/monitors/balances.hpp"

namespace dgsolve {
namespace {

struct NamedPowers {
  std::string suffix;          ///< of columns
  std::vector<double> values;  ///< [frequency]
};

/// area: of the plane wave, through which it comes; 0: none is known.
ResultTable power_table(const Gathered& g, const std::vector<NamedPowers>& powers, double area) {
  ResultTable table{"monitors/" + g.monitor.name, {g.frequency_column()}, {}};
  const bool by_wave = g.is_by_plane_wave();
  for (const NamedPowers& power : powers) {
    table.columns.push_back("power" + power.suffix + g.unit(g.is_related() ? "W" : "W s^2"));
    if (by_wave)
      table.columns.push_back("cross_section" + power.suffix +
                              g.unit(g.op.discretization.mesh.dim == 3 ? "m^2" : "m"));
    if (area > 0) table.columns.push_back("share" + power.suffix);
  }
  for (std::size_t f = 0; f < g.monitor.frequencies.size(); ++f) {
    std::vector<double>& row = table.rows.emplace_back(std::vector{g.monitor.frequencies[f]});
    for (const NamedPowers& power : powers) {
      row.push_back(power.values[f]);
      if (by_wave) row.push_back(power.values[f] / incident_intensity(g));
      if (area > 0) row.push_back(power.values[f] / (incident_intensity(g) * area));
    }
  }
  return table;
}

}  // namespace

ResultTable flux_table(const Gathered& g) {
  std::vector<double> powers;
  for (std::size_t f = 0; f < g.monitor.frequencies.size(); ++f)
    powers.push_back(power_through(g, 0, g.sampling.n_first, f));
  if (!g.is_by_plane_wave() && is_around_all_sources(g, g.input.wave())) check_radiated(g, powers);
  return power_table(g, {{"", powers}}, g.is_by_plane_wave() ? projected_area(g) : 0);
}

ResultTable absorption_table(const Gathered& g) {
  const std::vector<std::vector<double>> of_regions = absorbed_powers(g, g.input.wave());
  std::vector<NamedPowers> powers = {{"", std::vector<double>(g.monitor.frequencies.size())}};
  for (std::size_t r = 0; r < of_regions.size(); ++r) {
    for (std::size_t f = 0; f < of_regions[r].size(); ++f) powers.front().values[f] += of_regions[r][f];
    if (of_regions.size() > 1) powers.push_back({"_" + g.monitor.regions[r], of_regions[r]});
  }
  const double area = g.is_by_plane_wave()
                          ? entered_area(g.op.discretization.mesh, g.input.wave(), g.wave->plane->direction)
                          : 0;
  return power_table(g, powers, area);
}

}  // namespace dgsolve
