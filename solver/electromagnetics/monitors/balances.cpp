#include "solver/electromagnetics/monitors/balances.hpp"

#include <cmath>
#include <set>

#include "mesh/topology/surfaces.hpp"
#include "solver/electromagnetics/media/dispersive_media.hpp"
#include "solver/electromagnetics/monitors/dipole_power.hpp"
#include "solver/waves/sources/cell_sources.hpp"

namespace dgsolve {
namespace {

/// Waves leave what a plane wave enters only through its surface, and nothing is lost in it.
bool is_passed_only(const SpatialOperator& op, const WaveOptions& options, const std::vector<Side>& surface) {
  const Mesh& mesh = op.discretization.mesh;
  const std::vector<bool> inside = cells_inside(mesh, surface);
  for (int e = 0; e < mesh.n_elements(); ++e) {
    if (!inside[e]) continue;
    if (is_lossy_region(options, mesh.region_names[mesh.region[e]],
                        op.physics.relaxation_rate(op.coefficients.cell(e, op.discretization.element.Np))))
      return false;
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

/// side_index of the sides that a monitor looks at, and of those behind them.
struct WatchedPlane {
  WatchedPlane(std::size_t number, const MonitorOptions& monitor, const Mesh& mesh,
               const WaveOptions& options)
      : number(number) {
    for (const Side& side : monitored_sides(monitor, mesh, options)) {
      const int i = side_index(mesh, side);
      sides.insert(i);
      if (mesh.neighbor[i] >= 0) across.insert(side_index(mesh, {mesh.neighbor[i], mesh.neighbor_face[i]}));
    }
  }
  std::size_t number;
  std::set<int> sides, across;
};

}  // namespace

bool is_around_all_sources(const MonitorAmplitudes& g, const WaveOptions& options) {
  const Discretization& d = g.op.discretization;
  if (options.sources.empty() || !options.source.empty() || !is_closed(d.mesh, g.sampling.sides))
    return false;
  const std::vector<bool> inside = cells_inside(d.mesh, g.sampling.sides);
  const std::vector<bool> no_layers(d.mesh.region_names.size(), false);
  for (const CellSource& source :
       cell_sources(d, g.op.physics.info, options.units, options.sources, options.waveforms, no_layers))
    for (const int cell : source.cells)
      if (!inside[cell]) return false;
  return true;
}

DoubtfulPowers doubtful_powers(const MonitorAmplitudes& g, const WaveOptions& options,
                               const std::vector<double>& powers) {
  constexpr double least = 1e-3;  // of the power in open space
  DoubtfulPowers doubtful;
  for (std::size_t f = 0; f < powers.size(); ++f) {
    if (g.is_dark(f)) continue;
    const auto open = g.is_related() ? dipoles_in_open_space(g.op, options, g.sampling.points.omega[f])
                                     : std::optional<double>{};
    const double images = std::exp2(g.sampling.planes.size());  // power is that of all of them
    if (open && std::abs(powers[f]) < least * *open * images) {
      if (doubtful.small.empty()) doubtful.smallest = powers[f] / (*open * images);
      doubtful.small.push_back(f);
    } else if (powers[f] < 0) {
      doubtful.negative.push_back(f);
    }
  }
  return doubtful;
}

std::vector<std::pair<std::size_t, std::size_t>> monitors_of_sheets(const SpatialOperator& op,
                                                                    const WaveOptions& options,
                                                                    std::span<const MonitorOptions> monitors,
                                                                    std::span<const std::size_t> numbers) {
  if (numbers.size() < 2) return {};
  const Mesh& mesh = op.discretization.mesh;
  std::vector<WatchedPlane> planes;
  for (const std::size_t number : numbers) planes.emplace_back(number, monitors[number], mesh, options);
  const std::vector<Side> surface = total_field_sides(mesh, options);
  std::set<int> entered;
  for (const Side& side : surface) entered.insert(side_index(mesh, side));
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const WatchedPlane& reflected : planes)
    for (const WatchedPlane& transmitted : planes) {
      std::set<int> both = transmitted.sides;
      both.insert(reflected.across.begin(), reflected.across.end());
      if (both == entered && both.size() == transmitted.sides.size() + reflected.across.size() &&
          monitors[reflected.number].frequencies == monitors[transmitted.number].frequencies &&
          is_passed_only(op, options, surface))
        pairs.emplace_back(reflected.number, transmitted.number);
    }
  return pairs;
}

}  // namespace dgsolve
