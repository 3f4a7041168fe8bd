#include "app/problem/problem.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "app/console/log.hpp"
#include "app/console/resources.hpp"
#include "io/case/resolved_case.hpp"
#include "io/folder/manifest.hpp"
#include "io/folder/output_folder.hpp"
#include "io/report/report.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/gmsh/warning_notes.hpp"
#include "mesh/topology/components.hpp"

namespace dgsolve {
namespace {

/// Fields of order 1 have errors of the same order, which smaller cells reduce too.
void warn_of_flat_cells(const std::optional<FlatCells>& flat, int N) {
  constexpr double tolerable = 1e-3;
  if (!flat || flat->lost_share() <= tolerable) return;
  if (N == 1)
    say("mesh: cells are flat where the geometry is curved, up to {:.2g} beside it: a circle would lose "
        "{:.2g} % "
        "of its area",
        flat->distance, 100 * flat->lost_share());
  else
    warn(
        "mesh: cells are flat where the geometry is curved, up to {:.2g} beside it: a circle would lose "
        "{:.2g} % of its area, and higher orders do not reduce this error; expected "
        "mesh.geometry_order: auto, or smaller cells",
        flat->distance, 100 * flat->lost_share());
}

/// conductors: regions whose cells have left the mesh.
void warn_of_loose_components(const Mesh& mesh, const std::vector<std::string>& conductors) {
  constexpr std::size_t n_shown = 3;
  const std::vector<std::string> parts = loose_components(mesh);
  if (parts.empty()) return;
  std::string names = parts.front();
  for (std::size_t i = 1; i < std::min(parts.size(), n_shown); ++i) names += ", " + parts[i];
  if (parts.size() > n_shown) names += fmt::format(" and {} more parts", parts.size() - n_shown);
  const std::string parted =
      conductors.empty() ? ""
                         : fmt::format("{} left the mesh, and may part it. Else ", list_text(conductors));
  warn(
      "mesh: {} {} joined to no other: nothing passes from there to the rest of the mesh. {}arts that touch "
      "must share their faces: Coherence, or BooleanFragments of OpenCASCADE's shapes, in the .geo",
      names, parts.size() == 1 ? "is" : "are", parted.empty() ? "P" : parted + "p");
}

/// report: of the mesh as it was read; none where a checkpoint had it.
void report_mesh(const Case& input, const std::optional<MeshReport>& report, const Discretization& d) {
  const Mesh& mesh = d.mesh;
  say("mesh: {} {}, geometric order {}, {} of them curved", mesh.n_elements(),
      mesh.dim == 2 ? "triangles" : "tetrahedra", mesh.geometry_order, d.factors.n_curved);
  if (d.factors.n_curved > 0 && d.element.N > mesh.geometry_order)
    detail(
        "mesh: the cells' geometry is of order {}: at curved surfaces it limits the errors, and fields of "
        "order {} gain little",
        mesh.geometry_order, d.element.N);
  warn_of_loose_components(mesh, input.conductors);
  if (!report) return;
  detail(
      "ordering: neighbours are {:.1f} cells apart on average along the Hilbert curve ({:.1f} in the file)",
      report->locality_after, report->locality_before);
  warn_of_flat_cells(report->flat, d.element.N);
  for (const std::string& note : report->notes)
    if (note.starts_with(warning_mark))
      warn("mesh: {}", note.substr(warning_mark.size()));
    else
      say("mesh: {}", note);
}

void report_parts(const std::vector<PartReport>& parts) {
  if (parts.size() > 1 && parts[1].cells == 0) {
    say("parts: the first of {} GPUs has all: it is too small to be shared", parts.size());
    return;
  }
  int number = 0;
  for (const PartReport& part : parts) {
    const std::string ghosts = part.rim ? fmt::format(" and {} ghosts of other parts ({:.1f} %)",
                                                      part.rim->ghosts, 100.0 * part.rim->ghosts / part.cells)
                                        : "";
    say("part {}: {} cells{}, on {}", ++number, part.cells, ghosts, part.device);
  }
}

}  // namespace

void report_problem(const RunStart& start, const Discretization& discretization, std::size_t n_unknowns,
                    const Device& device, const std::string& passed_over,
                    const std::vector<PartReport>& parts) {
  const Case& input = start.input;
  say("{}{}, order {}, {} unknowns, on {}", input.physics,
      input.formulation.empty() ? "" : " " + input.formulation, input.order, n_unknowns,
      device.description());
  if (!passed_over.empty()) say("device: not on {}", passed_over);
  report_mesh(input, start.mesh_report, discretization);
  report_parts(parts);
}

void begin_results(const Case& input) {
  begin_output_folder(input);
  write_resolved(input);
}

void write_results(const Case& input, const Mesh& mesh, Summary& summary, const ThinnedSeries& energy,
                   const std::string& ended_by, PhaseClock& clock) {
  summary.cost.host_bytes = peak_memory();
  summary.warnings = warnings();
  summary.cost.phases = clock.phases();
  write_summary(summary, input.output.directory);
  write_report({input, mesh, summary, energy, ended_by});
  clock.mark("report");
  summary.cost.phases = clock.phases();
  write_summary(summary, input.output.directory);  // with the report's time
  forget_unused_names(input.output.directory);
}

Summary with_device_errors_as_failures(const std::function<Summary()>& run) {
  try {
    return run();
  } catch (const DeviceError& error) {
    throw std::runtime_error(error.what());
  }
}

}  // namespace dgsolve
