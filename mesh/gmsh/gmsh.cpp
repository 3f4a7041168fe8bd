#include "mesh/gmsh/gmsh.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <cstdlib>

#include "mesh/base/problems.hpp"

namespace dgsolve {

namespace {

/// The module stands beside the program or on the system's path, and stays loaded.
OpenGmsh& load_module(const char* name, int when, const std::string& of) {
  void* const library = dlopen(name, when | RTLD_LOCAL);
  void* const open = library == nullptr ? nullptr : dlsym(library, "dgsolve_open_gmsh");
  if (open == nullptr) throw MeshError(of + " cannot be loaded: " + dlerror());
  return *reinterpret_cast<OpenGmsh*>(open);
}

}  // namespace

std::filesystem::path named_gmsh() {
  const char* const name = std::getenv("DGSOLVE_GMSH");
  return name ? name : "";
}

OpenGmsh& load_gmsh() {
  const std::filesystem::path named = named_gmsh();
  if (named.empty()) return load_module("libdgsolve_gmsh.so", RTLD_LAZY, "Gmsh");
  const std::string of = "DGSOLVE_GMSH: " + named.string();
  // A path, for a name alone would be looked for among the system's libraries.
  if (dlopen(std::filesystem::absolute(named).c_str(), RTLD_LAZY | RTLD_GLOBAL) == nullptr)
    throw MeshError(of + " cannot be loaded; expected Gmsh's library, such as libgmsh.so.4.15: " + dlerror());
  return load_module("libdgsolve_named_gmsh.so", RTLD_NOW, of + ", which lacks what dgsolve calls, and so");
}

std::string gmsh_version() {
  const std::filesystem::path named = named_gmsh();
  if (named.empty()) return DGSOLVE_GMSH_VERSION;
  std::error_code missing;
  return fmt::format("{} {} {}", std::filesystem::weakly_canonical(named, missing).string(),
                     std::filesystem::file_size(named, missing),
                     std::filesystem::last_write_time(named, missing).time_since_epoch().count());
}

}  // namespace dgsolve
