#include "solver/waves/circuit_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "kernels/waves/cells/covariant_geometry.hpp"
#include "kernels/waves/cells/face_term_table.hpp"
#include "mesh/base/points.hpp"
#include "mesh/base/problems.hpp"
#include "solver/discretization/formula_points.hpp"
#include "solver/waves/sources/circuit_equations.hpp"

namespace dgsolve {
namespace {

/// A point of a face: its outward normal, its share of the face, and, where the flux takes covariant
/// components, tangents with the flux' own n×.
struct FacePoint {
  Point n;
  double area;
  std::array<Point, 2> tangents{};  ///< zero: Cartesian components
  std::array<double, 3> turn{};     ///< CircuitPoint::turn
};

class FacePointsOfSide {
 public:
  FacePointsOfSide(const Discretization& d, const WaveProblem& problem, Side side)
      : d_(d), problem_(problem), side_(side), at_(side_index(d.mesh, side)) {}

  std::vector<FacePoint> all() const {
    if (!d_.factors.is_curved(side_.element)) return of_straight_cell();
    if (problem_.is_covariant())
      return face_points_are_nodes(problem_, at_) ? at_covariant_nodes() : at_covariant_points();
    if (problem_.trace.boundary[at_] >= 0) return at_points();
    throw std::invalid_argument(
        "type: got a circuit on faces inside the mesh beside curved cells, in 2D; expected straight cells "
        "there, or faces at the mesh's end");
  }

 private:
  /// Σ_m of values at a face's nodes is an integral over the reference face.
  double weight_of_node(int m) const {
    const QuadratureView& rule = problem_.quadrature;
    double sum = 0;
    for (int q = 0; q < rule.Nfq; ++q) sum += rule.face_weights[q] * rule.face_V[q * d_.element.Nfp + m];
    return sum;
  }

  std::vector<FacePoint> of_straight_cell() const {
    const StraightCell cell = d_.factors.straight(side_.element);
    Point n{};
    std::copy_n(&cell.normals[side_.face * d_.mesh.dim], d_.mesh.dim, n.begin());
    std::vector<FacePoint> points;
    points.reserve(d_.element.Nfp);
    for (int m = 0; m < d_.element.Nfp; ++m)
      points.push_back({n, weight_of_node(m) * cell.f_scale[side_.face] * cell.jacobian});
    return points;
  }

  std::vector<FacePoint> at_points() const {
    std::vector<FacePoint> points;
    for (int q = 0; q < problem_.quadrature.Nfq; ++q) {
      const std::vector<double> scaled = d_.factors.normal(side_.element, side_.face, q);
      points.push_back(of_scaled_normal(scaled, problem_.quadrature.face_weights[q]));
    }
    return points;
  }

  std::vector<FacePoint> at_covariant_points() const {
    std::vector<double> tangents(problem_.quadrature.Nfq * CovariantGeometry::tangent_values);
    const CovariantGeometry geometry(problem_);
    geometry.tangents(side_.element, side_.face, tangents.data());
    const double outward = geometry.points_outward(side_.face) ? 1 : -1;
    std::vector<FacePoint> points;
    for (int q = 0; q < problem_.quadrature.Nfq; ++q) {
      const double* const t = &tangents[q * CovariantGeometry::tangent_values];
      Point scaled = cross(Point{t[0], t[1], t[2]}, Point{t[3], t[4], t[5]});
      for (double& value : scaled) value *= outward;
      points.push_back(of_scaled_normal(scaled, problem_.quadrature.face_weights[q]));
    }
    return points;
  }

  static FacePoint of_scaled_normal(std::span<const double> scaled, double weight) {
    FacePoint point{};
    std::ranges::copy(scaled, point.n.begin());
    point.area = weight * length(point.n);
    point.n = unit(point.n);
    return point;
  }

  /// With the n× of CovariantFace (kernels/host/waves/cells/covariant_faces.hpp).
  std::vector<FacePoint> at_covariant_nodes() const {
    constexpr int edge[4][4] = {{-1, 0, 1, 2}, {0, -1, 3, 4}, {1, 3, -1, 5}, {2, 4, 5, -1}};
    const CovariantGeometry geometry(problem_);
    double edges[CovariantGeometry::edge_values];
    geometry.edges(side_.element, edges);
    std::vector<double> maps(static_cast<std::size_t>(d_.element.Np) * CovariantGeometry::map_values);
    geometry.maps(side_.element, maps.data());
    const auto vertex = [&](int j) { return problem_.reference.face_vertices[side_.face * 3 + j]; };
    const double outward = geometry.points_outward(side_.face) ? 1 : -1;
    const double g00 = edges[edge[vertex(0)][vertex(1)]], g11 = edges[edge[vertex(0)][vertex(2)]],
                 g01 = (g00 + g11 - edges[edge[vertex(1)][vertex(2)]]) / 2,
                 factor = outward * edges[6 + side_.face];
    std::vector<FacePoint> points;
    for (int m = 0; m < d_.element.Nfp; ++m) {
      const double* const map =
          &maps[d_.element.face_nodes[side_.face * d_.element.Nfp + m] * CovariantGeometry::map_values];
      std::array<Point, 2> tangents{};
      for (int k = 0; k < 2; ++k)
        for (int axis = 0; axis < 3; ++axis)
          tangents[k][axis] =
              map[(vertex(k + 1) - 1) * 3 + axis] - (vertex(0) > 0 ? map[(vertex(0) - 1) * 3 + axis] : 0);
      Point scaled = cross(tangents[0], tangents[1]);
      for (double& value : scaled) value *= outward;
      points.push_back(of_scaled_normal(scaled, weight_of_node(m)));
      points.back().tangents = tangents;
      points.back().turn = {factor * g11, -(factor * g01), factor * g00};
    }
    return points;
  }

  const Discretization& d_;
  const WaveProblem& problem_;
  const Side side_;
  const int at_;
};

/// The part along a face of the element's unit field at x, 1/m, and its direction.
struct UnitField {
  double size;
  Point g;
};

UnitField unit_field_at(const LumpedElement& element, const WaveProblem& problem, const Point& x,
                        const Point& n) {
  const Point field = element.unit_field(x);
  const double size = length(field), across = std::abs(dot(field, n));
  double missing = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (problem.circuits.electric[axis] < 0) missing = std::max(missing, std::abs(field[axis]));
  if (!(size > 0) || !std::isfinite(size) || across > most_tilt * size || missing > 1e-6 * size)
    throw std::invalid_argument("type: got a unit field of " + point_text(field) + " at " + point_text(x) +
                                "; expected one along the face");
  Point along = field;
  for (int axis = 0; axis < 3; ++axis) along[axis] -= dot(field, n) * n[axis];
  const double size_along = length(along);
  for (double& component : along) component /= size_along;
  return {size_along, along};
}

/// Tangents, and what follows from them.
void set_frame(CircuitPoint& point, const FacePoint& at, const Point& g) {
  const bool is_covariant = at.tangents != std::array<Point, 2>{};
  const Point t0 = is_covariant ? at.tangents[0] : g, t1 = is_covariant ? at.tangents[1] : cross(at.n, g);
  const double g00 = dot(t0, t0), g01 = dot(t0, t1), g11 = dot(t1, t1), det = g00 * g11 - g01 * g01;
  std::array<Point, 2> dual;
  for (int axis = 0; axis < 3; ++axis) {
    dual[0][axis] = (g11 * t0[axis] - g01 * t1[axis]) / det;
    dual[1][axis] = (g00 * t1[axis] - g01 * t0[axis]) / det;
  }
  std::ranges::copy(t0, point.tangent[0]);
  std::ranges::copy(t1, point.tangent[1]);
  for (int k = 0; k < 2; ++k) std::ranges::copy(dual[k], point.dual[k]);
  const std::array<double, 3> turn = is_covariant ? at.turn : std::array<double, 3>{1, 0, 1};
  std::ranges::copy(turn, point.turn);
  const Point jump = cross(g, at.n);  // of H*, for K = 1
  const double jumps[] = {dot(jump, t0), dot(jump, t1)}, square = turn[0] * turn[2] - turn[1] * turn[1];
  for (int k = 0; k < 2; ++k) {
    point.gap[k] = dot(g, dual[k]);
    point.response[k] = turned(point, jumps, k) / square;
  }
}

/// With x = s (a − a*) for the jump in a and −β Y' n×x for that in b, the blended flux of
/// P::curl_pair_weights finds a* and b* = b + Y n×(a − a*) where s = Y (Z + Z')/(α + β), β = (1 − α)/(1 −
/// ακ²), (n×)² = −κ².
void set_jumps(CircuitPoint& point, double alpha) {
  if (point.admittance[1] == 0) return;
  const double square = point.turn[0] * point.turn[2] - point.turn[1] * point.turn[1];
  const double beta = alpha == 1 ? 0 : (1 - alpha) / (1 - alpha * square);
  for (int side = 0; side < 2; ++side) {
    const double own = point.admittance[side], other = point.admittance[1 - side];
    point.jump[side] = own * (1 / own + 1 / other) / (alpha + beta);
    point.turned_jump[side] = (side == 0 ? -1 : 1) * beta * other * point.jump[side];
  }
}

}  // namespace

std::vector<CircuitPoint> circuit_points(const Discretization& d, const WaveProblem& problem,
                                         const LumpedElement& element, const CircuitSide& side,
                                         double alpha) {
  const std::vector<FacePoint> on_face = FacePointsOfSide(d, problem, side.minus).all();
  const std::vector<double> x = problem.face_points(side.minus.element, side.minus.face);
  std::vector<CircuitPoint> points;
  for (std::size_t i = 0; i < on_face.size(); ++i) {
    CircuitPoint point{};
    const UnitField unit =
        unit_field_at(element, problem, point_at(d.mesh.dim, x, static_cast<int>(i)), on_face[i].n);
    std::ranges::copy(side.admittance, point.admittance);
    set_frame(point, on_face[i], unit.g);
    set_jumps(point, alpha);
    const double along = point.gap[0] * point.response[0] + point.gap[1] * point.response[1];
    const CircuitEquations equations(element, (side.admittance[0] + side.admittance[1]) / along, unit.size);
    static_assert(sizeof point.solve == sizeof equations.solve);
    std::memcpy(point.solve, equations.solve, sizeof point.solve);
    point.current = unit.size * on_face[i].area;
    point.voltage = element.squares * point.current;
    point.storage[0] = equations.inductance * on_face[i].area / 2;
    point.storage[1] = equations.capacitance * on_face[i].area / 2;
    points.push_back(point);
  }
  return points;
}

}  // namespace dgsolve
