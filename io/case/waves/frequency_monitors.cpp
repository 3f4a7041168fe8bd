#include "io/case/waves/frequency_monitors.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "io/fields/formats.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

constexpr int most_frequencies = 10'000, most_points = 10'000;

/// Degrees, or a list of them, or {from, to, step}.
void read_angles(CaseSection& angles, const std::string& key, std::vector<double>& values) {
  if (!angles.is_map(key)) {
    angles.numbers(key, values, any_number);
    return;
  }
  CaseSection range = angles.section(key);
  double from = 0, to = 0, step = 1;
  range.require("from", "the first angle, degrees");
  range.number("from", from, any_number);
  range.require("to", "the last angle, degrees");
  range.number("to", to, any_number);
  range.number("step", step, positive_number);
  range.finish();
  const double n = std::floor((to - from) / step + 1e-9);
  if (n < 0 || n > most_points)
    return angles.complain(key, fmt::format("from {} to {} by {} has {} angles; expected 1 to {}", from, to,
                                            step, n < 0 ? 0 : n + 1, most_points));
  for (int i = 0; i <= n; ++i) values.push_back(from + i * step);
}

class MonitorReader {
 public:
  MonitorReader(CaseSection& section, MonitorOptions& monitor) : section_(section), monitor_(monitor) {}

  void read() {
    read_frequencies(section_, monitor_.frequencies);
    if (monitor_.type == MonitorType::fields) {
      read_at();
      if (!monitor_.surface.empty() || !monitor_.regions.empty()) read_files();
    } else if (monitor_.type == MonitorType::absorption) {
      if (section_.require("regions", "a region, or a list of regions"))
        read_names(section_, "regions", monitor_.regions);
    } else {
      read_surface(section_);
    }
    if (monitor_.type == MonitorType::flux)
      section_.choice<MonitorSide>("side", monitor_.side,
                                   {{"inside", MonitorSide::inside}, {"outside", MonitorSide::outside}});
    if (monitor_.type == MonitorType::far_field) read_all_angles();
  }

 private:
  void read_at() {
    if (!section_.require("at", "a place: a point, {surface: …}, {region: …} or {line: …}")) return;
    if (!section_.is_map("at")) {
      monitor_.n_coordinates = section_.points("at", monitor_.points);
      return;
    }
    CaseSection at = section_.section("at");
    const std::vector<std::string> keys = at.keys();
    if (keys.size() != 1) section_.complain("at", "expected one of surface, region, points, line");
    if (at.has("surface")) read_surface(at);
    if (at.has("region")) read_names(at, "region", monitor_.regions);
    if (at.has("points")) monitor_.n_coordinates = at.points("points", monitor_.points);
    if (at.has("line")) read_line(at.section("line"));
    at.finish("place");
  }

  /// The files of amplitudes in cells or on faces.
  void read_files() {
    constexpr int most_phases = 360;
    section_.choice("format", monitor_.format, writer_formats());
    if (monitor_.format == "hdf5" && !monitor_.surface.empty())
      section_.complain("format", "got \"hdf5\" for a surface; expected another format, or a region");
    if (section_.has("phases")) section_.whole_number("phases", monitor_.phases, 2, most_phases);
  }

  /// Evenly spaced points between two, which are among them.
  void read_line(CaseSection line) {
    std::array<double, 3> from{}, to{};
    int count = 2;
    line.require("count", "the number of points of the line");
    line.whole_number("count", count, 2, most_points);
    if (line.require("from", "the line's first point"))
      monitor_.n_coordinates = line.coordinates("from", from);
    const int n = line.require("to", "the line's last point") ? line.coordinates("to", to) : 0;
    if (n != monitor_.n_coordinates) line.complain("to", "expected as many coordinates as from has");
    line.finish();
    for (int i = 0; i < count; ++i) {
      std::array<double, 3>& x = monitor_.points.emplace_back();
      for (int d = 0; d < 3; ++d) x[d] = from[d] + (to[d] - from[d]) * i / (count - 1);
    }
  }

  static void read_names(CaseSection& section, const std::string& key, std::vector<std::string>& names) {
    if (section.is_list(key)) return section.names(key, names);
    std::string name;
    section.text(key, name);
    if (!name.empty()) names.push_back(name);
  }

  void read_surface(CaseSection& section) {
    if (section.require("surface", "a region, a list of regions, or a boundary group"))
      read_names(section, "surface", monitor_.surface);
  }

  void read_all_angles() {
    CaseSection angles = section_.section("angles");
    read_angles(angles, "theta", monitor_.theta);
    read_angles(angles, "phi", monitor_.phi);
    angles.finish("angle");
  }

  CaseSection& section_;
  MonitorOptions& monitor_;
};

bool is_surface(const Mesh& mesh, const std::vector<std::string>& names) {
  const auto is_region = [&](const std::string& name) { return index_of(mesh.region_names, name) >= 0; };
  if (std::ranges::all_of(names, is_region)) return true;
  return names.size() == 1 && index_of(mesh.boundary_names, names.front()) >= 0;
}

void check_surface(const std::string& path, const std::vector<std::string>& names, MeshCheck& check) {
  const Mesh& mesh = check.mesh();
  if (names.empty() || is_surface(mesh, names)) return;
  for (const std::string& name : names)
    if (index_of(mesh.region_names, name) < 0)
      return check.complain(path, "the mesh has no region of the name " + name +
                                      (names.size() == 1 ? ", and no boundary group" : "") +
                                      "; it has: " + listed(mesh.region_names) +
                                      "; boundary groups: " + listed(mesh.boundary_names));
}

/// Where there are several, they name columns.
void check_regions(const std::string& path, const std::vector<std::string>& names, MeshCheck& check) {
  check.check_groups(path, names, "region", check.mesh().region_names);
  for (const std::string& name : names)
    if (names.size() > 1 && name.find_first_of(",/(") != std::string::npos)
      check.complain(path,
                     "got " + quote(name) +
                         ", which cannot name a column of a table; expected names without , / and (, or "
                         "a monitor for each region");
}

}  // namespace

void read_frequencies(CaseSection& section, std::vector<double>& frequencies) {
  if (!section.require("frequencies", "a list of frequencies, or {from: …, to: …, count: …}")) return;
  if (!section.is_map("frequencies")) {
    section.numbers("frequencies", frequencies, positive_number, "Hz");
    return;
  }
  CaseSection range = section.section("frequencies");
  double from = 1, to = 1;
  int count = 1;
  for (const auto& [key, value] : {std::pair("from", &from), std::pair("to", &to)}) {
    range.require(key, "a frequency, a number > 0");
    range.number(key, *value, positive_number, "Hz");
  }
  range.require("count", "the number of frequencies");
  range.whole_number("count", count, 1, most_frequencies);
  range.finish();
  if (to < from) section.complain("frequencies", "to is below from; expected from <= to");
  for (int i = 0; i < count; ++i)
    frequencies.push_back(count == 1 ? from : from + (to - from) * i / (count - 1));
}

void read_frequency_monitor(CaseSection& section, MonitorOptions& monitor) {
  MonitorReader(section, monitor).read();
}

void check_frequency_monitors(const std::vector<MonitorOptions>& monitors, const EquationInfo& system,
                              MeshCheck& check) {
  for (const MonitorOptions& monitor : monitors) {
    const std::string path = "monitors[" + std::to_string(monitor.number) + ']';
    const int dim = check.mesh().dim;
    if (monitor.type != MonitorType::fields && !system.electromagnetic)
      check.complain(path + ".type", "the equation " + system.equation +
                                         " has no electric and magnetic field; expected fields");
    check_surface(path + (monitor.type == MonitorType::fields ? ".at.surface" : ".surface"), monitor.surface,
                  check);
    if (monitor.type == MonitorType::absorption)
      check_regions(path + ".regions", monitor.regions, check);
    else
      check.check_names(path + ".at.region", monitor.regions, check.mesh().region_names, "region", false);
    if (!monitor.points.empty() && monitor.n_coordinates != dim)
      check.complain(path + ".at",
                     fmt::format("got {} coordinates; the mesh is in {}D", monitor.n_coordinates, dim));
    if (dim == 2 && !monitor.theta.empty())
      check.complain(path + ".angles.theta", "in 2D directions lie in the plane; expected phi only");
  }
}

}  // namespace dgsolve
