/// What of a mesh an output shows, in the mesh's order.
#pragma once

#include <string>
#include <vector>

#include "io/fields/field_output.hpp"

namespace dgsolve {

/// The cells of these regions; all of them where `regions` is empty.
std::vector<int> select_elements(const std::vector<std::string>& regions, const Mesh& mesh);

/// What an output without slices and boundaries shows.
std::vector<int> written_elements(const FieldOutput& output, const Mesh& mesh);
/// What an output on boundaries shows.
std::vector<Side> written_sides(const FieldOutput& output, const Mesh& mesh);

}  // namespace dgsolve
