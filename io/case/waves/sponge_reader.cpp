#include "io/case/waves/sponge_reader.hpp"

#include "io/case/waves/equation_keys.hpp"
#include "io/case/waves/formula_names.hpp"
#include "solver/waves/variables.hpp"

namespace dgsolve {
namespace {

Sponge read_sponge(const ProblemReading& reading, CaseSection& section, const std::string& key,
                   const std::map<std::string, double>& medium) {
  Sponge sponge{key, {}, {}, {}};
  if (section.require("region", "a region of the mesh")) section.text("region", sponge.region);
  read_state(reading, section, "state", medium, false, sponge.state);
  if (section.require("rate", "a number >= 0 or a formula, 1/s"))
    section.formula("rate", sponge.rate, {reading.constants, false, non_negative_number, "s^-1"});
  section.finish("key of a sponge");
  return sponge;
}

}  // namespace

void read_sponges(const ProblemReading& reading, WaveOptions& wave) {
  const std::string key = "sponge";
  if (reading.top.has(key) && !reading.top.is_list(key)) {
    CaseSection section = reading.top.section(key);
    wave.sponges.push_back(read_sponge(reading, section, key, wave.medium));
    return;
  }
  for (CaseSection& section : reading.top.sections(key))
    wave.sponges.push_back(
        read_sponge(reading, section, key + '[' + std::to_string(wave.sponges.size()) + ']', wave.medium));
}

void check_sponges(const Case& c, const EquationInfo& system, MeshCheck& mesh) {
  for (const Sponge& sponge : c.wave().sponges) {
    mesh.check_groups(sponge.key + ".region", {sponge.region}, "region", mesh.mesh().region_names);
    check_formula_names(c, system, sponge.key + ".state", sponge.state, variable_names(system), mesh);
  }
}

}  // namespace dgsolve
