// The table of iterations that multigrid takes, on meshes of all sizes and kinds: rows of Markdown on
// standard output, exit status 1 where one takes more than it may.
//
//   build/release/multigrid_iterations [tetrahedra triangles inclusion checkerboard random stretched large
//   million]…
//
// All but `large` and `million` (which want 16 GB each) take some minutes together.
#include <omp.h>

#include <cstdio>
#include <set>

#include "tests/support/elliptic/multigrid_problems.hpp"

namespace {

using namespace dgsolve;
using namespace dgsolve::test;

struct Row {
  std::string group, name;
  std::function<Mesh()> mesh;
  int n_orders;  ///< N = 1 … n_orders
  int most;      ///< iterations
};

Row plain(const std::string& group, const std::string& name, double h, int n_orders) {
  return {group, name, [=] { return unstructured(name + ".geo", h); }, n_orders, name == "disk" ? 10 : 15};
}

Row stretched(int dim, double h, int n_orders) {
  return {"stretched", "stretched 20 : 1", [=] { return unstructured(dim, h, 1, 20); }, n_orders, 40};
}

Row board(int dim, int n, int cubes_a_field, int n_orders) {
  return {"checkerboard", "checkerboard, fields of " + std::to_string(cubes_a_field),
          [=] { return checkerboard(dim, n, cubes_a_field); }, n_orders, 30};
}

Row random(int dim, int n, int n_orders) {
  return {"random", "contrast at random", [=] { return random_media(dim, n); }, n_orders, 60};
}

const std::vector<Row> table = {
    plain("tetrahedra", "hole", 0.4, 8),
    plain("tetrahedra", "hole", 0.12, 3),
    plain("tetrahedra", "octant", 0.5, 8),
    plain("tetrahedra", "octant", 0.13, 8),
    plain("triangles", "disk", 0.2, 8),
    plain("triangles", "disk", 0.03, 8),
    plain("triangles", "disk", 0.01, 3),
    {"inclusion", "inclusion", [] { return inclusion(2, 12); }, 8, 25},
    {"inclusion", "inclusion", [] { return inclusion(3, 6); }, 4, 25},
    board(2, 32, 1, 8),
    board(2, 128, 1, 3),
    board(3, 4, 1, 8),
    board(3, 8, 1, 4),
    board(3, 16, 1, 2),
    board(3, 8, 2, 4),
    random(2, 30, 8),
    random(2, 60, 4),
    random(3, 4, 8),
    random(3, 8, 4),
    random(3, 16, 2),
    stretched(2, 0.1, 8),
    stretched(2, 0.03, 7),
    stretched(2, 0.015, 3),
    stretched(3, 0.2, 8),
    stretched(3, 0.09, 7),
    stretched(3, 0.06, 3),
    plain("large", "hole", 0.12, 8),
    plain("large", "hole", 0.07, 5),
    plain("million", "hole", 0.032, 3),
};

/// One row of the table; whether no order took more iterations than it may.
bool print(const Row& row) {
  const Mesh mesh = row.mesh();
  std::printf("| %s, %d %s |", row.name.c_str(), mesh.n_elements(),
              mesh.dim == 2 ? "triangles" : "tetrahedra");
  bool passed = true;
  for (int N = 1; N <= row.n_orders; ++N) {
    const int found = iterations(mesh, options_on(mesh, N), omp_get_max_threads());
    std::printf(found == INT_MAX ? " none |" : " %d |", found);
    std::fflush(stdout);
    passed = passed && found <= row.most;
  }
  std::printf(" at most %d: %s |\n", row.most, passed ? "yes" : "NO");
  return passed;
}

}  // namespace

int main(int argc, char** argv) {
  const std::set<std::string> groups(argv + 1, argv + argc);
  bool passed = true;
  for (const Row& row : table)
    if (groups.contains(row.group) || (groups.empty() && row.group != "large" && row.group != "million"))
      passed = print(row) && passed;
  return passed ? 0 : 1;
}
