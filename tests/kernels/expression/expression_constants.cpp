/// Named constants are numbers for the tree and for values, and data for C text.
#include <gtest/gtest.h>

#include <numbers>
#include <regex>
#include <set>

#include "kernels/expression/expression.hpp"
#include "tests/support/kernels/c_text.hpp"
#include "tests/support/kernels/random_formula.hpp"

namespace dgsolve {
namespace {

using testing::c_text;
using Constants = std::map<std::string, double>;

/// A random formula, about every other number in it replaced by a name: 1.5 by c15.
std::string with_names(testing::FormulaGenerator& random) {
  std::string text = random.formula(5).text, result;
  const std::regex number(R"((\d)\.(\d))");
  for (std::smatch found; std::regex_search(text, found, number); text = found.suffix()) {
    result += found.prefix();
    result += random.below(2) == 0 ? found.format("c$1$2") : found.str();
  }
  return result + text;
}

/// The formula before.
std::string without_names(const std::string& text) {
  return std::regex_replace(text, std::regex(R"(c(\d)(\d))"), "$1.$2");
}

/// What the names stand for.
const Constants as_written{{"c00", 0.0}, {"c01", 0.1}, {"c05", 0.5}, {"c10", 1.0},
                           {"c15", 1.5}, {"c20", 2.0}, {"c25", 2.5}};

/// A formula and what is made of it.
std::vector<Expression> family_of(const Expression& f) {
  std::vector<Expression> family{f, f.derivative(Variable::x)};
  for (const auto& [space, time] : f.separate()) {
    family.push_back(space);
    family.push_back(time);
  }
  return family;
}

/// The numbers of a table in their places in a text. Literals lose the parentheses around a sign.
std::string with_literals(std::string text, const ConstantTable& table) {
  for (std::size_t i = table.values().size(); i-- > 0;)
    text = std::regex_replace(text, std::regex("k\\[" + std::to_string(i) + "\\]"),
                              c_text(Expression(table.values()[i])));
  return std::regex_replace(text, std::regex(R"(\((-[0-9.e+-]+)\))"), "$1");
}

bool same_bits(double a, double b) { return a == b ? std::signbit(a) == std::signbit(b) : a != a && b != b; }

TEST(ExpressionConstants, C_text_with_the_numbers_of_its_table_is_that_of_the_formula_with_literals) {
  testing::FormulaGenerator random(21);
  int n_tables = 0;
  for (int k = 0; k < 2000; ++k) {
    const std::string text = with_names(random);
    const std::vector<Expression> named = family_of(Expression::parse(text, as_written)),
                                  literal = family_of(Expression::parse(without_names(text)));
    ASSERT_EQ(named.size(), literal.size()) << text;
    for (std::size_t i = 0; i < named.size(); ++i) {
      ConstantTable table;
      const std::string c = named[i].c_text(table);
      if (c.size() > 10000) continue;  // of a derivative
      EXPECT_EQ(with_literals(c, table), with_literals(c_text(literal[i]), {})) << text;
      n_tables += !table.values().empty();
    }
  }
  EXPECT_GT(n_tables, 1000);
}

TEST(ExpressionConstants, have_the_values_of_literals_to_the_bit) {
  testing::FormulaGenerator random(22);
  for (int k = 0; k < 2000; ++k) {
    const std::string text = with_names(random);
    const std::vector<Expression> named = family_of(Expression::parse(text, as_written)),
                                  literal = family_of(Expression::parse(without_names(text)));
    ASSERT_EQ(named.size(), literal.size()) << text;
    const double x = random.uniform(-2, 2), y = random.uniform(-2, 2), z = random.uniform(-2, 2),
                 t = random.uniform(-2, 2);
    for (std::size_t i = 0; i < named.size(); ++i)
      EXPECT_TRUE(same_bits(named[i](x, y, z, t), literal[i](x, y, z, t))) << text;
  }
}

TEST(ExpressionConstants, ten_values_have_one_C_text_and_ten_tables) {
  testing::FormulaGenerator random(23);
  int n_tables = 0;
  for (int k = 0; k < 1000; ++k) {
    const std::string text = with_names(random);
    std::set<std::vector<std::string>> texts;
    std::set<std::vector<double>> tables;
    for (int i = 0; i < 10; ++i) {
      Constants constants = as_written;
      for (auto& [name, value] : constants) value += 0.3 + 1e-5 * i;  // no 0 or 1, and no other order
      ConstantTable table;
      std::vector<std::string> of_value;
      for (const Expression& f : family_of(Expression::parse(text, constants)))
        of_value.push_back(f.c_text(table));
      texts.insert(of_value);
      tables.insert(table.values());
    }
    EXPECT_EQ(texts.size(), 1u) << text;
    n_tables += tables.size() == 10;
  }
  EXPECT_GT(n_tables, 300);
}

TEST(ExpressionConstants, have_one_place_in_a_table_where_they_are_computed_alike) {
  const Constants constants{{"f", 3}, {"g", 3}};
  ConstantTable table;
  EXPECT_EQ(Expression::parse("sin(2*pi*f*(t - x))", constants).c_text(table), "sin(k[0] * (t - x))");
  EXPECT_EQ(Expression::parse("x + cos(2*pi*f*t)", constants).c_text(table), "x + cos(k[0] * t)");
  EXPECT_EQ(Expression::parse("f*x + g*y", constants).c_text(table), "k[1] * x + k[2] * y")
      << "other constants may have other values";
  EXPECT_EQ(table.values(), (std::vector<double>{6 * std::numbers::pi, 3, 3}));
}

TEST(ExpressionConstants, stay_in_the_text_where_they_shape_the_formula) {
  const Constants constants{{"n", 3}, {"off", 0}, {"minus", -1}};
  ConstantTable table;
  EXPECT_EQ(Expression::parse("besselj(n, x)", constants).c_text(table), "jn(3, x)");
  EXPECT_EQ(Expression::parse("x + off", constants).c_text(table), "x");
  EXPECT_EQ(Expression::parse("minus*x", constants).c_text(table), "-x");
  EXPECT_EQ(Expression::parse("if(n > 2, x, y)", constants).c_text(table), "x");
  EXPECT_EQ(Expression::parse("x^n", constants).c_text(table), c_text(Expression::parse("x^3")));
  EXPECT_TRUE(Expression::parse("off", constants).is_zero());
  EXPECT_TRUE(table.values().empty());
}

}  // namespace
}  // namespace dgsolve
