/// What the text of a stage's kernels depends on.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/kernels/compiled_stage.hpp"

namespace dgsolve::test {
namespace {

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
    powers.insert(plan.measure_text(StateMeasure::powers, plan.variants().front()).prefix);
    for (const cuda::StagePlan::Table& table : plan.take_tables())
      if (table.name == "constants")
        tables.emplace(reinterpret_cast<const char*>(table.bytes.data()), table.bytes.size());
  }
  EXPECT_EQ(kernels.size(), 1u);
  EXPECT_EQ(powers.size(), 1u);
  EXPECT_EQ(tables.size(), 10u);
}

/// Straight and curved cells, boundaries and interfaces, functions of time that are formulas and samples.
TEST(StageKernels, compile_with_terms_of_data_on_faces_and_do_not_depend_on_their_samples) {
  using P = Maxwell<Formulation::full>;
  RandomProblem<P> random({2, 40, 10, true, true, true}, true);
  random.problem.curl_pair_weights = curl_pair_weights_of<P>();
  const cuda::StagePlan plan(random.problem, Precision::double_);
  for (BoundaryCondition& condition : random.problem.boundaries)
    for (FaceTerm& term : condition.terms)
      if (&term != &condition.terms.front()) term.time = sampled("t*exp(-t)", 30);
  const cuda::StagePlan other(random.problem, Precision::double_);
  for (const int i : {0, 1}) {
    const cuda::Variant& variant = plan.variants().at(i);
    EXPECT_EQ(plan.kernel_text(variant).prefix, other.kernel_text(variant).prefix) << variant.name();
    EXPECT_GE(compile_kernels(plan.kernel_text(variant), "sm_90").size(), 2u) << variant.name();
  }
}

TEST(StageKernels, compile_with_circuits_on_faces_and_do_not_depend_on_their_elements) {
  using P = Maxwell<Formulation::full>;
  RandomProblem<P> random({2, 40, 10, true, true, true}, true);
  WaveProblem& problem = random.problem;
  problem.curl_pair_weights = curl_pair_weights_of<P>();
  problem.circuits.electric = {0, 1, 2};
  problem.circuits.magnetic = {3, 4, 5};
  int side = 0;
  while (problem.trace.boundary[side] >= 0 || problem.trace.condition(side) < 0) ++side;
  problem.circuits.all = {
      {Expression::parse("sin(t)"), {side}, std::vector<CircuitPoint>(problem.reference.Nfp)}};
  const cuda::StagePlan plan(problem, Precision::double_);
  for (CircuitPoint& point : problem.circuits.all[0].points) point.solve[0][0] = 0.5;
  const cuda::StagePlan other(problem, Precision::double_);
  const cuda::Variant& variant = plan.variants().front();
  EXPECT_EQ(plan.kernel_text(variant).prefix, other.kernel_text(variant).prefix);
  const std::vector<CompiledKernel> kernels = compile_kernels(plan.kernel_text(variant), "sm_90");
  EXPECT_EQ(std::ranges::count(kernels, "advance_circuits", &CompiledKernel::name), 1);
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
