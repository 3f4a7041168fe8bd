/// What single precision by tensor cores, three products of parts for one, loses against double precision and
/// against plain multiply-adds. Minutes long.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "io/case/case.hpp"
#include "io/case/case_reader.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test {
namespace {

/// The cavity of the shipped case, on its 362 tetrahedra.
class SinglePrecision : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    options.order = GetParam();
    exact = on_gpu(Precision::double_);
    variants = on_gpu(Precision::single)->op.wave->tune();
    mode = exact->project(options.initial, 0);
    dt = choose_time_step(exact->op, {}).dt;
  }
  std::unique_ptr<Wave> on_gpu(Precision precision) const {
    return std::make_unique<Wave>(mesh, options, precision, "cuda");
  }
  /// The first variant of a kind, "tensor" or "vector": those of a kind add up in the same order.
  std::unique_ptr<Wave> single_by(const std::string& kind) const {
    for (const TuningRow& row : variants)
      if (row.variant.starts_with(kind) && !row.verdict.starts_with("declined")) {
        const EnvironmentVariable forced("DGSOLVE_VARIANT", row.variant);
        return on_gpu(Precision::single);
      }
    throw std::runtime_error("no variant of the kind " + kind);
  }

  const Case input = read_case(shipped_cases / "maxwell_cavity_3d/case.yaml");
  const Mesh mesh = read_mesh(input.mesh);
  WaveSystem options{input.wave(), input.physics, input.formulation, input.order};
  std::unique_ptr<Wave> exact;
  std::vector<TuningRow> variants;
  std::vector<double> mode;  ///< canonical
  double dt = 0;             ///< at the limit of stability
};

TEST_P(SinglePrecision, is_within_two_millionths_of_double_precision_after_a_hundred_steps) {
  const std::vector<double> expected = exact->after_steps(mode, dt, 100);
  std::vector<double> difference = single_by("tensor")->after_steps(mode, dt, 100);
  for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= expected[i];
  const double relative = std::sqrt(energy(exact->op, difference) / energy(exact->op, expected));
  std::cout << "N = " << GetParam() << ": single precision is off by " << relative << '\n';
  EXPECT_LT(relative, 2e-6);
}

class EnergyOverManySteps : public SinglePrecision {
 protected:
  EnergyOverManySteps() {
    options.flux_parameters["alpha"] = 0;
  }  // no dissipation but that of time integration

  /// By what share the energy changes in 100,000 stages.
  double change(Wave& wave, double amplitude) const {
    std::vector<double> initial = mode;
    for (double& value : initial) value *= amplitude;
    RungeKutta integrator(wave.op, initial);
    const double before = wave.op.wave->energy(integrator.state());
    integrator.advance(0, dt / 2, 20'000);
    return wave.op.wave->energy(integrator.state()) / before - 1;
  }
  /// Over amplitudes within a factor of two, for with twice the amplitude all bits are the same, the root of
  /// the mean square of the change; less `without_rounding`, that of exact arithmetic.
  struct Drift {
    double whole = 0, of_rounding = 0;
  };
  Drift drift(const std::string& kind, double without_rounding) const {
    constexpr int n = 16;
    const std::unique_ptr<Wave> wave = single_by(kind);
    Drift drift;
    for (int i = 0; i < n; ++i) {
      const double changed = change(*wave, std::exp2(static_cast<double>(i) / n));
      drift.whole += changed * changed / n;
      drift.of_rounding += (changed - without_rounding) * (changed - without_rounding) / n;
    }
    return {std::sqrt(drift.whole), std::sqrt(drift.of_rounding)};
  }
};

TEST_P(EnergyOverManySteps, drifts_at_most_twice_as_far_by_tensor_cores_as_by_plain_multiply_adds) {
  const double without_rounding = change(*exact, 1);
  const Drift tensor = drift("tensor", without_rounding), plain = drift("vector", without_rounding);
  std::cout << "N = " << GetParam() << ": change of the energy in double precision " << without_rounding
            << ", root mean square by tensor cores " << tensor.whole << ", by plain multiply-adds "
            << plain.whole << "; of rounding alone " << tensor.of_rounding << " and " << plain.of_rounding
            << '\n';
  EXPECT_LT(tensor.of_rounding, 2 * plain.of_rounding);
}

INSTANTIATE_TEST_SUITE_P(Orders, SinglePrecision, testing::Range(2, 9));
INSTANTIATE_TEST_SUITE_P(Orders, EnergyOverManySteps, testing::Range(2, 9));

}  // namespace
}  // namespace dgsolve::test
