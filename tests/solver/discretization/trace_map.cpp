#include "solver/discretization/trace_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "mesh/box.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/reference/reference_element.hpp"
#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/meshes/mesh_error.hpp"

namespace dgsolve {
namespace {

std::vector<bool> all(const Mesh& mesh, bool cut) {
  return std::vector<bool>(mesh.boundary_names.size(), cut);
}

/// Largest distance of nodes that meet, over all interior faces; across periodic ones up to the face's first
/// node.
double largest_mismatch(const Mesh& mesh, const TraceMap& trace, const ReferenceElement& element) {
  const int dim = mesh.dim, n_faces = dim + 1, Nfp = element.Nfp;
  const std::vector<double> x = map_points(mesh, element.nodes);
  double largest = 0;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < n_faces; ++f) {
      const int face = e * n_faces + f,
                theirs = trace.neighbor_face[face] * simplex(dim).n_orientations + trace.orientation[face];
      double shift[3] = {};
      for (int k = 0; k < Nfp; ++k)
        for (int d = 0; d < dim; ++d) {
          const double ours = x[(e * element.Np + element.face_nodes[f * Nfp + k]) * dim + d];
          const double met =
              x[(trace.neighbor[face] * element.Np + element.neighbor_nodes[theirs * Nfp + k]) * dim + d];
          if (k == 0) shift[d] = std::round(met - ours);  // periods are whole numbers in these tests
          largest = std::max(largest, std::abs(met - ours - shift[d]));
        }
    }
  return largest;
}

/// Two cells glued along face f of the first and face fn of the second in orientation o; the second is turned
/// inside out in half of the orientations, which only hand-made meshes show.
Mesh pair_of_cells(int dim, int f, int fn, int o) {
  const std::vector<std::vector<double>> reference = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  Mesh mesh = dim == 2 ? simplices(2, {reference.begin(), reference.begin() + 3}, {{0, 1, 2}})
                       : simplices(3, reference, {{0, 1, 2, 3}});
  mesh.nodes.push_back({0.9, 0.8, dim == 3 ? 0.7 : 0});
  std::vector<int> second(dim + 1, dim + 1);
  int inverse = 0;  // the orientation seen from the second cell
  for (int j = 0; j < dim; ++j)
    second[simplex(dim).face_vertex[fn][simplex(dim).permutation[o][j]]] = simplex(dim).face_vertex[f][j];
  const auto undoes = [&](int other) {
    for (int j = 0; j < dim; ++j)
      if (simplex(dim).permutation[other][simplex(dim).permutation[o][j]] != j) return false;
    return true;
  };
  while (!undoes(inverse)) ++inverse;

  mesh.elements.insert(mesh.elements.end(), second.begin(), second.end());
  mesh.region.push_back(0);
  const int n_faces = dim + 1, theirs = n_faces + fn;
  mesh.neighbor.resize(2 * n_faces, -1);
  mesh.neighbor_face.resize(2 * n_faces, 0);
  mesh.orientation.resize(2 * n_faces, 0);
  mesh.boundary.resize(2 * n_faces, 0);
  mesh.neighbor[f] = 1;
  mesh.neighbor[theirs] = 0;
  mesh.neighbor_face[f] = static_cast<std::uint8_t>(fn);
  mesh.neighbor_face[theirs] = static_cast<std::uint8_t>(f);
  mesh.orientation[f] = static_cast<std::uint8_t>(o);
  mesh.orientation[theirs] = static_cast<std::uint8_t>(inverse);
  mesh.boundary[f] = mesh.boundary[theirs] = -1;
  return mesh;
}

TEST(TraceMap, nodes_meet_in_every_pair_of_faces_and_orientation) {
  for (int dim : {2, 3}) {
    const ReferenceElement element(dim, 5);
    for (int f = 0; f <= dim; ++f)
      for (int fn = 0; fn <= dim; ++fn)
        for (int o = 0; o < simplex(dim).n_orientations; ++o) {
          const Mesh mesh = pair_of_cells(dim, f, fn, o);
          const TraceMap trace(mesh, {true});
          ASSERT_EQ(trace.neighbor[f], 1);
          EXPECT_LT(largest_mismatch(mesh, trace, element), 1e-13);
        }
  }
}

TEST(TraceMap, nodes_meet_on_jittered_curved_and_periodic_meshes) {
  for (int dim : {2, 3})
    for (int N : {1, 4, 7}) {
      const ReferenceElement element(dim, N);
      const Mesh jittered = make_box({.dim = dim, .cells = {3, 2, 2}, .jitter = 0.2});
      EXPECT_LT(largest_mismatch(jittered, TraceMap(jittered, all(jittered, true)), element), 1e-13);
      const Mesh curved = wavy_box(dim, 2, 3);
      EXPECT_LT(largest_mismatch(curved, TraceMap(curved, all(curved, true)), element), 1e-13);
      for (std::array<int, 3> cells : {std::array{3, 2, 2}, std::array{1, 1, 1}}) {
        const Mesh box = make_box({.dim = dim, .cells = cells, .periodic = {true, true, true}});
        const TraceMap trace(box, all(box, false));
        EXPECT_LT(largest_mismatch(box, trace, element), 1e-13);
        for (int b : trace.boundary) EXPECT_EQ(b, -1);
      }
    }
}

TEST(TraceMap, a_boundary_face_meets_itself_and_names_its_group) {
  for (int dim : {2, 3}) {
    const Mesh mesh = make_box({.dim = dim, .cells = {2, 2, 2}});
    const TraceMap trace(mesh, all(mesh, true));
    int n_boundary = 0;
    for (int e = 0; e < mesh.n_elements(); ++e)
      for (int f = 0; f < mesh.n_faces(); ++f) {
        const int face = e * mesh.n_faces() + f;
        EXPECT_EQ(trace.boundary[face], mesh.boundary[face]);
        if (trace.boundary[face] < 0) continue;
        ++n_boundary;
        EXPECT_EQ(trace.neighbor[face], e);
        EXPECT_EQ(trace.neighbor_face[face], f);
        EXPECT_EQ(trace.orientation[face], 0);
      }
    EXPECT_EQ(n_boundary, dim == 2 ? 8 : 48);
  }
}

/// Two triangles whose common face is in the group "sheet".
Mesh mesh_with_sheet() {
  Mesh mesh = simplices(2, {{0, 0}, {1, 0}, {0, 1}, {1, 1}}, {{0, 1, 2}, {2, 1, 3}});
  mesh.boundary_names.emplace_back("sheet");
  for (std::size_t i = 0; i < mesh.neighbor.size(); ++i)
    if (mesh.neighbor[i] >= 0) mesh.boundary[i] = 1;
  return mesh;
}

TEST(TraceMap, a_sheet_cuts_both_sides_and_an_ignored_group_none) {
  const Mesh mesh = mesh_with_sheet();
  const TraceMap cut(mesh, {true, true}), ignored(mesh, {true, false});
  for (int e = 0; e < 2; ++e)
    for (int f = 0; f < 3; ++f) {
      const int face = e * 3 + f;
      if (mesh.neighbor[face] < 0) continue;
      EXPECT_EQ(cut.neighbor[face], e);
      EXPECT_EQ(cut.boundary[face], 1);
      EXPECT_EQ(ignored.neighbor[face], 1 - e);
      EXPECT_EQ(ignored.boundary[face], -1);
    }
}

TEST(TraceMap, an_exterior_face_without_a_condition_is_an_error_that_names_it) {
  const Mesh mesh = make_box({.dim = 2});
  std::vector<bool> cuts = all(mesh, true);
  cuts[2] = false;
  const std::string text = test::mesh_error_of([&] { TraceMap(mesh, cuts); });
  EXPECT_NE(text.find("1 faces"), std::string::npos) << text;
  EXPECT_NE(text.find("ymin"), std::string::npos) << text;
  EXPECT_NE(text.find("(1, 0)"), std::string::npos) << text;
  Mesh untagged = mesh;
  for (int& group : untagged.boundary) group = -1;
  EXPECT_NE(test::mesh_error_of([&] { TraceMap(untagged, all(mesh, true)); }).find("in no boundary group"),
            std::string::npos);
}

TEST(TraceMap, a_wrong_orientation_is_found) {
  for (int dim : {2, 3}) {
    const Mesh mesh = make_box({.dim = dim, .cells = {1, 1, 1}, .periodic = {true, false, false}});
    std::vector<bool> cuts = all(mesh, true);
    cuts[0] = cuts[1] = false;
    EXPECT_NO_THROW(TraceMap(mesh, cuts));
    for (std::size_t face = 0; face < mesh.neighbor.size(); ++face) {
      if (mesh.neighbor[face] < 0) continue;
      for (int o = 0; o < simplex(dim).n_orientations; ++o) {
        Mesh wrong = mesh;
        wrong.orientation[face] = static_cast<std::uint8_t>(o);
        if (o == mesh.orientation[face]) continue;
        EXPECT_THROW(TraceMap(wrong, cuts), MeshError) << "face " << face << " orientation " << o;
      }
    }
  }
}

TEST(TraceMap, a_neighbour_that_is_another_cell_is_found) {
  Mesh mesh = make_box({.dim = 2, .cells = {2, 2}});
  for (std::size_t face = 0; face < mesh.neighbor.size(); ++face)
    if (mesh.neighbor[face] >= 0) {
      mesh.neighbor[face] = (mesh.neighbor[face] + 1) % mesh.n_elements();
      break;
    }
  EXPECT_THROW(TraceMap(mesh, all(mesh, true)), MeshError);
}

TEST(TraceMap, a_periodic_boundary_that_is_a_wall_on_one_side_is_an_error) {
  const Mesh mesh = make_box({.dim = 2, .periodic = {true, false, false}});
  EXPECT_THROW(TraceMap(mesh, {true, false, true, true}), MeshError);
}

TEST(TraceMap, curved_faces_that_meet_at_their_vertices_only_are_found) {
  Mesh mesh = make_box({.dim = 2, .periodic = {true, false, false}, .geometry_order = 2});
  std::vector<bool> cuts = {false, false, true, true};
  EXPECT_NO_THROW(TraceMap(mesh, cuts));
  for (Point& x : mesh.nodes)
    if (x[0] == 0 && std::abs(x[1] - 0.5) < 0.1) x[0] = 0.01;
  const std::string text = test::mesh_error_of([&] { TraceMap(mesh, cuts); });
  EXPECT_NE(text.find("does not coincide"), std::string::npos) << text;
}

TEST(TraceMap, conditions_for_another_number_of_groups_are_refused) {
  EXPECT_THROW(TraceMap(make_box({.dim = 2}), {true}), std::invalid_argument);
}

}  // namespace
}  // namespace dgsolve
