/// Poles of μ: against those of ε by duality, slabs with exact solutions, energies, what is refused.

#include <gtest/gtest.h>

#include <complex>
#include <numbers>

#include "solver/electromagnetics/layers/absorbing_layers.hpp"
#include "solver/electromagnetics/media/dispersive_media.hpp"
#include "solver/electromagnetics/media/pole_slots.hpp"
#include "solver/waves/diagnostics/energy_ledger.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/relative_difference.hpp"
#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/powers.hpp"
#include "tests/support/waves/stability.hpp"

namespace dgsolve::test {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

Dispersion both_metallic() {
  return {.drude = {{1.5, 0.4}},
          .lorentz = {{0.8, 3, 0.3}},
          .mu = {.drude = {{1, 0.2}}, .lorentz = {{1.2, 5, 0.2}}}};
}
/// Re ε and Re μ are negative at other frequencies, so that layers may go on from it.
Dispersion both_resonant() { return {.lorentz = {{0.4, 3, 0.2}}, .mu = {.lorentz = {{0.6, 6, 0.2}}}}; }
Dispersion magnetic_resonance() { return {.mu = {.lorentz = {{1.2, 3, 0.2}}}}; }
/// ε and μ in each other's place, of sets without Debye poles and pairs.
Dispersion dual(const Dispersion& medium) {
  return {.drude = medium.mu.drude,
          .lorentz = medium.mu.lorentz,
          .mu = {.drude = medium.drude, .lorentz = medium.lorentz}};
}

/// Media in the halves of a box, driven from rest; `is_dual`: with ε and μ, E and −H, pec and pmc swapped.
WaveSystem halves(const Mesh& mesh, const std::string& formulation, bool is_dual,
                  const Dispersion& right = both_metallic()) {
  WaveSystem system;
  system.equation = "maxwell";
  system.formulation = formulation;
  system.order = 2;
  const Dispersion electric{.drude = {{2, 0.1}}, .lorentz = {{2, 3, 0.2}}};
  const double epsilon[] = {1.5, 2.5}, mu[] = {2, 1};
  for (int half = 0; half < 2; ++half) {
    const std::string& region = mesh.region_names[half];
    const Dispersion medium = half == 0 ? electric : right;
    system.dispersion[region] = is_dual ? dual(medium) : medium;
    system.regions[region]["epsilon_r"] = Expression((is_dual ? mu : epsilon)[half]);
    system.regions[region]["mu_r"] = Expression((is_dual ? epsilon : mu)[half]);
  }
  set_walls(system, mesh, is_dual ? "pmc" : "pec");
  system.source = parse({{is_dual ? "Hz" : "Ez", "exp(-((t-0.3)/0.1)^2)*cos(2*x)*(1+y)"}});
  return system;
}

/// Fields after some steps, [cell][field][node].
std::vector<double> run(Mesh mesh, WaveSystem system, bool layered) {
  const Physics& physics = find_physics("maxwell", mesh.dim, system.formulation);
  if (layered)
    for (const char* const side : {"xmax", "ymax"}) {
      system.boundaries[side].type = "open";
      system.boundaries[side].open.emplace().thickness = 1;
    }
  set_dispersive_media(system, physics);
  std::vector<std::string> notes;
  if (layered) mesh = *build_absorbing_layers(mesh, physics, system, notes);
  Wave wave(std::move(mesh), std::move(system));
  return wave.after_steps(std::vector<double>(wave.discretization.n_dofs(physics.n_fields)), 5e-3, 200);
}

/// The fields that stand for those of the dual problem: E for H, −H for E.
std::vector<double> dual_of_fields(const std::vector<double>& fields, const EquationInfo& of,
                                   const EquationInfo& is, int Np) {
  std::vector<double> dual(fields.size());
  const int n = static_cast<int>(of.fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t block = i / Np, cell = block / n;
    std::string name = of.fields[block % n];
    const double sign = name[0] == 'H' ? -1 : 1;
    name[0] = name[0] == 'H' ? 'E' : 'H';
    dual[(cell * n + index_of(is.fields, name)) * Np + i % Np] = sign * fields[i];
  }
  return dual;
}

TEST(MagneticPoles, do_to_H_what_poles_of_epsilon_do_to_E) {
  const auto expect_dual = [](const Mesh& mesh, const std::string& formulation, const std::string& dual,
                              bool layered) {
    const EquationInfo &of = find_physics("maxwell", mesh.dim, formulation).info,
                       &is = find_physics("maxwell", mesh.dim, dual).info;
    const Dispersion right = layered ? both_resonant() : both_metallic();
    const std::vector<double> fields = run(mesh, halves(mesh, formulation, false, right), layered),
                              of_dual = run(mesh, halves(mesh, dual, true, right), layered);
    const int Np = mesh.dim == 2 ? 6 : 10;
    EXPECT_LT(relative_difference(of_dual, dual_of_fields(fields, of, is, Np)), 1e-12) << formulation;
  };
  const Mesh square = make_box({.dim = 2, .cells = {4, 3, 1}, .jitter = 0.2}, true);
  expect_dual(square, "TM", "TE", false);
  expect_dual(make_box({.dim = 2, .cells = {2, 2, 1}}, true), "TM", "TE", true);
  expect_dual(half_curved_box(2), "TM", "TE", false);
  expect_dual(half_curved_box(3), "", "", false);
  expect_dual(make_box({.dim = 3, .cells = {2, 1, 1}}, true), "", "", true);
}

TEST(MagneticPoles, have_powers_that_add_up_to_the_rate_of_the_energy) {
  for (const auto& [dim, formulation] : {std::pair(2, "TM"), std::pair(2, "TE"), std::pair(3, "")}) {
    const Mesh mesh = half_curved_box(dim);
    WaveSystem system = halves(mesh, formulation, true);
    system.source.clear();
    set_dispersive_media(system, find_physics("maxwell", dim, formulation));
    expect_powers_that_add_up(Wave(mesh, system));
  }
}

TEST(MagneticPoles, count_as_those_of_epsilon_for_waves_and_steps) {
  const Dispersion one = both_metallic(), other = dual(one);
  EXPECT_EQ(shortest_wave(one, 4).omega, shortest_wave(other, 4).omega);
  EXPECT_NEAR(std::abs(shortest_wave(one, 4).index - shortest_wave(other, 4).index), 0, 1e-12);
  EXPECT_NEAR(swinging_frequency(one, 2), swinging_frequency(other, 2), 1e-12);
  EXPECT_EQ(pole_slots(one).coefficients.back(), pole_slots(other).coefficients.back());
  EXPECT_EQ(fastest_pole(one).name, "mu.lorentz[0]");
  EXPECT_EQ(fastest_pole(other).name, "lorentz[0]");
  // Waves that run backwards are as short as others of that |k|.
  const Dispersion backward{.drude = {{4, 0}}, .mu = {.drude = {{4, 0}}}};
  EXPECT_NEAR(std::abs(permittivity(backward, 2) - Complex(-3, 0)), 0, 1e-12);
  EXPECT_GT(shortest_wave(backward, 2).index.real(), 2.99);
  EXPECT_NEAR(highest_backward_frequency(backward), 4, 0.05);
  EXPECT_EQ(highest_backward_frequency(both_resonant()), 0);
}

/// A strip along x with the slab 0 < x < 1 of a medium in vacuum; a pulse enters from the left, and both ends
/// absorb, which at normal incidence is exact.
struct SlabInStrip {
  static constexpr double left = -1, right = 2, center = 3, width = 0.5, carrier = 3;

  SlabInStrip(const Dispersion& medium, int cells_in_slab, int order) : height(1.0 / cells_in_slab) {
    mesh = make_box(
        {.dim = 2, .cells = {3 * cells_in_slab, 1, 1}, .lower = {left, 0, 0}, .upper = {right, height, 0}});
    mesh.region_names = {"vacuum", "slab"};
    for (int e = 0; e < mesh.n_elements(); ++e) {
      const double x = cell_center(mesh, e)[0];
      mesh.region[e] = x > 0 && x < 1 ? 1 : 0;
    }
    system.equation = "maxwell";
    system.formulation = "TM";
    system.order = order;
    system.regions["vacuum"] = system.regions["slab"] = {};
    system.regions["slab"]["epsilon_r"] = Expression(medium.epsilon_infinity);
    system.dispersion["slab"] = medium;
    set_walls(system, mesh, "pmc");
    system.boundaries["xmax"].type = "absorbing";
    system.boundaries["xmin"].type = "incoming";
    system.boundaries["xmin"].data = {
        {"Ez", Expression::parse(pulse, constants())},
        {"Hy", Expression::parse("-(" + std::string(pulse) + ")", constants())}};
    set_dispersive_media(system, find_physics("maxwell", 2, "TM"));
  }
  static constexpr const char* pulse = "exp(-((t-t0)/w)^2)*cos(f*(t-t0))";
  static std::map<std::string, double> constants() { return {{"t0", center}, {"w", width}, {"f", carrier}}; }

  /// Amplitudes over the incident one, with the phases of x = 0 and, behind, of x = 1.
  struct Response {
    Complex reflected, transmitted;
  };
  std::vector<Response> respond(const std::vector<double>& omega, double final) const {
    Wave wave(mesh, system);
    const Discretization& d = wave.discretization;
    std::vector<int> cells;
    std::vector<double> weights;
    for (const double end : {left, right}) {
      const std::vector<double> of_end = mean_over_end(d, end, cells);
      weights.insert(weights.end(), of_end.begin(), of_end.end());
    }
    const Steps steps = divide_interval(final, choose_time_step(wave.op, {}).dt);
    const auto sampler =
        wave.op.wave->sampler({SampleKind::rows, cells, weights, static_cast<std::size_t>(steps.n)});
    RungeKutta integrator(wave.op, std::vector<double>(d.n_dofs(wave.physics.n_fields)));
    integrator.after_each_step([&](const WaveState& u, long step) { sampler->take(u, step); });
    integrator.advance(0, steps.dt, steps.n);
    return responses(omega, sampler->read().values, steps.dt);
  }

  double height;
  Mesh mesh;
  WaveSystem system;

 private:
  /// rows: [step][end][Hx, Hy, Ez]. What runs to the right has Hy = −Ez.
  /// Weights of the nodes of the cell that has the end of the strip, by Gauss' rule of three points.
  std::vector<double> mean_over_end(const Discretization& d, double end, std::vector<int>& cells) const {
    std::vector<double> mean(d.element.Np);
    for (const auto& [at, weight] :
         {std::pair(-std::sqrt(0.6), 5.0 / 18), {0, 8.0 / 18}, {std::sqrt(0.6), 5.0 / 18}}) {
      const Location point = d.locate({end, 0.5 * (1 + at) * height, 0});
      const std::vector<double> values = d.interpolation_weights(point);
      for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += weight * values[i];
      if (at == 0) cells.push_back(point.element);
    }
    return mean;
  }

  static std::vector<Response> responses(const std::vector<double>& omega, const std::vector<double>& rows,
                                         double dt) {
    std::vector<Response> all;
    for (const double w : omega) {
      const Expression drive = Expression::parse(pulse, constants());
      Complex incident = 0, reflected = 0, transmitted = 0;
      for (std::size_t i = 0; i < rows.size(); i += 6) {
        const double t = dt * static_cast<double>(i / 6 + 1);
        const Complex phase = std::polar(1.0, -w * t);
        incident += phase * 2.0 * drive(0, 0, 0, t);
        reflected += phase * (rows[i + 2] + rows[i + 1]);
        transmitted += phase * (rows[i + 5] - rows[i + 4]);
      }
      all.push_back({reflected / incident * std::polar(1.0, -2 * w * left),
                     transmitted / incident * std::polar(1.0, w * (right - 1 - left))});
    }
    return all;
  }
};

/// Born & Wolf, Principles of Optics, 7th ed., Cambridge 1999, section 7.6, with an impedance.
SlabInStrip::Response slab_response(const Dispersion& medium, double omega) {
  const Complex epsilon = permittivity(medium, omega), mu = permeability(medium, omega),
                index = std::sqrt(epsilon) * std::sqrt(mu), impedance = std::sqrt(mu) / std::sqrt(epsilon),
                r = (impedance - 1.0) / (impedance + 1.0), once = std::exp(Complex(0, -omega) * index),
                echoes = 1.0 - r * r * once * once;
  return {r * (1.0 - once * once) / echoes, (1.0 - r * r) * once / echoes};
}

/// The largest error of both amplitudes.
double slab_error(const Dispersion& medium, int cells, int order, const std::vector<double>& omega,
                  double final) {
  const std::vector<SlabInStrip::Response> found = SlabInStrip(medium, cells, order).respond(omega, final);
  double worst = 0;
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const SlabInStrip::Response exact = slab_response(medium, omega[i]);
    worst = std::max({worst, std::abs(found[i].reflected - exact.reflected),
                      std::abs(found[i].transmitted - exact.transmitted)});
  }
  return worst;
}

TEST(MagneticPoles, reflect_and_transmit_as_a_slab_with_them_does) {
  const std::vector<double> omega = {2, 3, 4, 5};
  // ε = μ < 0 up to ω = 4: waves run backwards in the slab, and nothing is reflected.
  const Dispersion negative{.drude = {{4, 0.3}}, .mu = {.drude = {{4, 0.3}}}};
  EXPECT_LT(permeability(negative, 3).real(), -0.7);
  EXPECT_LT(std::abs(slab_response(negative, 3).reflected), 1e-12);
  EXPECT_GT(std::arg(slab_response(negative, 3).transmitted), 0.5);
  EXPECT_LT(slab_error(negative, 4, 4, omega, 40), 1e-3);
  EXPECT_LT(slab_error(magnetic_resonance(), 4, 4, omega, 60), 1e-3);
  EXPECT_GT(std::abs(slab_response(magnetic_resonance(), 3).reflected), 0.3);
}

/// Ainsworth, J. Comput. Phys. 198 (2004) 106, has that order for the wave number of the scheme.
TEST(SlabsWithPoles, converge_at_twice_the_order_and_one) {
  const Dispersion lorentz{.lorentz = {{2, 3, 0.2}}, .epsilon_infinity = 1.5};
  EXPECT_NEAR(std::norm(slab_response(lorentz, 2).reflected), 0.366013021, 1e-9);
  EXPECT_NEAR(std::norm(slab_response(lorentz, 2).transmitted), 0.457053057, 1e-9);
  for (const Dispersion& medium : {lorentz, magnetic_resonance()})
    for (const auto& [order, cells] : {std::pair(1, 4), std::pair(2, 4), std::pair(3, 2)}) {
      const double coarse = slab_error(medium, cells, order, {2}, 120),
                   fine = slab_error(medium, 2 * cells, order, {2}, 120);
      EXPECT_GT(observed_order(coarse, fine), 2 * order + 0.5) << fastest_pole(medium).name << ' ' << order;
    }
}

TEST(MagneticPoles, close_the_ledger_of_a_run) {
  const Dispersion negative{.drude = {{4, 0.3}}, .mu = {.drude = {{4, 0.3}}}};
  const SlabInStrip strip(negative, 2, 3);
  Wave wave(strip.mesh, strip.system);
  RungeKutta integrator(wave.op, std::vector<double>(wave.discretization.n_dofs(wave.physics.n_fields)));
  EnergyLedger books;
  constexpr double dt = 2e-3;
  for (int step = 0; step <= 4000; ++step) {
    const double t = step * dt;
    if (step > 0) integrator.advance(t - dt, dt, 1);
    books.add(wave.op.wave->energy(integrator.state()), {t, wave.op.wave->powers(integrator.state(), t)});
  }
  EXPECT_LE(std::abs(books.remainder()), 1e-9 * books.put_in());
  EXPECT_GT(books.record().work.loss, 0.1 * books.put_in());
}

TEST(MagneticPoles, below_layers_have_no_mode_that_grows_in_a_slab) {
  for (const auto& [formulation, alpha] : {std::pair("TM", 0.0), std::pair("TE", 1.0)}) {
    const Mesh mesh = make_box({.dim = 2});
    const Physics& physics = find_physics("maxwell", 2, formulation);
    WaveSystem system;
    system.equation = "maxwell";
    system.formulation = formulation;
    system.order = 2;
    system.flux_parameters["alpha"] = alpha;
    system.regions["box"] = {};
    system.dispersion["box"] = both_resonant();
    set_walls(system, mesh, "pec");
    system.boundaries["xmax"].type = "open";
    system.boundaries["xmax"].open.emplace().thickness = 1;
    set_dispersive_media(system, physics);
    std::vector<std::string> notes;
    Mesh layered = *build_absorbing_layers(mesh, physics, system, notes);
    EXPECT_LT(fastest_growth(Wave(std::move(layered), std::move(system))), 1e-9) << formulation;
  }
}

TEST(MagneticPoles, refuse_what_does_not_go_with_them) {
  const Mesh mesh = make_box({.dim = 2, .cells = {2, 2, 1}});
  const Physics& physics = find_physics("maxwell", 2, "TM");
  const auto message = [&](const Dispersion& medium, const std::string& mu) {
    return error_of([&] {
      WaveSystem system;
      system.regions["box"]["mu_r"] = Expression::parse(mu);
      system.dispersion["box"] = medium;
      set_walls(system, mesh, "open");
      for (auto& [name, boundary] : system.boundaries) boundary.open.emplace().thickness = 1;
      set_dispersive_media(system, physics);
      refuse_many_poles_on_host(system);
      std::vector<std::string> notes;
      build_absorbing_layers(mesh, physics, system, notes);
    });
  };
  EXPECT_EQ(message(magnetic_resonance(), "2"), "no error");
  const auto expect = [&](const Dispersion& medium, const std::string& mu, const std::string& part) {
    EXPECT_NE(message(medium, mu).find(part), std::string::npos) << message(medium, mu);
  };
  expect(magnetic_resonance(), "1 + x", "regions.box.mu_r: is a formula, and the region has poles");
  expect({.drude = {{4, 0}}, .mu = {.drude = {{4, 0}}}}, "1", "up to about the angular frequency 3.99");
  Dispersion many = magnetic_resonance();
  many.mu.lorentz.resize(3, many.mu.lorentz[0]);
  expect(many, "1", "0 slots of poles and 3 of mu, and the CPU has kernels for 2 of each");
  many.mu.lorentz.resize(5, many.mu.lorentz[0]);
  expect(many, "1", "5 slots of poles of mu");
}

}  // namespace
}  // namespace dgsolve::test
