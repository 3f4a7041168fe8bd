/// Circuits of lumped elements on faces: from what a case says of them to what devices compute
/// (kernels/waves/traits/circuit_point.hpp).
#pragma once

#include <string>
#include <vector>

#include "kernels/waves/wave_operator.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/waves/coefficients.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// Boundary groups with circuits, in the order of WaveProblem::circuits.
std::vector<std::string> circuit_groups(const WaveOptions& options);

/// The samples of the first n circuits. capacity: rows until they are read.
SamplePoints samples_of_circuits(std::size_t n, std::size_t capacity);

/// Whether a boundary group's faces lie inside the mesh. Throws std::invalid_argument, naming the group,
/// where only some do.
bool is_inside(const Mesh& mesh, const std::string& group);

/// Renumbers the cells beside circuits to be the mesh's first, where there are circuits: devices that share a
/// problem need them in one part. For a mesh that nothing refers to yet.
void order_circuits_first(Mesh& mesh, const WaveOptions& options);

/// Hands over the circuits, and the terms of data by which their sides get what they do. The problem has its
/// views, conditions and points of faces. Throws std::invalid_argument, naming the group, where check_circuit
/// or circuit_points do, where the equation has no electric and magnetic fields or no boundary type that lets
/// waves in, and where a plane wave enters through the faces.
void add_circuits(const Discretization& discretization, const Physics& physics, const WaveOptions& options,
                  const Coefficients& coefficients, WaveProblem& problem);

/// How fast a circuit is.
struct CircuitRate {
  std::string group;
  double rate;  ///< 1/s, CircuitEquations::rate of the face where it is largest
};
/// [circuit]. Throws what add_circuits throws.
std::vector<CircuitRate> circuit_rates(const Discretization& discretization, const Physics& physics,
                                       const WaveOptions& options, const Coefficients& coefficients);

}  // namespace dgsolve
