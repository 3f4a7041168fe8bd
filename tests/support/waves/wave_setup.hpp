/// Sets up and runs a wave problem in a test, on any mesh and registered equation.
#pragma once

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernels/devices.hpp"
#include "mesh/box.hpp"
#include "solver/waves/diagnostics/diagnostics.hpp"
#include "solver/waves/time/runge_kutta.hpp"
#include "solver/waves/time/time_step.hpp"

namespace dgsolve {

/// Energy of a canonical state.
inline double energy(const SpatialOperator& op, std::span<const double> state) {
  const auto array = op.wave->allocate();
  array->upload(state);
  return op.wave->energy(*array);
}

/// rate ← L(u, t), canonical.
inline void evaluate(const SpatialOperator& op, std::span<const double> u, double t, std::span<double> rate) {
  const auto state = op.wave->allocate(), next = op.wave->allocate(), residual = op.wave->allocate();
  state->upload(u);
  op.wave->set_clock(t, 1);
  op.wave->stage({0, 0, 0}, *state, *residual, *next);
  residual->download(rate);
}

namespace test {

/// What a case says, and the equations and the order that it is for.
struct WaveSystem : WaveOptions {
  std::string equation, formulation;
  int order = 4;  ///< N
};

/// The medium of all regions, of equations that have one: its defaults, and 0.1 for what has no default.
inline std::map<std::string, double> some_medium(const EquationInfo& info) {
  std::map<std::string, double> medium;
  for (const ParameterInfo& p : info.parameters)
    if (!info.medium.key.empty())
      medium[p.name] = p.required ? 0.1 : p.natural_default.value_or(p.default_value);
  return medium;
}

/// Everything a run needs, in the order of the straight line.
struct Wave {
  Wave(Mesh mesh_, WaveSystem options_, Precision precision = Precision::double_,
       const std::string& device_name = "cpu", const Scheme& scheme = schemes().front())
      : Wave(std::move(mesh_), options_,
             find_physics(options_.equation, mesh_.dim, options_.formulation, options_.riemann),
             make_device(device_name, precision), scheme) {}
  /// Of an equation that need not be registered.
  Wave(Mesh mesh_, WaveSystem options_, const Physics& physics_, std::unique_ptr<Device> device_,
       const Scheme& scheme = schemes().front())
      : options(std::move(options_)),
        mesh(std::move(mesh_)),
        physics(physics_),
        discretization(mesh, options.order, apply_boundaries(mesh, options)),
        device(std::move(device_)),
        op(discretization, physics, options, *device, "", scheme) {}

  /// State at the final time, from the options' initial fields, with steps no larger than dt (0: the CFL
  /// limit).
  std::vector<double> run(double final, double dt = 0) {
    const Steps steps = divide_interval(final, dt > 0 ? dt : choose_time_step(op, {}).dt);
    return after_steps(project(options.initial, 0), steps.dt, steps.n);
  }

  std::vector<double> project(const std::map<std::string, Expression>& fields, double t) const {
    std::vector<double> values(discretization.n_dofs(physics.n_fields));
    const auto [formulas, state] = state_formulas(physics, options, fields);
    discretization.projection(formulas, t, physics.n_fields, {}, state)(0, discretization.K(), values);
    return values;
  }

  std::vector<double> after_steps(const std::vector<double>& initial, double dt, long n) {
    RungeKutta integrator(op, initial);
    integrator.advance(0, dt, n);
    std::vector<double> state(initial.size());
    integrator.download(state);
    return state;
  }

  /// The root of the summed squares of all fields' errors.
  double total_error(double t, const std::vector<double>& state) const {
    const auto array = op.wave->allocate();
    array->upload(state);
    double sum = 0;
    for (const auto& [name, error] : errors(op, options.exact, t, *array)) sum += error.l2 * error.l2;
    return std::sqrt(sum);
  }

  std::vector<double> random_state(unsigned seed) const {
    std::mt19937 generator(seed);
    std::vector<double> state(discretization.n_dofs(physics.n_fields));
    const std::size_t Np = discretization.element.Np;
    for (std::size_t i = 0; i < state.size(); ++i)
      state[i] = physics.random_field(static_cast<int>(i / Np % physics.n_fields),
                                      2.0 * generator() / 4294967295.0 - 1);
    return state;
  }

  WaveSystem options;
  Mesh mesh;
  const Physics& physics;
  Discretization discretization;
  std::unique_ptr<Device> device;
  SpatialOperator op;
};

/// dE/dt / (‖q‖ ‖L(q, t)‖), norms in the energy inner product: 2E is the square of a norm; and that product.
struct EnergyRate {
  double relative, scale;
};
inline EnergyRate energy_rate(Wave& wave, const std::vector<double>& q, double t) {
  std::vector<double> rate(q.size());
  evaluate(wave.op, q, t, rate);
  const double of_state = energy(wave.op, q), scale = std::sqrt(of_state / energy(wave.op, rate));
  // dE/dt = (q, Lq), by polarisation, with Lq scaled to the size of q so that nothing is lost in the
  // difference.
  std::vector<double> sum(q.size()), difference(q.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    sum[i] = q[i] + scale * rate[i];
    difference[i] = q[i] - scale * rate[i];
  }
  const double inner_product = (energy(wave.op, sum) - energy(wave.op, difference)) / 2;
  return {inner_product / (2 * of_state), 2 * of_state / scale};
}

inline std::map<std::string, Expression> parse(const std::map<std::string, std::string>& formulas) {
  std::map<std::string, Expression> parsed;
  for (const auto& [name, text] : formulas) parsed[name] = Expression::parse(text);
  return parsed;
}

/// A box of cells × cells (× cells) with one region and all walls of one type (or periodic).
inline BoxOptions box_of(int dim, int cells, double lower, double upper, bool periodic) {
  BoxOptions box;
  box.dim = dim;
  box.cells = {cells, cells, dim == 3 ? cells : 1};
  box.lower = {lower, lower, lower};
  box.upper = {upper, upper, upper};
  box.periodic = {periodic, periodic, periodic};
  return box;
}

/// Gives every boundary group of a mesh one type; periodic groups of a box are already joined.
inline void set_walls(WaveSystem& options, const Mesh& mesh, const std::string& type) {
  for (const std::string& name : mesh.boundary_names) options.boundaries[name] = {type, "", {}};
}

/// Options of a registered system's own exact solution.
inline WaveSystem exact_options(const Physics& physics, int order, const Mesh& mesh) {
  const ExactSolution& exact = physics.info.exact;
  WaveSystem options;
  options.equation = physics.info.equation;
  options.formulation = physics.info.formulation;
  options.riemann = physics.info.riemann;
  options.order = order;
  for (const std::string& region : mesh.region_names)
    if (physics.info.medium.key.empty()) options.regions[region] = parse(exact.parameters);
  if (!physics.info.medium.key.empty())
    for (const auto& [name, value] : exact.parameters) options.medium[name] = std::stod(value);
  set_walls(options, mesh, exact.boundary);
  options.exact = parse(exact.fields);
  for (const auto& [field, formula] : options.exact) options.initial[field] = formula;
  for (const BoundaryTypeInfo& type : physics.info.boundary_types)
    for (auto& [name, boundary] : options.boundaries)
      if (type.needs_data && boundary.type == type.name) boundary.data = options.exact;
  return options;
}

/// Advection along (1, velocity_y) on a mesh, of order 1, with this solution and source: where they are
/// linear in space only steps in time leave an error. Data of all walls are the solution's.
inline WaveSystem advected(const Mesh& mesh, const std::string& velocity_y, const std::string& exact,
                           const std::string& source) {
  WaveSystem options;
  options.equation = "advection";
  options.order = 1;
  for (const std::string& region : mesh.region_names)
    options.regions[region] = parse({{"velocity_x", "1"}, {"velocity_y", velocity_y}});
  options.exact = parse({{"u", exact}});
  options.initial = options.exact;
  set_walls(options, mesh, "incoming");
  for (auto& [name, boundary] : options.boundaries) boundary.data = options.exact;
  options.source = parse({{"u", source}});
  return options;
}

/// Observed order between two errors on meshes refined by `ratio`.
inline double observed_order(double coarse, double fine, double ratio = 2) {
  return std::log(coarse / fine) / std::log(ratio);
}

}  // namespace test
}  // namespace dgsolve
