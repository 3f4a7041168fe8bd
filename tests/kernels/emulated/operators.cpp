// Operators as tensor cores take them (kernels/cuda/tensor/operator_blocks.hpp).
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

#include "kernels/cuda/tensor/operator_blocks.hpp"
#include "tests/simt/simt.hpp"

namespace dgsolve::test {
namespace {

/// What tensor cores cut off an operand: all bits of the mantissa behind the tenth.
bool is_taken_whole(float a) { return (std::bit_cast<std::uint32_t>(a) & 0x1fffU) == 0; }

TEST(OperatorValues, of_single_precision_are_taken_whole_in_a_leading_and_a_trailing_part) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> mantissa(-2, 2);
  std::uniform_int_distribution<int> exponent(-60, 60);
  for (int i = 0; i < 100000; ++i) {
    const double value = std::ldexp(mantissa(random), exponent(random));
    const float taken = cuda::operator_value<float>(value), leading = simt::leading_part(taken);
    ASSERT_TRUE(is_taken_whole(leading) && is_taken_whole(taken - leading)) << value;
    ASSERT_LE(std::abs(taken - value), std::ldexp(std::abs(value), -23)) << value;
  }
  EXPECT_EQ(cuda::operator_value<float>(0), 0);
}

TEST(OperatorValues, of_double_precision_are_the_numbers_themselves) {
  EXPECT_EQ(cuda::operator_value<double>(1.0 / 3), 1.0 / 3);
}

}  // namespace
}  // namespace dgsolve::test
