#include "app/waves/monitors/power_check.hpp"

#include <algorithm>
#include <cmath>

#include "app/console/log.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/electromagnetics/monitors/balances.hpp"

namespace dgsolve {
namespace {

const char* const what_helps = "expected a longer run, smaller cells or a higher order";

/// A table's share of the plane wave by frequency; empty where it has none.
std::vector<double> shares_of(const MonitorOptions& monitor, const std::vector<ResultTable>& tables) {
  const auto table = std::ranges::find(tables, "monitors/" + monitor.name, &ResultTable::name);
  const int column = table == tables.end() ? -1 : index_of(table->columns, "share");
  std::vector<double> shares;
  for (std::size_t row = 0; column >= 0 && row < table->rows.size(); ++row)
    shares.push_back(table->rows[row][column]);
  return shares;
}

/// shares [monitor][frequency]: of a plane wave.
void check_sum(const SheetMonitors& sheet, const std::vector<MonitorOptions>& monitors,
               const std::vector<std::vector<double>>& shares) {
  const auto absorbed = [&](std::size_t f) { return sheet.absorbed ? shares[*sheet.absorbed][f] : 0; };
  const auto miss = [&](std::size_t f) {
    return std::abs(1 + shares[sheet.reflected][f] - shares[sheet.transmitted][f] - absorbed(f));
  };
  std::size_t worst = 0;
  for (std::size_t f = 1; f < shares[sheet.reflected].size(); ++f)
    if (miss(f) > miss(worst)) worst = f;
  const std::string names = monitors[sheet.reflected].name + (sheet.absorbed ? ", " : " and ") +
                            monitors[sheet.transmitted].name +
                            (sheet.absorbed ? " and " + monitors[*sheet.absorbed].name : "");
  say("monitors {}: what they find of the wave is together 1 within {:.1e}", names, miss(worst));
  if (miss(worst) > tolerable_imbalance)
    warn(
        "monitors {}: at frequency {} the wave is reflected by {:.4g} and transmitted by {:.4g}, {}: the run "
        "ends too early, or the mesh is too coarse; {}",
        names, number_text(monitors[sheet.reflected].frequencies[worst]), -shares[sheet.reflected][worst],
        shares[sheet.transmitted][worst],
        sheet.absorbed ? fmt::format("and absorbed by {:.4g}, together not 1", absorbed(worst))
                       : "together not 1, and nothing is lost between them",
        what_helps);
}

/// Of a sheet with losses.
ResultTable balance_table(const SheetMonitors& sheet, const Case& input,
                          const std::vector<std::vector<double>>& shares) {
  const std::vector<MonitorOptions>& monitors = input.wave().monitors;
  ResultTable table{
      "monitors/" + monitors[*sheet.absorbed].name + "_balance",
      {input.si ? "frequency (Hz)" : "frequency", "reflected", "transmitted", "absorbed", "sum"},
      {}};
  for (std::size_t f = 0; f < monitors[*sheet.absorbed].frequencies.size(); ++f) {
    const double R = -shares[sheet.reflected][f], T = shares[sheet.transmitted][f],
                 A = shares[*sheet.absorbed][f];
    table.rows.push_back({monitors[*sheet.absorbed].frequencies[f], R, T, A, R + T + A});
  }
  return table;
}

}  // namespace

void check_radiated(const Gathered& g, const std::vector<double>& powers) {
  const auto [negative, small, smallest] = doubtful_powers(g, g.input.wave(), powers);
  const auto at = [&](const std::vector<std::size_t>& which) {
    return "at frequency " + number_text(g.monitor.frequencies[which.front()]) +
           (which.size() > 1 ? fmt::format(" and {} others", which.size() - 1) : "");
  };
  if (!negative.empty())
    warn("monitor {}: {} the power out of the surface is negative, {:.3g}; {}", g.monitor.name, at(negative),
         powers[negative.front()], what_helps);
  if (!small.empty())
    warn(
        "monitor {}: {} the power out of the surface is {:.1e} of what the dipoles radiate in open space: "
        "the waves around them are below a cut-off, or cancel each other; what is found is no more than what "
        "the numerical flux takes of the near field",
        g.monitor.name, at(small), smallest);
}

void check_accepted(const Gathered& g, const std::vector<double>& radiated) {
  for (std::size_t f = 0; f < radiated.size(); ++f)
    if (radiated[f] > (1 + tolerable_imbalance) * g.accepted(f))
      return warn(
          "monitor {}: at frequency {} {:.3g} times the power is radiated that the port accepts: the run "
          "ends too early, or the mesh is too coarse; {}",
          g.monitor.name, number_text(g.monitor.frequencies[f]), radiated[f] / g.accepted(f), what_helps);
}

void check_cross_sections(const Gathered& g, const std::vector<CrossSections>& sections) {
  for (std::size_t f = 0; f < sections.size(); ++f) {
    if (g.is_dark(f)) continue;
    const auto& [scattering, extinction, absorption] = sections[f];
    const std::string frequency = number_text(g.monitor.frequencies[f]);
    if (sections[f].has_wrong_sign())
      return warn(
          "monitor {}: at frequency {} the cross-sections of scattering and extinction are {:.3g} and "
          "{:.3g}, which are never negative; {}",
          g.monitor.name, frequency, scattering, extinction, what_helps);
    if (sections[f].is_unbalanced())
      return warn(
          "monitor {}: at frequency {} the cross-sections of scattering and absorption, {:.4g} and {:.4g}, "
          "are not together that of extinction, {:.4g}: the run ends too early, or the mesh is too coarse; "
          "{}",
          g.monitor.name, frequency, scattering, *absorption, extinction, what_helps);
  }
}

std::vector<ResultTable> write_balances(const Case& input, const SpatialOperator& op,
                                        const std::vector<ResultTable>& tables) {
  const WaveCase& wave = input.wave();
  std::vector<std::size_t> with_shares;
  std::vector<std::vector<double>> shares;  // [monitor]
  for (const MonitorOptions& monitor : wave.monitors) {
    shares.push_back(shares_of(monitor, tables));
    if (!shares.back().empty() && monitor.side == MonitorSide::inside)
      with_shares.push_back(shares.size() - 1);
  }
  std::vector<ResultTable> balances;
  for (const SheetMonitors& sheet : monitors_of_sheets(op, wave, wave.monitors, with_shares)) {
    check_sum(sheet, wave.monitors, shares);
    if (!sheet.absorbed) continue;
    const ResultTable& table = balances.emplace_back(balance_table(sheet, input, shares));
    write_table(input.output.directory, table);
    write_tables_hdf5(input.output.directory / (table.name + ".h5"), std::span(&table, 1));
  }
  return balances;
}

}  // namespace dgsolve
