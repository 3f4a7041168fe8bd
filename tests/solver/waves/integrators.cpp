/// Time integrators by every row of the table: of their order, and what a run is cut into does not show in
/// its result.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "tests/support/sample.hpp"
#include "tests/support/waves/literal_recorder.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test {
namespace {

/// A box with a source and a boundary that vary in time.
class Batches : public testing::Test {
 public:
  Batches() : mesh(make_box(box_of(2, 2, 0, 1, false))) {
    options.equation = "maxwell";
    options.formulation = "TM";
    options.order = 2;
    for (const std::string& region : mesh.region_names) options.regions[region] = {};
    set_walls(options, mesh, "incoming");
    for (auto& [name, boundary] : options.boundaries) boundary.data = parse({{"Ez", "sin(3*t + x)"}});
    options.source = parse({{"Ez", "cos(t) * x"}, {"Hx", "exp(-(x - t)^2)"}});
    discretization = std::make_unique<Discretization>(mesh, options.order, apply_boundaries(mesh, options));
  }

  std::vector<double> run(Device& device, const Scheme& scheme, const std::vector<long>& batches) const {
    SpatialOperator op(*discretization, find_physics("maxwell", 2, "TM"), options, device, "", scheme);
    std::vector<double> state(discretization->n_dofs(op.physics.n_fields));
    RungeKutta integrator(op, state);
    integrator.advance(0.3, 0.013, batches.front());
    for (std::size_t i = 1; i < batches.size(); ++i) integrator.advance(batches[i]);
    integrator.download(state);
    return state;
  }

  Mesh mesh;
  WaveSystem options;
  std::unique_ptr<Discretization> discretization;
};

/// Calls body(scheme) for every row.
template <class Body>
void for_schemes(Body body) {
  for (const Scheme& scheme : schemes()) {
    SCOPED_TRACE(scheme.name);
    body(scheme);
  }
}

TEST_F(Batches, of_any_size_give_the_same_bits) {
  host::HostDevice<double> device;
  for_schemes([&](const Scheme& scheme) {
    const std::vector<double> at_once = run(device, scheme, {101});
    EXPECT_NE(at_once, std::vector<double>(at_once.size()));
    EXPECT_EQ(run(device, scheme, std::vector<long>(101, 1)), at_once);
    EXPECT_EQ(run(device, scheme, {1, 2, 4, 8, 16, 32, 38, 0}), at_once);
  });
}

/// An integrator on the box, from zero where nothing else is said.
struct Stepped {
  Stepped(
      const Batches& box, Device& device, const Scheme& scheme = schemes().front(),
      const InitialState& initial = [](WaveState&) {})
      : op(*box.discretization, find_physics("maxwell", 2, "TM"), box.options, device, "", scheme),
        integrator(op, initial) {}

  std::vector<double> state() const {
    std::vector<double> values(op.discretization.n_dofs(op.physics.n_fields));
    integrator.download(values);
    return values;
  }

  SpatialOperator op;
  RungeKutta integrator;
};

TEST_F(Batches, go_on_in_another_integrator_with_the_same_bits) {
  for_schemes([&](const Scheme& scheme) {
    host::HostDevice<float> first, second;
    Stepped run(*this, first, scheme);
    run.integrator.advance(0.3, 0.017, 37);
    run.integrator.advance(0.929, 0.013, 21);  // the step has changed
    const std::vector<std::byte> raw = run.integrator.state().save();
    run.integrator.advance(64);

    Stepped other(*this, second, scheme, [&](WaveState& state) { state.restore(raw); });
    ASSERT_EQ(run.op.wave->layout(), other.op.wave->layout());
    other.integrator.set_clock(0.929, 0.013, 21);
    other.integrator.advance(64);
    EXPECT_EQ(other.state(), run.state());
  });
}

TEST_F(Batches, are_taken_again_from_a_state_that_was_kept) {
  for_schemes([&](const Scheme& scheme) {
    LiteralRecorder device;
    Stepped run(*this, device, scheme);
    EXPECT_THROW(run.integrator.go_back(), std::logic_error);
    run.integrator.advance(0.3, 0.013, 5);
    run.integrator.keep();
    run.integrator.advance(40);
    const std::vector<double> once = run.state();
    run.integrator.go_back();
    run.integrator.set_clock(0.3, 0.013, 5);
    run.integrator.advance(40);
    EXPECT_EQ(run.state(), once);
  });
}

TEST_F(Batches, may_be_replayed_from_what_was_recorded_once) {
  for_schemes([&](const Scheme& scheme) {
    host::HostDevice<double> plain;
    LiteralRecorder recorder;
    // Replays from both arrangements of the arrays, with single steps between.
    EXPECT_EQ(run(recorder, scheme, {40, 1, 40, 3, 17}), run(plain, scheme, {101}));
    EXPECT_GT(recorder.n_recordings(), 0);
  });
}

/// Linear in space, so that only steps in time leave an error; sources and data vary in time.
Wave linear_in_space(const Scheme& scheme) {
  Mesh mesh = make_box(box_of(2, 2, 0, 1, false));
  const WaveSystem options = advected(mesh, "0.25", "(1 + x - 2*y)*sin(5*t) + cos(3*t)",
                                      "5*(1 + x - 2*y)*cos(5*t) - 3*sin(3*t) + 0.5*sin(5*t)");
  return Wave(std::move(mesh), options, Precision::double_, "cpu", scheme);
}

/// After t = 1, in pieces of n steps, 2n, and n, of different sizes.
double error_after_steps(const Scheme& scheme, long n) {
  Wave wave = linear_in_space(scheme);
  std::vector<double> state = wave.project(wave.options.initial, 0);
  RungeKutta integrator(wave.op, state);
  const auto steps = static_cast<double>(n);
  integrator.advance(0, 0.4 / steps, n);
  integrator.advance(0.4, 0.3 / (2 * steps), 2 * n);
  integrator.advance(0.7, 0.3 / steps, n);
  integrator.download(state);
  return wave.total_error(1, state);
}

TEST(Integrators, are_of_their_order_where_data_vary_in_time_and_the_step_changes) {
  for_schemes([](const Scheme& scheme) {
    const double coarse = error_after_steps(scheme, 16), fine = error_after_steps(scheme, 32);
    const double order = observed_order(coarse, fine);
    EXPECT_GT(order, scheme.order - 0.15);
    EXPECT_LT(order, scheme.order + 0.5);
  });
}

TEST_F(Batches, gather_samples_step_by_step_which_are_those_of_single_steps) {
  const std::vector<int> elements = {3, 0};
  std::vector<double> weights(elements.size() * discretization->element.Np);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::cos(static_cast<double>(i));
  host::HostDevice<double> plain;
  Stepped single(*this, plain);
  const std::size_t row_size = elements.size() * single.op.physics.n_fields, capacity = 50;
  std::vector<double> expected;
  single.integrator.set_clock(0.3, 0.013, 0);
  for (int step = 0; step < 101; ++step) {
    single.integrator.advance(1);
    const std::vector<double> row = sample(*single.op.wave, single.integrator.state(), elements, weights);
    expected.insert(expected.end(), row.begin(), row.end());
  }

  LiteralRecorder recorder;
  Stepped run(*this, recorder);
  const auto sampler = run.op.wave->sampler({SampleKind::rows, elements, weights, capacity});
  run.integrator.set_clock(0.3, 0.013, 0);
  run.integrator.advance(17);  // recorded without samples
  run.integrator.after_each_step([&](const WaveState& u, long step) { sampler->take(u, step); });
  std::vector<double> rows(expected.begin(), expected.begin() + static_cast<long>(17 * row_size));
  for (const std::vector<long>& batches : {std::vector<long>{40, 1}, {40}, {3}}) {  // a read behind each
    long n = 0;
    for (const long batch : batches) {
      run.integrator.advance(batch);
      n += batch;
    }
    const Samples read = sampler->read();
    EXPECT_EQ(read.taken, n);
    rows.insert(rows.end(), read.values.begin(), read.values.end());
  }
  EXPECT_EQ(rows, expected);

  EXPECT_EQ(sampler->read().taken, 0);
  EXPECT_THROW(sampler->keep(), std::logic_error);
  run.integrator.advance(static_cast<long>(capacity) + 1);
  EXPECT_THROW(sampler->read(), std::logic_error);
}

/// Over two stretches of time with steps of their own.
TEST_F(Batches, a_sampler_of_transforms_adds_up_every_strideth_state_with_the_phase_of_its_time) {
  const std::vector<int> elements = {3, 0};
  std::vector<double> weights(elements.size() * discretization->element.Np);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::cos(static_cast<double>(i));
  const SamplePoints points{SampleKind::transforms, elements, weights, 0, {0, 2.5, 11}, 3};
  host::HostDevice<double> plain;
  Stepped single(*this, plain);
  const int n_fields = single.op.physics.n_fields;
  std::vector<std::complex<double>> expected(elements.size() * n_fields * points.omega.size());
  long taken = 0;
  const auto add = [&](double t, double dt) {
    const double weight = taken == 0 ? 1.5 * dt : 3 * dt;
    if (taken++ % 3 != 0) return;
    const std::vector<double> row = sample(*single.op.wave, single.integrator.state(), elements, weights);
    for (std::size_t i = 0; i < expected.size(); ++i)
      expected[i] += weight * row[i / 3] * std::polar(1.0, -points.omega[i % 3] * t);
  };
  struct Stretch {
    double start, dt;
    int n;
  };
  const std::vector<Stretch> stretches = {{0.3, 0.013, 58}, {0.3 + 58 * 0.013, 0.011, 41}};
  for (const Stretch& stretch : stretches) {
    single.integrator.set_clock(stretch.start, stretch.dt, 0);
    if (taken == 0) add(stretch.start, stretch.dt);
    for (int step = 1; step <= stretch.n; ++step) {
      single.integrator.advance(1);
      add(stretch.start + step * stretch.dt, stretch.dt);
    }
  }

  LiteralRecorder recorder;
  Stepped run(*this, recorder);
  const auto sampler = run.op.wave->sampler(points);
  run.integrator.set_clock(stretches[0].start, stretches[0].dt, 0);
  sampler->take(run.integrator.state(), -1);
  run.integrator.after_each_step([&](const WaveState& u, long step) { sampler->take(u, step); });
  run.integrator.advance(17);
  run.integrator.advance(41);
  const Samples between = sampler->read();
  run.integrator.set_clock(stretches[1].start, stretches[1].dt, 0);
  sampler->write(between);
  run.integrator.advance(41);
  const Samples sums = sampler->read();
  EXPECT_EQ(sums.taken, 100);
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_LT(std::abs(expected[i] - std::complex(sums.values[2 * i], sums.values[2 * i + 1])), 1e-13);
}

}  // namespace
}  // namespace dgsolve::test
