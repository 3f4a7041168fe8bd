/// Sponges: regions in which a flow is drawn towards a state.

#include <gtest/gtest.h>

#include "solver/waves/time/controlled_runge_kutta.hpp"
#include "tests/support/waves/flow_setup.hpp"

namespace dgsolve::test {
namespace {

const std::map<std::string, std::string> stream{{"rho", "1.2"}, {"u", "0.3"}, {"v", "-0.2"}, {"p", "0.9"}};

Sponge sponge_of(const std::string& region, const std::map<std::string, std::string>& state,
                 const std::string& rate) {
  return {"sponge", region, parse(state), Expression::parse(rate)};
}

double largest(const std::vector<double>& values) {
  return std::abs(*std::ranges::max_element(values, {}, [](double value) { return std::abs(value); }));
}

TEST(Sponge, keeps_a_uniform_flow_that_has_its_state) {
  for (const int dim : {2, 3})
    for (const int geometry_order : {1, 3})
      for (const char* equation : {"euler", "navier_stokes"}) {
        const Mesh mesh = wavy_periodic_box(dim, 2, geometry_order);
        WaveSystem options = flow_options(equation, 3, mesh, {{"viscosity", 0.01}});
        options.initial = parse(stream);
        options.sponges = {sponge_of(mesh.region_names.front(), stream, "1e3*(1.1 + sin(9*x))*(2 + y)"),
                           sponge_of(mesh.region_names.front(), stream, "10")};
        Wave wave(mesh, options);
        const std::vector<double> u = wave.project(options.initial, 0);
        std::vector<double> rate(u.size());
        evaluate(wave.op, u, 0, rate);
        EXPECT_LT(largest(rate), 1e-14 * 1e4 * largest(u))
            << equation << ", " << dim << "D, geometric order " << geometry_order;
      }
}

/// u = u_s + (u_0 − u_s) exp(−r t)
double relaxation_error(const Scheme& scheme, double dt) {
  constexpr double rate = 3, final = 1;
  const Mesh mesh = make_box(box_of(2, 2, 0, 1, true));
  WaveSystem options = flow_options("euler", 2, mesh);
  options.initial = parse({{"rho", "1"}, {"u", "0.1"}, {"v", "0.2"}, {"p", "1.5"}});
  options.sponges = {sponge_of("box", stream, "3")};
  Wave wave(mesh, options, Precision::double_, "cpu", scheme);
  const std::vector<double> begin = wave.project(options.initial, 0), state = wave.project(parse(stream), 0),
                            end = wave.run(final, dt);
  double error = 0;
  for (std::size_t i = 0; i < end.size(); ++i)
    error = std::max(error, std::abs(end[i] - state[i] - (begin[i] - state[i]) * std::exp(-rate * final)));
  return error;
}

TEST(Sponge, relaxes_a_uniform_flow_at_the_order_of_the_scheme) {
  for (const Scheme& scheme : schemes()) {
    const double coarse = relaxation_error(scheme, 0.02), fine = relaxation_error(scheme, 0.01);
    EXPECT_NEAR(std::log2(coarse / fine), scheme.order, 0.1) << scheme.name << ": " << coarse << ", " << fine;
  }
}

/// The largest pressure that comes back of a pulse of pressure 1e-4, which a pipe's outlet at constant
/// pressure reflects.
double reflection(const std::vector<Sponge>& sponges) {
  const Mesh mesh =
      make_box({.cells = {40, 1, 1}, .upper = {4, 0.1, 0}, .periodic = {false, true, false}}, true);
  WaveSystem options = flow_options("euler", 3, mesh);
  const std::string pulse = "1e-4*exp(-((x - 1)/0.2)^2)";
  options.initial = parse({{"rho", "1.4 + " + pulse}, {"u", pulse + "/1.4"}, {"p", "1 + " + pulse}});
  options.boundaries["xmin"] = {"slip_wall", "", {}};
  options.boundaries["xmax"] = {"outflow", "", parse({{"p", "1"}})};
  options.sponges = sponges;
  Wave wave(mesh, options);
  const std::vector<double> end = wave.run(6);  // at the speed 1: from x = 1 to 4 and back
  const std::size_t Np = wave.discretization.element.Np;
  double found = 0;
  for (int e = 0; e < wave.discretization.K(); ++e)
    for (std::size_t node = 0; node < Np && mesh.region[e] == 0; ++node) {
      const auto u = [&](int field) { return end[(e * 4 + field) * Np + node]; };
      const double p = 0.4 * (u(3) - 0.5 * (u(1) * u(1) + u(2) * u(2)) / u(0));
      found = std::max(found, std::abs(p - 1) / 1e-4);
    }
  return found;
}

TEST(Sponge, swallows_a_pulse_that_the_outlet_behind_it_reflects) {
  const double without = reflection({}),
               with = reflection({sponge_of("box2", {{"rho", "1.4"}, {"p", "1"}}, "12*((x - 2)/2)^2")});
  EXPECT_NEAR(without, 1, 0.02);
  EXPECT_LT(with, 1e-5);
}

TEST(Sponge, limits_the_step_by_its_rate) {
  constexpr double rate = 1e5;
  const Mesh mesh = make_box({.cells = {4, 4, 1}}, true);
  WaveSystem options = flow_options("euler", 2, mesh);
  set_walls(options, mesh, "slip_wall");
  options.initial = parse({{"rho", "1"}, {"p", "1.5"}});
  options.sponges = {sponge_of("box2", {{"rho", "1.1"}, {"p", "1"}}, "1e5*(1.5 - x)")};
  for (const char* name : {"lsrk54", "ssprk43"}) {
    Wave wave(mesh, options, Precision::double_, "cpu", find_scheme(name));
    const TimeStep step = choose_time_step(wave.op, {});
    EXPECT_EQ(mesh.region_names[mesh.region[step.cell]], "box2");
    EXPECT_DOUBLE_EQ(step.relaxation, rate);
    const std::vector<double> initial = wave.project(options.initial, 0);
    ControlledRungeKutta integrator(
        wave.op, [&](WaveState& u) { u.upload(initial); }, control_by_state(wave.op, 1));
    integrator.set_clock(0, 1e-4, 0);
    integrator.advance(10);
    EXPECT_LE(integrator.record()->dt * rate, 1.01 * wave.op.step_limits().relaxation) << name;
    std::vector<double> end(initial.size());
    integrator.download(end);
    const std::size_t Np = wave.discretization.element.Np;
    for (int e = 0; e < mesh.n_elements(); ++e)
      if (mesh.region[e] == 1) {
        EXPECT_NEAR(end[e * 4 * Np], 1.1, 1e-3) << name;
      }
  }
}

std::string refusal(const std::string& equation, const Sponge& sponge) {
  const Mesh mesh = make_box(box_of(2, 2, 0, 1, true));
  WaveSystem options = flow_options(equation, 2, mesh, {}, equation == "advection" ? "" : "hllc");
  if (equation == "advection") options.regions["box"] = parse({{"velocity_x", "1"}, {"velocity_y", "1"}});
  options.sponges = {sponge};
  try {
    Wave wave(mesh, options);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(Sponge, is_refused_where_it_makes_no_sense_with_the_place) {
  EXPECT_EQ(refusal("euler", sponge_of("box", stream, "x - 0.5")),
            "sponge.rate: got -0.5 at (0, 0, 0); expected a number >= 0 everywhere in box");
  EXPECT_EQ(
      refusal("euler", sponge_of("box", {{"rho", "1"}, {"p", "x"}}, "1")),
      "sponge.state: the state is rho = 1, u = 0, v = 0, p = 0 at (0, 0, 0); euler admits rho > 0 and p > 0 "
      "only");
  EXPECT_EQ(refusal("euler", sponge_of("tail", stream, "1")), "sponge.region: the mesh has no region tail");
  EXPECT_EQ(refusal("advection", sponge_of("box", {{"u", "1"}}, "1")),
            "sponge: advection has no sponges; expected an equation of flow");
}

}  // namespace
}  // namespace dgsolve::test
