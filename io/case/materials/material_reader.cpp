#include "io/case/materials/material_reader.hpp"

#include "io/base/files.hpp"
#include "io/case/materials/material_library.hpp"
#include "io/case/materials/nk_table.hpp"
#include "io/case/region_text.hpp"

namespace dgsolve {
namespace {

constexpr int most_pairs = 6;
using Poles = MaterialChoice::Poles;

bool take_name(CaseSection& section, const std::string& key, const std::string& name,
               MaterialChoice& choice) {
  const Material* const found = find_material(name);
  if (!found) section.complain(key, unknown_material(name));
  if (!found) return false;
  choice.name = found->name;
  choice.material = *found;
  return true;
}

bool take_table(CaseSection& section, const Case& c, MaterialChoice& choice) {
  std::string name;
  section.text("table", name);
  if (name.empty()) return false;
  const std::filesystem::path file = beside_the_case(c, name);
  section.resolve_as("table", file.string());
  choice.name = file.string();
  if (const std::string why = why_no_file(file); !why.empty()) {
    section.complain("table", "got " + quote(name) + "; " + why + ": " + file.string());
    return false;
  }
  try {
    choice.table = read_nk_table(file);
  } catch (const std::runtime_error& trouble) {
    section.complain("table", trouble.what());
    return false;
  }
  return true;
}

/// auto, of the library all, or a number of pairs.
void read_poles_taken(CaseSection& section, MaterialChoice& choice) {
  std::vector<std::pair<std::string, Poles>> words = {{"auto", Poles::automatic}};
  if (choice.material) words.emplace_back("all", Poles::all);
  if (!section.has("poles") || section.is_one_of("poles", names_in(words))) {
    section.choice("poles", choice.poles, words);
    return;
  }
  choice.poles = Poles::number;
  section.whole_number("poles", choice.n_pairs, 0, most_pairs);
}

}  // namespace

std::optional<MaterialChoice> read_material(CaseSection& region, const Case& c) {
  if (!region.has("material")) return {};
  if (!c.si)
    region.complain(
        "material",
        "its frequencies are in SI units, and the case is in natural ones; expected units: si, or "
        "poles in the case's units");
  for (const std::string& key : region.keys())
    if (is_said_by_material(key) && region.has(key))
      region.complain(key, "material is given too, which says all of epsilon; expected one of them");
  MaterialChoice choice;
  if (!region.is_map("material")) {
    std::string name;
    region.text("material", name);
    if (name.empty() || !take_name(region, "material", name, choice)) return {};
    return choice;
  }
  CaseSection section = region.section("material");
  bool is_known = false;
  if (section.has("name") == section.has("table")) {
    region.complain("material",
                    "expected one of name and table, such as {table: nk.csv} or {name: gold, poles: all}");
  } else if (section.has("table")) {
    is_known = take_table(section, c, choice);
  } else {
    std::string name;
    section.text("name", name);
    is_known = !name.empty() && take_name(section, "name", name, choice);
  }
  read_poles_taken(section, choice);
  section.finish("key of a material");
  return is_known ? std::optional(choice) : std::nullopt;
}

}  // namespace dgsolve
