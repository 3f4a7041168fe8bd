// A sample of tests/kernel_matrix.cpp, and other architectures.
#include <gtest/gtest.h>

#include "tests/compiled_stage.hpp"

namespace dgsolve::test {
namespace {

template <class P>
void expect_loops_in_registers(int N, Precision precision, const std::string& architecture) {
  const auto kernels = compile_stage(stage_text<P>(N, precision), architecture);
  EXPECT_GE(kernels.size(), 2u);
  for (const CompiledKernel& kernel : kernels)
    EXPECT_LE(kernel.spilled_bytes, tolerable_spill)
        << P::type << ", N = " << N << ", " << architecture << ": " << kernel.name;
}

TEST(StageKernels, compile_for_older_and_newer_gpus_with_their_loops_in_registers) {
  expect_loops_in_registers<Maxwell<Formulation::full>>(3, Precision::double_, "sm_80");
  expect_loops_in_registers<Maxwell<Formulation::tm>>(4, Precision::single, "sm_90");
  expect_loops_in_registers<Maxwell<Formulation::full>>(8, Precision::double_, "sm_90");
  expect_loops_in_registers<Advection<3>>(2, Precision::single, "sm_100");
}

TEST(StageKernels, do_not_depend_on_the_number_of_elements_or_on_material_values) {
  using P = Maxwell<Formulation::te>;
  RandomProblem<P> few({2, 40, 10}, true), many({2, 90, 20}, true, 2);
  EXPECT_EQ(cuda::StagePlan(few.problem, Precision::double_).kernel_text().prefix,
            cuda::StagePlan(many.problem, Precision::double_).kernel_text().prefix);
}

}  // namespace
}  // namespace dgsolve::test
