/// The powers are what the scheme does to its energy, and each is what its name says.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/meshes/state_integral.hpp"
#include "tests/support/waves/every_physics.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {
namespace {

double total(const Powers& powers) {
  double sum = 0;
  for (const PowerTerm& part : power_terms) sum += part.sign * powers.*part.value;
  return sum;
}

Powers powers_of(Wave& wave, const std::vector<double>& q, double t) {
  const auto array = wave.op.wave->allocate();
  array->upload(q);
  return wave.op.wave->powers(*array, t);
}

class PowersOf : public testing::TestWithParam<const Physics*> {
 protected:
  const Physics& physics = *GetParam();

  /// All boundaries of one type.
  WaveSystem with_walls(const Mesh& mesh, int order, std::size_t type) {
    WaveSystem options = options_with_everything(physics, mesh, order);
    for (auto& [name, boundary] : options.boundaries) {
      boundary.type = physics.info.boundary_types[type].name;
      boundary.data.clear();
      if (physics.info.boundary_types[type].needs_data)
        for (const std::string& field : physics.info.fields)
          boundary.data[field] = Expression::parse("cos(t + 2*x - y)");
    }
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(Registry, PowersOf, testing::ValuesIn(linear_physics()), name_of_physics);

void vary_inside_cells(WaveSystem& options) {
  for (auto& [region, parameters] : options.regions)
    for (auto& [name, value] : parameters) value = Expression::parse("1 + sin(3*x + y)*y");
}

/// Straight and curved cells, two media, losses, a source and every type of boundary at once.
TEST_P(PowersOf, add_up_to_the_rate_of_the_energy_to_round_off) {
  const Mesh mesh = half_curved_box(physics.info.dim);
  for (const Precision precision : {Precision::double_, Precision::single})
    for (const double alpha : {0.0, 0.6, 1.0})
      for (const int order : {1, 2, 4}) {
        WaveSystem options = options_with_everything(physics, mesh, order);
        options.flux_parameters["alpha"] = alpha;
        if (physics.nodal_coefficients) vary_inside_cells(options);
        Wave wave(mesh, options, precision);
        const std::vector<double> q = wave.random_state(3);
        const EnergyRate rate = energy_rate(wave, q, 0.4);
        const double tolerance = precision == Precision::single ? 1e-5 : 1e-12;
        EXPECT_NEAR(total(powers_of(wave, q, 0.4)) / rate.scale, rate.relative, tolerance)
            << "alpha " << alpha << ", order " << order;
      }
}

/// What a wave brings in through faces inside the mesh is apart from what the scheme damps there.
TEST_P(PowersOf, add_up_with_waves_that_enter_inside_the_mesh) {
  for (const Precision precision : {Precision::double_, Precision::single})
    for (const double alpha : {0.0, 0.6, 1.0}) {
      Mesh mesh = half_curved_box(physics.info.dim);
      WaveSystem options = options_with_everything(physics, mesh, 2);
      options.flux_parameters["alpha"] = alpha;
      add_incident_wave(options, mesh, some_data(physics));
      Wave wave(mesh, options, precision);
      const std::vector<double> q = wave.random_state(3);
      const EnergyRate rate = energy_rate(wave, q, 0.4);
      const Powers powers = powers_of(wave, q, 0.4);
      EXPECT_NEAR(total(powers) / rate.scale, rate.relative, precision == Precision::single ? 1e-5 : 1e-12);
      if (physics.nodal_coefficients) continue;  // products of polynomials are inexact
      const double round_off = precision == Precision::single ? 1e-5 : 1e-12;
      EXPECT_GE(powers.dissipation / rate.scale, -round_off);
    }
}

/// What waves carry in and, apart from them, out, what is lost and what the numerical flux damps cannot be
/// negative.
TEST_P(PowersOf, have_the_signs_of_their_names) {
  const Mesh mesh = half_curved_box(physics.info.dim);
  for (const double alpha : {0.0, 0.6, 1.0})
    for (std::size_t type = 0; type < physics.info.boundary_types.size(); ++type) {
      SCOPED_TRACE(physics.info.boundary_types[type].name + ", alpha " + std::to_string(alpha));
      WaveSystem options = with_walls(mesh, 2, type);
      options.flux_parameters["alpha"] = alpha;
      Wave wave(mesh, options);
      const std::vector<double> q = wave.random_state(5);
      const double round_off = 1e-12 * energy_rate(wave, q, 0.4).scale;
      const Powers powers = powers_of(wave, q, 0.4);
      EXPECT_GE(powers.dissipation, -round_off);
      EXPECT_GE(powers.loss, 0);
      if (physics.info.boundary_types[type].needs_data) {
        EXPECT_GT(powers.incoming, 0);
        EXPECT_GE(powers.outgoing, 0);
      } else {
        EXPECT_EQ(powers.incoming, 0);
      }
    }
}

WaveSystem maxwell_options(int dim, const std::string& formulation, double alpha) {
  WaveSystem options;
  options.equation = "maxwell";
  options.formulation = dim == 2 ? formulation : "";
  options.order = 3;
  options.flux_parameters["alpha"] = alpha;
  return options;
}

TEST(MaxwellPowers, perfect_conductors_let_nothing_through) {
  for (const int dim : {2, 3})
    for (const std::string wall : {"pec", "pmc"})
      for (const double alpha : {0.0, 0.5, 1.0}) {
        const Mesh mesh = half_curved_box(dim);
        WaveSystem options = maxwell_options(dim, "TE", alpha);
        options.regions["box"] = {};
        options.regions["box2"] = parse({{"epsilon_r", "3"}});
        set_walls(options, mesh, wall);
        Wave wave(mesh, options);
        const std::vector<double> q = wave.random_state(2);
        const Powers powers = powers_of(wave, q, 0);
        const double scale = energy_rate(wave, q, 0).scale;
        EXPECT_NEAR(powers.outgoing / scale, 0, 1e-13) << wall << alpha;
        EXPECT_EQ(powers.source, 0);
        EXPECT_EQ(powers.loss, 0);
        if (alpha == 0)
          EXPECT_NEAR(powers.dissipation / scale, 0, 1e-13) << wall;
        else
          EXPECT_GT(powers.dissipation / scale, 1e-3) << wall;
      }
}

/// ∫σE² is 2σ/ε times the electric energy.
TEST(MaxwellPowers, losses_are_those_of_ohm) {
  for (const int dim : {2, 3}) {
    const Mesh mesh = half_curved_box(dim);
    WaveSystem options = maxwell_options(dim, "TM", 0.5);
    for (const std::string region : {"box", "box2"})
      options.regions[region] = parse({{"epsilon_r", "2"}, {"mu_r", "3"}, {"sigma", "0.7"}});
    set_walls(options, mesh, "pmc");
    Wave wave(mesh, options);
    std::vector<double> q = wave.random_state(2);
    const int Np = wave.discretization.element.Np, n_fields = wave.physics.n_fields;
    for (std::size_t i = 0; i < q.size(); ++i)
      if (wave.physics.info.fields[i / Np % n_fields][0] == 'H') q[i] = 0;
    const double expected = 2 * 0.7 / 2 * energy(wave.op, q);
    EXPECT_NEAR(powers_of(wave, q, 0).loss, expected, 1e-12 * expected);
  }
}

/// A uniform wave of E = E0 that goes along x carries E0²/Z through a unit of area.
TEST(MaxwellPowers, a_plane_wave_that_passes_through_brings_and_takes_what_poynting_says) {
  const double Z = std::sqrt(3.0 / 2), E0 = 1.7;
  for (const double alpha : {0.0, 0.5, 1.0})
    for (const bool is_there : {true, false}) {
      Mesh mesh = make_box({.dim = 2, .cells = {3, 2, 1}});
      ASSERT_EQ(mesh.boundary_names.size(), 4U);
      WaveSystem options = maxwell_options(2, "TM", alpha);
      for (const std::string& region : mesh.region_names)
        options.regions[region] = parse({{"epsilon_r", "2"}, {"mu_r", "3"}});
      set_walls(options, mesh, "pmc");
      const std::map<std::string, Expression> wave_in{{"Ez", Expression(E0)}, {"Hy", Expression(-E0 / Z)}};
      options.boundaries["xmin"] = {"incoming", "", wave_in};
      options.boundaries["xmax"] = {"absorbing", "", {}};
      Wave wave(mesh, options);
      const std::vector<double> q = wave.project(is_there ? wave_in : std::map<std::string, Expression>{}, 0);
      const Powers powers = powers_of(wave, q, 0);
      const double expected = E0 * E0 / Z;
      EXPECT_NEAR(powers.incoming, expected, 1e-12);
      EXPECT_NEAR(powers.outgoing, is_there ? expected : 0, 1e-12);
      // Where it meets a field that is still zero, the jump at the wall takes it all.
      EXPECT_NEAR(powers.dissipation, is_there ? 0 : expected, 1e-12);
    }
}

TEST(MaxwellPowers, a_source_does_the_work_of_its_current_on_the_field) {
  const Mesh mesh = half_curved_box(3);
  WaveSystem options = maxwell_options(3, "", 1);
  options.regions["box"] = options.regions["box2"] = parse({{"epsilon_r", "2"}, {"sigma", "0.3"}});
  set_walls(options, mesh, "pec");
  options.source = parse({{"Ex", "2*cos(t)"}, {"Hz", "t"}});
  Wave wave(mesh, options);
  const std::vector<double> q = wave.project(parse({{"Ex", "3"}, {"Hz", "-0.5"}}), 0);
  const double volume = integrate(wave.discretization, 6, q, [](int, const double*) { return 1.0; });
  const double t = 0.8, expected = (3 * 2 * std::cos(t) - 0.5 * t) * volume;
  EXPECT_NEAR(powers_of(wave, q, t).source, expected, 1e-11);
}

}  // namespace
}  // namespace dgsolve::test
