/// Circuits of lumped elements on faces.
#include <gtest/gtest.h>

#include "kernels/host/host_device.hpp"
#include "kernels/waves/cells/cell_split.hpp"
#include "kernels/waves/cells/circuit_places.hpp"
#include "solver/electromagnetics/lumped/gap_faces.hpp"
#include "solver/waves/diagnostics/energy_watch.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/waves/guides.hpp"
#include "tests/support/waves/plates.hpp"
#include "tests/support/waves/powers.hpp"

namespace dgsolve::test {
namespace {

using namespace plates;

constexpr double enough = 3.6e-10;  ///< s, until pulses have left

/// Γ and 1 + Γ of an admittance across a line that goes on.
std::complex<double> of_shunt(std::complex<double> admittance) {
  const std::complex<double> y = admittance * line;
  return -y / (2.0 + y);
}

TEST(Circuits, a_resistor_at_the_end_of_plates_reflects_by_its_resistance) {
  for (const auto& [R, reflection] : {std::pair(10.0, -0.580476), {50.0, 0.140602}, {200.0, 0.682984}}) {
    Wave wave(mesh_of(), options_of(series(R), true));
    const Probes probes(wave);
    const Record record = run(wave, probes, enough);
    for (const double f : {6e9, 8e9, 10e9})
      EXPECT_LT(std::abs(scattered(record, probes, length, f).reflected - reflection), 1e-4) << R << ' ' << f;
  }
}

/// Reference values: −y/(2 + y).
TEST(Circuits, elements_across_plates_reflect_and_let_through_by_their_admittance_whatever_the_flux) {
  struct Row {
    LumpedElement element;
    double f;
    std::complex<double> reflected;
  };
  for (const Row& row : {Row{parallel({}, {}, 1e-12), 10e9, {-0.583464, -0.492985}},
                         Row{series(5, 1e-9, 1e-12), 5.033e9, {-0.790238, 0}}})
    for (const double alpha : {1.0, 0.3}) {
      WaveSystem options = options_of(row.element, false);
      options.flux_parameters["alpha"] = alpha;
      Wave wave(mesh_of(), options);
      const Probes probes(wave);
      const Record record = run(wave, probes, row.element.L ? 9e-10 : enough);
      const Scattered found = scattered(record, probes, length / 2, row.f);
      EXPECT_LT(std::abs(found.reflected - row.reflected), 1e-4) << alpha << found.reflected;
      EXPECT_LT(std::abs(found.transmitted - (1.0 + row.reflected)), 1e-4) << alpha << found.transmitted;
    }
}

TEST(Circuits, every_connection_of_R_L_and_C_has_its_admittance) {
  const double f = 8e9, R = 20, L = 0.4e-9, C = 0.6e-12;
  const std::complex<double> s(0, 2 * std::numbers::pi * f);
  const std::vector<std::pair<LumpedElement, std::complex<double>>> rows = {
      {series(R), 1 / R},
      {series({}, L), 1.0 / (s * L)},
      {series({}, {}, C), s * C},
      {series(R, L), 1.0 / (R + s * L)},
      {series(R, {}, C), 1.0 / (R + 1.0 / (s * C))},
      {series({}, L, C), 1.0 / (s * L + 1.0 / (s * C))},
      {parallel(R, L), 1 / R + 1.0 / (s * L)},
      {parallel(R, {}, C), 1 / R + s * C},
      {parallel({}, L, C), 1.0 / (s * L) + s * C},
      {parallel(R, L, C), 1 / R + 1.0 / (s * L) + s * C}};
  for (const auto& [element, admittance] : rows) {
    Wave wave(mesh_of(), options_of(element, false));
    const Probes probes(wave);
    const Record record = run(wave, probes, 6e-10);
    const std::complex<double> ratio =
        -record.transform(record.current, f) / record.transform(record.voltage, f);
    EXPECT_LT(std::abs(ratio / admittance - 1.0), 1e-4) << admittance;
    EXPECT_LT(std::abs(scattered(record, probes, length / 2, f).reflected - of_shunt(admittance)), 1e-4);
  }
}

TEST(Circuits, media_that_differ_on_both_sides_reflect_together_with_the_element) {
  WaveSystem options = options_of(series(30), false);
  options.regions["box2"] = parse({{"epsilon_r", "4"}});
  options.flux_parameters["alpha"] = 0.5;
  Wave wave(mesh_of(), options);
  const Probes probes(wave);
  const double y = 2 + line / 30;
  EXPECT_LT(
      std::abs(scattered(run(wave, probes, enough), probes, length / 2, 8e9).reflected - (1 - y) / (1 + y)),
      1e-4);
}

TEST(Circuits, a_generator_drives_both_sides_behind_its_resistance) {
  LumpedElement element = series(50);
  element.source = Expression::parse(pulse);
  WaveSystem options = options_of(element, false, "0");
  Wave wave(mesh_of(), options);
  const Record record = run(wave, Probes(wave), 2.5e-10);
  double largest = 0, off = 0;
  for (std::size_t i = 0; i < record.voltage.size(); ++i) {
    const double V_s = element.source(0, 0, 0, record.dt * static_cast<double>(i + 1));
    EXPECT_NEAR(record.voltage[i], V_s - 50 * record.current[i], 1e-12);
    off = std::max(off, std::abs(record.voltage[i] - V_s * (line / 2) / (50 + line / 2)));
    largest = std::max(largest, std::abs(record.voltage[i]));
  }
  EXPECT_GT(largest, 0.2);
  EXPECT_LT(off, 1e-4 * largest);
}

TEST(Circuits, on_curved_faces_reflect_by_their_admittance_too) {
  for (const bool at_end : {false, true}) {
    Wave wave(mesh_of({6, 2, 2}, true), options_of(series(30), at_end));
    ASSERT_GT(wave.discretization.factors.n_curved, wave.discretization.K() / 2);
    const Probes probes(wave);
    const Record record = run(wave, probes, enough);
    const double wanted = at_end ? (30 - line) / (30 + line) : of_shunt(1.0 / 30).real();
    EXPECT_LT(std::abs(scattered(record, probes, at_end ? length : length / 2, 8e9).reflected - wanted),
              1e-4);
  }
}

/// The largest distance of V from (1 + Γ) V_in(t − delay), over the largest V_in.
double off_by(Wave wave, double reflection, double delay) {
  const Expression wanted = Expression::parse(pulse);
  const Steps steps = divide_interval(2.5e-10, choose_time_step(wave.op, {}).dt);
  const auto circuit = wave.op.wave->sampler(
      {.kind = SampleKind::circuits, .elements = {0}, .capacity = static_cast<std::size_t>(steps.n)});
  RungeKutta integrator(wave.op, std::vector<double>(wave.discretization.n_dofs(wave.physics.n_fields)));
  integrator.after_each_step([&](const WaveState& u, long step) { circuit->take(u, step); });
  integrator.advance(0, steps.dt, steps.n);
  const std::vector<double> rows = circuit->read().values;
  double largest = 0;
  for (long i = 0; i < steps.n; ++i) {
    const double t = static_cast<double>(i + 1) * steps.dt - delay;
    largest = std::max(largest, std::abs(rows[3 * i] - (1 + reflection) * wanted(0, 0, 0, t)));
  }
  return largest;
}

/// Z0 = 50.0025 Ω.
TEST(Circuits, a_ring_ends_a_coaxial_line) {
  const double ratio = 2.3024, a = 1e-3, h = 0.8e-3, Z0 = ohm / (2 * std::numbers::pi) * std::log(ratio);
  LumpedElement ring = series(20);
  ring.squares = std::log(ratio) / (2 * std::numbers::pi);
  ring.unit_field = [=](const Point& x) {
    const double over_r2 = 1 / ((x[1] * x[1] + x[2] * x[2]) * std::log(ratio));
    return std::array{0.0, x[1] * over_r2, x[2] * over_r2};
  };
  WaveSystem options = options_of(ring, true);
  const std::string E = std::string(pulse) + "/((y^2 + z^2)*log(2.3024))", H = E + "/376.730313412";
  BoundaryOptions feed{"incoming", "",
                       parse({{"Ey", E + "*y"}, {"Ez", E + "*z"}, {"Hy", "-z*" + H}, {"Hz", "y*" + H}})};
  options.boundaries = {{"feed", feed}, {"wall", {"pec", "", {}}}, {"end", options.boundaries["xmax"]}};
  options.regions = {{"air", parse({{"epsilon_r", "1"}})}};
  EXPECT_LT(off_by(Wave(guides::guide("coax.geo", 3, {{"a", a}, {"h", h}}), options), (20 - Z0) / (20 + Z0),
                   h / light),
            2e-4);
}

/// E lies in the plane or across it, of a width of 1 m or of the box's.
TEST(Circuits, in_two_dimensions_end_a_line_too) {
  for (const bool across : {false, true}) {
    LumpedElement element = series(0.02);
    element.squares = across ? 1 / gap : gap;
    element.unit_field = [=](const Point&) {
      return across ? std::array{0.0, 0.0, 1.0} : std::array{0.0, 1 / gap, 0.0};
    };
    if (across) element.R = 2e5;
    WaveSystem options = options_of(element, true);
    const std::string E = std::string(pulse) + (across ? "" : "/0.001"), H = E + "/376.730313412";
    options.formulation = across ? "TM" : "TE";
    options.boundaries["xmin"].data =
        across ? parse({{"Ez", E}, {"Hy", "-" + H}}) : parse({{"Ey", E}, {"Hz", H}});
    for (const char* const wall : {"ymin", "ymax"}) options.boundaries[wall].type = across ? "pmc" : "pec";
    options.boundaries.erase("zmin");
    options.boundaries.erase("zmax");
    options.regions.erase("box2");
    Mesh mesh = make_box({.dim = 2, .cells = {4, 1, 1}, .upper = {4e-3, gap, 0}});
    const double Z0 = ohm * element.squares;
    EXPECT_LT(off_by(Wave(mesh, options), (*element.R - Z0) / (*element.R + Z0), 4e-3 / light), 1e-4)
        << across;
  }
}

/// With media, losses and units in which no field is small.
WaveSystem natural(const LumpedElement& element, bool at_end, double alpha) {
  WaveSystem options = options_of(element, at_end, "0");
  options.units = {};
  options.order = 3;
  options.flux_parameters["alpha"] = alpha;
  options.regions["box"] = parse({{"epsilon_r", "2"}, {"sigma", "30"}});
  options.regions["box2"] = parse({{"mu_r", "3"}});
  options.boundaries["xmin"] = {"pec", "", {}};
  if (!at_end) options.boundaries["xmax"] = {"pec", "", {}};
  return options;
}

TEST(Circuits, the_powers_of_fields_explain_the_rate_of_their_energy) {
  for (const bool curved : {false, true})
    for (const bool at_end : {false, true}) {
      LumpedElement element = parallel(0.1, 1e-3, 1e-2);
      element.source = Expression::parse("0.01*cos(t)");
      expect_powers_that_add_up(Wave(mesh_of({2, 1, 1}, curved), natural(element, at_end, 0.4)));
    }
}

TEST(Circuits, lie_on_round_tubes_whose_faces_hold_the_axis_but_for_their_geometry_s_error) {
  const Mesh mesh = guides::tube(3);
  const GapFaces faces = find_gap(mesh, "tube", {.direction = Point{1, 0, 0}}, {"feed", "end"});
  LumpedElement element = parallel(0.1, 1e-3, 1e-2);
  element.squares = faces.squares;
  element.unit_field = [faces](const Point& x) { return faces.unit_field(x); };
  WaveSystem options = natural(element, true, 0.4);
  options.boundaries = {{"tube", options.boundaries["xmax"]}};
  for (const char* const conductor : {"feed", "end", "wall"}) options.boundaries[conductor] = {"pec", "", {}};
  options.regions = {{"air", options.regions["box"]}};
  expect_powers_that_add_up(Wave(mesh, options));
}

TEST(Circuits, the_energy_of_fields_and_circuits_never_grows) {
  for (const bool curved : {false, true})
    for (const LumpedElement& element :
         {parallel({}, 1e-3, 1e-2), series({}, 1e-3, 1e-2), series(0.1, {}, 1e-2), parallel(0.1, {}, 1e-2)}) {
      Wave wave(mesh_of({4, 1, 1}, curved), natural(element, false, curved ? 1 : 0));
      std::vector<double> state = wave.random_state(7);
      state.resize(wave.op.n_values(), 3);
      RungeKutta integrator(wave.op, state);
      CircuitEnergy circuits(wave.op);
      const double dt = choose_time_step(wave.op, {}).dt;
      double before = std::numeric_limits<double>::infinity(), highest = 0;
      for (int i = 0; i < 60; ++i) {
        const double of_circuit = circuits.in(integrator.state()),
                     all = wave.op.wave->energy(integrator.state()) + of_circuit;
        EXPECT_LE(all, before * (1 + 1e-12));
        before = all;
        highest = std::max(highest, of_circuit / all);
        integrator.advance(i * 10 * dt, dt, 10);
      }
      EXPECT_GT(highest, 0.01);
    }
}

TEST(Circuits, driven_ones_stay_below_what_is_put_in) {
  for (LumpedElement element : {parallel(0.1, {}, 1e-2), series(0.1, 1e-3, 1e-2)}) {
    element.source = Expression::parse("0.01*cos(300*t)");
    Wave wave(mesh_of({4, 1, 1}), natural(element, false, 1));
    RungeKutta integrator(wave.op, std::vector<double>(wave.op.n_values()));
    CircuitEnergy circuits(wave.op);
    const auto root = [&] {
      return std::sqrt(wave.op.wave->energy(integrator.state()) + circuits.in(integrator.state()));
    };
    const double dt = choose_time_step(wave.op, {}).dt;
    for (const long n : {1, 10, 100}) {
      const double bound = root() + integrator.root_of_energy_put_in(0.1, dt, n);
      integrator.advance(0.1, dt, n);
      EXPECT_LE(root(), bound * 1.001) << n << " steps";
      EXPECT_GT(root(), 0);
    }
  }
}

/// A run that goes on from a state in which fields are zero and a capacitor is not.
TEST(Circuits, energy_that_they_give_to_the_fields_is_no_fault) {
  Wave wave(mesh_of({4, 1, 1}), natural(parallel({}, {}, 1e-2), false, 1));
  std::vector<double> state(wave.discretization.n_dofs(6));
  state.resize(wave.op.n_values(), 1);
  RungeKutta integrator(wave.op, state);
  EnergyWatch watch(wave.op, integrator, Precision::double_, false);
  const double dt = choose_time_step(wave.op, {}).dt;
  TimePosition position{{0, 320 * dt, 320, dt}, 0, 0};
  integrator.set_clock(0, dt, 0);
  double largest = 0;
  for (; !position.at_target(); position.done += 32, position.steps += 32) {
    const std::optional<std::string> trouble = watch.check(position);
    EXPECT_FALSE(trouble) << trouble.value_or("");
    EXPECT_EQ(watch.energy(), wave.op.wave->energy(integrator.state()));
    largest = std::max(largest, watch.energy());
    integrator.advance(32);
  }
  EXPECT_GT(largest, 0);
}

TEST(Circuits, a_run_goes_on_from_its_state_bit_for_bit) {
  LumpedElement element = series(0.05, 1e-3, 1e-2);
  element.source = Expression::parse("sin(300*t)");
  for (const char* const scheme : {"lsrk54", "ssprk43"}) {
    const auto make = [&] {
      return Wave(mesh_of({3, 1, 1}), natural(element, false, 1), Precision::double_, "cpu",
                  find_scheme(scheme));
    };
    Wave whole = make();
    std::vector<double> initial = whole.random_state(3);
    initial.resize(whole.op.n_values(), 0.1);
    const double dt = choose_time_step(whole.op, {}).dt;
    RungeKutta all(whole.op, initial);
    all.set_clock(0, dt, 0);
    all.advance(23);
    std::vector<double> half(whole.op.n_values()), end(half), other(half);
    all.download(half);
    const std::vector<std::byte> raw = all.state().save();
    all.advance(20);
    all.download(end);
    EXPECT_NE(std::vector(half.end() - 4, half.end()), std::vector(end.end() - 4, end.end()));

    Wave again = make();
    RungeKutta second(again.op, half);
    EXPECT_EQ(second.state().save(), raw);
    second.set_clock(0, dt, 23);
    second.advance(20);
    second.download(other);
    EXPECT_EQ(other, end);
  }
}

/// A capacitor, and an inductor, so small that they limit the step.
TEST(Circuits, steps_are_the_smaller_of_two_limits) {
  for (const bool inductor : {false, true}) {
    const auto element = [&](double size) { return inductor ? series({}, size) : parallel({}, {}, size); };
    const auto wave_of = [&](double size) {
      return Wave(mesh_of({3, 1, 1}), natural(element(size), false, 1));
    };
    const auto step_of = [](const Wave& wave) { return choose_time_step(wave.op, {}); };
    const TimeStep free = step_of(wave_of(1));
    EXPECT_TRUE(free.circuit.empty());
    double size = 1;  // at which both limits meet
    while (step_of(wave_of(size / 1.3)).circuit.empty()) size /= 1.3;
    Wave stiff = wave_of(size / 4);
    const TimeStep step = step_of(stiff);
    EXPECT_EQ(step.circuit, "border");
    EXPECT_LT(step.dt, 0.35 * free.dt);
    TimeOptions options;
    options.cfl = 1.25;
    EXPECT_EQ(choose_time_step(stiff.op, options).dt, step.dt) << "circuits have no room above 1";
    options.cfl = 0.5;
    EXPECT_EQ(choose_time_step(stiff.op, options).dt, 0.5 * step.dt);
    const auto energy_after = [&](double dt) {
      std::vector<double> state = stiff.random_state(5);
      state.resize(stiff.op.n_values(), 0.1);
      RungeKutta integrator(stiff.op, state);
      integrator.advance(0, dt, 400);
      return stiff.op.wave->energy(integrator.state()) / energy(stiff.op, state);
    };
    EXPECT_LE(energy_after(step.dt), 1);
    EXPECT_FALSE(energy_after(1.6 * step.dt) < 1e3);
    const std::string refused = error_of([&] { step_of(wave_of(size / 40)); });
    EXPECT_NE(refused.find("boundaries.border: its circuit needs steps of"), std::string::npos) << refused;
  }
}

/// Looks at a problem as a device does that shares it.
class SharingDevice : public host::HostDevice<double> {
 public:
  std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) override {
    for (int n = 1; n <= 4; ++n) {
      std::vector<int> found;
      parts = split_cells(problem, std::vector<double>(n, 1.0));
      for (const CellRange& part : parts)
        std::ranges::copy(circuits_in(problem, part), std::back_inserter(found));
      EXPECT_EQ(found, std::vector{0}) << n;
    }
    return host::HostDevice<double>::wave(problem);
  }
  std::vector<CellRange> parts;
};

TEST(Circuits, devices_that_share_a_problem_have_all_cells_beside_one) {
  for (const bool first : {false, true}) {
    const WaveSystem options = options_of(series(50), false);
    Mesh mesh = mesh_of({8, 3, 1});
    if (first) order_circuits_first(mesh, options);
    auto device = std::make_unique<SharingDevice>();
    const SharingDevice& sharing = *device;
    const Wave wave(mesh, options, find_physics("maxwell", 3, ""), std::move(device));
    if (first) {
      for (const CellRange& part : sharing.parts) EXPECT_NEAR(part.size(), mesh.n_elements() / 4, 1);
    }
  }
}

TEST(Circuits, what_is_no_circuit_is_refused) {
  const auto refused = [](const LumpedElement& element) {
    return error_of([&] { Wave(mesh_of({2, 1, 1}), options_of(element, false)); });
  };
  LumpedElement driven = parallel({}, 1e-9), across = series(50);
  driven.source = Expression(1.0);
  across.unit_field = [](const Point&) { return std::array{1.0, 0.0, 1.0}; };
  EXPECT_NE(refused(series(-1)).find("boundaries.border.R: got -1; expected a value of at least 0"),
            std::string::npos);
  EXPECT_NE(refused(series(1, 0.0)).find("boundaries.border.L: got 0; expected a value above 0"),
            std::string::npos);
  EXPECT_NE(refused(series({})).find("boundaries.border.R: missing"), std::string::npos);
  EXPECT_NE(refused(series(0)).find("boundaries.border.R: got 0, a short circuit"), std::string::npos);
  EXPECT_NE(refused(driven).find("the generator of a parallel connection is in series with R"),
            std::string::npos);
  EXPECT_NE(refused(across).find("expected one along the face"), std::string::npos) << refused(across);
}

TEST(Circuits, inside_a_mesh_of_curved_cells_in_2D_are_refused) {
  LumpedElement element = series(50);
  element.unit_field = [](const Point&) { return std::array{0.0, 1.0, 0.0}; };
  WaveSystem options = options_of(element, false, "0");
  options.formulation = "TE";
  options.boundaries["xmin"] = {"absorbing", "", {}};
  for (const char* const wall : {"zmin", "zmax"}) options.boundaries.erase(wall);
  Mesh mesh = make_box({.dim = 2, .cells = {2, 2, 1}, .geometry_order = 2}, true);
  name_border(mesh, "border");
  EXPECT_EQ(error_of([&] { Wave(mesh, options); }), "no error");
  bend(mesh, [](Point x) { return Point{x[0], x[1] + 0.05 * x[0] * (1 - x[0]), 0}; });
  EXPECT_EQ(error_of([&] { Wave(mesh, options); }),
            "boundaries.border.type: got a circuit on faces inside the mesh beside curved cells, in 2D; "
            "expected straight cells there, or faces at the mesh's end");
}

}  // namespace
}  // namespace dgsolve::test
