// Every variant of every equation at every order in both precisions, compiled as at run time.
#include <gtest/gtest.h>

#include "tests/compiled_stage.hpp"

namespace dgsolve::test {
namespace {

template <class P>
class KernelMatrix : public testing::Test {};
using AllSystems = testing::Types<Maxwell<Formulation::full>, Maxwell<Formulation::tm>,
                                  Maxwell<Formulation::te>, Advection<2>, Advection<3>>;
TYPED_TEST_SUITE(KernelMatrix, AllSystems);

TYPED_TEST(KernelMatrix, compiles_and_keeps_its_loops_in_registers) {
  for (int N = 1; N <= 8; ++N)
    for (const Precision precision : {Precision::double_, Precision::single})
      for (const auto& [variant, text] : stage_texts<TypeParam>(N, precision, "sm_90")) {
        const auto kernels = compile_stage(text, "sm_90");
        EXPECT_GE(kernels.size(), 2u);
        for (const CompiledKernel& kernel : kernels) {
          const std::string row = std::string(TypeParam::type) + ", N = " + std::to_string(N) +
                                  (precision == Precision::single ? ", single, " : ", double, ") + variant +
                                  ": " + kernel.name;
          EXPECT_LE(kernel.spilled_bytes, tolerable_spill) << row;
          EXPECT_GT(kernel.registers, 0) << row;
          std::cout << row << ": " << kernel.registers << " registers, " << kernel.spilled_bytes
                    << " bytes spilled\n";
        }
      }
}

}  // namespace
}  // namespace dgsolve::test
