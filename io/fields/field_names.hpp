/// Names by which a case chooses fields.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

namespace dgsolve {

/// Vector name → its fields, by component (−1: there is none), for names such as Hx, Hy, Hz of which there
/// are at least two, unless a field has the vector's name.
std::map<std::string, std::array<int, 3>> vectors_among(const std::vector<std::string>& field_names);

/// What select_fields takes: the fields, then their vectors.
std::vector<std::string> selectable_names(const std::vector<std::string>& field_names);

/// Indices of `names` in `field_names`, in the order of `names`, a vector standing for its components; all of
/// them where `names` is empty. Throws std::invalid_argument for an unknown name (listing what there is) and
/// for one that is listed twice.
std::vector<int> select_fields(const std::vector<std::string>& names,
                               const std::vector<std::string>& field_names);

}  // namespace dgsolve
