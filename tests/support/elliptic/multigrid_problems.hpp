/// Problems that multigrid must solve in few iterations: unstructured and stretched meshes, media of contrast
/// a million.
#pragma once

#include <algorithm>
#include <climits>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "mesh/box.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/elliptic/elliptic_setup.hpp"
#include "tests/support/elliptic/one_solve.hpp"
#include "tests/support/meshes/curved_meshes.hpp"

namespace dgsolve::test {

/// A mesh from tests/meshes whose last axis is `stretch` times as short.
inline Mesh unstructured(const std::string& file, double h, int geometry_order = 1, double stretch = 1) {
  Mesh mesh = read_mesh({.file = DGSOLVE_SOURCE_DIR "/tests/meshes/" + file,
                         .parameters = {{"h", h}},
                         .geometry_order = geometry_order});
  for (Point& x : mesh.nodes) x[mesh.dim - 1] /= stretch;
  return mesh;
}

/// Triangles of a disk or tetrahedra of an octant of a ball.
inline Mesh unstructured(int dim, double h, int geometry_order = 1, double stretch = 1) {
  return unstructured(dim == 2 ? "disk.geo" : "octant.geo", h, geometry_order, stretch);
}

/// A box of n cubes an axis, a little bent, with regions "1" and "1e6": names are κ (options_on).
inline Mesh two_media(int dim, int n, const std::function<bool(const int* cube)>& hard) {
  Mesh mesh = make_box({.dim = dim, .cells = {n, n, n}});
  mesh.region_names = {"1", "1e6"};
  for (int e = 0; e < mesh.n_elements(); ++e) {
    int cube[3] = {};
    for (int d = 0; d < dim; ++d) {
      double middle = 0;
      for (int v = 0; v <= dim; ++v) middle += mesh.vertex(e, v)[d] / (dim + 1);
      cube[d] = static_cast<int>(middle * n);
    }
    mesh.region[e] = hard(cube) ? 1 : 0;
  }
  bend(mesh, [](Point x) {
    return Point{x[0] + 0.05 * x[1] * x[2], x[1] + 0.1 * x[0], x[2] + 0.07 * x[0] * x[1]};
  });
  return mesh;
}

/// A box of n cubes an axis; κ is a random power of ten from 1 to 1e6 in every cell.
inline Mesh random_media(int dim, int n) {
  Mesh mesh = make_box({.dim = dim, .cells = {n, n, n}, .jitter = 0.2});
  mesh.region_names = {"1", "1e1", "1e2", "1e3", "1e4", "1e5", "1e6"};
  std::mt19937 random;
  for (int& region : mesh.region) region = static_cast<int>(random() % mesh.region_names.size());
  return mesh;
}

/// Fields of cubes_a_field cubes an axis, hard and soft by turns.
inline Mesh checkerboard(int dim, int n, int cubes_a_field) {
  return two_media(dim, n, [cubes_a_field](const int* cube) {
    return (cube[0] / cubes_a_field + cube[1] / cubes_a_field + cube[2] / cubes_a_field) % 2 == 1;
  });
}

/// In the middle of n cubes an axis, 2 of them hard.
inline Mesh inclusion(int dim, int n) {
  return two_media(dim, n, [dim, n](const int* cube) {
    return std::all_of(cube, cube + dim, [n](int c) { return c == n / 2 - 1 || c == n / 2; });
  });
}

/// The same condition everywhere; κ is a region's name where that is a number, else 1.
inline EllipticSystem options_on(const Mesh& mesh, int N,
                                 EllipticCondition condition = EllipticCondition::dirichlet) {
  EllipticSystem options = test::elliptic_options(mesh, N, {"1"}, condition);
  options.source = Expression::parse("1 + sin(3*x)*y");
  for (auto& [name, region] : options.regions)
    if (name.front() == '1') region.kappa = {Expression::parse(name)};
  return options;
}

inline SolveReport solve(Elliptic& problem, std::vector<double>* solution = nullptr) {
  const UnsetVector<double> right = problem.op.right_hand_side();
  const auto b = problem.algebra.vector(right.size(), Precision::double_),
             x = problem.algebra.vector(right.size(), Precision::double_);
  problem.algebra.upload(right, *b);
  const std::unique_ptr<Multigrid> multigrid = make_multigrid(problem.op, Precision::single);
  const SolveReport report =
      test::solve_once(problem.algebra, problem.op.map(), *multigrid, *b, *x, 1e-8, 200);
  if (solution != nullptr) {
    solution->resize(right.size());
    problem.algebra.download(*x, *solution);
  }
  return report;
}

/// Until the residual that conjugate gradients carry along has fallen by 1e-8: with contrasts of a million,
/// round-off in x alone can make the true one larger. INT_MAX where it did not.
inline int iterations(const Mesh& mesh, const EllipticSystem& options, int threads = 1) {
  Elliptic problem(mesh, options, threads);
  const std::vector<double> history = solve(problem).history;
  const auto reached = std::find_if(history.begin(), history.end(), [](double r) { return r <= 1e-8; });
  return reached == history.end() ? INT_MAX : static_cast<int>(reached - history.begin());
}

}  // namespace dgsolve::test
