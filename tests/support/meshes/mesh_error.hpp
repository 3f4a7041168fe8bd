/// What is said of a mesh that cannot be used.
#pragma once

#include <functional>
#include <string>

#include "mesh/base/mesh.hpp"

namespace dgsolve::test {

/// The message of the MeshError that `action` throws; empty: it throws none.
inline std::string mesh_error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const MeshError& error) {
    return error.what();
  }
  return "";
}

}  // namespace dgsolve::test
