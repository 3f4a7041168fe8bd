#include "io/case/materials/material_library.hpp"

#include <cmath>
#include <map>

#include "io/case/physical_constants.hpp"
#include "io/yaml/case_section.hpp"
#include "io/yaml/yaml_document.hpp"
#include "kernels/base/names.hpp"

namespace dgsolve {

extern const char* const material_library_text;  ///< library.yaml, by CMakeLists.txt

namespace {

constexpr double per_electron_volt = electron_volt / hbar;  ///< rad/s

/// The entry of one material.
class EntryReader {
 public:
  EntryReader(const std::string& name, CaseSection& entry) : entry_(entry) { material_.name = name; }

  Material read() {
    entry_.text("source", material_.source);
    entry_.number("epsilon_r", material_.poles.epsilon_infinity, positive_number);
    double sigma = 0;
    entry_.number("sigma", sigma, non_negative_number);
    material_.poles.conductivity_rate = sigma / units_of(true).epsilon_0;
    read_band();
    if (entry_.has("oscillators")) read_oscillators(entry_.section("oscillators"));
    if (entry_.has("sellmeier")) read_sellmeier(entry_.section("sellmeier"));
    if (entry_.has("debye")) read_debye(entry_.section("debye"));
    if (entry_.has("cole_cole")) read_cole_cole(entry_.section("cole_cole"));
    if (entry_.has("wideband")) read_wideband(entry_.section("wideband"));
    entry_.finish("key of a material");
    return material_;
  }

 private:
  /// A list of numbers, as many as the list before has.
  static std::vector<double> list(CaseSection& section, const std::string& key, std::size_t n = 0) {
    std::vector<double> values;
    section.require(key, "a list of numbers");
    section.numbers(key, values, non_negative_number);
    if (n > 0 && values.size() != n) section.complain(key, "expected as many numbers as the list before has");
    if (n > 0) values.resize(n);
    return values;
  }

  void read_band() {
    const bool is_wavelength = entry_.has("band_um");
    const std::vector<double> ends = list(entry_, is_wavelength ? "band_um" : "band_hz", 2);
    material_.band =
        is_wavelength ? Band{light / (1e-6 * ends[1]), light / (1e-6 * ends[0])} : Band{ends[0], ends[1]};
  }

  void read_oscillators(CaseSection section) {
    double plasma = 0;
    section.number("plasma_ev", plasma, positive_number);
    const std::vector<double> strength = list(section, "strength"),
                              damping = list(section, "damping_ev", strength.size()),
                              own = list(section, "frequency_ev", strength.size());
    section.finish();
    for (std::size_t i = 0; i < strength.size(); ++i) {
      const double gamma = per_electron_volt * damping[i];
      if (own[i] == 0)
        material_.poles.drude.push_back({per_electron_volt * plasma * std::sqrt(strength[i]), gamma});
      else
        material_.poles.lorentz.push_back(
            {strength[i] * std::pow(plasma / own[i], 2), per_electron_volt * own[i], gamma});
    }
  }

  /// B λ²/(λ² − L²) = B ω₀²/(ω₀² − ω²), ω₀ = 2πc/L.
  void read_sellmeier(CaseSection section) {
    const std::vector<double> strength = list(section, "strength");
    const bool is_squared = section.has("squared_um2");
    const std::vector<double> lengths =
        list(section, is_squared ? "squared_um2" : "wavelength_um", strength.size());
    section.finish();
    for (std::size_t i = 0; i < strength.size(); ++i) {
      const double own = 1e-6 * (is_squared ? std::sqrt(lengths[i]) : lengths[i]);
      material_.poles.lorentz.push_back({strength[i], turn * light / own, 0});
    }
  }

  void read_debye(CaseSection section) {
    const std::vector<double> delta = list(section, "delta"), tau = list(section, "tau_s", delta.size());
    section.finish();
    for (std::size_t i = 0; i < delta.size(); ++i) material_.poles.debye.push_back({delta[i], tau[i]});
  }

  void read_cole_cole(CaseSection section) {
    const std::vector<double> delta = list(section, "delta"), tau = list(section, "tau_s", delta.size()),
                              alpha = list(section, "alpha", delta.size());
    section.finish();
    for (std::size_t i = 0; i < delta.size(); ++i)
      material_.cole_cole.push_back({delta[i], tau[i], alpha[i]});
  }

  void read_wideband(CaseSection section) {
    double delta = 0, from = 1, to = 2;
    section.number("delta", delta, positive_number);
    section.number("from_hz", from, positive_number);
    section.number("to_hz", to, positive_number);
    section.finish();
    material_.wideband.push_back({delta, turn * from, turn * to});
  }

  CaseSection& entry_;
  Material material_{};
};

struct Library {
  std::vector<Material> materials;
  std::map<std::string, std::size_t> by_name;  ///< other names too
};

/// The file is a part of the program: throws CaseError where it is wrong.
Library read_library() {
  Mistakes mistakes;
  CaseReading reading{mistakes};
  const YamlNode root = parse_yaml(material_library_text, "library.yaml", mistakes);
  YamlNode resolved;
  CaseSection top(root, "", reading, resolved);
  Library library;
  for (const std::string& name : top.keys()) {
    CaseSection entry = top.section(name);
    std::vector<std::string> names{name}, others;
    if (entry.has("also")) entry.names("also", others);
    names.insert(names.end(), others.begin(), others.end());
    for (const std::string& each : names)
      if (!library.by_name.insert({each, library.materials.size()}).second)
        top.complain(name, quote(each) + " names another material too");
    library.materials.push_back(EntryReader(name, entry).read());
  }
  mistakes.throw_if_any();
  return library;
}

const Library& library() {
  static const Library read = read_library();
  return read;
}

}  // namespace

const std::vector<Material>& material_library() { return library().materials; }

const Material* find_material(const std::string& name) {
  const auto found = library().by_name.find(name);
  return found == library().by_name.end() ? nullptr : &library().materials[found->second];
}

std::string unknown_material(const std::string& name) {
  std::vector<std::string> names, all;
  for (const Material& material : library().materials) names.push_back(material.name);
  for (const auto& [each, at] : library().by_name) all.push_back(each);
  return "got " + quote(name) + "; expected " + listed(names) + ", or {table: FILE}" +
         did_you_mean(name, all);
}

}  // namespace dgsolve
