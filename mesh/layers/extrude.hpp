/// Layers of cells built outside planar boundaries: extruded, each of constant thickness.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// What is built outside the faces of a boundary group.
struct LayerOptions {
  double thickness =
      0;  ///< of all layers together, m; 0: each is as thick as the group's edges are long on average
  int layers = 2;

  auto operator<=>(const LayerOptions&) const = default;
};

/// Boundary groups outside which layers are built.
using LayeredGroups = std::map<std::string, LayerOptions>;

/// Layers that are kept apart.
struct LayersApart {
  std::set<std::string> groups;  ///< whose layers are kept apart from those of others in their plane
  std::set<std::string> walls;   ///< groups that do so where they stand between them
};

/// A region of extruded cells: those of one region of the mesh, between two planes on each of some axes.
struct LayerRegion {
  std::string name;          ///< "air_x+1_y-2": the first layer above in x, the second below in y
  std::string base;          ///< the region that goes on in it
  std::array<int, 3> layer;  ///< [axis]: number of the layer, counted outward from 1; 0: none
  std::array<int, 3> plane;  ///< [axis]: index into Layered::planes, where there is a layer
};

/// Where layers were built.
struct LayerPlane {
  int axis, sign;      ///< the outward normal is sign·axis
  double coordinate;   ///< of the boundary
  std::string group;   ///< of the boundary
  LayerOptions built;  ///< with the thickness as it is
};

struct Layered {
  Mesh mesh;
  std::vector<LayerPlane> planes;
  std::vector<LayerRegion> regions;              ///< the new ones
  std::map<std::string, std::string> outermost;  ///< group → the group of its outermost faces
  /// Group of LayersApart → the group of faces inside the mesh that keep its layers apart; only where there
  /// are some.
  std::map<std::string, std::string> tubes;
};

/// Builds layers outside the faces of boundary groups, plane by plane, so that edges and corners between
/// planes are filled too. Each group's faces must lie in planes perpendicular to the axes. Where a boundary
/// group meets such a plane, it must do so at a right angle, and goes on along the layers. The groups' faces
/// keep their names, though they lie inside the mesh then. Groups that are kept apart get faces between their
/// layers and others' where no wall stands. Orders cells along a Hilbert curve. Throws MeshError with the
/// group, the face, what was found and what is valid.
Layered extrude_layers(const Mesh& mesh, const LayeredGroups& groups, const LayersApart& apart = {});

}  // namespace dgsolve
