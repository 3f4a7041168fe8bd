#include "solver/waves/face_data.hpp"

#include <map>
#include <stdexcept>
#include <string>

#include "kernels/base/names.hpp"
#include "kernels/waves/cells/face_term_table.hpp"
#include "solver/discretization/covariant_cells.hpp"
#include "solver/waves/boundary_conditions.hpp"
#include "solver/waves/forms/covariant_form.hpp"

namespace dgsolve {
namespace {

void check_sides(const Mesh& mesh, const Physics& physics, const FaceTerm& term, int group,
                 const WaveProblem& problem) {
  for (const int side : term.sides) {
    if (side < 0 || side >= static_cast<int>(mesh.boundary.size()) || mesh.boundary[side] != group)
      throw std::invalid_argument("side " + std::to_string(side) + " is not one of its faces");
    const int condition = problem.trace.condition(side);
    const int type = condition < 0 ? 0 : problem.boundaries[condition].type;
    if (condition < 0 ||
        (type != BoundaryCondition::interface && !physics.info.boundary_types[type].needs_data))
      throw std::invalid_argument("it takes no data");
  }
}

/// A term's parts, each on the sides with one condition: condition → part. entered: regions_entered; empty:
/// the boundary is no interface.
std::map<int, FaceTerm> split_by_condition(const Mesh& mesh, const FaceTerm& term,
                                           const std::vector<bool>& entered, const WaveProblem& problem) {
  const FaceTermTable table(problem, term);
  std::map<int, FaceTerm> parts;
  for (const int side : term.sides) {
    FaceTerm& part = parts[problem.trace.condition(side)];
    part.time = term.time;
    part.sides.push_back(side);
    const bool outside = !entered.empty() && !entered[mesh.region[side / mesh.n_faces()]];
    for (const double value : table.at(side)) part.values.push_back(outside ? -value : value);
  }
  return parts;
}

std::vector<double> points_on_faces(int dim, const std::vector<double>& points) {
  std::vector<double> all;
  for (int face = 0; face <= dim; ++face) {
    const std::vector<double> of_face = points_on_face(dim, face, points);
    all.insert(all.end(), of_face.begin(), of_face.end());
  }
  return all;
}

}  // namespace

FacePoints::FacePoints(const Discretization& discretization, const Physics& physics,
                       const std::vector<double>* of_weak_form)
    : d_(discretization),
      is_covariant_(has_covariant_cells(discretization, physics)),
      is_weak_(of_weak_form != nullptr),
      map_(discretization.mesh, is_weak_        ? points_on_faces(d_.mesh.dim, *of_weak_form)
                                : is_covariant_ ? CovariantCells(discretization).element.face_points
                                                : discretization.element.face_points) {}

bool FacePoints::at_nodes(int element, int face) const {
  if (is_weak_) return false;
  if (!d_.factors.is_curved(element)) return true;
  return is_covariant_ && d_.trace.view().boundary[element * d_.element.n_faces + face] < 0;
}

std::vector<double> FacePoints::operator()(int element, int face) const {
  const ReferenceElement& reference = d_.element;
  const int dim = reference.dim;
  std::vector<double> points;
  if (at_nodes(element, face)) {
    const std::vector<double> x = d_.nodes_of(element);
    for (int m = 0; m < reference.Nfp; ++m) {
      const double* node = &x[reference.face_nodes[face * reference.Nfp + m] * dim];
      points.insert(points.end(), node, node + dim);
    }
  } else {
    std::vector<double> x(static_cast<std::size_t>(map_.size()) * dim);
    map_.coordinates(element, x.data());
    const std::size_t n = x.size() / reference.n_faces;
    points.assign(&x[face * n], &x[face * n] + n);
  }
  return points;
}

void add_face_terms(const Mesh& mesh, const Physics& physics, const WaveOptions& options,
                    WaveProblem& problem) {
  for (const auto& [name, boundary] : options.boundaries) {
    const int group = index_of(mesh.boundary_names, name);
    const std::vector<bool> entered =
        boundary.is_interface() ? regions_entered(mesh, options, boundary) : std::vector<bool>();
    try {
      for (const FaceTerm& term : boundary.terms) {
        check_sides(mesh, physics, term, group, problem);
        for (auto& [condition, part] : split_by_condition(mesh, term, entered, problem))
          problem.boundaries[condition].terms.push_back(std::move(part));
      }
    } catch (const std::invalid_argument& wrong) {
      throw std::invalid_argument("boundaries." + name + ": data on faces: " + wrong.what());
    }
  }
}

}  // namespace dgsolve
