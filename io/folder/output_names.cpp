#include "io/folder/output_names.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cctype>
#include <climits>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

#include "io/base/files.hpp"
#include "io/fields/formats.hpp"
#include "io/restart/checkpoint_folder.hpp"
#include "io/tables/circuit_table.hpp"
#include "io/tables/force_table.hpp"
#include "io/tables/matrix_writer.hpp"
#include "io/yaml/mistakes.hpp"

namespace dgsolve {
namespace {

class NameCollector {
 public:
  void add(const std::string& name) { names_.push_back({name, of_}); }
  /// folder: empty, or with a slash at its end.
  void add_fields(const std::string& folder, const std::string& format) {
    for (const std::string& name : names_of_fields(format)) add(folder + name);
  }
  void add_monitor(const MonitorOptions& monitor) {
    if (monitor.type == MonitorType::port) return;  // its values go into other files
    const std::string path = "monitors/" + monitor.name;
    if (monitor.type != MonitorType::fields || (monitor.surface.empty() && monitor.regions.empty())) {
      add(path + ".csv");
      add(path + ".h5");
      if (monitor.type == MonitorType::far_field) add(path + "_power.csv");
      if (monitor.type == MonitorType::absorption)
        for (const char* ending : {".csv", ".h5"}) add(path + "_balance" + ending);
      return;
    }
    add_fields(path + '/', monitor.format);
    if (monitor.phases > 0) add_fields(path + "/phases_" + digits_in_names + '/', monitor.format);
  }

  /// Of the part of the case from now on.
  void is_of(const std::string& of) { of_ = of; }
  std::vector<OutputName> take() { return std::move(names_); }

 private:
  std::string of_;
  std::vector<OutputName> names_;
};

void add_waves(const Case& c, NameCollector& names) {
  names.add_fields(fmt::format("{}/", last_good), c.output.fields.value_or(FieldOutput{}).format);
  for (const std::string& name : CheckpointFolder::names()) names.add(name);
  if (c.wave().ledger) names.add("ledger.csv");
  if (c.wave().integrals) names.add("integrals.csv");
  for (const ForceOptions& force : c.wave().forces) {
    names.is_of(fmt::format("output.forces[{}]", force.number));
    names.add(force_file(force.name));
  }
  for (const auto& [name, boundary] : c.wave().boundaries) {
    names.is_of("boundaries." + name);
    if (boundary.lumped) names.add(circuit_file(name));
  }
  names.is_of("");
  for (const auto& [name, f] : c.wave().waveforms) {
    names.is_of("waveforms." + name);
    names.add("spectrum_" + name + ".csv");
  }
  for (const MonitorOptions& monitor : c.wave().monitors) {
    names.is_of(fmt::format("monitors[{}]", monitor.number));
    names.add_monitor(monitor);
  }
}

/// Of runs that drive one mode each; what they write themselves is in folders of their own.
void add_s_parameters(const SParameterOptions& options, NameCollector& names) {
  names.is_of("s_parameters");
  const std::string folder = "s_parameters/";
  for (const std::string ending : {".csv", ".h5", ".s*p"}) names.add(folder + options.name + ending);
  for (const char* name : {"modes.csv", "impedance.csv", "waves_*.csv"}) names.add(folder + name);
}

void add_elliptic(const Case& c, NameCollector& names) {
  for (const std::string& format : c.elliptic().matrix)
    for (const std::string& name : names_of_matrix(format)) names.add(name);
  if (c.output.fields) names.add_fields(fmt::format("{}/", not_converged), c.output.fields->format);
}

std::string folded(std::string name) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

/// The longest name that the file system of a folder takes.
struct NameLimits {
  std::filesystem::path folder;
  std::size_t name, path;  ///< bytes

  /// Empty: it takes the name, and the one that the file has until it is written.
  std::string mistake_in(const std::string& file) const {
    constexpr std::size_t suffix = std::string_view(temporary_suffix).size();
    for (const std::filesystem::path& part : std::filesystem::path(file))
      if (part.native().size() + suffix > name)
        return fmt::format("the name of its file {} has {} bytes; expected at most {}", quote(part.string()),
                           part.native().size(), name - suffix);
    if ((folder / file).native().size() + suffix < path) return "";
    return fmt::format("its file {} in the output folder has a path of {} bytes; expected less than {}",
                       quote(file), (folder / file).native().size(), path - suffix);
  }
};

NameLimits limits_of(const std::filesystem::path& folder) {
  std::filesystem::path there = folder;
  std::error_code unknown;
  while (!std::filesystem::exists(there, unknown) && there.has_relative_path()) there = there.parent_path();
  const long name = pathconf(there.c_str(), _PC_NAME_MAX);
  return {folder, name > 0 ? static_cast<std::size_t>(name) : NAME_MAX, PATH_MAX};
}

}  // namespace

std::vector<OutputName> output_names(const Case& c) {
  NameCollector names;
  for (const char* name : {"summary.json", "report.html", "resolved.yaml"}) names.add(name);
  if (c.time() && c.wave().s_parameters) {
    add_s_parameters(*c.wave().s_parameters, names);
    return names.take();
  }
  if (c.output.fields) names.add_fields("", c.output.fields->format);
  if (c.time())
    add_waves(c, names);
  else
    add_elliptic(c, names);
  for (const ProbeOutput& probe : c.output.probes) {
    names.is_of(fmt::format("{}[{}]", probe.list, probe.number));
    names.add(fmt::format("probes/{}.csv", probe.name));
    names.add(c.time() ? fmt::format("{}/{}.csv", spectra_folder, probe.name)
                       : fmt::format("{}/probes/{}.csv", not_converged, probe.name));
    if (probe.list == "monitors") names.add("resonances_" + probe.name + ".csv");
  }
  return names.take();
}

NameList list_of(const std::vector<OutputName>& all) {
  std::vector<std::string> names;
  for (const OutputName& output : all) names.push_back(output.name);
  return NameList(std::move(names));
}

NameList names_of_sweep() { return NameList({"sweep.csv"}); }

NameList names_of_verify() { return NameList({"convergence.csv", "report.html"}); }

NameList names_of_all_outputs() {
  NameCollector names;
  for (const char* name :
       {"summary.json", "report.html", "resolved.yaml", "ledger.csv", "integrals.csv", "forces/*.csv",
        "lumped/*.csv", "probes/*.csv", "not_converged/probes/*.csv", "spectra/*.csv", "spectrum_*.csv",
        "resonances_*.csv", "monitors/*.csv", "monitors/*.h5", "s_parameters/*.csv", "s_parameters/*.h5",
        "s_parameters/*.s*p", "sweep.csv", "convergence.csv"})
    names.add(name);
  for (const std::string& name : CheckpointFolder::names()) names.add(name);
  for (const std::string& format : matrix_formats())
    for (const std::string& name : names_of_matrix(format)) names.add(name);
  for (const std::string& format : writer_formats())
    for (const std::string folder :
         {"", "last_good/", "not_converged/", "monitors/*/", "monitors/*/phases_+([0-9])/"})
      names.add_fields(folder, format);
  return list_of(names.take());
}

std::vector<std::string> check_output_names(const Case& c) {
  const NameLimits limits = limits_of(c.output.directory);
  Mistakes mistakes;
  std::vector<std::string> warnings;
  std::map<std::string, OutputName> taken;  ///< by the name without capital letters
  std::set<std::string> refused, warned;    ///< one file of each will do
  for (const OutputName& output : output_names(c)) {
    if (refused.contains(output.of)) continue;
    if (const std::string mistake = limits.mistake_in(output.name); !mistake.empty()) {
      mistakes.add(nearest_place(c, output.of + ".name"), output.of, mistake);
      refused.insert(output.of);
    }
    const auto [other, is_new] = taken.try_emplace(folded(output.name), output);
    const auto& [name, of] = other->second;
    if (is_new || of == output.of) continue;
    if (name == output.name) {
      mistakes.add(nearest_place(c, output.of + ".name"), output.of,
                   fmt::format("its file {} is one of {} too; expected another name", name, of));
      refused.insert(output.of);
    } else if (warned.insert(output.of).second) {
      warnings.push_back(fmt::format(
          "{} and {}: their files {} and {} are told apart by capital letters only: where they are copied to "
          "a file system that does not tell these apart, one replaces the other",
          of, output.of, name, output.name));
    }
  }
  mistakes.throw_if_any();
  return warnings;
}

}  // namespace dgsolve
