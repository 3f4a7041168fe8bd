/// The part of a case that says which fields are written, where and how: output.fields.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/fields/field_output.hpp"
#include "io/yaml/case_section.hpp"

namespace dgsolve {

/// final: s; none where there is no time. names: that fields may be chosen by.
FieldOutput read_field_output(CaseSection section, std::optional<double> final,
                              const std::vector<std::string>& names);

}  // namespace dgsolve
