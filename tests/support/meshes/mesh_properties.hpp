/// What holds for every usable mesh, for the tests of mesh/.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// To the last bit. what: for messages.
inline void expect_same(const Mesh& a, const Mesh& b, const std::string& what) {
  EXPECT_EQ(a.nodes, b.nodes) << what;
  EXPECT_EQ(a.elements, b.elements) << what;
  EXPECT_EQ(a.region, b.region) << what;
  EXPECT_EQ(a.neighbor, b.neighbor) << what;
  EXPECT_EQ(a.boundary, b.boundary) << what;
  EXPECT_EQ(a.region_names, b.region_names) << what;
  EXPECT_EQ(a.boundary_names, b.boundary_names) << what;
  EXPECT_EQ(a.periodic_pairs, b.periodic_pairs) << what;
}

inline Point centroid(const Mesh& mesh, int e) {
  Point center = {0, 0, 0};
  for (int v = 0; v <= mesh.dim; ++v)
    for (int i = 0; i < 3; ++i) center[i] += mesh.vertex(e, v)[i] / (mesh.dim + 1);
  return center;
}

/// Length or area of a straight face times its outward normal.
inline Point face_normal(const Mesh& mesh, int e, int f) {
  Point n, start;
  if (mesh.dim == 2) {
    start = mesh.vertex(e, simplex(2).face_vertex[f][0]);
    const Point t = difference(mesh.vertex(e, simplex(2).face_vertex[f][1]), start);
    n = {t[1], -t[0], 0};
  } else {
    start = mesh.vertex(e, simplex(3).face_vertex[f][0]);
    n = cross(difference(mesh.vertex(e, simplex(3).face_vertex[f][1]), start),
              difference(mesh.vertex(e, simplex(3).face_vertex[f][2]), start));
    for (double& c : n) c /= 2;
  }
  if (dot(n, difference(start, centroid(mesh, e))) < 0)
    for (double& c : n) c = -c;
  return n;
}

/// Signed area or volume of the straight simplex through a cell's vertices.
inline double simplex_volume(const Mesh& mesh, int e) {
  const Point a = difference(mesh.vertex(e, 1), mesh.vertex(e, 0)),
              b = difference(mesh.vertex(e, 2), mesh.vertex(e, 0));
  if (mesh.dim == 2) return cross(a, b)[2] / 2;
  return dot(cross(a, b), difference(mesh.vertex(e, 3), mesh.vertex(e, 0))) / 6;
}

inline double total_volume(const Mesh& mesh) {
  double sum = 0;
  for (int e = 0; e < mesh.n_elements(); ++e) sum += simplex_volume(mesh, e);
  return sum;
}

/// Length or area of the (straight) faces in a boundary group.
inline double boundary_measure(const Mesh& mesh, const std::string& name) {
  double sum = 0;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int b = mesh.boundary[e * mesh.n_faces() + f];
      if (b >= 0 && mesh.boundary_names[b] == name) sum += length(face_normal(mesh, e, f));
    }
  return sum;
}

inline std::vector<std::string> sorted_names(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

/// Cells are positive; who meets whom is mutual; faces that meet coincide vertex by vertex as the orientation
/// says, up to one translation a face, which is zero unless `periodic`; exterior faces have a group.
inline void expect_sound(const Mesh& mesh, bool periodic) {
  const int n_faces = mesh.n_faces(), K = mesh.n_elements();
  ASSERT_GT(K, 0);
  ASSERT_EQ(mesh.elements.size(), static_cast<std::size_t>(K) * mesh.nodes_per_element);
  ASSERT_EQ(mesh.reference_nodes.size(), static_cast<std::size_t>(mesh.nodes_per_element) * mesh.dim);
  for (int e = 0; e < K; ++e) {
    ASSERT_GT(simplex_volume(mesh, e), 0) << "cell " << e;
    for (int f = 0; f < n_faces; ++f) {
      const int side = e * n_faces + f, other = mesh.neighbor[side];
      if (other < 0) {
        EXPECT_GE(mesh.boundary[side], 0) << "cell " << e << " face " << f;
        continue;
      }
      const int g = mesh.neighbor_face[side], back = other * n_faces + g;
      ASSERT_EQ(mesh.neighbor[back], e);
      ASSERT_EQ(mesh.neighbor_face[back], f);
      Point shift = {0, 0, 0};
      for (int j = 0; j < mesh.dim; ++j) {
        const int partner = mesh.shape().permutation[mesh.orientation[side]][j];
        const Point d = difference(mesh.vertex(other, mesh.shape().face_vertex[g][partner]),
                                   mesh.vertex(e, mesh.shape().face_vertex[f][j]));
        if (j == 0) shift = d;
        ASSERT_LT(length(difference(d, shift)), 1e-10) << "cell " << e << " face " << f;
      }
      if (!periodic) {
        ASSERT_LT(length(shift), 1e-10) << "cell " << e << " face " << f;
      }
      const Point ours = face_normal(mesh, e, f), theirs = face_normal(mesh, other, g);
      for (int i = 0; i < 3; ++i) ASSERT_NEAR(ours[i], -theirs[i], 1e-10);
    }
  }
}

}  // namespace dgsolve
