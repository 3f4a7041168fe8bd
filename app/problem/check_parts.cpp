#include "app/problem/check_parts.hpp"

#include <algorithm>
#include <filesystem>
#include <string>

#include "app/console/log.hpp"
#include "app/console/resources.hpp"
#include "app/console/scratch_folder.hpp"
#include "app/problem/places.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/geometry/cell_quality.hpp"

namespace dgsolve {

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

}  // namespace dgsolve
