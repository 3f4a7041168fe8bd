/// Reads one mapping of a case file key by key, and gathers what is wrong with it.
///
/// A target keeps its value where its key is missing or wrong, so that defaults stand with the options they
/// belong to. Every key that was asked for counts as known; `finish` reports the others. What was read, or
/// stands by default, is noted in a second tree, the resolved case: a case file that leaves nothing open.
#pragma once

#include <array>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/yaml/mistakes.hpp"
#include "io/yaml/yaml_document.hpp"
#include "kernels/expression/expression.hpp"

namespace dgsolve {

/// Numbers that are valid for a key, and the words for them.
struct NumberRange {
  std::string description;
  bool (*contains)(double);
};
extern const NumberRange any_number, positive_number, non_negative_number, share, proper_share,
    number_above_one;

/// What all sections of a case share.
struct CaseReading {
  Mistakes& mistakes;
  bool takes_units = true;           ///< as in `2 ns`; false: the case is in natural units
  std::list<YamlNode> written = {};  ///< in full, where the file has a short form
};

/// What a formula may be made of.
struct FormulaRules {
  const std::map<std::string, double>& constants;
  bool may_use_time;
  const NumberRange& range = any_number;  ///< checked where the formula is a constant
  std::string unit = {};                  ///< SI; empty: it has none
};

class CaseSection {
 public:
  /// node: should be a mapping; anything else is a mistake, and reads like an empty one. resolved:
  /// becomes the mapping of what was read.
  CaseSection(const YamlNode& node, std::string path, CaseReading& reading, YamlNode& resolved);

  bool has(const std::string& key);
  /// Whether --set took the key out, which the file has.
  bool is_off(const std::string& key);
  /// A mistake where the key is missing; `expected` says what to write. True where it is there.
  bool require(const std::string& key, const std::string& expected);

  void text(const std::string& key, std::string& value);
  /// unit: SI; a number alone is in the case's units, a quantity such as `2 ns` must be of its dimension.
  /// Empty: the number has no unit.
  void number(const std::string& key, double& value, const NumberRange& range, const std::string& unit = {});
  /// One such number, or a list of them; false where it is missing or wrong.
  bool numbers(const std::string& key, std::vector<double>& values, const NumberRange& range,
               const std::string& unit = {});
  void whole_number(const std::string& key, int& value, int lowest, int highest);
  /// True where the key is there, with one of the names.
  bool choice(const std::string& key, std::string& value, const std::vector<std::string>& names);
  template <class T>
  bool choice(const std::string& key, T& value, const std::vector<std::pair<std::string, T>>& choices);
  /// valid: none where only the mesh knows the names.
  void names(const std::string& key, std::vector<std::string>& value,
             const std::optional<std::vector<std::string>>& valid = {});
  /// Two or three coordinates, m; how many there are, 0 where they are wrong.
  int coordinates(const std::string& key, std::array<double, 3>& value);
  /// One such place, or a list of them, all with as many coordinates.
  int points(const std::string& key, std::vector<std::array<double, 3>>& value);
  void formula(const std::string& key, Expression& value, const FormulaRules& rules);
  /// One formula, or the rows of a 2×2 or 3×3 tensor: [n·n]. The rules' range is for the single formula.
  void formula_or_tensor(const std::string& key, std::vector<Expression>& value, const FormulaRules& rules);

  /// A list of formulas, at least and at most so many; empty where it is missing or wrong.
  void formulas(const std::string& key, int least, int most, std::vector<Expression>& value,
                const FormulaRules& rules);

  /// A section inside; empty where the key is missing.
  CaseSection section(const std::string& key);
  /// The sections in a list; none where the key is missing.
  std::vector<CaseSection> sections(const std::string& key);
  /// … where an item that is a plain value is short for {name: VALUE}; one such value may stand for the list.
  std::vector<CaseSection> named_sections(const std::string& key);
  bool is_map(const std::string& key);
  bool is_list(const std::string& key);
  bool is_one_of(const std::string& key, const std::vector<std::string>& names);  ///< a scalar
  bool is_quantity(const std::string& key);                                       ///< a number with a unit
  /// The one of several units, "F/m or S/m", that a quantity has, or the first quantity of a tensor. Empty:
  /// it has none of them, or the case is in natural units.
  std::string unit_of(const std::string& key, const std::string& units);
  /// The resolved case has another text for a key than the file.
  void resolve_as(const std::string& key, const std::string& text);

  /// The keys the user chose, for sections whose keys are names.
  std::vector<std::string> keys() const;
  std::string path(const std::string& key) const { return path_.empty() ? key : path_ + '.' + key; }
  /// Adds a mistake about a key, or about the section itself where it is not there.
  void complain(const std::string& key, const std::string& text);
  /// unit: in which the value would be measured.
  void wrong_value(const std::string& key, const YamlNode& found, const std::string& valid,
                   const std::string& unit = {});
  /// Every key that nobody asked for is a mistake; `what` says what a key is here.
  void finish(const std::string& what = "key");

 private:
  const YamlNode* find(const std::string& key);
  /// The items of a list; none where the key is missing.
  const std::vector<YamlNode>& list(const std::string& key);
  /// The scalar of a key; nullptr where the key is missing, and where it is a list or a mapping, a mistake.
  const YamlNode* scalar(const std::string& key, const std::string& valid);
  /// Behind a number in SI units: the unit that the value was given in, where it tells one of several.
  std::string telling_unit(const std::string& key, const std::string& units);
  /// The number in a scalar, in the case's units.
  std::optional<double> number_in(const YamlNode& found, const std::string& unit) const;
  /// What was found: its text, and what a quantity that is not of the unit measures.
  std::string got(const YamlNode& found, const std::string& unit) const;
  /// What should be there instead of what was found.
  std::string expected(const std::string& valid, const YamlNode& found, const std::string& unit) const;
  int coordinates_in(const std::string& key, const YamlNode& found, std::array<double, 3>& value,
                     YamlNode& resolved);
  /// A mistake where a scalar is no formula.
  void parse_formula(const std::string& key, const YamlNode& found, Expression& value,
                     const FormulaRules& rules);

  const YamlNode& node_;
  const std::string path_;
  CaseReading& reading_;
  YamlNode& resolved_;
  std::vector<std::string> known_;
};

/// The first of each pair.
template <class T>
std::vector<std::string> names_in(const std::vector<std::pair<std::string, T>>& choices) {
  std::vector<std::string> names;
  names.reserve(choices.size());
  for (const auto& [name, meaning] : choices) names.push_back(name);
  return names;
}

template <class T>
bool CaseSection::choice(const std::string& key, T& value,
                         const std::vector<std::pair<std::string, T>>& choices) {
  std::string chosen;
  for (const auto& [name, meaning] : choices)
    if (meaning == value) chosen = name;
  const bool valid = choice(key, chosen, names_in(choices));
  for (const auto& [name, meaning] : choices)
    if (name == chosen) value = meaning;
  return valid;
}

}  // namespace dgsolve
