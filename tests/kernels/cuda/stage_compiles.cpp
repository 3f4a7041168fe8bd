// A sample of tests/kernels/matrix/kernel_matrix.cpp, and other architectures.
#include <gtest/gtest.h>

#include <set>

#include "tests/support/kernels/compiled_stage.hpp"

namespace dgsolve::test {
namespace {

template <class P, StageForm form = StageForm::low_storage>
void expect_loops_in_registers(int N, Precision precision, const std::string& architecture) {
  for (const auto& [variant, stage] : stage_texts<P, form>(N, precision, architecture)) {
    const auto kernels = compile_kernels(stage.text, architecture);
    EXPECT_GE(kernels.size(), 2u);
    for (const CompiledKernel& kernel : kernels)
      EXPECT_LE(kernel.spilled_bytes, tolerable_spill_of(kernel, stage))
          << P::type << ", N = " << N << ", " << architecture << ", " << variant << ": " << kernel.name;
  }
}

TEST(PowerKernels, compile_for_older_and_newer_gpus) {
  const auto expect_both = [](const auto& texts, const std::string& architecture) {
    for (const auto& [variant, stage] : texts)
      EXPECT_EQ(compile_kernels(stage.powers, architecture).size(), 2u) << architecture << ", " << variant;
  };
  using Full = Maxwell<Formulation::full>;
  expect_both(stage_texts<Full>(3, Precision::double_, "sm_80"), "sm_80");
  expect_both(stage_texts<Advection<3>>(2, Precision::single, "sm_100"), "sm_100");
}

TEST(StageKernels, compile_for_older_and_newer_gpus_with_their_loops_in_registers) {
  expect_loops_in_registers<Maxwell<Formulation::full>>(3, Precision::double_, "sm_80");
  expect_loops_in_registers<Maxwell<Formulation::tm>>(4, Precision::single, "sm_90");
  expect_loops_in_registers<Maxwell<Formulation::full>>(8, Precision::double_, "sm_90");
  expect_loops_in_registers<Advection<3>>(2, Precision::single, "sm_100");
}

TEST(StageKernels, in_the_general_form_compile_with_their_loops_in_registers) {
  expect_loops_in_registers<Maxwell<Formulation::full>, StageForm::general>(2, Precision::double_, "sm_90");
  expect_loops_in_registers<Advection<3>, StageForm::general>(3, Precision::single, "sm_80");
}

TEST(EllipticKernels, compile_for_older_and_newer_gpus) {
  for (const char* architecture : {"sm_80", "sm_90", "sm_100"}) {
    EXPECT_GE(compile_kernels(cuda::linear_algebra_kernels(), architecture).size(), 20u);
    const bool tensor = architecture != std::string("sm_80");
    for (const Precision precision : {Precision::double_, Precision::single})
      EXPECT_EQ(compile_kernels(penalty_text(3, 3, precision, tensor), architecture).size(),
                tensor ? 5u : 6u);  // tensor kernels publish no fluxes
  }
}

TEST(StageKernels, do_not_depend_on_the_number_of_elements_or_on_material_values) {
  using P = Maxwell<Formulation::te>;
  RandomProblem<P> few({2, 40, 10}, true), many({2, 90, 20}, true, 2);
  const cuda::StagePlan plans[] = {{few.problem, Precision::double_}, {many.problem, Precision::double_}};
  for (const cuda::Variant& variant : plans[0].variants())
    EXPECT_EQ(plans[0].kernel_text(variant).prefix, plans[1].kernel_text(variant).prefix) << variant.name();
}

TEST(StageKernels, do_not_depend_on_the_values_of_named_constants_in_formulas) {
  RandomProblem<Maxwell<Formulation::te>> random({2, 40, 10}, true);
  random.problem.curl_pair_weights = curl_pair_weights_of<Maxwell<Formulation::te>>();
  std::set<std::string> kernels, powers, tables;
  for (int i = 1; i <= 10; ++i) {
    random.set_formulas({{"slope", 0.7 * i}, {"level", -0.2 * i}, {"end", 0.3 * i}});
    cuda::StagePlan plan(random.problem, Precision::double_);
    kernels.insert(plan.kernel_text(plan.variants().front()).prefix);
    powers.insert(plan.powers_text(plan.variants().front()).prefix);
    for (const cuda::StagePlan::Table& table : plan.take_tables())
      if (table.name == "constants")
        tables.emplace(reinterpret_cast<const char*>(table.bytes.data()), table.bytes.size());
  }
  EXPECT_EQ(kernels.size(), 1u);
  EXPECT_EQ(powers.size(), 1u);
  EXPECT_EQ(tables.size(), 10u);
}

TEST(StageKernels, are_tried_with_tensor_cores_right_after_the_reference) {
  using P = Maxwell<Formulation::full>;
  RandomProblem<P> random({3, 40, 10}, true);
  random.problem.curl_pair_weights = curl_pair_weights_of<P>();
  for (const Precision precision : {Precision::double_, Precision::single}) {
    const cuda::StagePlan plan(random.problem, precision);
    EXPECT_FALSE(plan.variants().at(0).tensor);
    EXPECT_TRUE(plan.variants().at(1).tensor);
  }
}

}  // namespace
}  // namespace dgsolve::test
