/// Kernels of other architectures and of stages in the general form.
#include <gtest/gtest.h>

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
      for (const cuda::KernelText& text : stage.of_measures)
        EXPECT_EQ(compile_kernels(text, architecture).size(), 2u) << architecture << ", " << variant;
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

/// Gradients and the weak form; a thread a node spills where the compiler will.
TEST(FlowKernels, compile_for_older_and_newer_gpus) {
  const auto expect_kernels = [](const auto& texts, const std::string& architecture) {
    for (const auto& [variant, stage] : texts) {
      const auto kernels = compile_kernels(stage.text, architecture);
      EXPECT_GE(kernels.size(), 5u) << architecture << ", " << variant;
      for (const CompiledKernel& kernel : kernels)
        std::cout << architecture << ", " << variant << ": " << kernel.name << ": " << kernel.registers
                  << " registers, " << kernel.spilled_bytes << " bytes spilled\n";
      for (const cuda::KernelText& text : stage.of_measures)
        if (text.file.find("powers") == std::string::npos) {
          EXPECT_EQ(compile_kernels(text, architecture).size(), 2u) << architecture << ", " << text.file;
        }
    }
  };
  expect_kernels(stage_texts<NavierStokes<3>>(3, Precision::double_, "sm_90"), "sm_90");
  expect_kernels(stage_texts<NavierStokes<2, Riemann::roe>>(2, Precision::single, "sm_80"), "sm_80");
  expect_kernels(stage_texts<Euler<3, Riemann::lax_friedrichs>>(4, Precision::single, "sm_100"), "sm_100");
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

}  // namespace
}  // namespace dgsolve::test
