/// What ParaView shows of a run is the solution, to the last digit that the file's numbers have.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/vtk_integrals.hpp"

namespace dgsolve::test {
namespace {

TEST(VtkOutput, of_the_cavity_at_order_6_integrates_to_the_exact_square_of_Ez) {
  // In single precision, as shipped: a value's rounding of 6e-8 stays below the bound in its square.
  const CaseRun run(cavity, {"order=6", "time.final=0.7", "output.fields.every=0.35"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const std::vector<VtkDataSet> sets = read_pvd(run.results / "fields.pvd");
  ASSERT_EQ(sets.size(), 3u);
  for (const VtkDataSet& set : sets) {
    // ∫∫ sin²πx sin²πy cos²ωt over [−1,1]², ω = π√2; squares of the cells' values have degree 12.
    const double exact = std::pow(std::cos(std::numbers::sqrt2 * std::numbers::pi * set.time), 2);
    const double found =
        integrate_vtu(set.file, "Ez", 12, [](const double* Ez, const auto&) { return *Ez * *Ez; });
    EXPECT_NEAR(found, exact, 1e-6) << "t = " << set.time;
  }
  // The last time is near a peak of Ez, so that the bound is a relative one too.
  EXPECT_GT(std::abs(std::cos(std::numbers::sqrt2 * std::numbers::pi * sets.back().time)), 0.99);
}

/// The same of Sx² = (Ez Hy)², with Hy = cos πx sin πy sin ωt/√2, and of the energy, which stays 1/2.
TEST(VtkOutput, shows_derived_fields_and_vectors_that_the_case_names) {
  const CaseRun run(cavity, {"order=6", "time.final=0.5",
                             "output.fields={names: [Ez, S, energy_density], precision: double}"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto file = read_pvd(run.results / "fields.pvd").back().file;
  const auto square_of = [&](int component) {
    return integrate_vtu(file, "S", 12,
                         [=](const double* S, const auto&) { return S[component] * S[component]; });
  };
  const double exact = 3. / 128 * std::pow(std::sin(std::numbers::sqrt2 * std::numbers::pi), 2);
  EXPECT_NEAR(square_of(0), exact, 1e-4 * exact);
  EXPECT_NEAR(square_of(1), exact, 1e-4 * exact);
  EXPECT_EQ(square_of(2), 0);
  EXPECT_NEAR(integrate_vtu(file, "energy_density", 12, [](const double* w, const auto&) { return *w; }), 0.5,
              1e-4);
  EXPECT_THROW(integrate_vtu(file, "H", 2, [](const double*, const auto&) { return 1; }), std::runtime_error);
}

/// Files of a whole mesh and of surfaces.
class OneVtkFile : public testing::TestWithParam<std::string> {};

TEST_P(OneVtkFile, for_all_times_holds_what_many_files_hold) {
  const auto run = [](const std::string& format) {
    return CaseRun(shipped_cases / "maxwell_cavity_3d/case.yaml",
                   {"order=3", "mesh.parameters.h=0.5", "output.fields.boundaries=" + GetParam(),
                    "output.fields.format=" + format});
  };
  const CaseRun many = run("vtu"), one = run("vtkhdf");
  ASSERT_EQ(many.program.status, 0) << many.program.errors;
  ASSERT_EQ(one.program.status, 0) << one.program.errors;
  const ProgramResult read = run_script(
      "read_vtkhdf.py", {one.results / "fields.vtkhdf", many.results / "fields.pvd"}, many.folder.path());
  if (lacks_modules(read)) GTEST_SKIP() << "no python3 with the module vtk, 9.3 or later: " << read.output;
  EXPECT_EQ(read.status, 0) << read.errors;
  EXPECT_EQ(read.output, "11 steps\n");
}

INSTANTIATE_TEST_SUITE_P(All, OneVtkFile, testing::Values("[]", "[walls]"));

}  // namespace
}  // namespace dgsolve::test
