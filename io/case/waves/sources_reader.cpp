#include "io/case/waves/sources_reader.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "io/base/files.hpp"
#include "io/case/mesh_check.hpp"
#include "io/tables/csv_file.hpp"
#include "kernels/base/names.hpp"
#include "solver/waves/sources/waveforms.hpp"

namespace dgsolve {
namespace {

using Kind = Waveform::Kind;
const std::vector<std::pair<std::string, Kind>> kinds = {{"gaussian", Kind::gaussian},
                                                         {"modulated_gaussian", Kind::modulated_gaussian},
                                                         {"ricker", Kind::ricker},
                                                         {"ramped_sine", Kind::ramped_sine}};
using Interpolation = SampledFunction::Interpolation;
const std::vector<std::pair<std::string, Interpolation>> interpolations = {{"cubic", Interpolation::cubic},
                                                                           {"linear", Interpolation::linear}};
const std::vector<std::pair<std::string, WaveSourceType>> source_types = {
    {"plane_wave", WaveSourceType::plane_wave},
    {"dipole", WaveSourceType::dipole},
    {"magnetic_dipole", WaveSourceType::magnetic_dipole},
    {"filament", WaveSourceType::filament},
    {"current", WaveSourceType::current}};

/// A vector of three components and some length.
void read_vector(CaseSection& section, const std::string& key, std::array<double, 3>& vector) {
  if (!section.require(key, "a vector, such as [1, 0, 0]")) return;
  const int n = section.coordinates(key, vector);
  if (n == 2)
    section.complain(key, "got 2 components; expected 3, in 2D too, such as [1, 0, 0]");
  else if (n > 0 && vector == std::array<double, 3>{})
    section.complain(key, "has no length; expected a vector, such as [1, 0, 0]");
}

bool depends_on_space(const Expression& f) {
  return f.depends_on(Variable::x) || f.depends_on(Variable::y) || f.depends_on(Variable::z);
}

}  // namespace

void SourcesReader::read_waveforms() {
  CaseSection section = top_.section("waveforms");
  for (const std::string& name : section.keys()) {
    // The name becomes part of a file's name.
    if (!std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; }))
      section.complain(name, "got the name " + quote(name) + "; expected letters, digits, _ and -");
    CaseSection waveform = section.section(name);
    Expression& f = wave_.waveforms[name];
    const char* const forms = "{type: …}, {expression: \"…\"} or {table: FILE}";
    const int n = waveform.has("type") + waveform.has("expression") + waveform.has("table");
    if (n != 1) {
      if (section.is_map(name))
        section.complain(name, n == 0 ? std::string("says no waveform; expected ") + forms
                                      : std::string("says more than one waveform; expected one of ") + forms);
      continue;
    }
    if (waveform.has("type")) {
      f = read_named_kind(waveform);
    } else if (waveform.has("table")) {
      f = read_table(waveform);
    } else {
      waveform.formula("expression", f, {constants_, true});
      if (depends_on_space(f))
        waveform.complain("expression", "depends on the place; expected a formula in t");
    }
    waveform.finish("key of a waveform");
  }
}

Expression SourcesReader::read_named_kind(CaseSection& section) {
  Waveform w{};
  std::string kind;
  if (!section.choice("type", kind, names_in(kinds))) return {};
  w.kind = std::ranges::find(kinds, kind, &std::pair<std::string, Kind>::first)->second;
  const bool has_frequency = w.kind != Kind::gaussian,
             has_bandwidth = w.kind == Kind::gaussian || w.kind == Kind::modulated_gaussian;
  const auto read = [&](bool wanted, const char* key, double& value) {
    if (!wanted) return;
    section.require(key, "a frequency, a number > 0");
    section.number(key, value, positive_number, "Hz");
  };
  read(has_frequency, "frequency", w.frequency);
  read(has_bandwidth, "bandwidth", w.bandwidth);
  section.number("amplitude", w.amplitude, any_number);
  if ((has_frequency && w.frequency <= 0) || (has_bandwidth && w.bandwidth <= 0)) {  // told already
    section.has("delay");
    section.has("ramp");
    return {};
  }
  if (w.kind == Kind::modulated_gaussian && w.bandwidth > 2 * w.frequency)
    section.complain("bandwidth",
                     "is more than twice the frequency; expected a band above 0, or type: gaussian");
  if (w.kind == Kind::ramped_sine) {
    w.ramp = 3 / w.frequency;
    section.number("ramp", w.ramp, positive_number, "s");
  }
  w.delay = default_delay(w);
  section.number("delay", w.delay, any_number, "s");
  return formula_of(w);
}

Expression SourcesReader::read_table(CaseSection& section) {
  std::string name;
  section.text("table", name);
  auto interpolation = Interpolation::cubic;
  section.choice("interpolation", interpolation, interpolations);
  const std::filesystem::path file = beside_the_case(case_, name);
  section.resolve_as("table", file.string());
  if (const std::string why = why_no_file(file); !why.empty()) {
    section.complain("table", "got " + quote(name) + "; " + why + ": " + file.string());
    return {};
  }
  try {
    const TimeSeries table = read_time_series(file, std::numeric_limits<int>::max());
    if (table.columns.size() != 1)
      throw std::invalid_argument(std::to_string(table.columns.size() + 1) +
                                  " columns; expected two, time and value, with a line of names above them");
    return Expression::sampled(std::make_shared<SampledFunction>(table.time, table.values[0], interpolation));
  } catch (const std::exception& trouble) {
    section.complain("table", file.string() + ": " + trouble.what());
  }
  return {};
}

void SourcesReader::read_waveform(CaseSection& section, Expression& waveform) {
  if (!section.require("waveform", "the electric field over time, such as \"exp(-((t - 3)/0.5)^2)\"")) return;
  std::string name;
  if (section.is_one_of("waveform", keys_of(wave_.waveforms))) {
    section.text("waveform", name);
    waveform = wave_.waveforms.at(name);
    used_.insert(name);
    return;
  }
  section.formula("waveform", waveform, {constants_, true, any_number, "V/m"});
  if (depends_on_space(waveform))
    section.complain("waveform", "depends on the place; expected a formula in t");
}

void SourcesReader::read_direction(CaseSection& section, std::array<double, 3>& direction,
                                   std::array<double, 3>& polarisation) {
  read_vector(section, "direction", direction);
  read_vector(section, "polarisation", polarisation);
}

void SourcesReader::read_sources() {
  for (CaseSection& section : top_.sections("sources")) {
    wave_.sources.push_back(read_source(section));
    section.finish("key of a source");
  }
}

std::vector<std::string> SourcesReader::read_names(CaseSection& section, const std::string& key,
                                                   const std::string& expected) {
  std::vector<std::string> names;
  if (!section.require(key, expected)) return names;
  if (section.is_list(key))
    section.names(key, names);
  else
    section.text(key, names.emplace_back());
  std::erase(names, "");
  return names;
}

void SourcesReader::read_points(CaseSection& section, WaveSource& source) {
  if (section.require("at", source.type == WaveSourceType::filament
                                ? "the corners of the path, such as [[0, 0, 0], [0, 0, 1]]"
                                : "a place, such as [0, 0, 0.5]"))
    source.n_coordinates = section.points("at", source.at);
  if (source.type != WaveSourceType::filament && source.at.size() > 1)
    section.complain("at", "got " + std::to_string(source.at.size()) + " places; expected one");
}

WaveSource SourcesReader::read_source(CaseSection& section) {
  WaveSource source{};
  std::string type;
  if (!section.require("type", listed(names_in(source_types))) ||
      !section.choice("type", type, names_in(source_types))) {
    for (const char* key :
         {"into", "direction", "polarisation", "at", "moment", "current", "region", "density"})
      static_cast<void>(section.has(key));  // which of them are valid is not known
    if (section.has("waveform")) section.text("waveform", source.waveform);
    used_.insert(source.waveform);
    return source;
  }
  source.type = std::ranges::find(source_types, type, &std::pair<std::string, WaveSourceType>::first)->second;
  switch (source.type) {
    case WaveSourceType::plane_wave:
      source.into = read_names(section, "into", "a region, a list of regions, or a group of closed faces");
      read_direction(section, source.direction, source.polarisation);
      break;
    case WaveSourceType::dipole:
    case WaveSourceType::magnetic_dipole:
      read_points(section, source);
      read_vector(section, "moment", source.moment);
      break;
    case WaveSourceType::filament:
      read_points(section, source);
      source.amplitude = 1;
      section.number("current", source.amplitude, any_number, "A");
      break;
    case WaveSourceType::current:
      source.into = read_names(section, "region", "a region, or a list of regions");
      if (section.require("density", "three components, such as [0, 0, 1]"))
        section.formulas("density", 3, 3, source.density, {constants_, false, any_number, "A/m^2"});
      break;
  }
  if (section.require("waveform", "the name of a waveform of `waveforms`")) {
    misnamed_ = !section.choice("waveform", source.waveform, keys_of(wave_.waveforms)) || misnamed_;
    used_.insert(source.waveform);
  }
  return source;
}

void SourcesReader::refuse_unused() {
  if (misnamed_ || top_.is_off("sources")) return;
  CaseSection section = top_.section("waveforms");
  for (const auto& [name, f] : wave_.waveforms)
    if (!used_.contains(name))
      section.complain(name, "no source and no boundary has this waveform; expected none that is unused");
}

void check_sources(const std::vector<WaveSource>& sources, MeshCheck& check) {
  const Mesh& mesh = check.mesh();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const WaveSource& source = sources[i];
    const std::string key = "sources[" + std::to_string(i) + "]";
    const bool is_plane_wave = source.type == WaveSourceType::plane_wave;
    const bool is_group =
        is_plane_wave && source.into.size() == 1 && index_of(mesh.boundary_names, source.into[0]) >= 0;
    if (!is_group)
      check.check_groups(key + (is_plane_wave ? ".into" : ".region"), source.into, "region",
                         mesh.region_names);
    if (!source.at.empty()) check.check_coordinates(key + ".at", source.n_coordinates);
    if (source.type == WaveSourceType::filament && source.at.size() == 1 && mesh.dim == 3)
      check.complain(key + ".at", "got one place; expected two or more corners of a path in 3D");
  }
}

}  // namespace dgsolve
