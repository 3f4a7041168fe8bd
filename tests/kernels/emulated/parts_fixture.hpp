/// A configuration's problem on one GPU and on several, or in several processes.
#pragma once

#include <gtest/gtest.h>

#include "tests/simt/configurations.hpp"
#include "tests/simt/device_run.hpp"
#include "tests/simt/emulated_gpu.hpp"
#include "tests/simt/programs.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/kernels/conducting_cells.hpp"
#include "tests/support/kernels/energy_reference.hpp"
#include "tests/support/kernels/layered_cells.hpp"
#include "tests/support/kernels/layered_conductor.hpp"
#include "tests/support/kernels/poled_cells.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {

class Parts : public testing::TestWithParam<int> {
 protected:
  const Configuration& configuration() const { return configurations[GetParam()]; }

  /// Calls body(the problem, a state of it, the name of the variant that the tests compiled).
  template <class Body>
  void with_state(Body body) {
    with_problem(configuration(), [&](auto& shown) {
      make_quadrature_consistent(shown);  // or energies have no meaning
      const std::vector<double> u = shown.random_state();
      const auto with_model = [&](const auto& cells) {
        body(cells.by_model, cells.with_auxiliaries(u), add_programs(cells.by_model));
      };
      switch (configuration().model) {
        case CellModel::none:
          return body(shown.problem, u, add_programs(shown.problem));
        case CellModel::conducting:
          return with_model(ConductingCells(shown.problem));
        case CellModel::layered:
          return with_model(LayeredCells(shown.problem));
        case CellModel::layer_over:
          return with_model(LayeredConductor(shown.problem));
        case CellModel::poled:
          return with_model(PoledCells<false>(shown.problem));
        case CellModel::layer_over_poles:
          return with_model(PoledCells<true>(shown.problem));
      }
    });
  }
  template <class Body>
  void with_forced_variant(Body body) {
    with_state([&](const WaveProblem& problem, const std::vector<double>& u, const std::string& variant) {
      const EnvironmentVariable forced("DGSOLVE_VARIANT", variant);
      body(problem, u);
    });
  }

  std::unique_ptr<Device> one() const { return simt::make_device(configuration().precision); }
  std::unique_ptr<Device> several(int n) const { return simt::make_group(n, configuration().precision); }

 private:
  std::string add_programs(const WaveProblem& problem) const {
    const cuda::StagePlan plan(problem, configuration().precision);
    const cuda::Variant& variant = variant_of(configuration(), plan);
    for (int module = 0; module < plan.n_modules(); ++module)
      simt::add_program(plan.kernel_text(variant, module).prefix, programs[GetParam() + module]);
    return variant.name();
  }

  const TemporaryFolder folder_;
  const EnvironmentVariable cache_{"DGSOLVE_CACHE", folder_.path().string()};
};

inline void expect_same_bits(const RunResult& found, const RunResult& expected) {
  EXPECT_TRUE(found.restored);
  EXPECT_EQ(found.initial, expected.initial);
  EXPECT_EQ(found.final, expected.final);
  EXPECT_EQ(found.samples, expected.samples);
  ASSERT_EQ(found.transforms.size(), expected.transforms.size());
  for (std::size_t i = 0; i < expected.transforms.size(); ++i) {
    EXPECT_EQ(found.transforms[i].taken, expected.transforms[i].taken);
    EXPECT_EQ(found.transforms[i].values, expected.transforms[i].values);
  }
  EXPECT_EQ(found.energy, expected.energy);
  for (const PowerTerm& part : power_terms)
    EXPECT_EQ(found.powers.*part.value, expected.powers.*part.value) << part.name;
  EXPECT_TRUE(found.raw == expected.raw) << "raw states differ";
  EXPECT_EQ(found.steps.dt, expected.steps.dt);
  EXPECT_EQ(found.steps.spent, expected.steps.spent);
  EXPECT_EQ(found.steps.rejected, expected.steps.rejected);
  EXPECT_TRUE(found.after_steps == expected.after_steps) << "states after steps of other sizes differ";
  EXPECT_EQ(found.by_state, expected.by_state);
  EXPECT_EQ(found.by_relative_errors, expected.by_relative_errors);
  EXPECT_TRUE(found.after_by_state == expected.after_by_state) << "states after steps by the state differ";
}

/// After two more stages from a raw state.
inline std::vector<std::byte> go_on(Device& device, const WaveProblem& problem,
                                    const std::vector<std::byte>& raw) {
  const auto wave = device.wave(problem);
  const auto u = wave->allocate(), next = wave->allocate(), residual = wave->allocate();
  wave->set_clock(0.2, 1e-4);
  u->restore(raw);
  wave->stage({0, 0.3, 0}, *u, *residual, *next);
  wave->stage({-0.4, 0.2, 0.5}, *next, *residual, *u);
  return u->save();
}

}  // namespace dgsolve::test
