#include "mesh/gmsh/module/gmsh_versions.hpp"

#include <gmsh.h>

#include "mesh/base/mesh.hpp"

// A function with other arguments has another symbol. Those that a library lacks are null here.
namespace gmsh {
GMSH_API [[gnu::weak]] void initialize(int n_arguments, char** arguments, bool reads_options);
GMSH_API [[gnu::weak]] void initialize(int n_arguments, char** arguments, bool reads_options, bool runs);
namespace model {
GMSH_API [[gnu::weak]] int addPhysicalGroup(int dim, const std::vector<int>& tags, int tag);
GMSH_API [[gnu::weak]] int addPhysicalGroup(int dim, const std::vector<int>& tags, int tag,
                                            const std::string& name);
}  // namespace model
}  // namespace gmsh

namespace dgsolve {

void initialize_gmsh() {
  using Until4_9 = void (*)(int, char**, bool);
  using From4_10 = void (*)(int, char**, bool, bool);
  if (const From4_10 call = gmsh::initialize) return call(0, nullptr, false, false);
  if (const Until4_9 call = gmsh::initialize) return call(0, nullptr, false);
  throw MeshError(
      "Gmsh cannot be started: its gmsh::initialize has other arguments than those of Gmsh 4.8 to 4.15");
}

int add_physical_group(int dim, const std::vector<int>& tags) {
  using Until4_9 = int (*)(int, const std::vector<int>&, int);
  using From4_10 = int (*)(int, const std::vector<int>&, int, const std::string&);
  if (const From4_10 call = gmsh::model::addPhysicalGroup) return call(dim, tags, -1, "");
  if (const Until4_9 call = gmsh::model::addPhysicalGroup) return call(dim, tags, -1);
  throw MeshError("Gmsh's addPhysicalGroup has other arguments than those of Gmsh 4.8 to 4.15");
}

std::string loaded_gmsh_version() {
  std::string version;
  gmsh::option::getString("General.Version", version);
  return version;
}

}  // namespace dgsolve
