#include "io/case/waves/medium_reader.hpp"

#include <algorithm>
#include <set>

#include "io/case/waves/equation_keys.hpp"
#include "kernels/base/names.hpp"

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
    std::set<std::string> known, with_laws;  // by a law, or through one only; of which there are some
    for (const ParameterLaw& law : names_.medium.laws) {
      for (const ParameterLaw::Key& key : law.keys)
        if (key.parameter != law.of) known.insert(key.parameter);
      with_laws.insert(law.of);
    }
    for (const std::string& parameter : with_laws) {
      if (!section.is_map(parameter)) continue;
      read_law(section, parameter);
      known.insert(parameter);
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
  void read_law(CaseSection& parent, const std::string& parameter) {
    CaseSection section = parent.section(parameter);
    std::vector<std::string> given, names;
    for (const ParameterLaw& law : names_.medium.laws) {
      if (law.of != parameter) continue;
      names.push_back(law.name);
      if (!section.has(law.name)) continue;
      given.push_back(law.name);
      read_numbers(section.section(law.name), law);
    }
    if (given.empty() && section.keys().empty())
      parent.complain(parameter, "names no law; expected " + listed(names));
    if (given.size() > 1) section.complain(given.back(), given.front() + " is given too; expected one law");
    section.finish("law");
  }
  void read_numbers(CaseSection numbers, const ParameterLaw& law) {
    for (const ParameterLaw::Key& key : law.keys) {
      const NumberRange& range = range_of(key.range);
      numbers.require(key.name, range.description);
      numbers.number(key.name, values_[key.parameter], range,
                     std::ranges::find(names_.parameters, key.parameter, &ParameterInfo::name)->unit);
    }
    numbers.finish();
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
