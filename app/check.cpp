#include "app/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <numbers>
#include <string>

#include "app/console/log.hpp"
#include "app/console/scratch_folder.hpp"
#include "app/elliptic/elliptic_calibration.hpp"
#include "app/waves/calibration.hpp"
#include "app/waves/cell_text.hpp"
#include "app/waves/check_inputs.hpp"
#include "io/report/progress.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "solver/checks/formula_check.hpp"
#include "solver/checks/resolution.hpp"

namespace dgsolve {
namespace {

/// A good conductor costs the whole run its speed, however large its cells are; true where one does.
bool check_relaxation(const SpatialOperator& op, const TimeStep& step) {
  if (cfl_of_relaxation(step) <= step.cfl / 2) return false;
  double of_waves = 0;
  for (int e = 0; e < op.discretization.K(); ++e) {
    const TimeStep cell = step_in_cell(op, e, step.dt);
    of_waves = std::max(of_waves, cell.cfl - cfl_of_relaxation(cell));
  }
  const double gain = step.cfl / of_waves;
  if (gain > 2)
    warn(
        "time step: sigma/epsilon holds it down in region %s, where fields relax in %.3g; for the waves "
        "alone it could be %.3g times as large. A pec boundary in the region's place would not hold it down",
        op.discretization.mesh.region_names[op.discretization.mesh.region[step.cell]].c_str(),
        1 / step.relaxation, gain);
  return true;
}

/// Few cells that are much worse than the rest cost the whole run its speed.
void check_limiting_cells(const SpatialOperator& op, const TimeStep& step) {
  const int K = op.discretization.K();
  std::vector<double> rates(K);  // 1/dt that each cell allows
  for (int e = 0; e < K; ++e) rates[e] = step_in_cell(op, e, 1).cfl;
  const int few = std::max(1, K / 200);
  if (few >= K) return;
  std::nth_element(rates.begin(), rates.begin() + few, rates.end(), std::greater<>());
  const double gain = *std::max_element(rates.begin(), rates.begin() + few) / rates[few];
  if (gain > 2 && std::isfinite(gain))
    warn("time step: %d of %d cells hold it down; without them it could be %.1f times as large. Worst is %s",
         few, K, gain, cell_text(op, step).c_str());
}

void check_region(const SpatialOperator& op, const std::string& region, const RegionResolution& worst) {
  constexpr double tolerable = 0.01;
  const int N = op.discretization.element.N;
  const Mesh& mesh = op.discretization.mesh;
  const double loss = loss_per_wavelength(N, worst.kh), longest = longest_edge(mesh, worst.cell);
  const bool decays = worst.skin_depth < worst.wavelength;
  const double length = decays ? worst.skin_depth : worst.wavelength;
  say("resolution: region %s: %.3g nodes or more per %s of %.4g%s", region.c_str(),
      (N + 1) * length / longest, decays ? "skin depth" : "wavelength", length,
      decays ? ", shorter than the wavelength" : "");
  if (loss <= tolerable) return;
  char reason[80] = "fields decay within a skin depth that cells do not resolve";
  if (!decays)
    std::snprintf(reason, sizeof reason, "a wave may lose %.0f %% of its amplitude per wavelength",
                  100 * loss);
  warn(
      "resolution: region %s is too coarse: %s; at order %d edges should not be longer than %.3g, and %s has "
      "one of %.3g",
      region.c_str(), reason, N, longest * resolved_kh(N, tolerable) / worst.kh,
      place_text(mesh, worst.cell).c_str(), longest);
}

void check_resolution(const Case& input, const SpatialOperator& op) {
  const Discretization& d = op.discretization;
  const double frequency = highest_frequency(d, input.wave, input.time.final);
  if (frequency > 0)
    say("resolution: sources and incoming waves reach frequency %.4g%s", frequency / (2 * std::numbers::pi),
        input.si ? " Hz" : "");
  const std::vector<double> wave_numbers = highest_wave_numbers(d, input.wave);
  const auto regions =
      region_resolution(op, std::max(frequency, frequency_of_waves(op, wave_numbers)), wave_numbers);
  for (std::size_t r = 0; r < regions.size(); ++r)
    if (regions[r])
      check_region(op, d.mesh.region_names[r], *regions[r]);
    else
      say("resolution: region %s: no wave is given whose length could be told",
          d.mesh.region_names[r].c_str());
}

void check_cells(const Mesh& mesh) {
  constexpr double poor = 0.1;
  double sum = 0, worst = 1;
  int n_poor = 0, worst_cell = 0;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const double quality = cell_quality(mesh, e);
    sum += quality;
    n_poor += quality < poor;
    if (quality < worst) {
      worst = quality;
      worst_cell = e;
    }
  }
  say("mesh quality (1: regular cells): %.2f on average, %.3g at worst", sum / mesh.n_elements(), worst);
  if (n_poor > 0)
    warn("mesh: %d of %d cells are nearly flat (quality below %.1f); the worst is %s", n_poor,
         mesh.n_elements(), poor, place_text(mesh, worst_cell).c_str());
}

/// Memory and outputs; warns of a disk that is too small. Seconds that the outputs take.
double report_use(const Case& input, const RunCost& cost, const Device& device) {
  const double available = available_memory();
  say("memory: %s on the device, %s of the host%s",
      bytes_text(static_cast<double>(cost.device_bytes)).c_str(),
      bytes_text(static_cast<double>(cost.host_bytes)).c_str(),
      available > 0 ? (", which has " + bytes_text(available) + " left").c_str() : "");
  if (const std::string status = device.status(); !status.empty()) say("device: %s", status.c_str());
  double disk = 0, seconds = 0;
  for (const OutputCost& output : cost.outputs) {
    const bool only_newest = output.name == "checkpoints";
    const double kept =
        only_newest ? std::min<double>(output.times, input.output.checkpoint->keep) : output.times;
    const double bytes = kept * output.bytes + output.bytes_once;
    say("output: %s: %.0f times %s, %s in all", output.name.c_str(), output.times,
        bytes_text(output.bytes).c_str(), bytes_text(bytes).c_str());
    disk += bytes;
    seconds += output.times * output.seconds;
  }
  const std::filesystem::path folder = existing_folder(input.output.directory);
  const double free = static_cast<double>(std::filesystem::space(folder).available);
  say("disk: %s in all; %s has %s left", bytes_text(disk).c_str(), folder.c_str(), bytes_text(free).c_str());
  if (disk > free)
    warn("output: %s may be written; %s has %s left", bytes_text(disk).c_str(), folder.c_str(),
         bytes_text(free).c_str());
  return seconds;
}

void report_wave_cost(const Case& input, const Calibration& cost, const Device& device, long n_steps,
                      double setup_seconds) {
  const double seconds = report_use(input, cost, device) + static_cast<double>(n_steps) * cost.step_seconds;
  say("wall-clock time: about %s, of which %s for set-up, %s a step",
      format_duration(setup_seconds + seconds).c_str(), format_duration(setup_seconds).c_str(),
      format_duration(cost.step_seconds).c_str());
  if (input.time.wall_limit && seconds > *input.time.wall_limit)
    warn("time.wall_limit: %s will stop the run before its end",
         format_duration(*input.time.wall_limit).c_str());
}

}  // namespace

void check_wave(const Case& input, SpatialOperator& op, const Mesh& mesh, const TimeStep& step, long n_steps,
                const Stopwatch& setup) {
  const double setup_seconds = setup.seconds();
  report_places(input, mesh, op.discretization);
  check_cells(mesh);
  if (!check_relaxation(op, step)) check_limiting_cells(op, step);
  check_times(input, op, step, n_steps);
  if (!input.initial_case) project_checked(op, "initial", input.wave.initial, 0);
  check_data(input, op.discretization);
  check_resolution(input, op);
  report_wave_cost(input, calibrate(input, op, mesh, n_steps), op.device, n_steps, setup_seconds);
}

void check_elliptic(const Case& input, const EllipticOperator& op, const Device& device,
                    const Stopwatch& setup) {
  const double setup_seconds = setup.seconds();
  const Discretization& d = op.form.discretization;
  report_places(input, d.mesh, d);
  check_cells(d.mesh);
  const EllipticCalibration cost = calibrate(input, op, device);
  if (!cost.has_data) warn("nothing is put in: sources, boundary values and charges are 0, and so is u");
  const EllipticSolverOptions& solver = input.elliptic->solver;
  if (cost.enough)
    say("solver: about %d iterations to a tolerance of %.3g", cost.iterations, solver.tolerance);
  else
    warn("solver.max_iterations: %d will not do: the residual after %d falls too slowly towards %.3g",
         solver.max_iterations, cost.tried, solver.tolerance);
  const double output_seconds = report_use(input, cost, device);
  const double all_setup = setup_seconds + cost.setup_seconds;
  say("wall-clock time: about %s, of which %s for set-up, %s for the solve",
      format_duration(all_setup + cost.solve_seconds + cost.results_seconds + output_seconds).c_str(),
      format_duration(all_setup).c_str(), format_duration(cost.solve_seconds).c_str());
}

}  // namespace dgsolve
