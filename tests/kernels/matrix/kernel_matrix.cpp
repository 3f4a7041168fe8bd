// Every variant of every equation in both precisions, of Maxwell's at every order, compiled as at run time.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "kernels/cuda/elliptic/cell_blocks.hpp"
#include "solver/reference/reference_element.hpp"
#include "tests/support/kernels/compiled_stage.hpp"
#include "tests/support/kernels/layered_cells.hpp"

namespace dgsolve::test {
namespace {

using Texts = std::map<std::string, StageText> (*)(int N, Precision, const std::string& architecture);
struct System {
  const char* name;
  Texts texts;
};

/// Beyond it kernels shall compile and start; tensor cores, whose blocks hold eight elements, run out of
/// shared memory.
constexpr int highest_fast_order = 8, highest_order = ReferenceElement::max_order;
int tolerable_at(int N, int spilled_bytes) {
  return N <= highest_fast_order ? spilled_bytes : std::numeric_limits<int>::max();
}

class KernelMatrix : public testing::TestWithParam<std::tuple<System, int, Precision>> {};

TEST_P(KernelMatrix, compiles_and_keeps_its_loops_in_registers) {
  const auto& [system, N, precision] = GetParam();
  bool some_spill_little = false;
  for (const auto& [variant, stage] : system.texts(N, precision, "sm_90")) {
    const auto kernels = compile_kernels(stage.text, "sm_90");
    EXPECT_GE(kernels.size(), 2u);
    for (const CompiledKernel& kernel : kernels) {
      const std::string row = variant + ": " + kernel.name;
      EXPECT_LE(kernel.spilled_bytes, tolerable_at(N, tolerable_spill_of(kernel, stage))) << row;
      some_spill_little |= kernel.name == "straight_stage" && variant.starts_with("tensor") &&
                           kernel.spilled_bytes <= tolerable_spill;
      EXPECT_GT(kernel.registers, 0) << row;
      std::cout << row << ": " << kernel.registers << " registers, " << kernel.spilled_bytes
                << " bytes spilled\n";
    }
  }
  EXPECT_TRUE(some_spill_little || std::string(system.name) != "maxwell" || N > highest_fast_order)
      << "all tensor variants spill";
}

/// Their text depends on the order by numbers alone: the lowest and highest are compiled, and one between.
class MeasureMatrix : public KernelMatrix {};

TEST_P(MeasureMatrix, compiles_the_kernels_of_measures) {
  const auto& [system, N, precision] = GetParam();
  for (const auto& [variant, stage] : system.texts(N, precision, "sm_90"))
    for (const cuda::KernelText& text : stage.of_measures) {
      const auto kernels = compile_kernels(text, "sm_90");
      EXPECT_EQ(kernels.size(), 2u);
      for (const CompiledKernel& kernel : kernels)
        std::cout << variant << ": " << kernel.name << ": " << kernel.registers << " registers, "
                  << kernel.spilled_bytes << " bytes spilled\n";
    }
}

constexpr System systems[] = {{"maxwell", stage_texts<Maxwell<Formulation::full>>},
                              {"maxwell_tm", stage_texts<Maxwell<Formulation::tm>>},
                              {"maxwell_te", stage_texts<Maxwell<Formulation::te>>},
                              {"advection_2d", stage_texts<Advection<2>>},
                              {"advection_3d", stage_texts<Advection<3>>}};

/// The kernels of a slab's layers in the likeliest variant. A block more pays for some values that are spilt;
/// at N = 8 there is only one.
TEST(LayerMatrix, compiles_and_keeps_its_sums_in_registers) {
  using P = Maxwell<Formulation::full>;
  for (int N = 1; N <= highest_fast_order; ++N)
    for (const Precision precision : {Precision::double_, Precision::single}) {
      RandomProblem<P> random({N, 24, 0}, false);
      random.problem.curl_pair_weights = curl_pair_weights_of<P>();
      const LayeredCells cells(random.problem);
      const cuda::StagePlan plan(cells.by_model, precision);
      const std::vector<cuda::Variant>& variants = plan.variants();
      const auto likeliest =
          std::find_if(variants.begin(), variants.end(), [](const auto& v) { return v.tensor; });
      ASSERT_NE(likeliest, variants.end());
      for (const CompiledKernel& kernel : compile_kernels(plan.kernel_text(*likeliest, 1), "sm_90")) {
        const std::string row = kernel.name + ", N = " + std::to_string(N);
        if (kernel.name == "straight_stage") {
          EXPECT_LE(kernel.spilled_bytes, 320) << row;
        }
        std::cout << row << ": " << kernel.registers << " registers, " << kernel.spilled_bytes
                  << " bytes spilled\n";
      }
    }
}

/// The first chained variant of a flow in one gas, at the orders that chained variants serve.
template <class P>
void compile_chained(const std::string& flow) {
  for (int N = 1; N <= highest_fast_order; ++N)
    for (const Precision precision : {Precision::double_, Precision::single}) {
      RandomProblem<P> random({N, 24, 0}, false);
      for (std::size_t i = P::n_coefficients; i < random.coefficients.size(); ++i)
        random.coefficients[i] = random.coefficients[i - P::n_coefficients];
      const cuda::StagePlan plan(random.problem, precision);
      int n_chained = 0;
      for (const cuda::Variant& variant : plan.variants()) {
        if (!variant.chained || ++n_chained > 1) continue;
        for (const CompiledKernel& kernel : compile_kernels(plan.kernel_text(variant), "sm_90"))
          if (kernel.name == "straight_stage" || kernel.name == "find_gradients")
            std::cout << flow << ", N = " << N << ", " << variant.name() << ": " << kernel.name << ": "
                      << kernel.registers << " registers, " << kernel.spilled_bytes << " bytes spilled\n";
      }
      EXPECT_EQ(n_chained > 0, N <= (P::dim == 2 ? 10 : 5)) << flow << ", N = " << N;
    }
}

TEST(ChainedMatrix, compiles_at_the_orders_that_it_serves) {
  compile_chained<Euler<3>>("euler in 3D");
  compile_chained<NavierStokes<3>>("navier_stokes in 3D");
  compile_chained<Euler<2>>("euler in 2D");
}

/// A warp holds all sums of a tile. In 3D at N = 3 sixteen warps a multiprocessor leave it half of the
/// registers there are, and were faster than eight that spill nothing; at N = 4 and 5 there are no more.
int tolerable_spill_of_tiles(int dim, int N) {
  if (dim == 2 || N <= 2) return tolerable_spill;
  return N == 3 ? 192 : N == 4 ? 128 : 1280;
}

TEST(PenaltyMatrix, compiles_and_keeps_its_loops_in_registers) {
  for (const int dim : {2, 3})
    for (int N = 1; N <= ReferenceElement::max_order; ++N)
      for (const Precision precision : {Precision::double_, Precision::single}) {
        const cuda::KernelText text = penalty_text(dim, N, precision, true);
        const bool takes_tiles = text.prefix.starts_with("#define DGSOLVE_TENSOR 1");
        for (const CompiledKernel& kernel : compile_kernels(text, "sm_90")) {
          const std::string row = kernel.name + ", " + std::to_string(dim) + "D, N = " + std::to_string(N);
          const bool is_crowded = takes_tiles && kernel.name == "apply_straight";
          EXPECT_LE(kernel.spilled_bytes,
                    tolerable_at(N, is_crowded ? tolerable_spill_of_tiles(dim, N) : tolerable_spill))
              << row;
          std::cout << row << ": " << kernel.registers << " registers, " << kernel.spilled_bytes
                    << " bytes spilled\n";
        }
      }
}

TEST(LinearAlgebraMatrix, compiles_and_spills_nothing) {
  for (const cuda::KernelText& text : {cuda::linear_algebra_kernels(), cuda::cell_block_kernels()})
    for (const CompiledKernel& kernel : compile_kernels(text, "sm_90")) {
      EXPECT_EQ(kernel.spilled_bytes, 0) << kernel.name;
      std::cout << kernel.name << ": " << kernel.registers << " registers\n";
    }
}

std::string name_of(const testing::TestParamInfo<std::tuple<System, int, Precision>>& parameters) {
  const auto& [system, N, precision] = parameters.param;
  return std::string(system.name) + "_N" + std::to_string(N) +
         (precision == Precision::single ? "_single" : "_double");
}

const auto both_precisions = testing::Values(Precision::double_, Precision::single);
INSTANTIATE_TEST_SUITE_P(Maxwell, KernelMatrix,
                         testing::Combine(testing::Values(systems[0]), testing::Range(1, highest_order + 1),
                                          both_precisions),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Others, KernelMatrix,
                         testing::Combine(testing::ValuesIn(systems + 1, std::end(systems)),
                                          testing::Values(1, 2, 3, 5, highest_fast_order, highest_order),
                                          both_precisions),
                         name_of);
INSTANTIATE_TEST_SUITE_P(All, MeasureMatrix,
                         testing::Combine(testing::ValuesIn(systems), testing::Values(1, 4, highest_order),
                                          both_precisions),
                         name_of);

}  // namespace
}  // namespace dgsolve::test
