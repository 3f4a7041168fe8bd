/// Media with poles: their matrices, exact solutions, energies, layers that go on over them.
#include "solver/electromagnetics/media/dispersive_media.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <complex>
#include <initializer_list>
#include <numbers>
#include <tuple>

#include "kernels/models/layered_poles.hpp"
#include "solver/checks/resolution.hpp"
#include "solver/electromagnetics/incident/plane_waves.hpp"
#include "solver/electromagnetics/layers/absorbing_layers.hpp"
#include "solver/electromagnetics/layers/edge_growth.hpp"
#include "solver/electromagnetics/media/pole_slots.hpp"
#include "solver/waves/diagnostics/energy_ledger.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/powers.hpp"
#include "tests/support/waves/stability.hpp"

namespace dgsolve::test {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

Dispersion debye() { return {.debye = {{2, 0.3}}}; }
Dispersion drude() { return {.drude = {{5, 0.1}}}; }
Dispersion lorentz() { return {.lorentz = {{2, 3, 0.2}}}; }
/// A pair that is active alone, at low frequencies, beside a Drude pole that makes up for it.
Dispersion critical_point() {
  return {.drude = {{4, 0.3}}, .pairs = {{{-0.5, 3}, {0.8, -1.5}}}, .epsilon_infinity = 1.5};
}
Dispersion mixture() {
  return {.debye = {{2, 0.3}, {0.5, 2}},
          .drude = {{2, 0.1}},
          .lorentz = {{2, 3, 0.2}},
          .epsilon_infinity = 1.5,
          .conductivity_rate = 0.4};
}

/// Whether an action throws a message with all these parts.
template <class Action>
testing::AssertionResult refuses(Action action, std::initializer_list<const char*> parts) {
  const std::string message = error_of(action);
  for (const char* part : parts)
    if (message.find(part) == std::string::npos) return testing::AssertionFailure() << message;
  return testing::AssertionSuccess();
}

/// A set's matrices, [n states], as Poles reads them from the coefficients.
struct Matrices {
  explicit Matrices(const PoleSlots& slots) : n(slots.n_electric), A(n, n), X(n, n), b(n), g(n) {
    A.setZero();
    for (int s = 0; s < n / 2; ++s) {
      const double* const k = &slots.coefficients[8 * s];
      A.block<2, 2>(2 * s, 2 * s) << k[0], k[1], k[2], k[3];
      b.segment<2>(2 * s) << k[4], k[5];
      g.segment<2>(2 * s) << k[6], k[7];
    }
    const double* x = &slots.coefficients[8 * (n / 2)];
    if (n % 2 == 1) {
      A(n - 1, n - 1) = *x++;
      b[n - 1] = *x++;
      g[n - 1] = *x++;
    }
    d = *x++;
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) X(i, j) = X(j, i) = *x++;
  }
  int n;
  Eigen::MatrixXd A, X;
  Eigen::VectorXd b, g;
  double d;
};

TEST(PoleSlots, have_the_permittivity_of_their_poles) {
  for (const Dispersion& medium : {debye(), drude(), lorentz(), critical_point(), mixture()}) {
    const Matrices m(pole_slots(medium));
    for (const double omega : {0.01, 0.7, 3.0, 40.0}) {
      const Complex s(0, omega);
      const Eigen::MatrixXcd resolvent = s * Eigen::MatrixXcd::Identity(m.n, m.n) - m.A.cast<Complex>();
      const Complex J = m.g.cast<Complex>().dot(resolvent.fullPivLu().solve(m.b.cast<Complex>())) + m.d;
      const Complex expected = permittivity(medium, omega);
      EXPECT_LT(std::abs(medium.epsilon_infinity * (1.0 + J / s) - expected), 1e-12 * std::abs(expected));
    }
  }
}

TEST(PoleSlots, take_the_fewest_states_with_which_all_devices_have_kernels) {
  const auto states_of = [](int n_debye, int n_lorentz) {
    Dispersion medium;
    medium.debye.assign(n_debye, {0.5, 0.3});
    medium.lorentz.assign(n_lorentz, {0.1, 1, 0.1});
    return pole_slots(medium).n_electric;
  };
  for (int debye = 0; debye <= 6; ++debye)
    for (int lorentz = debye == 0 ? 1 : 0; debye + 2 * lorentz <= 6; ++lorentz)
      EXPECT_EQ(states_of(debye, lorentz), debye + 2 * lorentz == 3 ? 4 : debye + 2 * lorentz);
  EXPECT_EQ(states_of(7, 0), 12);
  EXPECT_EQ(states_of(1, 6), 14);
}

TEST(PoleSlots, turn_no_heat_into_energy) {
  for (const Dispersion& medium : {debye(), drude(), lorentz(), critical_point(), mixture()}) {
    const Matrices m(pole_slots(medium));
    Eigen::MatrixXd heat(m.n + 1, m.n + 1);  // of (E, z): E J − zᵀX z'
    heat << m.d, m.g.transpose(), -m.X * m.b, -m.X * m.A;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> form(0.5 * (heat + heat.transpose()));
    EXPECT_GT(form.eigenvalues().minCoeff(), -1e-6);
    EXPECT_GT(form.eigenvalues().maxCoeff(), 1e-2);
  }
}

TEST(PoleSlots, limit_the_step_by_the_rates_that_are_known_of_single_poles) {
  const auto fastest = [](const Dispersion& medium) { return pole_slots(medium).coefficients.back(); };
  EXPECT_NEAR(fastest({.debye = {{2, 0.3}}, .epsilon_infinity = 4}), 1.5 / 0.3, 1e-12);
  EXPECT_NEAR(fastest({.drude = {{5, 0}}, .epsilon_infinity = 4}), 2.5, 1e-12);
  EXPECT_NEAR(fastest({.lorentz = {{2, 3, 0}}, .epsilon_infinity = 4}), 3 * std::sqrt(1.5), 1e-12);
}

TEST(PoleSlots, refuse_active_media_with_the_frequency_and_too_many_poles) {
  Dispersion alone = critical_point();
  alone.drude.clear();
  EXPECT_NO_THROW(require_passive(critical_point()));
  EXPECT_TRUE(refuses([&] { require_passive(alone); },
                      {"the medium is active: at the angular frequency", "-Im epsilon is -"}));
  Dispersion many;
  many.lorentz.assign(13, {0.1, 1, 0.1});
  EXPECT_TRUE(refuses([&] { pole_slots(many); }, {"13 slots of poles of epsilon", "at most 12"}));
}

/// The mode sin(πx) sin(πy) of a square, or of a cube with nothing along z, that a lossless Drude medium
/// fills: εω² = 2π² + ω_p².
WaveSystem drude_cavity(const Mesh& mesh, int order) {
  constexpr double epsilon = 2, plasma = 5;
  const double omega = std::sqrt((2 * pi * pi + plasma * plasma) / epsilon);
  WaveSystem system;
  system.equation = "maxwell";
  system.formulation = mesh.dim == 2 ? "TM" : "";
  system.order = order;
  for (const std::string& region : mesh.region_names) {
    system.regions[region]["epsilon_r"] = Expression(epsilon);
    system.dispersion[region] = {.drude = {{plasma, 0}}};
  }
  set_walls(system, mesh, "pec");
  const std::map<std::string, double> constants{{"w", omega}};
  for (const auto& [field, formula] :
       std::map<std::string, std::string>{{"Ez", "sin(pi*x)*sin(pi*y)*cos(w*t)"},
                                          {"Hx", "-pi/w*sin(pi*x)*cos(pi*y)*sin(w*t)"},
                                          {"Hy", "pi/w*cos(pi*x)*sin(pi*y)*sin(w*t)"}})
    system.exact[field] = Expression::parse(formula, constants);
  system.initial["Ez"] = Expression::parse("sin(pi*x)*sin(pi*y)");
  set_dispersive_media(system, find_physics("maxwell", mesh.dim, system.formulation));
  return system;
}

TEST(DispersiveMedia, fill_a_cavity_as_their_exact_solution_says) {
  constexpr int N = 3;
  const auto error = [](const Mesh& mesh) {
    Wave wave(mesh, drude_cavity(mesh, N));
    return wave.total_error(0.5, wave.run(0.5));
  };
  const auto square = [](int cells) { return make_box(box_of(2, cells, 0, 1, false)); };
  const double coarse = error(square(3)), fine = error(square(6));
  EXPECT_LT(fine, 1e-4);
  EXPECT_GT(observed_order(coarse, fine), N + 0.6);
  // In 3D, with cells that are curved inside the box; walls are left as they are.
  Mesh cube = make_box({.dim = 3, .cells = {3, 3, 1}, .geometry_order = 2});
  bend(cube, [](Point x) {
    x[0] += 0.1 * std::sin(pi * x[0]) * std::sin(pi * x[1]);
    return x;
  });
  for (const std::string name : {"zmin", "zmax"}) EXPECT_EQ(std::ranges::count(cube.boundary_names, name), 1);
  EXPECT_LT(error(cube), 1e-2);
}

/// Media in the box's halves, in a formulation: all cells, driven.
struct InMedia {
  InMedia(int dim, const std::string& formulation) : physics(find_physics("maxwell", dim, formulation)) {
    mesh = half_curved_box(dim);
    system = options_with_everything(physics, mesh, 2);
    system.sources.clear();
    system.dispersion[mesh.region_names[0]] = critical_point();
    system.dispersion[mesh.region_names[1]] = mixture();
    set_dispersive_media(system, physics);
  }
  const Physics& physics;
  Mesh mesh;
  WaveSystem system;
};

TEST(DispersiveMedia, have_powers_that_add_up_to_the_rate_of_the_energy) {
  for (const auto& [dim, formulation] : {std::pair(2, "TM"), std::pair(2, "TE"), std::pair(3, "")}) {
    const InMedia in(dim, formulation);
    expect_powers_that_add_up(Wave(in.mesh, in.system));
  }
}

/// A box whose right half is a medium, or all of it, with layers outside its far sides that go on over what
/// is there.
Wave medium_in_layers(const Dispersion& medium, const std::string& formulation, int n_axes, double alpha,
                      bool everywhere = false, bool driven = false, std::optional<double> frequency = {}) {
  const int dim = formulation.empty() ? 3 : 2;
  const Mesh mesh = make_box({.dim = dim, .cells = {2, dim == 2 ? 2 : 1, 1}}, true);
  const Physics& physics = find_physics("maxwell", dim, formulation);
  WaveSystem system;
  system.equation = "maxwell";
  system.formulation = formulation;
  system.order = dim == 2 ? 2 : 1;
  system.flux_parameters["alpha"] = alpha;
  system.regions["box"] = system.regions["box2"] = {};
  for (const std::string region : {"box", "box2"}) {
    if (region == "box" && !everywhere) continue;
    system.regions[region]["epsilon_r"] = Expression(medium.epsilon_infinity);
    system.regions[region]["sigma"] = Expression(medium.conductivity_rate);
    system.dispersion[region] = medium;
  }
  set_walls(system, mesh, "pec");
  const char* const sides[] = {"xmax", "ymax"};
  for (int i = 0; i < n_axes; ++i) {
    system.boundaries[sides[i]].type = "open";
    system.boundaries[sides[i]].open.emplace().thickness = 1;
    system.boundaries[sides[i]].open->frequency = frequency;
  }
  if (driven)
    system.source = parse({{formulation == "TE" ? "Hz" : "Ez", "exp(-((t-1)/0.3)^2)*cos(2*x)*(1+y)"}});
  set_dispersive_media(system, physics);
  std::vector<std::string> notes;
  Mesh layered = *build_absorbing_layers(mesh, physics, system, notes);
  return Wave(std::move(layered), std::move(system));
}

TEST(LayersOverPoles, have_no_mode_that_grows_in_a_slab) {
  for (const auto& [medium, formulation, alpha] :
       {std::tuple(debye(), "TM", 0.0), {drude(), "TM", 0.0}, {drude(), "TE", 1.0}, {lorentz(), "TM", 0.0}})
    EXPECT_LT(fastest_growth(medium_in_layers(medium, formulation, 1, alpha, true)), 1e-9)
        << formulation << ' ' << fastest_pole(medium).name;
}

/// growth_from random fields in the mesh's own cells.
double growth_inside(Wave wave, long n_steps) {
  std::vector<double> state = wave.random_state(1);
  const std::size_t width = state.size() / wave.discretization.K();
  for (int e = 0; e < wave.discretization.K(); ++e)
    if (absorbs(wave.options.models, wave.mesh.region_names[wave.mesh.region[e]]))
      std::fill_n(&state[e * width], width, 0.0);
  return growth_from(wave, state, n_steps);
}

TEST(LayersOverPoles, do_not_grow_in_an_edge) {
  Dispersion lossy_metal = drude();
  lossy_metal.drude[0].damping = 2;
  const Dispersion magnetic{.lorentz = {{0.4, 3, 0.2}}, .mu = {.lorentz = {{0.6, 6, 0.2}}}};
  for (const Dispersion& medium : {debye(), lorentz(), lossy_metal, magnetic})
    for (const double alpha : {0.0, 1.0})
      EXPECT_LT(growth_inside(medium_in_layers(medium, "TM", 2, alpha, true), 20000),
                most_growth(Precision::double_))
          << fastest_pole(medium).name << ' ' << alpha;
}

TEST(LayersOverPoles, feed_what_fades_in_a_metal_where_the_phases_of_an_edge_say_so) {
  const auto in_edge = [](const std::string& formulation, std::optional<double> frequency) {
    return medium_in_layers(drude(), formulation, 2, 1, true, false, frequency);
  };
  const auto fed = [](const Wave& wave) {
    double highest = 0;
    for (const LayerAbsorption& layer : layers_over("box2", wave.options))
      highest =
          std::max(highest, fed_frequency(drude(), layer, *wave.physics.info.electromagnetic).value_or(0));
    return highest;
  };
  constexpr double half_a_wave = 0.5;  // in the layers: the default of media without poles
  const Wave chosen = in_edge("TM", half_a_wave);
  EXPECT_NEAR(fed(chosen), 3.7, 0.8);
  EXPECT_GT(growth_inside(in_edge("TM", half_a_wave), 10000), 100);
  EXPECT_EQ(fed(in_edge("TE", half_a_wave)), 0);
  // A higher one is taken where nobody chooses.
  const Wave raised = in_edge("TM", {});
  EXPECT_GT(*raised.options.boundaries.at("xmax").open->frequency, half_a_wave);
  EXPECT_LT(*raised.options.boundaries.at("xmax").open->frequency, 2 * half_a_wave);
  EXPECT_EQ(fed(raised), 0);
  EXPECT_LT(growth_inside(in_edge("TM", {}), 10000), 1.001);
}

TEST(LayersOverPoles, that_no_shift_keeps_from_feeding_a_metal_have_no_factor) {
  Dispersion metal = drude();
  metal.drude[0].damping = 1e-6;
  metal.drude[0].plasma_frequency = 1e3;
  const ElectromagneticFields& fields = *find_physics("maxwell", 2, "TM").info.electromagnetic;
  EXPECT_FALSE(factor_against_growth(metal, {{1e4, 1e4, 0}, 1e-3}, fields));
  EXPECT_EQ(factor_against_growth(metal, {{1e4, 0, 0}, 1e-3}, fields), 1.0);
}

TEST(LayersOverPoles, belong_to_the_region_that_they_go_on_from_whatever_its_name) {
  const Wave wave = medium_in_layers(drude(), "TM", 2, 1, true, false, {});
  EXPECT_FALSE(layers_over("box2", wave.options).empty());
  EXPECT_TRUE(layers_over("box2_", wave.options).empty());
  for (const auto& [layer, base] : wave.options.layer_bases) {
    EXPECT_TRUE(absorbs(wave.options.models, layer)) << layer;
    EXPECT_FALSE(absorbs(wave.options.models, base)) << base;
  }
}

TEST(LayersOverPoles, have_powers_that_add_up_to_the_rate_of_the_energy) {
  expect_powers_that_add_up(medium_in_layers(mixture(), "TM", 2, 1, false, true));
  expect_powers_that_add_up(medium_in_layers(critical_point(), "", 2, 1, false, true));
}

TEST(LayersOverPoles, close_the_ledger_of_a_run_to_ten_digits) {
  Wave wave = medium_in_layers(critical_point(), "TM", 2, 1, false, true);
  RungeKutta integrator(wave.op, std::vector<double>(wave.discretization.n_dofs(wave.physics.n_fields)));
  EnergyLedger books;
  constexpr double dt = 1e-3;
  for (int step = 0; step <= 3000; ++step) {
    const double t = step * dt;
    if (step > 0) integrator.advance(t - dt, dt, 1);
    books.add(wave.op.wave->energy(integrator.state()), {t, wave.op.wave->powers(integrator.state(), t)});
  }
  EXPECT_LE(std::abs(books.remainder()), 1e-10 * books.put_in());
  EXPECT_GT(books.record().work.loss, 0.1 * books.put_in());
}

TEST(DispersiveMedia, shorten_the_waves_that_the_mesh_is_checked_for) {
  const InMedia in(2, "TM");
  WaveSystem plain = in.system;
  plain.dispersion.clear();
  plain.models.clear();
  const Wave with(in.mesh, in.system), without(in.mesh, plain);
  const double at_resonance = region_resolution(with.op, in.system, 3.2, {0, 0}).at(1)->kh,
               far_above = region_resolution(with.op, in.system, 300, {0, 0}).at(1)->kh,
               of_infinity = region_resolution(without.op, plain, 300, {0, 0}).at(1)->kh;
  EXPECT_GT(at_resonance, 2 * region_resolution(without.op, plain, 3.2, {0, 0}).at(1)->kh);
  EXPECT_NEAR(far_above, of_infinity, 0.02 * of_infinity);
}

TEST(DispersiveMedia, refuse_what_goes_by_one_permittivity) {
  const Mesh mesh = make_box({.dim = 2, .cells = {2, 2, 1}});
  const Physics& physics = find_physics("maxwell", 2, "TM");
  WaveSystem system;
  system.regions["box"] = {};
  set_walls(system, mesh, "incoming");
  system.boundaries["xmin"].plane_wave = PlaneWave{{1, 0, 0}, {0, 0, 1}, Expression::parse("sin(t)")};
  set_plane_waves(system, physics, mesh);
  system.dispersion["box"] = debye();
  set_dispersive_media(system, physics);
  EXPECT_TRUE(
      refuses([&] { set_plane_waves(system, physics, mesh); }, {"boundaries.xmin.plane_wave", "poles"}));
  system.regions["box"]["epsilon_r"] = Expression::parse("1 + x");
  EXPECT_TRUE(refuses([&] { set_dispersive_media(system, physics); },
                      {"regions.box.epsilon_r: is a formula, and the region has poles"}));
}

}  // namespace
}  // namespace dgsolve::test
