#include "io/case/waves/equation_keys.hpp"

#include <algorithm>

namespace dgsolve {

const NumberRange& range_of(ParameterRange range) {
  switch (range) {
    case ParameterRange::positive:
      return positive_number;
    case ParameterRange::non_negative:
      return non_negative_number;
    case ParameterRange::share:
      return share;
    case ParameterRange::above_one:
      return number_above_one;
    case ParameterRange::any:
      break;
  }
  return any_number;
}

namespace {

/// A list of a vector's components in 2D or 3D.
void read_components(const ProblemReading& reading, CaseSection& section, const std::string& name,
                     const std::vector<std::string>& components, const ParameterInfo& like, bool may_use_time,
                     std::map<std::string, Expression>& values) {
  std::vector<Expression> list;
  section.formulas(name, 2, 3, list, {reading.constants, may_use_time, range_of(like.range), like.unit});
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (values.contains(components[i]))
      section.complain(name, components[i] + " is given too; expected one of them");
    values[components[i]] = list[i];
  }
}

/// T, as p = ρ R T: the formula given times its factors.
void read_substitute(const ProblemReading& reading, CaseSection& section,
                     const PrimitiveVariables::Substitute& substitute,
                     const std::map<std::string, double>& medium, bool may_use_time,
                     std::map<std::string, Expression>& values) {
  const ParameterInfo& given = substitute.given;
  if (!section.has(given.name)) return;
  if (values.contains(substitute.of))
    section.complain(given.name, substitute.of + " is given too; expected one of them");
  Expression product;
  section.formula(given.name, product, {reading.constants, may_use_time, range_of(given.range), given.unit});
  for (const std::string& factor : substitute.factors)
    if (medium.contains(factor))
      product = Expression(medium.at(factor)) * product;
    else if (values.contains(factor))
      product = values.at(factor) * product;
  values[substitute.of] = product;
}

/// "a number > 0 or a formula, or T"
std::string what_may_stand_for(const ProblemReading& reading, const ParameterInfo& variable) {
  std::string text = range_of(variable.range).description + " or a formula";
  for (const PrimitiveVariables::Substitute& substitute : reading.names.substitutes)
    if (substitute.of == variable.name) text += ", or " + substitute.given.name;
  return text;
}

}  // namespace

void read_formulas(const ProblemReading& reading, CaseSection& section,
                   const std::vector<ParameterInfo>& names, bool may_use_time,
                   std::map<std::string, Expression>& values) {
  for (const ParameterInfo& name : names)
    if (section.has(name.name))
      section.formula(name.name, values[name.name],
                      {reading.constants, may_use_time, range_of(name.range), name.unit});
  for (const auto& [vector, components] : reading.names.vectors) {
    const auto first = std::ranges::find(names, components.front(), &ParameterInfo::name);
    if (first != names.end() && section.has(vector))
      read_components(reading, section, vector, components, *first, may_use_time, values);
  }
}

void read_source(const ProblemReading& reading, std::map<std::string, Expression>& values) {
  CaseSection section = reading.top.section("source");
  read_formulas(reading, section, reading.names.sources, true, values);
  section.finish("field");
}

void read_state(const ProblemReading& reading, CaseSection& parent, const std::string& key,
                const std::map<std::string, double>& medium, bool may_use_time,
                std::map<std::string, Expression>& values) {
  const bool is_primitive = reading.names.is_primitive;
  if (is_primitive && !parent.require(key, "a state, such as {rho: …, velocity: […, …], p: …}")) return;
  CaseSection section = parent.section(key);
  read_formulas(reading, section, reading.names.variables, may_use_time, values);
  for (const PrimitiveVariables::Substitute& substitute : reading.names.substitutes)
    read_substitute(reading, section, substitute, medium, may_use_time, values);
  for (const ParameterInfo& variable : reading.names.variables)
    if (variable.required && !values.contains(variable.name))
      section.require(variable.name, what_may_stand_for(reading, variable));
  section.finish(is_primitive ? "variable" : "field");
}

void read_exact(const ProblemReading& reading, std::map<std::string, Expression>& values) {
  CaseSection section = reading.top.section("exact");
  std::vector<ParameterInfo> names = reading.names.variables;
  for (const PrimitiveVariables::Substitute& substitute : reading.names.substitutes)
    names.push_back(substitute.given);
  read_formulas(reading, section, names, true, values);
  section.finish(reading.names.is_primitive ? "variable" : "field");
}

}  // namespace dgsolve
