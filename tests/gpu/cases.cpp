/// The GPU against the CPU on every case that we ship.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "io/case/case.hpp"
#include "io/case/case_on_mesh.hpp"
#include "io/case/case_reader.hpp"
#include "mesh/read_mesh.hpp"
#include "solver/elliptic/solve.hpp"
#include "tests/support/elliptic/elliptic_agreement.hpp"
#include "tests/support/kernels/gpu_tolerance.hpp"
#include "tests/support/meshes/places.hpp"

namespace dgsolve::test {
namespace {

/// A case and its mesh, checked as before a run, with absorbing layers where it has them.
struct ShippedCase {
  explicit ShippedCase(Case read) : input(std::move(read)), mesh(read_mesh(input.mesh)) {
    static_cast<void>(fit_to_mesh(input, mesh));
    std::vector<std::string> notes;
    if (std::optional<Mesh> extended = extend_mesh(input, mesh, notes)) mesh = std::move(*extended);
  }
  Case input;
  Mesh mesh;
};

Case read_shipped(const std::string& name) { return read_case(shipped_cases / name / "case.yaml"); }

/// Of every case; a test skips those that are not of its kind. Reading them here would cost every test of
/// this program more than its start.
std::vector<std::string> names_of_cases() {
  std::vector<std::string> names;
  for (const std::filesystem::path& folder : case_folders()) names.push_back(folder.filename());
  return names;
}

/// The L2 norm of one field of a state; weighted as in the energy, ½εE² + ½μH², so that it is of the energy's
/// unit (where ε and μ are 1 it is the plain one).
double norm_of_field(const Wave& wave, int field, std::vector<double> state) {
  const int Np = wave.discretization.element.Np, n_fields = wave.physics.n_fields;
  for (std::size_t i = 0; i < state.size(); ++i)
    if (static_cast<int>(i / Np % n_fields) != field) state[i] = 0;
  return std::sqrt(2 * energy(wave.op, state));
}

using WaveParameters = std::tuple<std::string, Precision>;

class GpuWaveCase : public testing::TestWithParam<WaveParameters> {};

TEST_P(GpuWaveCase, has_the_cpus_fields_on_its_way_and_at_its_end_or_after_two_thousand_steps) {
  const auto [name, precision] = GetParam();
  Case read = read_shipped(name);
  if (!read.time()) GTEST_SKIP() << "an elliptic problem";
  if (read.wave().initial_case) GTEST_SKIP() << "this test starts from formulas";
  if (read.wave().s_parameters) GTEST_SKIP() << "nothing enters but by the runs that drive ports";
  const auto [input, mesh] = ShippedCase(std::move(read));
  const WaveSystem system{input.wave(), input.physics, input.formulation, input.order};
  Wave cpu(mesh, system), gpu(mesh, system, precision, "cuda");
  const std::vector<double> initial = cpu.project(input.wave().initial, 0);
  const double dt = choose_time_step(cpu.op, input.wave().time).dt;
  // Rounding grows with the steps: a case with many more would show it, and nothing of the kernels.
  const long last = std::min(divide_interval(input.wave().time.final, dt).n, 2000L);
  // The scale is the most that there was so far: waves come in and leave again.
  double most_energy = energy(cpu.op, initial);
  for (const long steps : {std::min(100L, last), last / 4, last / 2, last}) {
    const std::vector<double> expected = cpu.after_steps(initial, dt, steps);
    std::vector<double> difference = gpu.after_steps(initial, dt, steps);
    for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= expected[i];
    most_energy = std::max(most_energy, energy(cpu.op, expected));
    const double scale = std::sqrt(most_energy);
    for (int field = 0; field < cpu.physics.n_fields; ++field)
      EXPECT_LT(norm_of_field(cpu, field, difference), tolerance(precision) * scale)
          << cpu.physics.info.fields[field] << " after " << steps << " steps";
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, GpuWaveCase,
                         testing::Combine(testing::ValuesIn(names_of_cases()),
                                          testing::Values(Precision::double_, Precision::single)),
                         [](const testing::TestParamInfo<WaveParameters>& parameters) {
                           return std::get<0>(parameters.param) +
                                  (std::get<1>(parameters.param) == Precision::single ? "_single"
                                                                                      : "_double");
                         });

class GpuEllipticCase : public testing::TestWithParam<std::string> {};

TEST_P(GpuEllipticCase, has_the_cpus_solution) {
  Case read = read_shipped(GetParam());
  if (read.time()) GTEST_SKIP() << "a problem in time";
  const auto [input, mesh] = ShippedCase(std::move(read));
  const auto device = make_device("cuda", Precision::double_);
  EllipticSystem options{input.elliptic(), input.order};
  options.solver.form = OperatorForm::matrix_free;  // not chosen by the clock
  options.solver.tolerance = 1e-13;
  Elliptic cpu(mesh, options);
  const EllipticOperator op(cpu.discretization, cpu.options, device->penalty_maps());
  const EllipticSolution expected = EllipticSolver(cpu.op).solve(cpu.op.right_hand_side()),
                         found = EllipticSolver(op).solve(op.right_hand_side());
  EXPECT_EQ(found.report.converged, expected.report.converged) << found.report.reason;
  // Where κ jumps by 10⁶, round-off holds the residual above that tolerance, and solutions apart by as much.
  const double residual = expected.report.relative_residual;
  EXPECT_LE(residual, input.elliptic().solver.tolerance);
  EXPECT_LT(norm_of_difference(found.u, expected.u), 10 * std::max(residual, 1e-10));
}

INSTANTIATE_TEST_SUITE_P(Shipped, GpuEllipticCase, testing::ValuesIn(names_of_cases()),
                         [](const testing::TestParamInfo<std::string>& parameters) {
                           return parameters.param;
                         });

}  // namespace
}  // namespace dgsolve::test
