#include "kernels/waves/cells/circuit_places.hpp"

#include <stdexcept>
#include <string>

#include "kernels/base/face_matches.hpp"
#include "kernels/waves/cells/face_term_table.hpp"

namespace dgsolve {
namespace {

void add_side(const WaveProblem& problem, const FaceMatches& matches, int circuit, int side,
              std::vector<CircuitPlace>& places) {
  const ReferenceView& r = problem.reference;
  const bool at_end = problem.trace.boundary[side] >= 0;
  const int element = side / r.n_faces, face = side % r.n_faces, n = n_face_points(problem, side);
  const bool at_nodes = face_points_are_nodes(problem, side);
  for (int point = 0; point < n; ++point) {
    CircuitPlace place{circuit, {element, -1}, {face, -1}, {point, -1}, {-1, -1}};
    if (at_nodes) place.node[0] = r.face_nodes[face * r.Nfp + point];
    if (!at_end) {
      const int row = matches.row(problem.trace, side), across = matches.places(row)[point];
      place.element[1] = problem.trace.neighbor[side];
      place.face[1] = across / r.Nfp;
      place.point[1] = across % r.Nfp;
      place.node[1] = matches.nodes(row)[point];
    }
    places.push_back(place);
  }
}

}  // namespace

std::vector<CircuitPlace> circuit_places(const WaveProblem& problem) {
  const FaceMatches matches(problem.reference);
  std::vector<CircuitPlace> places;
  std::size_t n_points = 0;
  for (std::size_t circuit = 0; circuit < problem.circuits.all.size(); ++circuit) {
    const FaceCircuit& of = problem.circuits.all[circuit];
    for (const int side : of.sides) add_side(problem, matches, static_cast<int>(circuit), side, places);
    n_points += of.points.size();
    if (places.size() != n_points)
      throw std::invalid_argument(
          "circuit " + std::to_string(circuit) + ": got " + std::to_string(of.points.size()) + " points on " +
          std::to_string(of.sides.size()) + " faces; expected one for each of theirs");
  }
  return places;
}

std::vector<int> circuits_in(const WaveProblem& problem, CellRange cells) {
  std::vector<int> found;
  for (std::size_t circuit = 0; circuit < problem.circuits.all.size(); ++circuit) {
    std::size_t n_here = 0, n_all = 0;
    for (const int side : problem.circuits.all[circuit].sides)
      for (const int element : {side / problem.reference.n_faces, problem.trace.neighbor[side]}) {
        ++n_all;
        if (cells.contains(element)) ++n_here;
      }
    if (n_here == 0) continue;
    if (n_here < n_all)
      throw std::invalid_argument("circuit " + std::to_string(circuit) +
                                  " lies in several parts of the mesh; expected it in one");
    found.push_back(static_cast<int>(circuit));
  }
  return found;
}

std::size_t n_circuit_points(const WaveProblem& problem) {
  std::size_t n = 0;
  for (const int circuit : circuits_here(problem)) n += problem.circuits.all[circuit].points.size();
  return n;
}

}  // namespace dgsolve
