/// The time integrator: what a run is cut into does not show in its result.

#include <gtest/gtest.h>

#include "kernels/host/host_backend.hpp"
#include "tests/wave_setup.hpp"

namespace dgsolve::test {
namespace {

/// Records as a GPU does: the calls themselves, with the arrays they were given.
class LiteralRecorder : public host::HostBackend<double> {
 public:
  void stage(const Stage& stage, const DeviceArray& u, DeviceArray& residual, DeviceArray& u_next) override {
    do_or_record([this, stage, &u, &residual, &u_next] { HostBackend::stage(stage, u, residual, u_next); });
  }
  void advance_clock(long steps) override {
    do_or_record([this, steps] { HostBackend::advance_clock(steps); });
  }
  std::unique_ptr<Recording> record(std::function<void()> work) override {
    std::vector<std::function<void()>> calls;
    recorded_ = &calls;
    work();
    recorded_ = nullptr;
    ++n_recordings;
    return HostBackend::record([calls] {
      for (const auto& call : calls) call();
    });
  }

  int n_recordings = 0;

 private:
  void do_or_record(std::function<void()> call) {
    if (recorded_ != nullptr)
      recorded_->push_back(std::move(call));
    else
      call();
  }
  std::vector<std::function<void()>>* recorded_ = nullptr;
};

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

  std::vector<double> run(Backend& backend, const std::vector<long>& batches) const {
    SpatialOperator op(*discretization, find_physics("maxwell", 2, "TM"), options, backend);
    std::vector<double> state(discretization->n_dofs(op.physics.n_fields));
    Lsrk45 integrator(op, state);
    integrator.advance(0.3, 0.013, batches.front());
    for (std::size_t i = 1; i < batches.size(); ++i) integrator.advance(batches[i]);
    integrator.download(state);
    return state;
  }

  Mesh mesh;
  WaveOptions options;
  std::unique_ptr<Discretization> discretization;
};

TEST_F(Batches, of_any_size_give_the_same_bits) {
  host::HostBackend<double> backend;
  const std::vector<double> at_once = run(backend, {101});
  EXPECT_NE(at_once, std::vector<double>(at_once.size()));
  EXPECT_EQ(run(backend, std::vector<long>(101, 1)), at_once);
  EXPECT_EQ(run(backend, {1, 2, 4, 8, 16, 32, 38, 0}), at_once);
}

/// An integrator on the box, from zero.
struct Stepped {
  Stepped(const Batches& box, Backend& backend_)
      : backend(backend_),
        op(*box.discretization, find_physics("maxwell", 2, "TM"), box.options, backend),
        integrator(op, std::vector<double>(box.discretization->n_dofs(op.physics.n_fields))) {}

  std::vector<double> state() const {
    std::vector<double> values(op.discretization.n_dofs(op.physics.n_fields));
    integrator.download(values);
    return values;
  }

  Backend& backend;
  SpatialOperator op;
  Lsrk45 integrator;
};

TEST_F(Batches, go_on_in_another_integrator_with_the_same_bits) {
  host::HostBackend<float> first, second;
  Stepped run(*this, first), other(*this, second);
  run.integrator.advance(0.3, 0.013, 37);
  const std::vector<std::byte> raw = first.save(run.integrator.state());
  run.integrator.advance(64);

  ASSERT_EQ(first.layout(), second.layout());
  other.integrator.advance(0, 0.1, 3);  // leaves a residual that must not matter
  other.integrator.restore(raw);
  other.integrator.set_clock(0.3, 0.013, 37);
  other.integrator.advance(64);
  EXPECT_EQ(other.state(), run.state());
  EXPECT_THROW(other.integrator.restore(std::span(raw).subspan(1)), std::invalid_argument);
}

TEST_F(Batches, are_taken_again_from_a_state_that_was_kept) {
  LiteralRecorder backend;
  Stepped run(*this, backend);
  EXPECT_THROW(run.integrator.go_back(), std::logic_error);
  run.integrator.advance(0.3, 0.013, 5);
  run.integrator.keep();
  run.integrator.advance(40);
  const std::vector<double> once = run.state();
  run.integrator.go_back();
  run.integrator.set_clock(0.3, 0.013, 5);
  run.integrator.advance(40);
  EXPECT_EQ(run.state(), once);
}

TEST_F(Batches, may_be_replayed_from_what_was_recorded_once) {
  host::HostBackend<double> plain;
  LiteralRecorder recorder;
  // Replays from both arrangements of the arrays, with single steps between.
  EXPECT_EQ(run(recorder, {40, 1, 40, 3, 17}), run(plain, {101}));
  EXPECT_GT(recorder.n_recordings, 0);
}

}  // namespace
}  // namespace dgsolve::test
