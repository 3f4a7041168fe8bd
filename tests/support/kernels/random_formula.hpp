/// Random formulas of the case grammar, as text and as plain C++, for tests that compare the two.
#pragma once

#include <cmath>
#include <functional>
#include <random>
#include <string>

namespace dgsolve::testing {

using Function = std::function<double(double x, double y, double z, double t)>;

struct Formula {
  std::string text;
  Function value;
};

class FormulaGenerator {
 public:
  explicit FormulaGenerator(unsigned seed) : random_(seed) {}

  /// Uniform in [low, high); the same on every platform.
  double uniform(double low, double high) { return low + (high - low) * (random_() / 4294967296.0); }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  Formula formula(int depth) {
    if (depth == 0 || below(8) == 0) return leaf();
    const Formula a = formula(depth - 1);
    if (below(2) == 0) return unary(a);
    const Formula b = below(4) == 0 ? a : formula(depth - 1);  // equal subexpressions are evaluated once
    if (below(6) == 0) return conditional(a, b, formula(depth - 1));
    return binary(a, b);
  }

 private:
  Formula leaf() {
    switch (below(7)) {
      case 0:
        return {"x", [](double x, double, double, double) { return x; }};
      case 1:
        return {"y", [](double, double y, double, double) { return y; }};
      case 2:
        return {"z", [](double, double, double z, double) { return z; }};
      case 3:
        return {"t", [](double, double, double, double t) { return t; }};
      case 4:
        return {"pi", [](double, double, double, double) { return 3.14159265358979323846; }};
      default: {
        const double value = below(6) / 2.0;  // 0 and 1 among them, so that simplifications happen
        return {std::to_string(value).substr(0, 3),
                [value](double, double, double, double) { return value; }};
      }
    }
  }

  static Formula apply(const std::string& begin, const Formula& a, const std::string& end,
                       const std::function<double(double)>& f) {
    return {begin + a.text + end,
            [f, u = a.value](double x, double y, double z, double t) { return f(u(x, y, z, t)); }};
  }

  static Formula apply(const std::string& begin, const Formula& a, const std::string& middle,
                       const Formula& b, const std::string& end,
                       const std::function<double(double, double)>& f) {
    return {begin + a.text + middle + b.text + end,
            [f, u = a.value, v = b.value](double x, double y, double z, double t) {
              return f(u(x, y, z, t), v(x, y, z, t));
            }};
  }

  Formula unary(const Formula& a) {
    struct Entry {
      const char *begin, *end;
      double (*f)(double);
    };
    static constexpr Entry entries[] = {
        {"(-(", "))", [](double u) { return -u; }},
        {"abs(", ")", [](double u) { return std::fabs(u); }},
        {"sign(", ")", [](double u) { return std::isnan(u) ? u : double(u > 0) - double(u < 0); }},
        {"sqrt(", ")", [](double u) { return std::sqrt(u); }},
        {"exp(", ")", [](double u) { return std::exp(u); }},
        {"log(", ")", [](double u) { return std::log(u); }},
        {"sin(", ")", [](double u) { return std::sin(u); }},
        {"cos(", ")", [](double u) { return std::cos(u); }},
        {"tan(", ")", [](double u) { return std::tan(u); }},
        {"asin(", ")", [](double u) { return std::asin(u); }},
        {"acos(", ")", [](double u) { return std::acos(u); }},
        {"atan(", ")", [](double u) { return std::atan(u); }},
        {"sinh(", ")", [](double u) { return std::sinh(u); }},
        {"cosh(", ")", [](double u) { return std::cosh(u); }},
        {"tanh(", ")", [](double u) { return std::tanh(u); }},
        {"erf(", ")", [](double u) { return std::erf(u); }},
        {"besselj(0, ", ")", [](double u) { return ::jn(0, u); }},
        {"besselj(1, ", ")", [](double u) { return ::jn(1, u); }},
        {"besselj(3, ", ")", [](double u) { return ::jn(3, u); }},
        {"(", ")^2", [](double u) { return u * u; }},
        {"(", ")^3", [](double u) { return u * u * u; }},
        {"(", ")^-2", [](double u) { return 1 / (u * u); }},
    };
    const Entry& entry = entries[below(std::size(entries))];
    return apply(entry.begin, a, entry.end, entry.f);
  }

  Formula binary(const Formula& a, const Formula& b) {
    struct Entry {
      const char *begin, *middle, *end;
      double (*f)(double, double);
    };
    static constexpr Entry entries[] = {
        {"(", " + ", ")", [](double u, double v) { return u + v; }},
        {"(", " - ", ")", [](double u, double v) { return u - v; }},
        {"((", ")*(", "))", [](double u, double v) { return u * v; }},
        {"((", ")/(", "))", [](double u, double v) { return u / v; }},
        {"((abs(", ") + 0.1)^(", "))", [](double u, double v) { return std::pow(std::fabs(u) + 0.1, v); }},
        {"min(", ", ", ")",
         [](double u, double v) { return std::isnan(u)   ? u
                                         : std::isnan(v) ? v
                                                         : std::fmin(u, v); }},
        {"max(", ", ", ")",
         [](double u, double v) { return std::isnan(u)   ? u
                                         : std::isnan(v) ? v
                                                         : std::fmax(u, v); }},
        {"atan2(", ", ", ")", [](double u, double v) { return std::atan2(u, v); }},
    };
    const Entry& entry = entries[below(std::size(entries))];
    return apply(entry.begin, a, entry.middle, b, entry.end, entry.f);
  }

  Formula conditional(const Formula& a, const Formula& b, const Formula& c) {
    struct Entry {
      const char* symbol;
      bool (*holds)(double, double);
    };
    static constexpr Entry entries[] = {
        {" < ", [](double u, double v) { return u < v; }},
        {" <= ", [](double u, double v) { return u <= v; }},
        {" > ", [](double u, double v) { return u > v; }},
        {" >= ", [](double u, double v) { return u >= v; }},
        {" == ", [](double u, double v) { return u == v; }},
        {" != ", [](double u, double v) { return u != v; }},
    };
    const Entry& entry = entries[below(std::size(entries))];
    return {
        "if(" + a.text + entry.symbol + b.text + ", " + c.text + ", " + b.text + ")",
        [holds = entry.holds, u = a.value, v = b.value, w = c.value](double x, double y, double z, double t) {
          return holds(u(x, y, z, t), v(x, y, z, t)) ? w(x, y, z, t) : v(x, y, z, t);
        }};
  }

  std::mt19937 random_;
};

}  // namespace dgsolve::testing
