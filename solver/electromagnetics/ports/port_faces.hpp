/// The faces of a port: a plane cross-section with its media and walls, as a mesh of its own.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "mesh/base/faces.hpp"
#include "mesh/base/mesh.hpp"
#include "solver/waves/physics/dispersion.hpp"

namespace dgsolve {

/// Walls at an edge of a port's faces.
enum class RimKind {
  pec,   ///< a conductor: n×E = 0
  pmc,   ///< a symmetry plane or a magnetic wall: n×H = 0
  open,  ///< an absorbing or open boundary; modes take it as pmc, and must have faded there
};

/// A medium in a port's faces: ε/ε0 = permittivity(epsilon, ω), which has σ too, and μ/μ0.
struct PortMedium {
  Dispersion epsilon = {};
  double mu_r = 1;
};

/// Unit vectors of the mesh's axes, right-handed: t1 × t2 = normal, which points into the structure.
struct PortFrame {
  Point origin{}, t1{}, t2{}, normal{};
};

/// A connected piece of metal at the rim, or of sheets inside it.
struct PortConductor {
  double length = 0;     ///< of its edges, m
  bool is_sheet = true;  ///< all of its edges lie inside the faces
};

struct PortFaces {
  std::string name;         ///< of the port, for messages
  int dim = 3;              ///< of the mesh whose faces they are
  std::vector<Side> sides;  ///< [faces]: of the mesh; their cells are in the structure
  PortFrame frame;
  /// Triangles in the coordinates along t1 and t2. Its regions are those of the cells behind. Its boundary
  /// groups are the conductors, in the order below, then "pmc" and "open". A port of a 2D mesh, a line, is a
  /// strip of two triangles a face, of height strip_height along the axis z.
  Mesh section;
  double strip_height = 0;                ///< m, of a 2D mesh
  std::vector<PortMedium> media;          ///< [section.region_names]
  std::vector<PortConductor> conductors;  ///< the longest one first, which is the reference of voltages

  int n_conductors() const { return static_cast<int>(conductors.size()); }
  int pmc_group() const { return n_conductors(); }
  int open_group() const { return n_conductors() + 1; }
  /// Along t1 and t2.
  std::array<double, 2> in_section(const Point& x) const;
  /// The straight lines that magnetic walls at the rim lie in: planes of symmetry may be there.
  int n_magnetic_lines() const;
  /// Whether all faces have one ε and μ at ω.
  bool is_homogeneous(double omega) const;
};

/// The kind of wall that a boundary group is; none: it is no wall.
using RimKinds = std::map<std::string, RimKind>;

/// sides: of the port's faces, with their cells in the structure. media: by region. strip_walls: what a 2D
/// mesh stands between, pec for TM (Ez, Hx, Hy) and pmc for TE (Hz, Ex, Ey). Throws std::invalid_argument
/// that names the port, the place, what was found and what is valid: faces that do not lie in one plane, or
/// of which the normals are opposite; an edge of the rim without a wall.
PortFaces make_port_faces(const Mesh& mesh, const std::string& name, std::vector<Side> sides,
                          const RimKinds& walls, const std::map<std::string, PortMedium>& media,
                          RimKind strip_walls = RimKind::pec);

/// Throws std::invalid_argument where two ports share a face, from whichever side of it.
void check_apart(const Mesh& mesh, const std::vector<PortFaces>& ports);

}  // namespace dgsolve
