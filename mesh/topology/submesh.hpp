/// Some cells of a mesh as a mesh of their own.
#pragma once

#include <cstddef>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// The rows of an array [cells of a mesh][length] that belong to some cells.
template <class T>
std::vector<T> rows_of(const std::vector<int>& cells, std::size_t length, const std::vector<T>& all) {
  std::vector<T> rows;
  rows.reserve(cells.size() * length);
  for (const int e : cells) rows.insert(rows.end(), &all[e * length], &all[e * length] + length);
  return rows;
}

/// The cells in this order, with all names. Faces that other cells meet there are at the boundary here, and
/// no boundaries are declared periodic.
Mesh submesh(const Mesh& mesh, const std::vector<int>& cells);

}  // namespace dgsolve
