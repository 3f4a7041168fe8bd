#include "io/case/waves/medium_reader.hpp"

#include <algorithm>
#include <set>

#include "io/case/waves/equation_keys.hpp"

namespace dgsolve {
namespace {

class MediumReader {
 public:
  MediumReader(const ProblemReading& reading, bool si, std::map<std::string, double>& values)
      : names_(reading.names), values_(values) {
    for (const ParameterInfo& parameter : names_.parameters)
      values_[parameter.name] =
          si ? parameter.default_value : parameter.natural_default.value_or(parameter.default_value);
  }

  void read(CaseSection section) {
    std::set<std::string> known;  // by a law, or through one only
    for (const ParameterLaw& law : names_.medium.laws) {
      for (const auto& [key, parameter] : law.parameters)
        if (parameter != law.of) known.insert(parameter);
      if (!section.is_map(law.of)) continue;
      read_law(section.section(law.of), law);
      known.insert(law.of);
    }
    for (const ParameterInfo& parameter : names_.parameters) {
      if (known.contains(parameter.name)) continue;
      if (parameter.required)
        section.require(parameter.name, range_of(parameter.range).description + laws_of(parameter.name));
      section.number(parameter.name, values_[parameter.name], range_of(parameter.range), parameter.unit);
    }
    section.finish("parameter");
  }

 private:
  /// `sutherland: {mu: …, T: …, S: …}`, all of them.
  void read_law(CaseSection section, const ParameterLaw& law) {
    if (section.require(law.name, "a law and its numbers")) {
      CaseSection numbers = section.section(law.name);
      for (const auto& [key, name] : law.parameters) {
        const auto parameter = std::ranges::find(names_.parameters, name, &ParameterInfo::name);
        numbers.require(key, positive_number.description);
        numbers.number(key, values_[name], positive_number, parameter->unit);
      }
      numbers.finish();
    }
    section.finish("law");
  }
  std::string laws_of(const std::string& parameter) const {
    std::string text;
    for (const ParameterLaw& law : names_.medium.laws)
      if (law.of == parameter) text += ", or {" + law.name + ": {…}}";
    return text;
  }

  const Candidates& names_;
  std::map<std::string, double>& values_;
};

}  // namespace

void read_medium(const ProblemReading& reading, bool si, std::map<std::string, double>& values) {
  MediumReader(reading, si, values).read(reading.top.section(reading.names.medium.key));
}

}  // namespace dgsolve
