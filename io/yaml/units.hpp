/// Physical quantities in case files: a number and a unit, such as `3 GHz` or `1.5 S/m`. Alone in knowing
/// units.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace dgsolve {

/// A quantity in SI base units.
struct Quantity {
  double value = 0;
  std::array<int, 6> powers{};  ///< of m, kg, s, A, K, rad
};

/// The unit of a value that may be measured in anything.
inline constexpr const char* any_unit = "any";

/// A number, then a unit: factors such as kV, m^2, joined by * and /; a metric unit may have a prefix from f
/// to T. Nothing where the text is anything else.
std::optional<Quantity> parse_quantity(std::string_view text);
/// Whether a quantity can be measured in that unit, or one of several: "F/m or S/m".
bool fits(const Quantity& quantity, std::string_view unit);

/// The one of several units that a quantity is measured in: "S/m" of "F/m or S/m". Empty: none.
std::string_view fitting_unit(const Quantity& quantity, std::string_view units);

/// "a length"
std::string kind_of(const Quantity& quantity);
/// The same of what is measured in a unit, or in one of several: "a permittivity or a conductivity".
std::string kind_measured_in(std::string_view unit);
/// The text behind a number, where it should be a unit and is none, and the unit meant: "unknown unit nns
/// (did you mean ns?)".
std::optional<std::string> unknown_unit(std::string_view text);

}  // namespace dgsolve
