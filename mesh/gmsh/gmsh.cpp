#include "mesh/gmsh/gmsh.hpp"

#include <dlfcn.h>

#include "mesh/base/problems.hpp"

namespace dgsolve {

OpenGmsh& load_gmsh() {
  // It stands beside the program or on the system's path, and stays loaded.
  void* const library = dlopen("libdgsolve_gmsh.so", RTLD_LAZY | RTLD_LOCAL);
  void* const open = library == nullptr ? nullptr : dlsym(library, "dgsolve_open_gmsh");
  if (open == nullptr) throw MeshError(std::string("Gmsh cannot be loaded: ") + dlerror());
  return *reinterpret_cast<OpenGmsh*>(open);
}

std::string gmsh_version() { return DGSOLVE_GMSH_VERSION; }

}  // namespace dgsolve
