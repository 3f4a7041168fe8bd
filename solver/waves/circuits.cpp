#include "solver/waves/circuits.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "kernels/waves/cells/face_term_table.hpp"
#include "mesh/topology/ordering.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/waves/circuit_points.hpp"
#include "solver/waves/sources/circuit_equations.hpp"

namespace dgsolve {
namespace {

/// Calls body, and names the group in what it throws.
template <class Body>
auto for_group(const std::string& group, Body body) {
  try {
    return body();
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument("boundaries." + group + "." + wrong.what());
  }
}

const ElectromagneticFields& fields_of(const Physics& physics) {
  const auto& fields = physics.info.electromagnetic;
  if (!fields || physics.nodal_coefficients)
    throw std::invalid_argument("type: got " + std::string(lumped_boundary) + "; " + physics.info.equation +
                                " has no electric and magnetic fields of one medium a cell");
  return *fields;
}

double admittance(const Physics& physics, const Coefficients& coefficients, int element) {
  return 1 / fields_of(physics).impedance(coefficients.cell(element, 1));
}

/// One of each face, that of a curved cell where there is one.
std::vector<CircuitSide> sides_of(const Discretization& d, const Physics& physics,
                                  const Coefficients& coefficients, const std::string& group) {
  const Mesh& mesh = d.mesh;
  std::vector<CircuitSide> sides;
  for (const Side& side : all_sides_of_group(mesh, group)) {
    const int across = mesh.neighbor[side_index(mesh, side)];
    const double own = admittance(physics, coefficients, side.element);
    if (across < 0) {
      sides.push_back({side, {own, 0}});
      continue;
    }
    const auto is_less = [&](int a, int b) {
      return d.factors.is_curved(a) != d.factors.is_curved(b) ? d.factors.is_curved(a) : a < b;
    };
    if (is_less(side.element, across))
      sides.push_back({side, {own, admittance(physics, coefficients, across)}});
  }
  return sides;
}

/// Rows of zeros, on all sides: devices put there what the circuit does.
FaceTerm empty_term(const Mesh& mesh, const WaveProblem& problem, const std::string& group) {
  FaceTerm term{Expression(1.0), {}, {}};
  std::size_t n_points = 0;
  for (const Side& side : all_sides_of_group(mesh, group)) {
    term.sides.push_back(side_index(mesh, side));
    n_points += n_face_points(problem, term.sides.back());
  }
  term.values.resize(n_points * problem.n_fields);
  return term;
}

void check_conditions(const WaveProblem& problem, const std::vector<int>& sides, int group) {
  const bool has_others =
      std::ranges::any_of(sides, [&](int side) { return problem.trace.condition(side) != group; });
  if (has_others)
    throw std::invalid_argument(
        "type: a plane wave enters through the circuit; expected a box that does not cut it");
}

}  // namespace

std::vector<std::string> circuit_groups(const WaveOptions& options) {
  std::vector<std::string> groups;
  for (const auto& [name, boundary] : options.boundaries)
    if (boundary.type == lumped_boundary) groups.push_back(name);
  return groups;
}

SamplePoints samples_of_circuits(std::size_t n, std::size_t capacity) {
  SamplePoints points{.kind = SampleKind::circuits, .elements = std::vector<int>(n), .capacity = capacity};
  std::iota(points.elements.begin(), points.elements.end(), 0);
  return points;
}

bool is_inside(const Mesh& mesh, const std::string& group) {
  const std::vector<Side> sides = all_sides_of_group(mesh, group);
  const auto n_inside = std::ranges::count_if(
      sides, [&](const Side& side) { return mesh.neighbor[side_index(mesh, side)] >= 0; });
  if (n_inside != 0 && n_inside != static_cast<std::ptrdiff_t>(sides.size()))
    throw std::invalid_argument("boundaries." + group +
                                ": some of its faces lie inside the mesh and some at its end; expected one "
                                "kind");
  return n_inside > 0;
}

void order_circuits_first(Mesh& mesh, const WaveOptions& options) {
  std::vector<int> cells;
  for (const std::string& group : circuit_groups(options))
    for (const Side& side : all_sides_of_group(mesh, group)) cells.push_back(side.element);
  if (!cells.empty()) order_first(mesh, cells);
}

void add_circuits(const Discretization& d, const Physics& physics, const WaveOptions& options,
                  const Coefficients& coefficients, WaveProblem& problem) {
  for (const std::string& group : circuit_groups(options)) {
    const LumpedElement& element = options.boundaries.at(group).lumped.value();
    for_group(group, [&] {
      problem.circuits.electric = fields_of(physics).electric;
      problem.circuits.magnetic = fields_of(physics).magnetic;
      check_circuit(element);
      FaceCircuit circuit{element.source, {}, {}};
      const double alpha = physics.upwind_share(problem.flux_parameters);
      for (const CircuitSide& side : sides_of(d, physics, coefficients, group)) {
        circuit.sides.push_back(side_index(d.mesh, side.minus));
        std::ranges::copy(circuit_points(d, problem, element, side, alpha),
                          std::back_inserter(circuit.points));
      }
      const int number = index_of(d.mesh.boundary_names, group);
      FaceTerm term = empty_term(d.mesh, problem, group);
      check_conditions(problem, term.sides, number);
      problem.boundaries[number].terms.push_back(std::move(term));
      problem.circuits.all.push_back(std::move(circuit));
    });
  }
}

std::vector<CircuitRate> circuit_rates(const Discretization& d, const Physics& physics,
                                       const WaveOptions& options, const Coefficients& coefficients) {
  std::vector<CircuitRate> rates;
  for (const std::string& group : circuit_groups(options)) {
    CircuitRate& of_group = rates.emplace_back(CircuitRate{group, 0});
    const LumpedElement& element = options.boundaries.at(group).lumped.value();
    for_group(group, [&] {
      check_circuit(element);
      for (const CircuitSide& side : sides_of(d, physics, coefficients, group)) {
        const double Y = side.admittance[0] + side.admittance[1];
        of_group.rate = std::max(of_group.rate, CircuitEquations(element, Y, 1).rate());
      }
    });
  }
  return rates;
}

}  // namespace dgsolve
