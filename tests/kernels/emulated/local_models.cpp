/// Local models on the CPU and on the emulated GPU: conductivity as an auxiliary equation, absorbing layers.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/simt/configurations.hpp"
#include "tests/simt/emulated_gpu.hpp"
#include "tests/simt/programs.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/kernels/conducting_cells.hpp"
#include "tests/support/kernels/kernel_files.hpp"
#include "tests/support/kernels/layered_cells.hpp"
#include "tests/support/kernels/layered_conductor.hpp"
#include "tests/support/kernels/poled_cells.hpp"
#include "tests/support/relative_difference.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

/// States of a problem's fields and auxiliaries on a device, and steps of a scheme of the problem's form.
class SteppedProblem {
 public:
  SteppedProblem(Device& device, const WaveProblem& problem)
      : wave(device.wave(problem)),
        form_(problem.steps.form),
        u_(wave->allocate()),
        next_(wave->allocate()),
        residual_(wave->allocate()) {
    wave->set_clock(0.2, 1e-3);
  }
  void step(int n) {
    for (int i = 0; i < n; ++i) {
      if (form_ == StageForm::general) {
        advance({.a = 0, .b = 0, .c = 0, .e = 1});
        advance({.a = 0, .b = 0, .c = 1, .p = 0.5, .q = 0.5, .e = 0.5, .u0 = next_.get()});
      } else {
        for (const Stage& stage : {Stage{0, 0.3, 0}, Stage{-0.4, 0.2, 0.3}, Stage{-1.1, 0.5, 0.7}})
          advance(stage);
      }
      wave->advance_clock(1);
    }
  }
  std::vector<double> download(std::size_t n) const {
    std::vector<double> values(n);
    u_->download(values);
    return values;
  }
  WaveState& u() { return *u_; }

  const std::unique_ptr<WaveOperator> wave;

 private:
  void advance(const Stage& stage) {
    wave->stage(stage, *u_, *residual_, *next_);
    std::swap(u_, next_);
  }

  const StageForm form_;
  std::unique_ptr<WaveState> u_, next_, residual_;
};

/// A configuration's own kernels, then those of the cells with the model.
void add_programs(int configuration, const cuda::StagePlan& plan, const cuda::Variant& variant) {
  for (int module = 0; module < plan.n_modules(); ++module)
    simt::add_program(plan.kernel_text(variant, module).prefix, programs[configuration + module]);
}

std::vector<int> configurations_with(CellModel model) {
  std::vector<int> found;
  for (int i = 0; i < static_cast<int>(std::size(configurations)); ++i)
    if (configurations[i].model == model && configurations[i].module == 0) found.push_back(i);
  return found;
}

enum class On { host, gpu };

/// Configurations with a model, on the CPU or on the emulated GPU.
class LocalModel : public testing::TestWithParam<std::tuple<int, On>> {
 protected:
  const Configuration& configuration() const { return configurations[std::get<0>(GetParam())]; }
  double tolerance() const { return configuration().precision == Precision::single ? 1e-5 : 1e-12; }

  /// Calls body(the problem, a device for it).
  template <class Body>
  void with_device(Body body) {
    with_problem(configuration(), [&](auto& shown) {
      const ConductingCells cells(shown.problem);
      const std::vector<double> u = shown.random_state();
      if (std::get<1>(GetParam()) == On::host) {
        host::HostDevice<double> in_double(with_kernels_of_tests());
        host::HostDevice<float> in_single(with_kernels_of_tests());
        if (configuration().precision == Precision::double_)
          return body(cells, static_cast<Device&>(in_double), u);
        return body(cells, static_cast<Device&>(in_single), u);
      }
      const cuda::StagePlan plan(cells.by_model, configuration().precision);
      const cuda::Variant& variant = variant_of(configuration(), plan);
      add_programs(std::get<0>(GetParam()), plan, variant);
      const EnvironmentVariable forced("DGSOLVE_VARIANT", variant.name());
      const auto gpu = simt::make_device(configuration().precision);
      body(cells, *gpu, u);
    });
  }

 private:
  const TemporaryFolder folder_;
  const EnvironmentVariable cache_{"DGSOLVE_CACHE", folder_.path().string()};
};

TEST_P(LocalModel, conducts_as_the_equation_does) {
  with_device([&](const ConductingCells& cells, Device& device, const std::vector<double>& u) {
    host::HostDevice<double> cpu;
    SteppedProblem by_sigma(cpu, cells.by_sigma), by_model(device, cells.by_model);
    by_sigma.u().upload(u);
    by_model.u().upload(cells.with_auxiliaries(u));
    const double before = by_sigma.wave->energy(by_sigma.u());
    EXPECT_NEAR(by_model.wave->energy(by_model.u()), before, tolerance() * before);
    const Powers powers = by_model.wave->powers(by_model.u(), 0.9),
                 expected = by_sigma.wave->powers(by_sigma.u(), 0.9);
    for (const PowerTerm& part : power_terms)
      EXPECT_NEAR(powers.*part.value, expected.*part.value, 10 * tolerance() * expected.loss) << part.name;

    by_sigma.wave->set_clock(0.2, 1e-3);
    by_model.wave->set_clock(0.2, 1e-3);
    by_sigma.step(5);
    by_model.step(5);
    const std::vector<double> fields = by_sigma.download(u.size());
    EXPECT_LT(relative_difference(by_model.download(u.size()), fields), tolerance());
    const std::vector<double> all = cells.with_auxiliaries(fields);
    EXPECT_LT(relative_difference(by_model.download(all.size()), all), tolerance());
  });
}

TEST_P(LocalModel, goes_on_bit_for_bit_from_what_was_saved_and_from_what_was_kept) {
  with_device([&](const ConductingCells& cells, Device& device, const std::vector<double>& u) {
    const std::size_t n = cells.with_auxiliaries(u).size();
    SteppedProblem whole(device, cells.by_model);
    whole.u().upload(u);
    whole.step(3);
    const std::vector<std::byte> saved = whole.u().save();
    const std::vector<double> canonical = whole.download(n);
    const auto kept = whole.wave->allocate();
    kept->assign(whole.u());
    const auto copy = whole.wave->allocate_copy();
    copy->take(whole.u());
    whole.step(2);
    const std::vector<double> expected = whole.download(n);
    EXPECT_EQ(copy->save(), saved);
    EXPECT_EQ(kept->save(), saved);

    const auto go_on = [&](SteppedProblem& run) {
      run.wave->set_clock(0.2, 1e-3);
      run.wave->advance_clock(3);
      run.step(2);
      return run.download(n);
    };
    SteppedProblem restored(device, cells.by_model);
    restored.u().restore(saved);
    EXPECT_EQ(go_on(restored), expected);
    whole.u().assign(*kept);
    EXPECT_EQ(go_on(whole), expected);
    SteppedProblem uploaded(device, cells.by_model);
    uploaded.u().upload(canonical);
    EXPECT_LT(relative_difference(go_on(uploaded), expected), tolerance());
  });
}

TEST_P(LocalModel, begins_with_auxiliaries_of_zero_where_only_fields_are_given) {
  with_device([&](const ConductingCells& cells, Device& device, const std::vector<double>& u) {
    std::vector<double> all = cells.with_auxiliaries(u);
    SteppedProblem run(device, cells.by_model);
    run.u().upload(all);
    run.u().upload(u);
    std::fill(all.begin() + static_cast<std::ptrdiff_t>(u.size()), all.end(), 0.0);
    EXPECT_LT(relative_difference(run.download(all.size()), all), tolerance());
    EXPECT_THROW(run.u().upload(std::vector<double>(u.size() + 1)), std::invalid_argument);
  });
}

TEST_P(LocalModel, takes_memory_in_its_own_cells_only) {
  with_device([&](const ConductingCells& cells, Device& device, const std::vector<double>& u) {
    SteppedProblem with(device, cells.by_model);
    EXPECT_EQ(with.wave->n_auxiliaries(),
              cells.n_conducting() * ConductingCells::M::n_aux * cells.by_model.reference.Np);
    EXPECT_EQ(cells.with_auxiliaries(u).size(), u.size() + with.wave->n_auxiliaries());
    if (std::get<1>(GetParam()) == On::host) return;  // there, lanes fill up blocks
    const cuda::StagePlan without(cells.by_sigma, configuration().precision);
    EXPECT_EQ(with.u().save().size(),
              without.state_bytes() + with.wave->n_auxiliaries() * bytes_of(configuration().precision));
  });
}

INSTANTIATE_TEST_SUITE_P(Configurations, LocalModel,
                         testing::Combine(testing::ValuesIn(configurations_with(CellModel::conducting)),
                                          testing::Values(On::host, On::gpu)),
                         [](const testing::TestParamInfo<std::tuple<int, On>>& parameters) {
                           return "configuration_" + std::to_string(std::get<0>(parameters.param)) +
                                  (std::get<1>(parameters.param) == On::host ? "_on_the_host"
                                                                             : "_on_the_emulated_gpu");
                         });

/// Two runs that begin with equal fields have equal powers, and equal values after some steps, of the first
/// n_values each.
void expect_alike(SteppedProblem& run, SteppedProblem& reference, std::size_t n_values) {
  const Powers powers = run.wave->powers(run.u(), 0.9), expected = reference.wave->powers(reference.u(), 0.9);
  for (const PowerTerm& part : power_terms)
    EXPECT_NEAR(powers.*part.value, expected.*part.value, 1e-11 * std::abs(expected.loss)) << part.name;
  for (SteppedProblem* either : {&run, &reference}) {
    either->wave->set_clock(0.2, 1e-3);
    either->step(5);
  }
  EXPECT_LT(relative_difference(run.download(n_values), reference.download(n_values)), 1e-12);
}

/// By a configuration's kernels and by the CPU's. u: with auxiliaries.
void expect_steps_of_the_host(int configuration, const WaveProblem& problem, const std::vector<double>& u) {
  const Configuration& c = configurations[configuration];
  const cuda::StagePlan plan(problem, c.precision);
  const cuda::Variant& variant = variant_of(c, plan);
  add_programs(configuration, plan, variant);
  const EnvironmentVariable forced("DGSOLVE_VARIANT", variant.name());
  host::HostDevice<double> cpu(with_kernels_of_tests());
  const auto gpu = simt::make_device(c.precision);
  SteppedProblem on_cpu(cpu, problem), on_gpu(*gpu, problem);
  for (SteppedProblem* run : {&on_cpu, &on_gpu}) run->u().upload(u);
  expect_alike(on_gpu, on_cpu, u.size());
}

/// A layer's part of a stage comes before the products on a GPU, and behind them on the host.
TEST(AbsorbingLayer, takes_the_steps_of_the_host_on_the_emulated_gpu) {
  const TemporaryFolder folder;
  const EnvironmentVariable cache("DGSOLVE_CACHE", folder.path().string());
  for (const int i : configurations_with(CellModel::layered))
    with_problem(configurations[i], [&](auto& shown) {
      const LayeredCells cells(shown.problem);
      expect_steps_of_the_host(i, cells.by_model, cells.with_auxiliaries(shown.random_state()));
    });
}

TEST(LayerOver, a_conductor_does_what_the_layer_does_that_knows_the_loss) {
  const TemporaryFolder folder;
  const EnvironmentVariable cache("DGSOLVE_CACHE", folder.path().string());
  for (const int i : configurations_with(CellModel::layer_over)) {
    with_problem(configurations[i], [&](auto& shown) {
      const LayeredConductor cells(shown.problem);
      const std::vector<double> u = shown.random_state();
      host::HostDevice<double> cpu(with_kernels_of_tests());
      SteppedProblem by_layer(cpu, cells.by_layer), by_both(cpu, cells.by_model);
      by_layer.u().upload(cells.with_auxiliaries_of_layer(u));
      by_both.u().upload(cells.with_auxiliaries(u));
      expect_alike(by_both, by_layer, u.size());
    });
  }
}

TEST(LayerOver, a_conductor_takes_the_steps_of_the_host_on_the_emulated_gpu) {
  const TemporaryFolder folder;
  const EnvironmentVariable cache("DGSOLVE_CACHE", folder.path().string());
  for (const int i : configurations_with(CellModel::layer_over)) {
    with_problem(configurations[i], [&](auto& shown) {
      const LayeredConductor cells(shown.problem);
      expect_steps_of_the_host(i, cells.by_model, cells.with_auxiliaries(shown.random_state()));
    });
  }
}

template <bool below_layers>
void expect_poles_on_the_emulated_gpu(CellModel model) {
  const TemporaryFolder folder;
  const EnvironmentVariable cache("DGSOLVE_CACHE", folder.path().string());
  for (const int i : configurations_with(model))
    with_problem(configurations[i], [&](auto& shown) {
      const PoledCells<below_layers> cells(shown.problem);
      expect_steps_of_the_host(i, cells.by_model, cells.with_auxiliaries(shown.random_state()));
    });
}

TEST(Poles, take_the_steps_of_the_host_on_the_emulated_gpu) {
  expect_poles_on_the_emulated_gpu<false>(CellModel::poled);
}

TEST(Poles, below_layers_take_the_steps_of_the_host_on_the_emulated_gpu) {
  expect_poles_on_the_emulated_gpu<true>(CellModel::layer_over_poles);
}

TEST(Poles, that_do_not_fit_a_block_of_a_gpu_are_refused_with_a_way_out) {
  with_problem(configurations[configurations_with(CellModel::poled).front()], [](auto& shown) {
    PoledCells<false> cells(shown.problem);
    cells.by_model.models[0].n_aux = 1000;
    const std::string message = error_of([&] { cuda::StagePlan(cells.by_model, Precision::double_); });
    EXPECT_NE(message.find("1000 auxiliaries of poles and layers"), std::string::npos) << message;
    EXPECT_NE(message.find("expected a lower order, fewer poles"), std::string::npos) << message;
  });
}

}  // namespace
}  // namespace dgsolve::test
