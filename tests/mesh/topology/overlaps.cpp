/// Parts of a mesh that no face joins: where they overlap, where they only touch.

#include "mesh/topology/overlaps.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "mesh/topology/components.hpp"
#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/meshes/mesh_properties.hpp"

namespace dgsolve {
namespace {

/// Both meshes as one, no face joined; the second one's region is called "other".
Mesh beside(const Mesh& a, const Mesh& b) {
  Mesh both = a;
  const int n_nodes = static_cast<int>(a.nodes.size());
  both.nodes.insert(both.nodes.end(), b.nodes.begin(), b.nodes.end());
  for (const int node : b.elements) both.elements.push_back(n_nodes + node);
  both.region_names = {"first", "other"};
  both.region.resize(a.region.size() + b.region.size(), 1);
  for (const int e : b.neighbor) both.neighbor.push_back(e < 0 ? e : a.n_elements() + e);
  both.neighbor_face.insert(both.neighbor_face.end(), b.neighbor_face.begin(), b.neighbor_face.end());
  both.orientation.insert(both.orientation.end(), b.orientation.begin(), b.orientation.end());
  both.boundary.resize(both.neighbor.size(), -1);
  return both;
}

Mesh box(int dim, const Point& lower, const Point& upper, int n) {
  return make_box({.dim = dim, .cells = {n, n, n}, .lower = lower, .upper = upper});
}

/// Around the origin, between two radii, n cells around a quarter, turned by an angle.
Mesh ring(int dim, double inner, double outer, int n, double angle) {
  Mesh mesh = shell_sector(dim, n, 1);  // radii 1 to 2
  bend(mesh, [&](Point x) {
    const double r = length(x), to = (inner + (r - 1) * (outer - inner)) / r;
    return Point{to * (std::cos(angle) * x[0] - std::sin(angle) * x[1]),
                 to * (std::sin(angle) * x[0] + std::cos(angle) * x[1]), to * x[2]};
  });
  return mesh;
}

TEST(Parts, of_a_mesh_are_what_faces_join_and_cuts_part) {
  for (const int dim : {2, 3}) {
    const Mesh whole = box(dim, {0, 0, 0}, {1, 1, 1}, 3);
    EXPECT_EQ(std::ranges::max(components_of(whole)), 0);
    EXPECT_EQ(std::ranges::max(components_of(whole, [](int) { return true; })), whole.n_elements() - 1);
    EXPECT_TRUE(loose_components(whole).empty());
    const Mesh two = beside(whole, box(dim, {2, 0, 0}, {3, 1, 1}, 2));
    const std::vector<int> part = components_of(two);
    for (int e = 0; e < two.n_elements(); ++e) EXPECT_EQ(part[e], two.region[e]);
    ASSERT_EQ(loose_components(two).size(), 1u);
    EXPECT_TRUE(loose_components(two)[0].starts_with("region other (")) << loose_components(two)[0];
  }
}

TEST(Overlaps, of_parts_are_found_whichever_is_the_finer_one) {
  for (const int dim : {2, 3})
    for (const auto& [large, small] : {std::pair(1, 1), {1, 4}, {5, 1}, {6, 3}}) {
      const Mesh around = box(dim, {0, 0, 0}, {1, 1, 1}, large);
      for (const auto& [lower, upper] : {std::pair(0.3, 0.7), {0.0, 0.1}, {0.9, 1.1}, {-0.5, 1.5}}) {
        const auto found =
            find_overlaps(beside(around, box(dim, {lower, lower, lower}, {upper, upper, upper}, small)));
        ASSERT_EQ(found.size(), 1u) << dim << "D, " << large << " and " << small << " cells, from " << lower;
        EXPECT_TRUE(found[0].starts_with("region first and region other, in ")) << found[0];
      }
    }
}

TEST(Overlaps, are_none_where_parts_touch_or_lie_in_a_hole) {
  for (const int dim : {2, 3}) {
    const Mesh first = box(dim, {0, 0, 0}, {1, 1, 1}, 3);
    for (const auto& [lower, upper] :
         {std::pair(Point{1, 0, 0}, Point{2, 1, 1}), {{1, 0.2, 0.1}, {2, 0.7, 3}}, {{1, 1, 1}, {2, 2, 2}}})
      EXPECT_TRUE(find_overlaps(beside(first, box(dim, lower, upper, 2))).empty()) << dim;
    for (const int n : {2, 3, 8})
      for (const double angle : {0.0, 0.1, 0.3})
        EXPECT_TRUE(find_overlaps(beside(ring(dim, 1, 2, 3, 0), ring(dim, 0.3, 1, n, angle))).empty())
            << dim << "D, " << n << " cells, turned by " << angle;
  }
}

}  // namespace
}  // namespace dgsolve
