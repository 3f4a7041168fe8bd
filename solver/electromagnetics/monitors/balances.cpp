#include "solver/electromagnetics/monitors/balances.hpp"

#include <cmath>
#include <set>

#include "kernels/base/names.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/electromagnetics/media/dispersive_media.hpp"
#include "solver/electromagnetics/monitors/dipole_power.hpp"
#include "solver/waves/sources/cell_sources.hpp"

namespace dgsolve {
namespace {

/// The part of a mesh that a plane wave enters.
class Entered {
 public:
  Entered(const SpatialOperator& op, const WaveOptions& options)
      : surface(total_field_sides(op.discretization.mesh, options)),
        op_(op),
        options_(options),
        mesh_(op.discretization.mesh),
        inside_(cells_inside(mesh_, surface)) {}

  const std::vector<Side> surface;

  /// Waves leave only through the surface.
  bool is_walled() const {
    for (int e = 0; e < mesh_.n_elements(); ++e)
      for (int f = 0; inside_[e] && f < mesh_.n_faces(); ++f) {
        const int side = side_index(mesh_, {e, f});
        if (mesh_.neighbor[side] >= 0) continue;
        const int group = mesh_.boundary[side];
        const std::string type = group < 0 ? "" : options_.boundaries.at(mesh_.boundary_names[group]).type;
        if (type != "pec" && type != "pmc") return false;
      }
    return true;
  }
  bool loses_nothing() const {
    for (int e = 0; e < mesh_.n_elements(); ++e)
      if (inside_[e] && is_lossy(e)) return false;
    return true;
  }
  /// Whether some regions have all losses that are inside, and no others.
  bool loses_only_in(const std::vector<std::string>& regions) const {
    for (int e = 0; e < mesh_.n_elements(); ++e)
      if (is_lossy(e) && inside_[e] != (index_of(regions, mesh_.region_names[mesh_.region[e]]) >= 0))
        return false;
    return true;
  }

 private:
  bool is_lossy(int e) const {
    return is_lossy_region(
        options_, mesh_.region_names[mesh_.region[e]],
        op_.physics.relaxation_rate(op_.coefficients.cell(e, op_.discretization.element.Np)));
  }

  const SpatialOperator& op_;
  const WaveOptions& options_;
  const Mesh& mesh_;
  const std::vector<bool> inside_;  ///< [K]
};

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

std::vector<SheetMonitors> monitors_of_sheets(const SpatialOperator& op, const WaveOptions& options,
                                              std::span<const MonitorOptions> monitors,
                                              std::span<const std::size_t> numbers) {
  std::vector<WatchedPlane> planes;
  for (const std::size_t number : numbers)
    if (monitors[number].type == MonitorType::flux)
      planes.emplace_back(number, monitors[number], op.discretization.mesh, options);
  if (planes.size() < 2) return {};
  const Entered part(op, options);
  if (!part.is_walled()) return {};
  const bool is_lossless = part.loses_nothing();
  std::set<int> entered;
  for (const Side& side : part.surface) entered.insert(side_index(op.discretization.mesh, side));
  std::vector<SheetMonitors> sheets;
  for (const WatchedPlane& reflected : planes)
    for (const WatchedPlane& transmitted : planes) {
      std::set<int> both = transmitted.sides;
      both.insert(reflected.across.begin(), reflected.across.end());
      const std::vector<double>& frequencies = monitors[reflected.number].frequencies;
      if (both != entered || both.size() != transmitted.sides.size() + reflected.across.size() ||
          frequencies != monitors[transmitted.number].frequencies)
        continue;
      if (is_lossless) sheets.push_back({reflected.number, transmitted.number, {}});
      for (const std::size_t number : numbers)
        if (!is_lossless && monitors[number].type == MonitorType::absorption &&
            monitors[number].frequencies == frequencies && part.loses_only_in(monitors[number].regions))
          sheets.push_back({reflected.number, transmitted.number, number});
    }
  return sheets;
}

}  // namespace dgsolve
