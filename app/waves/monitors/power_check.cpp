#include "app/waves/monitors/power_check.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/console/log.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/electromagnetics/monitors/dipole_power.hpp"
#include "solver/waves/sources/cell_sources.hpp"

namespace dgsolve {
namespace {

constexpr double balanced = 0.01;  ///< misses of a balance that do not count, of the whole

const char* const what_helps = "expected a longer run, smaller cells or a higher order";

std::set<int> indices_of(const Mesh& mesh, const std::vector<Side>& sides) {
  std::set<int> indices;
  for (const Side& side : sides) indices.insert(side_index(mesh, side));
  return indices;
}

/// Waves leave what a plane wave enters only through its surface, and nothing is lost in it.
bool is_passed_only(const SpatialOperator& op, const WaveOptions& options, const std::vector<Side>& surface) {
  const Mesh& mesh = op.discretization.mesh;
  const std::vector<bool> inside = cells_inside(mesh, surface);
  for (int e = 0; e < mesh.n_elements(); ++e) {
    if (!inside[e]) continue;
    if (op.physics.relaxation_rate(op.coefficients.cell(e, op.discretization.element.Np)) != 0) return false;
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int side = side_index(mesh, {e, f});
      if (mesh.neighbor[side] >= 0) continue;
      const int group = mesh.boundary[side];
      const std::string type = group < 0 ? "" : options.boundaries.at(mesh.boundary_names[group]).type;
      if (type != "pec" && type != "pmc") return false;
    }
  }
  return true;
}

/// A table's share of the plane wave by frequency; empty where it has none.
std::vector<double> shares_of(const MonitorOptions& monitor, const std::vector<ResultTable>& tables) {
  const auto table = std::ranges::find(tables, "monitors/" + monitor.name, &ResultTable::name);
  const int column = table == tables.end() ? -1 : index_of(table->columns, "share");
  std::vector<double> shares;
  for (std::size_t row = 0; column >= 0 && row < table->rows.size(); ++row)
    shares.push_back(table->rows[row][column]);
  return shares;
}

/// A plane through which a monitor found the share of a plane wave.
struct WatchedPlane {
  WatchedPlane(const MonitorOptions& monitor, std::vector<double> shares, const Mesh& mesh,
               const WaveOptions& options)
      : monitor(monitor), shares(std::move(shares)) {
    for (const Side& side : monitored_sides(monitor, mesh, options)) {
      const int i = side_index(mesh, side);
      sides.insert(i);
      if (mesh.neighbor[i] >= 0) across.insert(side_index(mesh, {mesh.neighbor[i], mesh.neighbor_face[i]}));
    }
  }
  const MonitorOptions& monitor;
  std::vector<double> shares;   ///< [frequency]
  std::set<int> sides, across;  ///< side_index: of those it looks at, of those behind them
};

void check_sum(const WatchedPlane& reflected, const WatchedPlane& transmitted) {
  std::size_t worst = 0;
  const auto miss = [&](std::size_t f) { return std::abs(1 + reflected.shares[f] - transmitted.shares[f]); };
  for (std::size_t f = 1; f < reflected.shares.size(); ++f)
    if (miss(f) > miss(worst)) worst = f;
  if (miss(worst) > balanced)
    warn(
        "monitors {} and {}: at frequency {} the wave is reflected by {:.4g} and transmitted by {:.4g}, "
        "together not 1, and nothing is lost between them: the run ends too early, or the mesh is too "
        "coarse; "
        "{}",
        reflected.monitor.name, transmitted.monitor.name, number_text(reflected.monitor.frequencies[worst]),
        -reflected.shares[worst], transmitted.shares[worst], what_helps);
}

}  // namespace

bool is_around_all_sources(const Gathered& g) {
  const Discretization& d = g.op.discretization;
  const WaveCase& wave = g.input.wave();
  if (wave.sources.empty() || !wave.source.empty() || !is_closed(d.mesh, g.places.sides)) return false;
  const std::vector<bool> inside = cells_inside(d.mesh, g.places.sides);
  const std::vector<bool> no_layers(d.mesh.region_names.size(), false);
  for (const CellSource& source :
       cell_sources(d, g.op.physics.info, wave.units, wave.sources, wave.waveforms, no_layers))
    for (const int cell : source.cells)
      if (!inside[cell]) return false;
  return true;
}

void check_radiated(const Gathered& g, const std::vector<double>& powers) {
  constexpr double least = 1e-3;  // of the power in open space
  std::vector<std::size_t> negative, small;
  const WaveOptions& options = g.input.wave();
  double smallest = 0;
  for (std::size_t f = 0; f < powers.size(); ++f) {
    if (g.is_dark(f)) continue;
    const auto open = g.is_related() ? dipoles_in_open_space(g.op, options, g.places.points.omega[f])
                                     : std::optional<double>{};
    const double images = std::exp2(g.places.planes.size());  // power is that of all of them
    if (open && std::abs(powers[f]) < least * *open * images) {
      if (small.empty()) smallest = powers[f] / (*open * images);
      small.push_back(f);
    } else if (powers[f] < 0) {
      negative.push_back(f);
    }
  }
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

void check_cross_sections(const Gathered& g, const ResultTable& power) {
  const bool has_absorption = g.places.has_total_field();
  for (std::size_t f = 0; f < power.rows.size(); ++f) {
    if (g.is_dark(f)) continue;
    const std::vector<double>& row = power.rows[f];
    const double scattering = row[1], extinction = row[2], absorption = has_absorption ? row[3] : 0;
    const double miss = extinction - scattering - absorption, whole = std::max(scattering, extinction);
    if (scattering < 0 || extinction < 0)
      return warn(
          "monitor {}: at frequency {} the cross-sections of scattering and extinction are {:.3g} and "
          "{:.3g}, "
          "which are never negative; {}",
          g.monitor.name, number_text(row[0]), scattering, extinction, what_helps);
    if (has_absorption && std::abs(miss) > balanced * whole)
      return warn(
          "monitor {}: at frequency {} the cross-sections of scattering and absorption, {:.4g} and {:.4g}, "
          "are not together that of extinction, {:.4g}: the run ends too early, or the mesh is too coarse; "
          "{}",
          g.monitor.name, number_text(row[0]), scattering, absorption, extinction, what_helps);
  }
}

void check_transmission(const Case& input, const SpatialOperator& op,
                        const std::vector<ResultTable>& tables) {
  const WaveCase& wave = input.wave();
  std::vector<WatchedPlane> planes;
  for (const MonitorOptions& monitor : wave.monitors) {
    std::vector<double> shares = shares_of(monitor, tables);
    if (!shares.empty() && monitor.side == MonitorSide::inside)
      planes.emplace_back(monitor, std::move(shares), op.discretization.mesh, wave);
  }
  if (planes.size() < 2) return;
  const std::vector<Side> surface = total_field_sides(op.discretization.mesh, wave);
  const std::set<int> entered = indices_of(op.discretization.mesh, surface);
  for (const WatchedPlane& reflected : planes)
    for (const WatchedPlane& transmitted : planes) {
      std::set<int> both = transmitted.sides;
      both.insert(reflected.across.begin(), reflected.across.end());
      if (both == entered && both.size() == transmitted.sides.size() + reflected.across.size() &&
          reflected.monitor.frequencies == transmitted.monitor.frequencies &&
          is_passed_only(op, wave, surface))
        check_sum(reflected, transmitted);
    }
}

}  // namespace dgsolve
