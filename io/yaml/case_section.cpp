#include "io/yaml/case_section.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "io/yaml/units.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {

namespace {

const YamlNode no_node;  ///< a null: what a missing section reads

constexpr double smallest_number = std::numeric_limits<double>::min();  ///< of those with all digits

/// A digit behind a leading zero (010): octal to some readers, decimal to others.
bool has_leading_zero(const std::string& text) {
  const std::size_t start = text.find_first_not_of("+-");
  return start != std::string::npos && start + 1 < text.size() && text[start] == '0' &&
         std::isdigit(static_cast<unsigned char>(text[start + 1]));
}

template <class T>
std::optional<T> parse_number(const YamlNode& node) {
  if (node.quoted || has_leading_zero(node.text)) return std::nullopt;
  T value{};
  const char* const end = node.text.data() + node.text.size();
  const auto [rest, error] = std::from_chars(node.text.data(), end, value);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return value;
}

/// By --set KEY=null. A null in a file is a value that somebody forgot.
bool is_left_out(const YamlNode& node) {
  return node.kind == YamlNode::Kind::off || (node.kind == YamlNode::Kind::null && node.text == "null");
}

std::optional<Quantity> quantity_in(const YamlNode& node) {
  return has_leading_zero(node.text) ? std::nullopt : parse_quantity(node.text);
}

}  // namespace

const NumberRange any_number = {"a number", [](double a) { return std::isfinite(a); }};
const NumberRange positive_number = {"a number > 0", [](double a) { return a > 0 && std::isfinite(a); }};
const NumberRange non_negative_number = {"a number >= 0",
                                         [](double a) { return a >= 0 && std::isfinite(a); }};
const NumberRange share = {"a number from 0 to 1", [](double a) { return a >= 0 && a <= 1; }};
const NumberRange number_above_one = {"a number > 1", [](double a) { return a > 1 && std::isfinite(a); }};
const NumberRange proper_share = {"a number between 0 and 1", [](double a) { return a > 0 && a < 1; }};

CaseSection::CaseSection(const YamlNode& node, std::string path, CaseReading& reading, YamlNode& resolved)
    : node_(node), path_(std::move(path)), reading_(reading), resolved_(resolved) {
  resolved.kind = YamlNode::Kind::map;
  if (&node != &no_node && node.kind != YamlNode::Kind::map)
    reading_.mistakes.add(node.place, path_,
                          "got " + describe(node) + "; expected a mapping, such as {key: value}");
}

const YamlNode* CaseSection::find(const std::string& key) {
  if (index_of(known_, key) < 0) known_.push_back(key);
  const YamlNode* const found = node_.find(key);
  return found && !is_left_out(*found) ? found : nullptr;
}

bool CaseSection::is_off(const std::string& key) {
  const YamlNode* const found = node_.find(key);
  return found && found->kind == YamlNode::Kind::off;
}

bool CaseSection::has(const std::string& key) { return find(key) != nullptr; }

bool CaseSection::require(const std::string& key, const std::string& expected) {
  if (has(key)) return true;
  if (node_.kind == YamlNode::Kind::map) complain(key, "missing; expected " + expected);
  return false;
}

void CaseSection::complain(const std::string& key, const std::string& text) {
  const YamlNode* found = node_.find(key);
  reading_.mistakes.add(found ? found->place : node_.place, path(key), text);
}

void CaseSection::wrong_value(const std::string& key, const YamlNode& found, const std::string& valid,
                              const std::string& unit) {
  const bool quoted = found.kind == YamlNode::Kind::scalar && found.quoted;
  reading_.mistakes.add(found.place, path(key),
                        got(found, unit) + (quoted ? " in quotes" : "") + "; expected " + valid);
}

const YamlNode* CaseSection::scalar(const std::string& key, const std::string& valid) {
  const YamlNode* found = find(key);
  if (!found || found->kind == YamlNode::Kind::scalar) return found;
  wrong_value(key, *found, valid);
  return nullptr;
}

void CaseSection::text(const std::string& key, std::string& value) {
  if (const YamlNode* found = scalar(key, "a text")) {
    if (found->text.empty()) return wrong_value(key, *found, "a text");
    value = found->text;
  }
  if (!value.empty()) resolve_as(key, value);
}

std::optional<double> CaseSection::number_in(const YamlNode& found, const std::string& unit) const {
  const auto has_all_digits = [](double a) { return a == 0 || !(std::abs(a) < smallest_number); };
  if (const std::optional<double> number = parse_number<double>(found))
    return has_all_digits(*number) ? number : std::nullopt;
  const std::optional<Quantity> quantity = quantity_in(found);
  if (!quantity || !reading_.takes_units || !fits(*quantity, unit) || !has_all_digits(quantity->value))
    return {};
  return quantity->value;
}

std::string CaseSection::got(const YamlNode& found, const std::string& unit) const {
  std::string text = "got " + describe(found);
  if (!reading_.takes_units || unit.empty() || found.kind != YamlNode::Kind::scalar) return text;
  if (const std::optional<Quantity> quantity = quantity_in(found))
    return fits(*quantity, unit) ? text : text + ", " + kind_of(*quantity);
  const std::optional<std::string> unknown = unknown_unit(found.text);
  return unknown ? text + ": " + *unknown : text;
}

std::string CaseSection::expected(const std::string& valid, const YamlNode& found,
                                  const std::string& unit) const {
  const std::optional<double> number = parse_number<double>(found);
  if (number && *number != 0 && std::abs(*number) < smallest_number)
    return valid + ", not nearer to 0 than " + number_text(smallest_number);
  if (reading_.takes_units && unit == any_unit) return valid + ", alone or with a unit, such as 3 GHz";
  const std::optional<Quantity> quantity = quantity_in(found);
  if (reading_.takes_units && !unit.empty())
    return (quantity && !fits(*quantity, unit) ? kind_measured_in(unit) + ": " : "") + valid +
           ", alone or with a unit, such as 2 m" + unit.substr(0, unit.find(' '));
  if (!quantity) return valid;
  return valid + " without a unit" + (reading_.takes_units ? "" : ": the case is in natural units");
}

void CaseSection::number(const std::string& key, double& value, const NumberRange& range,
                         const std::string& unit) {
  if (const YamlNode* found = scalar(key, range.description)) {
    const std::optional<double> number = number_in(*found, unit);
    if (!number || !range.contains(*number))
      return wrong_value(key, *found, expected(range.description, *found, unit), unit);
    value = *number;
  }
  resolve_as(key, exact_text(value) + telling_unit(key, unit));
}

bool CaseSection::numbers(const std::string& key, std::vector<double>& values, const NumberRange& range,
                          const std::string& unit) {
  const YamlNode* found = find(key);
  if (!found) return false;
  const std::string valid = range.description + ", or a list of them";
  const std::vector<YamlNode> single{*found};
  std::vector<std::string> resolved;
  const auto refuse = [&](const YamlNode& item) {
    wrong_value(key, item, expected(valid, item, unit), unit);
    return false;
  };
  const bool has_several_units = unit.find(" or ") != std::string::npos;
  std::optional<std::string> common;  // the one of them that all have
  for (const YamlNode& item : found->kind == YamlNode::Kind::list ? found->items : single) {
    const std::optional<double> number = number_in(item, unit);
    if (!number || !range.contains(*number)) return refuse(item);
    const std::optional<Quantity> quantity = has_several_units ? quantity_in(item) : std::nullopt;
    const std::string own = quantity ? ' ' + std::string(fitting_unit(*quantity, unit)) : "";
    if (common.value_or(own) != own) {
      wrong_value(key, item, "the same unit in all numbers of the list", unit);
      return false;
    }
    common = own;
    values.push_back(*number);
    resolved.push_back(exact_text(*number) + own);
  }
  if (resolved.empty()) return refuse(*found);
  resolved_.child(key) = list_node(resolved);
  return true;
}

void CaseSection::whole_number(const std::string& key, int& value, int lowest, int highest) {
  const std::string valid = fmt::format("a whole number from {} to {}", lowest, highest);
  if (const YamlNode* found = scalar(key, valid)) {
    const std::optional<int> number = parse_number<int>(*found);
    if (!number || *number < lowest || *number > highest) return wrong_value(key, *found, valid);
    value = *number;
  }
  resolve_as(key, std::to_string(value));
}

bool CaseSection::choice(const std::string& key, std::string& value, const std::vector<std::string>& names) {
  const std::string valid = listed(names);
  const YamlNode* found = scalar(key, valid);
  const bool is_valid = found && index_of(names, found->text) >= 0;
  if (is_valid) value = found->text;
  if (found && !is_valid)
    complain(key, "got " + describe(*found) + "; expected " + valid + did_you_mean(found->text, names));
  else if (!value.empty())
    resolve_as(key, value);
  return is_valid;
}

void CaseSection::names(const std::string& key, std::vector<std::string>& value,
                        const std::optional<std::vector<std::string>>& valid) {
  for (const YamlNode& item : list(key)) {
    const auto refuse = [&](const std::string& why) {
      reading_.mistakes.add(item.place, path(key), "got " + describe(item) + why);
    };
    const bool is_name = item.kind == YamlNode::Kind::scalar;
    if (valid && (!is_name || index_of(*valid, item.text) < 0))
      refuse("; expected some of " + listed(*valid) + did_you_mean(item.text, *valid));
    else if (!is_name)
      refuse("; expected a name");
    else if (index_of(value, item.text) >= 0)
      refuse(" twice; expected each name once");
    else
      value.push_back(item.text);
  }
  if (!value.empty()) resolved_.child(key) = list_node(value);
}

void CaseSection::formula(const std::string& key, Expression& value, const FormulaRules& rules) {
  const YamlNode* found = scalar(key, rules.range.description + " or an expression");
  if (found) parse_formula(key, *found, value, rules);
  resolve_as(key, found && !quantity_in(*found) ? found->text : value.text() + telling_unit(key, rules.unit));
}

void CaseSection::parse_formula(const std::string& key, const YamlNode& found, Expression& value,
                                const FormulaRules& rules) {
  const std::string valid = expected(rules.range.description + " or an expression", found, rules.unit);
  const auto refuse = [&](const std::string& why) {
    reading_.mistakes.add(found.place, path(key), got(found, rules.unit) + "; expected " + valid + why);
  };
  if (has_leading_zero(found.text)) return refuse(", without leading zeros");
  if (quantity_in(found)) {
    const std::optional<double> number = number_in(found, rules.unit);
    if (!number || !rules.range.contains(*number)) return refuse("");
    value = Expression(*number);
    return;
  }
  try {
    const Expression formula = Expression::parse(found.text, rules.constants);
    if (!rules.may_use_time && formula.depends_on(Variable::t))
      return refuse(" in x, y, z: it cannot depend on the time t");
    if (formula.is_constant() && !rules.range.contains(formula(0, 0, 0, 0))) return refuse("");
    value = formula;
  } catch (const ExpressionError& error) {
    if (reading_.takes_units && unknown_unit(found.text)) return refuse("");
    refuse(" (column " + std::to_string(error.column) + ": " + error.what() + ")");
  }
}

void CaseSection::formula_or_tensor(const std::string& key, std::vector<Expression>& value,
                                    const FormulaRules& rules) {
  const YamlNode* found = find(key);
  if (!found) return;
  if (found->kind != YamlNode::Kind::list) {
    Expression single;
    formula(key, single, rules);
    value = {single};
    return;
  }
  const std::string valid =
      rules.range.description + ", an expression, or a tensor such as [[2, 0], [0, 1]], 2×2 or 3×3";
  const std::size_t n = found->items.size();
  bool square = n == 2 || n == 3;
  for (const YamlNode& row : found->items) square = square && row.items.size() == n;
  if (!square) return wrong_value(key, *found, valid);
  for (const YamlNode& row : found->items)
    for (const YamlNode& item : row.items) {
      if (item.kind != YamlNode::Kind::scalar) return wrong_value(key, item, valid);
      parse_formula(key, item, value.emplace_back(),
                    {rules.constants, rules.may_use_time, any_number, rules.unit});
    }
  resolved_.child(key) = *found;
}

void CaseSection::formulas(const std::string& key, int least, int most, std::vector<Expression>& value,
                           const FormulaRules& rules) {
  value.clear();
  const YamlNode* found = find(key);
  if (!found) return;
  const std::string valid =
      fmt::format("a list of {} numbers or expressions",
                  least == most ? std::to_string(least) : fmt::format("{} or {}", least, most));
  const int n = static_cast<int>(found->items.size());
  if (n < least || n > most) return wrong_value(key, *found, valid);
  for (const YamlNode& item : found->items)
    if (item.kind != YamlNode::Kind::scalar) return wrong_value(key, item, valid);
  for (const YamlNode& item : found->items) parse_formula(key, item, value.emplace_back(), rules);
  resolved_.child(key) = *found;
}

CaseSection CaseSection::section(const std::string& key) {
  const YamlNode* found = find(key);
  return {found ? *found : no_node, path(key), reading_, resolved_.child(key)};
}

std::vector<CaseSection> CaseSection::sections(const std::string& key) {
  const std::vector<YamlNode>& found = list(key);
  YamlNode& resolved = resolved_.child(key);
  resolved.kind = YamlNode::Kind::list;
  resolved.items.resize(found.size());
  std::vector<CaseSection> sections;
  for (std::size_t i = 0; i < found.size(); ++i)
    sections.emplace_back(found[i], path(key) + "[" + std::to_string(i) + "]", reading_, resolved.items[i]);
  return sections;
}

std::vector<CaseSection> CaseSection::named_sections(const std::string& key) {
  const YamlNode* found = find(key);
  const bool is_alone = found && found->kind == YamlNode::Kind::scalar;
  std::vector<YamlNode> items = is_alone ? std::vector{*found} : list(key);
  YamlNode& resolved = resolved_.child(key);
  resolved.kind = YamlNode::Kind::list;
  resolved.items.resize(items.size());
  std::vector<CaseSection> sections;
  for (std::size_t i = 0; i < items.size(); ++i) {
    YamlNode& node = reading_.written.emplace_back(items[i]);
    if (items[i].kind == YamlNode::Kind::scalar) {
      node = {};
      node.place = items[i].place;
      node.child("name") = items[i];
    }
    sections.emplace_back(node, path(key) + "[" + std::to_string(i) + "]", reading_, resolved.items[i]);
  }
  return sections;
}

void CaseSection::resolve_as(const std::string& key, const std::string& text) {
  resolved_.child(key) = scalar_node(text);
}

const std::vector<YamlNode>& CaseSection::list(const std::string& key) {
  const YamlNode* found = find(key);
  if (found && found->kind != YamlNode::Kind::list) wrong_value(key, *found, "a list, such as [a, b]");
  return found ? found->items : no_node.items;
}

bool CaseSection::is_map(const std::string& key) {
  const YamlNode* found = find(key);
  return found && found->kind == YamlNode::Kind::map;
}

bool CaseSection::is_list(const std::string& key) {
  const YamlNode* found = find(key);
  return found && found->kind == YamlNode::Kind::list;
}

bool CaseSection::is_one_of(const std::string& key, const std::vector<std::string>& names) {
  const YamlNode* found = find(key);
  return found && found->kind == YamlNode::Kind::scalar && index_of(names, found->text) >= 0;
}

bool CaseSection::is_quantity(const std::string& key) {
  const YamlNode* found = find(key);
  return found && quantity_in(*found);
}

std::string CaseSection::unit_of(const std::string& key, const std::string& units) {
  const YamlNode* found = find(key);
  while (found && found->kind == YamlNode::Kind::list)
    found = found->items.empty() ? nullptr : &found->items.front();
  if (!found || !reading_.takes_units) return {};
  const std::optional<Quantity> quantity = quantity_in(*found);
  return quantity ? std::string(fitting_unit(*quantity, units)) : "";
}

std::string CaseSection::telling_unit(const std::string& key, const std::string& units) {
  const std::string unit = units.find(" or ") == std::string::npos ? "" : unit_of(key, units);
  return unit.empty() ? "" : ' ' + unit;
}

std::vector<std::string> CaseSection::keys() const {
  std::vector<std::string> keys;
  for (const YamlNode::Entry& entry : node_.entries)
    if (entry.value.kind != YamlNode::Kind::off) keys.push_back(entry.key);
  return keys;
}

void CaseSection::finish(const std::string& what) {
  for (const YamlNode::Entry& entry : node_.entries)
    if (index_of(known_, entry.key) < 0)
      reading_.mistakes.add(
          entry.value.place, path(entry.key),
          "unknown " + what + "; expected " + listed(known_) + did_you_mean(entry.key, known_));
}

}  // namespace dgsolve
