/// Implements kernels/expression/expression.hpp.
/// The grammar of formulas, by recursive descent. `column` in messages counts from 1.
///
///   comparison = sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
///   sum        = product {("+" | "-") product}
///   product    = signed {("*" | "/") signed}
///   signed     = "-" signed | power
///   power      = primary ["^" signed]
///   primary    = number | name | name "(" comparison {"," comparison} ")" | "(" comparison ")"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <system_error>

#include "kernels/base/names.hpp"
#include "kernels/expression/expression.hpp"
#include "kernels/expression/expression_graph.hpp"

namespace dgsolve {

namespace {

constexpr std::size_t max_length = 10000;  ///< characters
constexpr int max_depth = 200;             ///< parentheses, calls, signs and powers inside each other

// The locale has no say in what a letter is.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The operation that is called by this name.
const OpInfo* find_function(std::string_view name) {
  for (const OpInfo& op : operations())
    if (op.precedence == 6 && !op.name.empty() && op.name == name) return &op;
  return nullptr;
}

std::optional<Variable> find_variable(std::string_view name) {
  constexpr std::string_view variables = "xyzt";
  const std::size_t place = variables.find(name);
  if (name.size() != 1 || place == std::string_view::npos) return std::nullopt;
  return static_cast<Variable>(place);
}

class Parser {
 public:
  Parser(std::string_view text, const std::map<std::string, double>& constants)
      : text_(text), constants_(constants) {}

  std::shared_ptr<const ExpressionGraph> parse() {
    if (text_.size() > max_length)
      fail(max_length, "expected at most " + std::to_string(max_length) + " characters, found " +
                           std::to_string(text_.size()));
    const Term root = comparison();
    if (!at_end()) fail(position_, "expected an operator or the end of the text, found " + found());
    return builder_.finish(root);
  }

 private:
  [[noreturn]] void fail(std::size_t position, const std::string& what) const {
    // Bytes of UTF-8 after the first of a character are 10xxxxxx.
    const auto before = text_.substr(0, position);
    const auto characters =
        std::count_if(before.begin(), before.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; });
    throw ExpressionError(what, static_cast<std::size_t>(characters) + 1);
  }

  void skip_space() {
    while (position_ < text_.size() && is_space(text_[position_])) ++position_;
  }
  bool at_end() {
    skip_space();
    return position_ == text_.size();
  }
  char next() { return at_end() ? '\0' : text_[position_]; }
  bool accept(std::string_view symbol) {
    skip_space();
    if (!text_.substr(position_).starts_with(symbol)) return false;
    position_ += symbol.size();
    return true;
  }

  /// What stands at the position, for messages.
  std::string found() {
    if (at_end()) return "end of text";
    const char c = next();
    if (is_letter(c) || is_digit(c)) return quoted(word());
    if (c > ' ' && c < '\x7f') return std::string("'") + c + "'";
    constexpr char hexadecimal[] = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    return std::string("the byte 0x") + hexadecimal[byte / 16] + hexadecimal[byte % 16];
  }
  static std::string quoted(std::string_view word) {
    constexpr std::size_t longest = 40;
    return '"' + std::string(word.substr(0, longest)) + (word.size() > longest ? "...\"" : "\"");
  }

  /// Letters and digits from the position on; in a number also points, and the sign of an exponent.
  std::string_view word() const {
    const bool is_number = !is_letter(text_[position_]);
    std::size_t end = position_;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      const bool after_e = end > position_ && (text_[end - 1] == 'e' || text_[end - 1] == 'E');
      const bool of_number = is_number && (c == '.' || (after_e && (c == '+' || c == '-')));
      if (!is_letter(c) && !is_digit(c) && !of_number) break;
    }
    return text_.substr(position_, end - position_);
  }

  Term comparison() {
    const Term a = sum();
    const std::optional<Term> result = compared(a);
    if (!result) return a;
    if (const char c = next(); c == '<' || c == '>' || c == '=' || c == '!')
      fail(position_,
           "comparisons do not chain: expected an operator other than a comparison, found " + found());
    return *result;
  }

  std::optional<Term> compared(Term a) {
    if (accept("<=")) return builder_.make(Op::less_equal, {a, sum()});
    if (accept("<")) return builder_.make(Op::less, {a, sum()});
    if (accept("==")) return builder_.make(Op::equal, {a, sum()});
    if (accept("!=")) return builder_.make(Op::not_equal, {a, sum()});
    if (accept(">=")) return builder_.make(Op::less_equal, {sum(), a});
    if (accept(">")) return builder_.make(Op::less, {sum(), a});
    return std::nullopt;
  }

  Term sum() {
    Term result = product();
    while (true) {
      if (accept("+"))
        result = result + product();
      else if (accept("-"))
        result = result - product();
      else
        return result;
    }
  }

  Term product() {
    Term result = with_sign();
    while (true) {
      if (accept("*"))
        result = result * with_sign();
      else if (accept("/"))
        result = result / with_sign();
      else
        return result;
    }
  }

  /// Every way deeper leads through here.
  Term with_sign() {
    if (depth_ == max_depth)
      fail(position_, "expected at most " + std::to_string(max_depth) + " levels of nesting");
    ++depth_;
    const Term result = accept("-") ? -with_sign() : power();
    --depth_;
    return result;
  }

  Term power() {
    const Term base = primary();
    return accept("^") ? builder_.make(Op::power, {base, with_sign()}) : base;
  }

  Term primary() {
    const char c = next();
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return name();
    if (!accept("(")) fail(position_, "expected a number, a name, '(' or '-', found " + found());
    const Term result = comparison();
    if (!accept(")")) fail(position_, "expected ')' or an operator, found " + found());
    return result;
  }

  Term number() {
    const std::string_view digits = word();
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range)
      fail(position_, "expected a number that fits double precision, found " + quoted(digits));
    if (error != std::errc() || end != digits.data() + digits.size())
      fail(position_,
           "expected a decimal number such as 2, 0.5 or 1.5e-3 ('*' stands between factors), found " +
               quoted(digits));
    position_ += digits.size();
    return builder_.constant(value);
  }

  Term name() {
    const std::size_t begin = position_;
    const std::string name(word());
    position_ += name.size();
    const OpInfo* function = find_function(name);
    const std::optional<Variable> variable = find_variable(name);
    const auto constant = constants_.find(name);
    if (constant != constants_.end()) {
      if (function || variable || name == "pi")
        fail(begin, "the named constant " + quoted(name) + " hides a name of the grammar; call it otherwise");
      if (name == "e" && position_ < text_.size() && text_[position_] == '^')
        fail(begin, "e is the elementary charge; the exponential function is exp(…)");
      return builder_.constant(constant->second, std::hash<std::string>{}(name));
    }
    if (function) return call(*function, begin);
    if (variable) return builder_.variable(*variable);
    if (name == "pi") return builder_.constant(std::numbers::pi);
    fail(begin, unknown(name));
  }

  std::string unknown(const std::string& name) const {
    std::vector<std::string> valid{"x", "y", "z", "t", "pi"};
    for (const auto& [constant, value] : constants_) valid.push_back(constant);
    for (const OpInfo& op : operations())
      if (find_function(op.name)) valid.emplace_back(op.name);
    std::string list;
    for (const std::string& each : valid) list += " " + each;
    return "unknown name " + quoted(name) + did_you_mean(name, valid) + "; it may be:" + list;
  }

  Term call(const OpInfo& op, std::size_t begin) {
    const std::string name(op.name);
    if (!accept("(")) fail(position_, "expected '(' after the function " + name + ", found " + found());
    std::vector<Term> arguments;
    if (!accept(")")) {
      do arguments.push_back(comparison());
      while (accept(","));
      if (!accept(")"))
        fail(position_,
             "expected ',', ')' or an operator in the arguments of " + name + ", found " + found());
    }
    const std::size_t arity = op.op == Op::besselj ? 2 : op.arity;
    if (arguments.size() != arity)
      fail(begin, name + " takes " + std::to_string(arity) + (arity == 1 ? " argument" : " arguments") +
                      ", found " + std::to_string(arguments.size()));
    if (op.op == Op::besselj) return bessel(arguments[0], arguments[1], begin);
    if (arity == 1) return builder_.make(op.op, {arguments[0]});
    if (arity == 2) return builder_.make(op.op, {arguments[0], arguments[1]});
    return builder_.make(op.op, {arguments[0], arguments[1], arguments[2]});
  }

  Term bessel(Term order, Term argument, std::size_t begin) {
    const double n = builder_.node(order).value;
    if (!builder_.is_constant(order) || !(n >= 0 && n <= max_bessel_order) || n != std::floor(n))
      fail(begin, "besselj(n, ...) takes a constant integer n from 0 to " + std::to_string(max_bessel_order));
    return builder_.make(Op::besselj, {argument}, static_cast<int>(n));
  }

  std::string_view text_;
  const std::map<std::string, double>& constants_;
  GraphBuilder builder_;
  std::size_t position_ = 0;
  int depth_ = 0;
};

}  // namespace

Expression Expression::parse(std::string_view text, const std::map<std::string, double>& constants) {
  return Expression(Parser(text, constants).parse());
}

}  // namespace dgsolve
