#include "io/case/waves/equation_keys.hpp"

namespace dgsolve {

const NumberRange& range_of(ParameterRange range) {
  switch (range) {
    case ParameterRange::positive:
      return positive_number;
    case ParameterRange::non_negative:
      return non_negative_number;
    case ParameterRange::share:
      return share;
    case ParameterRange::any:
      break;
  }
  return any_number;
}

void read_fields(const ProblemReading& reading, CaseSection& parent, const std::string& key,
                 std::map<std::string, Expression>& values, const std::map<std::string, std::string>& units,
                 bool may_use_time) {
  CaseSection section = parent.section(key);
  for (const std::string& field : reading.names.fields)
    if (section.has(field))
      section.formula(
          field, values[field],
          {reading.constants, may_use_time, any_number, units.contains(field) ? units.at(field) : ""});
  section.finish("field");
}

}  // namespace dgsolve
