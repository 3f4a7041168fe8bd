#include "app/waves/monitors/monitor_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numbers>
#include <set>
#include <stdexcept>

#include "app/console/log.hpp"
#include "io/yaml/mistakes.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/checks/resolution.hpp"
#include "solver/electromagnetics/media/dispersive_media.hpp"

namespace dgsolve {
namespace {

constexpr double fewest_samples = 8;  ///< in a period

void check_step(const MonitorOptions& monitor, double highest, double dt) {
  const double samples = 1 / (highest * dt);
  if (samples < 2)
    throw CaseError(
        fmt::format("{}: monitor {}: frequency {} has {:.3g} steps a period; expected at least {}",
                    monitor.place, monitor.name, number_text(highest), samples, fewest_samples));
  if (samples < fewest_samples)
    warn("monitor {}: frequency {} has {:.3g} steps a period; with fewer than {} other frequencies mix in",
         monitor.name, number_text(highest), samples, fewest_samples);
}

void check_mesh(const MonitorOptions& monitor, double highest, const SpatialOperator& op,
                const WaveOptions& options) {
  constexpr double tolerable = 0.01;
  const Mesh& mesh = op.discretization.mesh;
  const auto regions = region_resolution(op, options, 2 * std::numbers::pi * highest,
                                         std::vector<double>(mesh.region_names.size()));
  for (std::size_t r = 0; r < regions.size(); ++r) {
    if (!regions[r] || regions[r]->skin_depth < regions[r]->wavelength) continue;
    if (absorbs(options.models, mesh.region_names[r])) continue;
    const double loss = loss_per_wavelength(op.discretization.element.N, regions[r]->kh);
    if (loss > tolerable)
      warn(
          "monitor {}: at frequency {} a wave may lose {:.0f} % of its amplitude per wavelength in region {}",
          monitor.name, number_text(highest), 100 * std::min(loss, 1.0), mesh.region_names[r]);
  }
}

void check_losses(const MonitorOptions& monitor, const SpatialOperator& op, const WaveOptions& options) {
  const Mesh& mesh = op.discretization.mesh;
  std::set<std::string> lossless(monitor.regions.begin(), monitor.regions.end());
  for (int e = 0; e < mesh.n_elements() && !lossless.empty(); ++e) {
    const std::string& region = mesh.region_names[mesh.region[e]];
    if (is_lossy_region(options, region,
                        op.physics.relaxation_rate(op.coefficients.cell(e, op.discretization.element.Np))))
      lossless.erase(region);
  }
  for (const std::string& region : lossless)
    warn(
        "monitor {}: region {} has no losses, neither sigma nor poles, so that it absorbs nothing; expected "
        "regions with losses",
        monitor.name, region);
}

}  // namespace

MonitorSampling find_sampling(const MonitorOptions& monitor, const Case& input, const SpatialOperator& op,
                              double dt) {
  try {
    return monitor_sampling(monitor, op, input.wave(), dt);
  } catch (const std::exception& error) {
    throw CaseError(monitor.place + ": monitor " + monitor.name + ": " + error.what());
  }
}

void check_monitors(const Case& input, const SpatialOperator& op, double dt) {
  for (const MonitorOptions& monitor : input.wave().monitors) {
    static_cast<void>(find_sampling(monitor, input, op, dt));
    const auto [lowest, highest] = std::ranges::minmax(monitor.frequencies);
    check_step(monitor, highest, dt);
    if (!monitor.waves) check_mesh(monitor, highest, op, input.wave());  // ports' are the run's own waves
    if (monitor.type == MonitorType::absorption) check_losses(monitor, op, input.wave());
    if (lowest * input.wave().time.final < 1)
      warn("monitor {}: the run is shorter than a period of frequency {}", monitor.name, number_text(lowest));
  }
}

}  // namespace dgsolve
