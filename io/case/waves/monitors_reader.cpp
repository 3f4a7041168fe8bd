#include "io/case/waves/monitors_reader.hpp"

#include <algorithm>

#include "io/case/waves/frequency_monitors.hpp"
#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

/// One entry of the list, whose name and type are read.
struct MonitorEntry {
  CaseSection& section;
  std::string name;
  std::size_t number;  ///< in the list
};

/// A band of frequencies, [lowest, highest].
void read_band(CaseSection& section, std::array<double, 2>& band) {
  const std::string valid = "the lowest and the highest frequency, such as [1 GHz, 5 GHz]";
  std::vector<double> limits;
  if (!section.require("band", valid)) return;
  if (!section.numbers("band", limits, positive_number, "Hz")) return;
  if (limits.size() != 2)
    section.complain("band", "got " + std::to_string(limits.size()) + " frequencies; expected " + valid);
  else if (limits[0] >= limits[1])
    section.complain("band", "its frequencies do not rise; expected " + valid);
  else
    band = {limits[0], limits[1]};
}

/// Its record is that of a probe.
void read_resonances(const MonitorEntry& entry, const ProblemReading& reading, Case& c) {
  CaseSection& section = entry.section;
  ResonanceOptions& options = std::get<WaveCase>(c.problem).resonances.emplace_back();
  options.name = entry.name;
  ProbeOutput record;
  record.name = entry.name;
  record.list = "monitors";
  record.number = entry.number;
  if (section.require("at", "coordinates, such as [0.1, 0.2], or a list of them")) {
    record.n_coordinates = section.points("at", record.points);
    record.place = c.places.at(section.path("at"));
  }
  section.names("fields", record.fields, reading.names.outputs);
  read_band(section, options.band);
  if (section.has("from")) section.number("from", options.from.emplace(), non_negative_number, "s");
  c.output.probes.push_back(record);
}

template <MonitorType type>
void read_transforms(const MonitorEntry& entry, const ProblemReading&, Case& c) {
  MonitorOptions& monitor = std::get<WaveCase>(c.problem).monitors.emplace_back();
  monitor.name = entry.name;
  monitor.type = type;
  monitor.number = entry.number;
  monitor.place = c.places.at(entry.section.path("type"));
  read_frequency_monitor(entry.section, monitor);
}

struct MonitorReading {
  const char* name;
  void (*read)(const MonitorEntry& entry, const ProblemReading& reading, Case& c);
};
constexpr MonitorReading types[] = {{"fields", read_transforms<MonitorType::fields>},
                                    {"flux", read_transforms<MonitorType::flux>},
                                    {"far_field", read_transforms<MonitorType::far_field>},
                                    {"absorption", read_transforms<MonitorType::absorption>},
                                    {"resonances", read_resonances}};

}  // namespace

void read_monitors(const ProblemReading& reading, Case& c) {
  std::vector<std::string> type_names, names;
  for (const MonitorReading& type : types) type_names.emplace_back(type.name);
  std::size_t number = 0;
  for (CaseSection& section : reading.top.sections("monitors")) {
    MonitorEntry entry{section, "", number++};
    if (section.require("name", "a name for the monitor's files")) read_file_name(section, entry.name);
    if (index_of(names, entry.name) >= 0)
      section.complain("name", "got " + quote(entry.name) + " a second time; expected a name of its own");
    names.push_back(entry.name);
    std::string chosen;
    if (section.require("type", listed(type_names))) section.choice("type", chosen, type_names);
    const auto* type =
        std::ranges::find(types, chosen, [](const MonitorReading& t) { return std::string(t.name); });
    if (type == std::end(types)) continue;
    type->read(entry, reading, c);
    section.finish("key of a monitor of type " + chosen);
  }
}

}  // namespace dgsolve
