/// Initial fields are states that the equation admits.

#include "solver/checks/formula_check.hpp"

#include <gtest/gtest.h>

#include "tests/support/error_of.hpp"
#include "tests/support/waves/test_equations.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve {
namespace {

class InitialFields : public testing::TestWithParam<const Physics*> {
 protected:
  const Physics& physics = *GetParam();
  const Mesh mesh =
      make_box(test::box_of(physics.info.dim, 2, 0, 1, physics.info.exact.boundary == "periodic"));
  const test::Wave wave{mesh, test::exact_options(physics, 2, mesh), physics, test::host_of_tests()};

  /// Where the first variable has this formula.
  std::string refusal(const std::string& u) {
    return test::error_of([&] {
      std::map<std::string, Expression> initial = test::parse({{variable_names(physics.info).front(), u}});
      if (physics.info.primitive) initial["p"] = Expression(1);
      check_admissible(wave.op, initial);
    });
  }
};
INSTANTIATE_TEST_SUITE_P(Registry, InitialFields, testing::ValuesIn(test::all_equations()),
                         test::name_of_physics);

TEST_P(InitialFields, are_refused_with_place_and_value_where_the_equation_does_not_admit_them) {
  EXPECT_EQ(refusal("1 - 0.9*x"), "no error");
  const std::string found = refusal("1 - 1.5*x^1000 + 3*y + 3*z"),
                    begin = "initial: the state is " + variable_names(physics.info).front() + " = -0.5",
                    end =
                        "; " + physics.info.equation + " admits " + physics.info.admitted.condition + " only";
  if (physics.admissible)
    EXPECT_TRUE(found.starts_with(begin) && found.find(" at (1, 0") != std::string::npos &&
                found.ends_with(end))
        << found;
  else
    EXPECT_EQ(found, "no error");
}

}  // namespace
}  // namespace dgsolve
