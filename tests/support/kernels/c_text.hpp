/// C texts of formulas, for tests that compare them.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "kernels/expression/expression.hpp"

namespace dgsolve::testing {

/// The text of a formula without named constants.
inline std::string c_text(const Expression& f) {
  ConstantTable none;
  std::string text = f.c_text(none);
  EXPECT_TRUE(none.values().empty()) << text;
  return text;
}

}  // namespace dgsolve::testing
