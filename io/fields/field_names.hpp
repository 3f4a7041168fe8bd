/// Names by which a case chooses fields.
#pragma once

#include <string>
#include <vector>

#include "kernels/base/field_set.hpp"

namespace dgsolve {

/// What select_fields takes: the fields, then their vectors.
std::vector<std::string> selectable_names(const FieldSet& fields);

/// A set with other fields, which get the numbers from `at` on; those behind move up.
FieldSet with_fields(FieldSet fields, int at, const FieldSet& others);

/// Numbers of the fields `names`, in that order, a vector standing for its components; all of them where
/// `names` is empty. Throws std::invalid_argument for an unknown name (listing what there is) and for one
/// that is listed twice.
std::vector<int> select_fields(const std::vector<std::string>& names, const FieldSet& fields);

}  // namespace dgsolve
