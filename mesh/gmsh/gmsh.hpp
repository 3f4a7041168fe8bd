/// Gmsh, loaded when a file asks for it: linking it and its ninety libraries takes longer than many a run.
#pragma once

#include <filesystem>
#include <string>

#include "mesh/gmsh/mesh_file.hpp"
#include "mesh/gmsh/mesh_options.hpp"
#include "mesh/gmsh/msh_check.hpp"
#include "mesh/gmsh/raw_mesh.hpp"

namespace dgsolve {

/// Gmsh, initialised: once in a process, which is one of its own (guarded_work.hpp) and ends with it. Gmsh's
/// own exceptions, texts or std::runtime_error by its version, pass through.
class Gmsh {
 public:
  virtual ~Gmsh() = default;
  /// For check_msh.
  virtual ElementShape element_shape(int type) const = 0;
  /// The mesh of a .msh, its content and what check_msh found there. Takes the nodes out of `found`.
  virtual RawMesh read_msh(const MeshOptions& options, const std::string& content, MshContent& found,
                           MeshReport& report, const PhaseDone& done) = 0;
  /// The mesh of a script or a CAD file.
  virtual RawMesh make_mesh(const MeshOptions& options, MeshFileKind kind, MeshReport& report,
                            const PhaseDone& done) = 0;
};

/// Initialises Gmsh.
using OpenGmsh = Gmsh*();

/// The library that the environment variable DGSOLVE_GMSH names; empty: the one that this was built with.
std::filesystem::path named_gmsh();

/// The mark of the library that makes meshes, which tells it from others: its version, or of a named one the
/// path, size and time.
std::string gmsh_version();

/// Loads the library. Throws MeshError where one is missing.
OpenGmsh& load_gmsh();

}  // namespace dgsolve

/// Function of libdgsolve_gmsh.so, and of libdgsolve_named_gmsh.so for another Gmsh (module/). Same compiler
/// on both sides, so C++ types may cross.
extern "C" dgsolve::OpenGmsh dgsolve_open_gmsh;
