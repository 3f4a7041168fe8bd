#include "app/problem/check_parts.hpp"

#include <algorithm>
#include <filesystem>

#include "app/console/log.hpp"
#include "app/console/resources.hpp"
#include "app/console/scratch_folder.hpp"
#include "app/problem/locations.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/geometry/cell_quality.hpp"

namespace dgsolve {

void check_cells(const Mesh& mesh) {
  const MeshQuality quality = mesh_quality(mesh);
  detail("mesh quality (1: regular cells): {:.2f} on average, {:.3g} at worst", quality.mean, quality.worst);
  if (quality.n_poor > 0)
    warn("mesh: {} of {} cells are nearly flat (quality below {:.1f}); the worst is {}", quality.n_poor,
         mesh.n_elements(), MeshQuality::poor, location_text(mesh, quality.worst_cell));
}

double report_use(const Case& input, const RunCost& cost, const Device& device) {
  const double available = available_memory();
  say("memory: {} on the device, {} of the host{}", bytes_text(static_cast<double>(cost.device_bytes)),
      bytes_text(static_cast<double>(cost.host_bytes)),
      available > 0 ? ", which has " + bytes_text(available) + " left" : "");
  if (const std::string status = device.status(); !status.empty()) say("device: {}", status);
  double disk = 0, seconds = 0;
  for (const OutputCost& output : cost.outputs) {
    const double bytes = std::min(output.times, output.most_kept) * output.bytes + output.bytes_once;
    say("output: {}: {:.0f} times {}, {} in all", output.name, output.times, bytes_text(output.bytes),
        bytes_text(bytes));
    disk += bytes;
    seconds += output.times * output.seconds;
  }
  const std::filesystem::path folder = existing_folder(input.output.directory);
  const double free = static_cast<double>(std::filesystem::space(folder).available);
  say("disk: {} in all; {} has {} left", bytes_text(disk), folder.string(), bytes_text(free));
  if (disk > free)
    warn("output: {} may be written; {} has {} left", bytes_text(disk), folder.string(), bytes_text(free));
  return seconds;
}

}  // namespace dgsolve
