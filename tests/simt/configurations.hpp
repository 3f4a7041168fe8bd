/// The problems on which emulated kernels are compared with the CPU's. Their kernels are compiled with
/// the tests: kernel text depends on the problem.
#pragma once

#include <string>

#include "kernels/cuda/waves/plan/stage_plan.hpp"
#include "kernels/host/host_device.hpp"
#include "kernels/physics/advection.hpp"
#include "kernels/physics/euler.hpp"
#include "kernels/physics/maxwell.hpp"
#include "kernels/physics/navier_stokes.hpp"
#include "kernels/waves/cells/circuit_places.hpp"
#include "solver/waves/physics/physics_row.hpp"
#include "tests/physics/burgers.hpp"
#include "tests/support/kernels/random_problem.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {

/// In the place of a tensor variant's number: the one that fetches operators ahead.
constexpr int operators_ahead = 1000;

enum class CellModel { none, conducting, layered, layer_over, poled, layer_over_poles };

enum class System {
  maxwell,
  maxwell_tm,
  maxwell_te,
  advection_2d,
  advection_3d,
  burgers_2d,
  burgers_2d_godunov,
  euler_2d,
  euler_3d,
  navier_stokes_2d,
  navier_stokes_3d
};

struct FlowOptions {
  VolumeQuadrature quadrature = VolumeQuadrature::over_integrated;
  ShockMethod shocks = ShockMethod::none;
};

struct Configuration {
  System system;
  Shape shape;
  bool with_source;
  bool use_traits;
  Precision precision;
  /// 0: the reference variant, of linear fluxes on random operators and geometry; i > 0: the i-th variant for
  /// tensor cores, on a mesh, since covariant components count on neighbours that share their faces' edges.
  int tensor = 0;
  StageForm form = StageForm::low_storage;
  FlowOptions flow = {};
  /// On the mesh, with the local model of ConductingCells, LayeredCells, LayeredConductor or PoledCells,
  /// whose cells have kernels in a text of their own: the next row, of module 1.
  CellModel model = CellModel::none;
  int module = 0;
};

/// Short names, so that a configuration is a row.
namespace configuration_names {
using enum CellModel;
using enum VolumeQuadrature;
constexpr auto single = Precision::single, double_ = Precision::double_;
constexpr auto low_storage = StageForm::low_storage, general = StageForm::general;
constexpr auto automatic = ShockMethod::automatic, positivity = ShockMethod::positivity,
               entropy_filter = ShockMethod::entropy_filter,
               artificial_viscosity = ShockMethod::artificial_viscosity;

/// Every system with straight, curved and both kinds of cells; numbers of cells that fill no block.
inline constexpr Configuration configurations[] = {
    {System::maxwell, {2, 21, 6}, true, true, double_},
    {System::maxwell, {3, 11, 0}, false, true, double_},
    {System::maxwell, {3, 7, 7}, true, true, double_},
    {System::maxwell, {2, 21, 0}, false, false, double_},
    {System::maxwell, {1, 67, 9}, true, true, single},
    {System::maxwell, {4, 9, 2}, false, true, single},
    {System::maxwell, {10, 3, 1}, false, true, double_},
    {System::maxwell_tm, {3, 45, 9}, true, true, double_},
    {System::maxwell_tm, {5, 11, 3}, false, true, single},
    {System::maxwell_te, {2, 70, 20}, false, true, double_},
    {System::advection_2d, {4, 37, 11}, true, true, double_},
    {System::advection_2d, {1, 150, 4}, false, true, single},
    {System::advection_3d, {3, 23, 8}, true, true, double_},
    {System::maxwell, {1, 72, 36}, true, true, double_, 1},
    {System::maxwell, {2, 18, 0}, false, true, double_, 3},
    {System::maxwell, {3, 72, 36}, true, true, double_, 1},
    {System::maxwell, {5, 18, 0}, true, true, double_, 5},
    {System::maxwell, {8, 18, 0}, false, true, double_, 1},
    {System::maxwell, {2, 72, 36}, true, true, single, 5},
    {System::maxwell, {4, 18, 0}, false, true, single, 3},
    {System::maxwell, {6, 18, 0}, true, true, single, 7},
    {System::maxwell, {3, 72, 36}, false, true, double_, operators_ahead},
    {System::maxwell, {2, 18, 0}, true, true, single, operators_ahead},
    {System::maxwell_tm, {3, 45, 9}, true, true, double_, 0, general},
    {System::maxwell, {2, 72, 36}, true, true, double_, 1, general},
    {System::maxwell, {4, 18, 0}, false, true, single, 3, general},
    {System::maxwell, {2, 21, 6, false, true}, true, true, double_},
    {System::advection_2d, {3, 37, 11, false, true}, true, true, single},
    {System::maxwell, {2, 72, 36, false, true}, true, true, double_, 1},
    {System::maxwell, {4, 18, 0, false, true}, false, true, single, 3},
    {System::burgers_2d, {3, 32, 16}, false, true, double_},
    {System::burgers_2d_godunov, {3, 32, 16}, false, true, double_},
    {System::maxwell, {2, 21, 6, false, true, true}, true, true, double_},
    {System::maxwell, {2, 72, 36, false, true, true}, true, true, double_, 1},
    {System::advection_2d, {3, 37, 11, false, false, true}, true, true, single},
    {System::euler_2d, {3, 16, 8}, true, true, double_},
    {System::euler_3d, {2, 48, 24}, false, true, single},
    {System::euler_3d, {3, 18, 0}, true, true, double_, 0, general, {cell}},
    {System::navier_stokes_2d, {4, 16, 8}, true, true, double_},
    {System::navier_stokes_2d, {2, 8, 0}, false, true, single, 0, low_storage, {nodal}},
    {System::navier_stokes_3d, {2, 48, 24}, true, true, double_, 0, general},
    {System::euler_2d, {3, 16, 8}, true, true, double_, 0, general, {over_integrated, automatic}},
    {System::euler_3d, {2, 48, 24}, true, true, single, 0, general, {over_integrated, automatic}},
    {System::navier_stokes_2d, {4, 8, 0}, true, true, double_, 0, general, {nodal, positivity}},
    {System::euler_2d, {3, 16, 8}, true, true, double_, 0, general, {over_integrated, entropy_filter}},
    {System::navier_stokes_3d, {2, 18, 0}, false, true, double_, 0, general, {cell, entropy_filter}},
    {System::euler_3d, {2, 48, 24}, true, true, double_, 0, general, {over_integrated, artificial_viscosity}},
    {System::navier_stokes_2d, {4, 8, 0}, true, true, single, 0, general, {nodal, artificial_viscosity}},
    {System::burgers_2d, {3, 32, 16}, false, true, double_, 1},
    {System::euler_2d, {3, 16, 8}, true, true, double_, 1, general, {over_integrated, automatic}},
    {System::euler_3d, {2, 48, 24}, false, true, single, 3},
    {System::euler_3d, {3, 18, 0}, true, true, double_, 3, general, {over_integrated, automatic}},
    {System::euler_3d, {4, 18, 0}, true, true, double_, 1, general, {cell, entropy_filter}},
    {System::navier_stokes_2d, {3, 16, 8}, true, true, single, 2},
    {System::navier_stokes_3d, {2, 48, 24}, true, true, double_, 1, general},
    {System::navier_stokes_3d, {3, 18, 0}, false, true, double_, 2, low_storage, {nodal}},
    {System::euler_3d, {3, 18, 0}, true, true, double_, 3, general, {over_integrated, positivity}},
    {System::euler_3d, {3, 48, 24}, true, true, single, 1, general},
    {System::navier_stokes_3d, {4, 18, 0}, false, true, single, 1},
    {System::euler_3d, {5, 18, 0}, true, true, single, 1, general},
    {System::maxwell, {3, 72, 36}, true, true, double_, 0, general, {}, conducting},
    {System::maxwell, {3, 72, 36}, true, true, double_, 0, general, {}, conducting, 1},
    {System::maxwell, {2, 72, 36}, true, true, double_, 1, low_storage, {}, conducting},
    {System::maxwell, {2, 72, 36}, true, true, double_, 1, low_storage, {}, conducting, 1},
    {System::maxwell, {2, 18, 0}, false, true, single, 3, low_storage, {}, conducting},
    {System::maxwell, {2, 18, 0}, false, true, single, 3, low_storage, {}, conducting, 1},
    {System::maxwell, {2, 18, 0}, true, true, double_, 1, low_storage, {}, layered},
    {System::maxwell, {2, 18, 0}, true, true, double_, 1, low_storage, {}, layered, 1},
    {System::maxwell, {2, 72, 36}, true, true, double_, 1, low_storage, {}, layer_over},
    {System::maxwell, {2, 72, 36}, true, true, double_, 1, low_storage, {}, layer_over, 1},
    {System::maxwell, {2, 72, 36}, true, true, double_, 1, low_storage, {}, poled},
    {System::maxwell, {2, 72, 36}, true, true, double_, 1, low_storage, {}, poled, 1},
    {System::maxwell, {2, 72, 36}, true, true, double_, 0, general, {}, layer_over_poles},
    {System::maxwell, {2, 72, 36}, true, true, double_, 0, general, {}, layer_over_poles, 1},
    {System::maxwell, {2, 24, 24, false, false, false, true, true}, true, true, double_, 1},
    {System::maxwell, {3, 24, 0, false, false, false, true, true}, false, true, single, 0, general},
};
}  // namespace configuration_names
using configuration_names::configurations;

/// Configurations before the first with a model.
inline constexpr int n_plain_configurations = [] {
  int n = 0;
  while (configurations[n].model == CellModel::none) ++n;
  return n;
}();

/// The number of the i-th configuration behind those.
constexpr int with_model(int i) { return n_plain_configurations + i; }

/// A problem on a mesh, as the solver hands it to a device.
struct MeshProblem {
  WaveProblem problem;
  std::mt19937 generator{5};
  double (*field)(int, double) = nullptr;  ///< Physics::random_field of an equation that refuses states
  std::vector<double> random_state() {
    const std::size_t Np = problem.reference.Np;
    std::vector<double> state(problem.K * problem.n_fields * Np +
                              n_circuit_points(problem) * CircuitPoint::n_states);
    for (double& value : state) value = 2.0 * generator() / 4294967295.0 - 1;
    if (field != nullptr)
      for (std::size_t i = 0; i < state.size(); ++i)
        state[i] = field(static_cast<int>(i / Np % problem.n_fields), state[i]);
    return state;
  }
};

/// On a mesh it is.
inline void make_quadrature_consistent(const MeshProblem&) {}

/// Shows the problems it is given.
template <class Show>
class ShowingDevice : public host::HostDevice<double> {
 public:
  explicit ShowingDevice(Show show) : show_(show) {}
  std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) override {
    show_(problem);
    return nullptr;
  }

 private:
  Show show_;
};

/// A box whose faces in planes across x are plane, with curved edges where its cells are curved.
inline Mesh box_for_circuits(bool curved) {
  Mesh mesh =
      make_box({.dim = 3, .cells = {4, 1, 1}, .upper = {2, 1, 1}, .geometry_order = curved ? 2 : 1}, true);
  if (curved)
    bend(mesh, [](Point x) {
      x[2] += 0.1 * std::sin(3 * x[1]);
      return x;
    });
  name_border(mesh, "border");
  return mesh;
}

/// Circuits of all elements: one between the mesh's regions, and one with a generator at its end. The mesh's
/// cells beside them become its first.
inline void add_circuits(WaveSystem& options, Mesh& mesh) {
  LumpedElement element;
  element.unit_field = [](const Point&) { return std::array{0.0, 0.6, 0.8}; };
  element.squares = 1.3;
  element.R = 0.7;
  element.L = 0.4;
  element.C = 0.9;
  for (const char* const group : {"border", "xmax"}) {
    BoundaryOptions& boundary = options.boundaries[group] = {};
    boundary.type = lumped_boundary;
    boundary.lumped = element;
    element.connection = LumpedElement::Connection::parallel;
    element.source = Expression::parse("sin(20*t)");
  }
  order_circuits_first(mesh, options);
}

/// Calls body(operator on a box) with straight cells, or with a half of curved ones.
template <class Body>
void with_operator(const Configuration& c, Device& device, const Scheme& scheme, Body body) {
  Mesh mesh = c.shape.circuits       ? box_for_circuits(c.shape.n_curved > 0)
              : c.shape.n_curved > 0 ? half_curved_box(3, 3)
                                     : make_box({.dim = 3, .cells = {3, 1, 1}, .jitter = 0.2}, true);
  const Physics& physics = find_physics("maxwell", 3, "");
  WaveSystem options = options_with_everything(physics, mesh, c.shape.N);
  if (!c.with_source) options.source.clear();
  if (c.shape.circuits) add_circuits(options, mesh);
  if (c.shape.interfaces) add_incident_wave(options, mesh, some_data(physics));
  if (c.shape.terms) options.waveforms["drive"] = sampled("sin(3*t)");
  Mesh joined = mesh;
  const Discretization discretization(joined, c.shape.N, apply_boundaries(joined, options));
  if (c.shape.terms) give_data_by_terms(options, physics, discretization);
  SpatialOperator op(discretization, physics, options, device, "", scheme);
  body(op);
}

/// Calls body(problem of such an operator).
template <class Body>
void with_box(const Configuration& c, Body body) {
  ShowingDevice device([&](const WaveProblem& problem) {
    MeshProblem shown{problem};
    body(shown);
  });
  const auto scheme =
      std::find_if(schemes().begin(), schemes().end(), [&](const Scheme& s) { return s.form == c.form; });
  with_operator(c, device, *scheme, [](const SpatialOperator&) {});
}

/// The box of an equation's exact solution with `cells` an axis, an even number; the farther half is curved.
inline Mesh half_curved_box_of(const EquationInfo& info, int cells, int geometry_order) {
  const auto [lower, upper] = std::pair(info.exact.lower, info.exact.upper);
  BoxOptions box = box_of(info.dim, cells, lower, upper, false);
  box.geometry_order = geometry_order;
  Mesh mesh = make_box(box);
  bend(mesh, [&, scale = M_PI / (upper - lower), middle = (lower + upper) / 2](Point x) {
    const double beyond = std::sin(2 * scale * std::max(0.0, x[0] - middle));
    x[1] += 0.1 * beyond * beyond * std::sin(scale * (x[1] - lower)) / scale;
    return x;
  });
  return mesh;
}

/// Calls body(problem of an equation's exact solution, on its box).
template <class Body>
void with_exact_solution(const Configuration& c, const Physics& physics, Body body) {
  ShowingDevice device([&](const WaveProblem& problem) {
    MeshProblem shown{.problem = problem, .field = physics.random_field};
    body(shown);
  });
  Mesh mesh = half_curved_box_of(physics.info, 4, c.shape.N);
  const WaveSystem options = exact_options(physics, c.shape.N, mesh);
  const Discretization discretization(mesh, c.shape.N, apply_boundaries(mesh, options));
  SpatialOperator(discretization, physics, options, device);
}

/// Calls body(problem of a flow in a box) with the boundary types that are asked for, a wall each.
template <class Body>
void with_flow(const Configuration& c, const Physics& physics, const std::vector<int>& types, Body body) {
  const int dim = physics.info.dim;
  Mesh mesh =
      c.shape.n_curved > 0
          ? half_curved_box(dim)
          : make_box({.dim = dim, .cells = {dim == 2 ? 2 : 3, dim == 2 ? 2 : 1, 1}, .jitter = 0.2}, true);
  WaveSystem options;
  options.quadrature = c.flow.quadrature;
  options.shocks = c.flow.shocks;
  options.medium = some_medium(physics.info);
  if (c.with_source && physics.n_gradients > 0) {
    options.medium["viscosity_temperature"] = 0.8;
    options.medium["viscosity_exponent"] = 0.76;
  }
  for (const std::string& group : mesh.boundary_names) options.boundaries[group].type = "slip_wall";
  if (c.with_source) {
    options.source[physics.info.fields.back()] = Expression::parse("exp(-(x - t)^2) + y");
    options.sponges = {{"sponge",
                        mesh.region_names.back(),
                        {{"rho", Expression(1.1)}, {"u", Expression::parse("y")}, {"p", Expression(0.9)}},
                        Expression::parse("3 + x*y")}};
  }
  ShowingDevice device([&](const WaveProblem& problem) {
    MeshProblem shown{.problem = problem, .field = physics.random_field};
    for (std::size_t i = 0; i < shown.problem.boundaries.size(); ++i) {
      BoundaryCondition& boundary = shown.problem.boundaries[i];
      boundary.type = types[i];
      if (!physics.info.boundary_types[types[i]].takes_formulas()) continue;
      for (int f = 0; f < physics.n_fields; ++f)
        boundary.data.push_back(Expression::parse("1 + 0.2*sin(t + x - 2*y + " + std::to_string(f) + ")"));
    }
    body(shown);
  });
  const Discretization discretization(mesh, c.shape.N, apply_boundaries(mesh, options));
  const auto scheme =
      std::find_if(schemes().begin(), schemes().end(), [&](const Scheme& s) { return s.form == c.form; });
  SpatialOperator(discretization, physics, options, device, "", *scheme);
}

/// Calls body(problem) for a configuration.
template <class Body>
void with_problem(const Configuration& c, Body body) {
  if (c.system == System::maxwell && (c.tensor > 0 || c.model != CellModel::none || c.shape.circuits))
    return with_box(c, body);
  const auto run = [&]<class P>(P*) {
    Shape shape = c.shape;
    shape.simplices = true;
    shape.traits = c.use_traits;
    RandomProblem<P> random(shape, c.with_source);
    random.problem.steps.form = c.form;
    body(random);
  };
  switch (c.system) {
    case System::maxwell:
      return run(static_cast<Maxwell<Formulation::full>*>(nullptr));
    case System::maxwell_tm:
      return run(static_cast<Maxwell<Formulation::tm>*>(nullptr));
    case System::maxwell_te:
      return run(static_cast<Maxwell<Formulation::te>*>(nullptr));
    case System::advection_2d:
      return run(static_cast<Advection<2>*>(nullptr));
    case System::advection_3d:
      return run(static_cast<Advection<3>*>(nullptr));
    case System::burgers_2d:
      return with_exact_solution(c, physics_of<Burgers<2>>(), body);
    case System::burgers_2d_godunov:
      return with_exact_solution(c, physics_of<Burgers<2, burgers::Riemann::godunov>>(), body);
    case System::euler_2d:
      return with_flow(c, find_physics("euler", 2, "", "hllc"), {0, 2, 3, 4}, body);
    case System::euler_3d:
      return with_flow(c, find_physics("euler", 3, "", "roe"), {0, 1, 2, 3, 4, 5}, body);
    case System::navier_stokes_2d:
      return with_flow(c, find_physics("navier_stokes", 2, "", "hllc"), {0, 3, 6, 7}, body);
    case System::navier_stokes_3d:
      return with_flow(c, find_physics("navier_stokes", 3, "", "lax_friedrichs"), {0, 2, 3, 5, 6, 7}, body);
  }
}

inline const cuda::Variant& variant_of(const Configuration& c, const cuda::StagePlan& plan) {
  int seen = 0;
  for (const cuda::Variant& variant : plan.variants())
    if (c.tensor == operators_ahead
            ? variant.operators_ahead
            : seen == c.tensor || (variant.takes_tensor_cores() && ++seen == c.tensor))
      return variant;
  throw std::logic_error("the problem has fewer variants for tensor cores");
}

}  // namespace dgsolve::test
