/// Texts that are no formulas, and texts made to break the parser.
#include <gtest/gtest.h>

#include "kernels/expression/expression.hpp"
#include "tests/support/kernels/c_text.hpp"
#include "tests/support/kernels/random_formula.hpp"

namespace dgsolve {
namespace {

using testing::c_text;

struct Broken {
  std::string text;
  std::size_t column;
  std::string message;  ///< a part of it
};

std::string repeat(const std::string& text, int n) {
  std::string result;
  for (int i = 0; i < n; ++i) result += text;
  return result;
}

TEST(ExpressionErrors, the_elementary_charge_is_no_base_of_powers) {
  const std::map<std::string, double> physical = {{"e", 1.6e-19}};
  EXPECT_NO_THROW(Expression::parse("e*t", physical));
  try {
    Expression::parse("2*e^(-t)", physical);
    ADD_FAILURE() << "nothing was said";
  } catch (const ExpressionError& error) {
    EXPECT_NE(std::string(error.what()).find("the exponential function is exp("), std::string::npos);
  }
}

TEST(ExpressionErrors, name_the_column_and_what_was_expected_there) {
  const Broken table[] = {
      {"", 1, "expected a number, a name, '(' or '-', found end of text"},
      {"   ", 4, "found end of text"},
      {"1 +", 4, "expected a number, a name, '(' or '-', found end of text"},
      {"1 + * 2", 5, "found '*'"},
      {"+1", 1, "found '+'"},
      {"x**2", 3, "found '*'"},
      {"(1", 3, "expected ')' or an operator, found end of text"},
      {"(1 2)", 4, "expected ')' or an operator, found \"2\""},
      {"1)", 2, "expected an operator or the end of the text, found ')'"},
      {"x y", 3, "expected an operator or the end of the text, found \"y\""},
      {"x = 1", 3, "expected an operator or the end of the text, found '='"},
      {"x(1)", 2, "expected an operator or the end of the text, found '('"},
      {"1, 2", 2, "found ','"},
      {"()", 2, "found ')'"},
      {"1e", 1,
       "expected a decimal number such as 2, 0.5 or 1.5e-3 ('*' stands between factors), found \"1e\""},
      {"2 + 1.2.3", 5, "found \"1.2.3\""},
      {"0x10", 1, "found \"0x10\""},
      {"3x", 1, "found \"3x\""},
      {".", 1, "found \".\""},
      {"1e+", 1, "found \"1e+\""},
      {"1e999", 1, "expected a number that fits double precision, found \"1e999\""},
      {"foo", 1, "unknown name \"foo\"; it may be: x y z t pi c_0 if min max abs sign"},
      {"2*sni(x)", 3, "unknown name \"sni\""},
      {"Cosh(x)", 1, "(did you mean cosh?)"},
      {"atan3(x, y)", 1, "(did you mean atan"},
      {"c_1", 1, "(did you mean c_0?)"},
      {"inf", 1, "unknown name \"inf\""},
      {"nan", 1, "unknown name \"nan\""},
      {"sin", 4, "expected '(' after the function sin, found end of text"},
      {"sin x", 5, "expected '(' after the function sin, found \"x\""},
      {"1 + sin()", 5, "sin takes 1 argument, found 0"},
      {"sin(x, y)", 1, "sin takes 1 argument, found 2"},
      {"atan2(x)", 1, "atan2 takes 2 arguments, found 1"},
      {"min(x, y, z)", 1, "min takes 2 arguments, found 3"},
      {"if(x, y)", 1, "if takes 3 arguments, found 2"},
      {"besselj(1)", 1, "besselj takes 2 arguments, found 1"},
      {"besselj(x, x)", 1, "constant integer n from 0 to 1000"},
      {"besselj(-1, x)", 1, "constant integer n from 0 to 1000"},
      {"besselj(0.5, x)", 1, "constant integer n from 0 to 1000"},
      {"besselj(1001, x)", 1, "constant integer n from 0 to 1000"},
      {"besselj(0/0, x)", 1, "constant integer n from 0 to 1000"},
      {"max(x; y)", 6, "expected ',', ')' or an operator in the arguments of max, found ';'"},
      {"min(x,)", 7, "found ')'"},
      {"1 < 2 < 3", 7, "comparisons do not chain"},
      {"x == y == z", 8, "comparisons do not chain"},
      {"\"x\"", 1, "found '\"'"},
      {"π", 1, "the byte 0xCF"},
      {"(x + π)", 6, "the byte 0xCF"},
      {"\"π", 1, "found '\"'"},
      {std::string("x\0", 2), 2, "the byte 0x00"},
      {repeat("(", 100000), 10001, "expected at most 10000 characters, found 100000"},
      {repeat("(", 9999), 201, "expected at most 200 levels of nesting"},
      {repeat("-", 9999), 201, "expected at most 200 levels of nesting"},
      {repeat("2^", 4999), 401, "expected at most 200 levels of nesting"},
      {repeat("sin(", 2000), 801, "expected at most 200 levels of nesting"},
  };
  for (const auto& [text, column, message] : table) {
    try {
      Expression::parse(text, {{"c_0", 1.0}});
      ADD_FAILURE() << text.substr(0, 40) << " was taken";
    } catch (const ExpressionError& error) {
      EXPECT_EQ(error.column, column) << text.substr(0, 40) << ": " << error.what();
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
          << text.substr(0, 40) << ": " << error.what();
    }
  }
}

TEST(ExpressionErrors, a_named_constant_must_not_hide_a_name_of_the_grammar) {
  for (const std::string name : {"x", "t", "pi", "sin", "if"}) {
    EXPECT_THROW(Expression::parse("1 + " + name, {{name, 2.0}}), ExpressionError) << name;
    EXPECT_NO_THROW(Expression::parse("1 + 1", {{name, 2.0}})) << name;
  }
}

TEST(ExpressionErrors, formulas_at_the_limits_pass_through_every_operation) {
  const std::string deepest = repeat("sin(", 199) + "x" + repeat(")", 199);
  const std::string longest = "x*t" + repeat("+x*t", 2499);
  const std::string product = "x" + repeat("*y", 4999);
  for (const std::string& text : {deepest, longest, product}) {
    const Expression f = Expression::parse(text);
    EXPECT_TRUE(std::isfinite(f(0.5, 0.5, 0.5, 0.5)));
    EXPECT_TRUE(std::isfinite(f.derivative(Variable::x)(0.5, 0.5, 0.5, 0.5)));
    EXPECT_FALSE(f.separate().empty());
    EXPECT_GE(f.text().size(), text.size());
    EXPECT_GE(c_text(f).size(), text.size());
  }
}

TEST(ExpressionErrors, random_bytes_give_a_formula_or_an_error) {
  testing::FormulaGenerator random(5);
  for (int k = 0; k < 20000; ++k) {
    std::string text;
    for (int n = random.below(30); n > 0; --n) text += static_cast<char>(random.below(256));
    try {
      Expression::parse(text);
    } catch (const ExpressionError& error) {
      EXPECT_LE(error.column, text.size() + 1);
    }
  }
}

TEST(ExpressionErrors, random_words_of_the_grammar_give_a_formula_or_an_error) {
  const char* const words[] = {
      "x", "t", "pi", "1",  "2.5e3", "+",    "-",    "*",        "/", "^",  "(", ")",
      ",", "<", ">=", "==", "if(",   "min(", "sin(", "besselj(", "0", "1e", " ", "."};
  testing::FormulaGenerator random(6);
  int n_formulas = 0;
  for (int k = 0; k < 20000; ++k) {
    std::string text;
    for (int n = random.below(12); n > 0; --n) text += words[random.below(std::size(words))];
    try {
      const Expression f = Expression::parse(text);
      ++n_formulas;
      f(1, 2, 3, 4);
      EXPECT_EQ(c_text(Expression::parse(f.text())), c_text(f)) << text;
      f.derivative(Variable::x).separate();
    } catch (const ExpressionError& error) {
      EXPECT_LE(error.column, text.size() + 1);
    }
  }
  EXPECT_GT(n_formulas, 100);
}

}  // namespace
}  // namespace dgsolve
