#include "io/yaml/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

/// A unit: factor · 10^exponent in base units. The power of ten is kept apart, so that 3 ns is 3e-9 to the
/// last bit.
struct Unit {
  std::string_view symbol;
  std::array<int, 6> powers;  ///< of m, kg, s, A, K, rad: rad/s is no frequency, which counts turns
  bool metric = true;         ///< takes prefixes
  double factor = 1;
  int exponent = 0;
};

/// The SI units of electromagnetism and of flow, and what engineers use beside them. BIPM, The International
/// System of Units, 9th edition (2019), tables 2, 4, 8.
const Unit units[] = {{"m", {1, 0, 0, 0}},
                      {"K", {0, 0, 0, 0, 1}},
                      {"Pa", {-1, 1, -2, 0}},
                      {"g", {0, 1, 0, 0}, true, 1, -3},
                      {"s", {0, 0, 1, 0}},
                      {"A", {0, 0, 0, 1}},
                      {"Hz", {0, 0, -1, 0}},
                      {"N", {1, 1, -2, 0}},
                      {"J", {2, 1, -2, 0}},
                      {"eV", {2, 1, -2, 0}, true, 1.602176634, -19},
                      {"W", {2, 1, -3, 0}},
                      {"C", {0, 0, 1, 1}},
                      {"V", {2, 1, -3, -1}},
                      {"F", {-2, -1, 4, 2}},
                      {"ohm", {2, 1, -3, -2}},
                      {"Ω", {2, 1, -3, -2}},
                      {"S", {-2, -1, 3, 2}},
                      {"Wb", {2, 1, -2, -1}},
                      {"T", {0, 1, -2, -1}},
                      {"H", {2, 1, -2, -2}},
                      {"rad", {0, 0, 0, 0, 0, 1}, false},
                      {"deg", {0, 0, 0, 0, 0, 1}, false, std::numbers::pi / 180},
                      {"min", {0, 0, 1, 0}, false, 60},
                      {"h", {0, 0, 1, 0}, false, 3600},
                      {"in", {1, 0, 0, 0}, false, 254, -4},
                      {"mil", {1, 0, 0, 0}, false, 254, -7}};

/// What people call a quantity of that unit.
struct Kind {
  std::string_view unit, name;
};
const Kind kinds[] = {{"m", "a length"},
                      {"s", "a time"},
                      {"Hz", "a frequency"},
                      {"kg", "a mass"},
                      {"A", "a current"},
                      {"V", "a voltage"},
                      {"C", "a charge"},
                      {"F", "a capacitance"},
                      {"ohm", "a resistance"},
                      {"S", "a conductance"},
                      {"H", "an inductance"},
                      {"Wb", "a magnetic flux"},
                      {"T", "a magnetic flux density"},
                      {"J", "an energy"},
                      {"W", "a power"},
                      {"N", "a force"},
                      {"rad", "an angle"},
                      {"rad/s", "an angular frequency"},
                      {"m^2", "an area"},
                      {"m^3", "a volume"},
                      {"K", "a temperature"},
                      {"Pa", "a pressure"},
                      {"kg/m^3", "a density"},
                      {"m/s", "a speed"},
                      {"V/m", "an electric field"},
                      {"A/m", "a magnetic field"},
                      {"A/m^2", "a current density"},
                      {"V/m^2", "a magnetic current density"},
                      {"C/m", "a charge per length"},
                      {"C/m^2", "a surface charge density"},
                      {"C/m^3", "a charge density"},
                      {"S/m", "a conductivity"},
                      {"F/m", "a permittivity"},
                      {"H/m", "a permeability"}};

struct Prefix {
  std::string_view symbol;
  int exponent;
};
const Prefix prefixes[] = {{"f", -15}, {"p", -12}, {"n", -9}, {"u", -6}, {"µ", -6}, {"m", -3},
                           {"c", -2},  {"k", 3},   {"M", 6},  {"G", 9},  {"T", 12}};

/// "GHz"; a unit of that name comes before one with a prefix: min is a minute.
std::optional<Unit> find_unit(std::string_view symbol) {
  for (const Unit& unit : units)
    if (unit.symbol == symbol) return unit;
  for (const Prefix& prefix : prefixes)
    if (symbol.starts_with(prefix.symbol))
      for (const Unit& unit : units)
        if (unit.metric && unit.symbol == symbol.substr(prefix.symbol.size())) {
          Unit prefixed = unit;
          prefixed.exponent += prefix.exponent;
          return prefixed;
        }
  return {};
}

/// "mm^2"
std::optional<Unit> parse_factor(std::string_view text) {
  const std::size_t caret = text.find('^');
  int power = 1;
  if (caret != std::string_view::npos) {
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + caret + 1, end, power);
    if (error != std::errc{} || rest != end || std::abs(power) > 9) return {};
  }
  std::optional<Unit> unit = find_unit(text.substr(0, caret));
  if (!unit) return {};
  for (int& p : unit->powers) p *= power;
  unit->factor = std::pow(unit->factor, power);
  unit->exponent *= power;
  return unit;
}

/// "kg/m^2/s" of "kg/(m^2 s)".
std::string without_brackets(std::string_view text) {
  std::string flat;
  bool inside = false;
  for (const char c : text) {
    if (c == '(' || c == ')')
      inside = c == '(';
    else
      flat += inside && c == ' ' ? '/' : c;
  }
  return flat;
}

/// "kV/mm^2", "kg/(m^2 s)": what stands behind a / divides.
std::optional<Unit> parse_unit(std::string_view bracketed) {
  const std::string flat = without_brackets(bracketed);
  std::string_view text = flat;
  Unit product{bracketed, {}};
  for (int sign = 1; true;) {
    const std::size_t end = std::min(text.find_first_of("*/"), text.size());
    const std::optional<Unit> unit = parse_factor(text.substr(0, end));
    if (!unit) return {};
    for (int i = 0; i < 6; ++i) product.powers[i] += sign * unit->powers[i];
    product.factor *= std::pow(unit->factor, sign);
    product.exponent += sign * unit->exponent;
    if (end == text.size()) return product;
    sign = text[end] == '*' ? 1 : -1;
    text.remove_prefix(end + 1);
  }
}

/// number · 10^exponent, rounded once: the exponent is added in the text.
double shifted(double number, int exponent) {
  std::string text = exact_text(number);
  const std::size_t e = text.find('e');
  if (e != std::string::npos) {
    exponent += std::stoi(text.substr(e + 1));
    text.resize(e);
  }
  text += 'e' + std::to_string(exponent);
  double value = std::numeric_limits<double>::infinity();  // what is out of a double's range stays it
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The number at the start of a text, which goes on behind it and behind spaces.
std::optional<double> take_number(std::string_view& text) {
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || !std::isfinite(number)) return {};
  text.remove_prefix(std::min(text.find_first_not_of(' ', rest - text.data()), text.size()));
  return number;
}

std::string kind_of(const std::array<int, 6>& powers) {
  for (const Kind& kind : kinds)
    if (parse_unit(kind.unit)->powers == powers) return std::string(kind.name);
  std::vector<std::string> factors;
  for (int i = 0; i < 6; ++i)
    if (powers[i] != 0) {
      constexpr const char* base[] = {"m", "kg", "s", "A", "K", "rad"};
      factors.push_back(powers[i] == 1 ? base[i] : fmt::format("{}^{}", base[i], powers[i]));
    }
  return factors.empty() ? "a number" : fmt::format("a quantity in {}", fmt::join(factors, "*"));
}

/// "F/m" and "S/m" of "F/m or S/m".
std::vector<std::string_view> alternatives(std::string_view units) {
  constexpr std::string_view between = " or ";
  std::vector<std::string_view> list;
  while (true) {
    const std::size_t end = units.find(between);
    list.push_back(units.substr(0, end));
    if (end == std::string_view::npos) return list;
    units.remove_prefix(end + between.size());
  }
}

}  // namespace

std::optional<Quantity> parse_quantity(std::string_view text) {
  const std::optional<double> number = take_number(text);
  if (!number) return {};
  const std::optional<Unit> unit = parse_unit(text);
  if (!unit) return {};
  return Quantity{shifted(*number * unit->factor, unit->exponent), unit->powers};
}

bool fits(const Quantity& quantity, std::string_view unit) {
  return unit == any_unit || !fitting_unit(quantity, unit).empty();
}

std::string_view fitting_unit(const Quantity& quantity, std::string_view units) {
  for (const std::string_view wanted : alternatives(units))
    if (const std::optional<Unit> parsed = parse_unit(wanted); parsed && parsed->powers == quantity.powers)
      return wanted;
  return {};
}

std::string kind_of(const Quantity& quantity) { return kind_of(quantity.powers); }

std::string kind_measured_in(std::string_view unit) {
  std::string text;
  for (const std::string_view wanted : alternatives(unit))
    text += (text.empty() ? "" : " or ") + kind_of(parse_unit(wanted)->powers);
  return text;
}

std::optional<std::string> unknown_unit(std::string_view text) {
  if (!take_number(text) || text.empty() || !std::isalpha(static_cast<unsigned char>(text[0]))) return {};
  std::vector<std::string> names;
  for (const Unit& unit : units) names.emplace_back(unit.symbol);
  for (const Prefix& prefix : prefixes)
    for (const Unit& unit : units)
      if (unit.metric) names.push_back(std::string(prefix.symbol) + std::string(unit.symbol));
  while (true) {
    const std::size_t end = std::min(text.find_first_of("*/"), text.size());
    if (!parse_factor(text.substr(0, end))) {
      const std::string_view symbol = text.substr(0, std::min(end, text.find_first_of("^ ")));
      if (find_unit(symbol)) return {};  // what stands behind it is wrong
      return fmt::format("unknown unit {}{}", symbol, did_you_mean(symbol, names));
    }
    if (end == text.size()) return {};
    text.remove_prefix(end + 1);
  }
}

}  // namespace dgsolve
