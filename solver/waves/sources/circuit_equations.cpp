#include "solver/waves/sources/circuit_equations.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <stdexcept>
#include <string>

#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

constexpr int of_source = 1, of_current = 2, of_field = 3;  ///< columns of `solve` behind that of E0
constexpr int of_inductor = 1, of_capacitor = 2;            ///< its rows

void check_positive(const char* name, const std::optional<double>& value, bool zero_is_valid) {
  if (!value || *value > 0 || (zero_is_valid && *value == 0)) return;
  throw std::invalid_argument(std::string(name) + ": got " + number_text(*value) + "; expected a value " +
                              (zero_is_valid ? "of at least 0" : "above 0"));
}

}  // namespace

void check_circuit(const LumpedElement& element) {
  check_positive("R", element.R, true);
  check_positive("L", element.L, false);
  check_positive("C", element.C, false);
  if (!element.R && !element.L && !element.C)
    throw std::invalid_argument("R: missing; expected R, L or C, or several of them");
  const bool is_parallel = element.connection == LumpedElement::Connection::parallel;
  if (element.R && *element.R == 0 && (is_parallel || (!element.L && !element.C)))
    throw std::invalid_argument("R: got 0, a short circuit; expected a value above 0, or pec there");
  if (is_parallel && !element.R && !element.source.is_zero())
    throw std::invalid_argument("R: missing; the generator of a parallel connection is in series with R");
}

CircuitEquations::CircuitEquations(const LumpedElement& element, double admittance, double unit_field) {
  const double Y = admittance;
  const double R = element.R.value_or(0) / element.squares;
  if (element.L) inductance = *element.L / element.squares;
  if (element.C) capacitance = *element.C * element.squares;
  auto& [answer, inductor, capacitor] = solve;
  if (element.connection == LumpedElement::Connection::series) {
    // e* = V_s + R K + L K̇ + ∫K/C, K = Y (e0 − e*), fields in place of voltages
    if (element.L) {
      answer[0] = 1;
      answer[of_current] = -1 / Y;
      inductor[0] = 1 / inductance;
      inductor[of_source] = -unit_field / inductance;
      inductor[of_current] = -(R + 1 / Y) / inductance;
      if (element.C) {
        inductor[of_field] = -1 / inductance;
        capacitor[of_current] = 1 / capacitance;
      }
    } else {
      const double share = 1 / (1 + Y * R);  // of R's end in e*
      answer[0] = Y * R * share;
      answer[of_source] = unit_field * share;
      if (element.C) {
        answer[of_field] = share;
        capacitor[0] = Y * share / capacitance;
        capacitor[of_source] = -Y * unit_field * share / capacitance;
        capacitor[of_field] = -Y * share / capacitance;
      }
    }
    return;
  }
  // K = (e* − V_s)/R + J + C ė*, L J̇ = e*
  const double G = element.R ? 1 / R : 0;
  if (element.C) {
    answer[of_field] = 1;
    capacitor[0] = Y / capacitance;
    capacitor[of_source] = G * unit_field / capacitance;
    capacitor[of_field] = -(Y + G) / capacitance;
    if (element.L) capacitor[of_current] = -1 / capacitance;
  } else {
    const double resistance = element.R ? R / (1 + Y * R) : 1 / Y;  // of all that e* is across
    answer[0] = Y * resistance;
    answer[of_source] = element.R ? unit_field / (1 + Y * R) : 0;
    if (element.L) answer[of_current] = -resistance;
  }
  if (element.L)
    for (int i = 0; i < 2 + CircuitPoint::n_states; ++i) inductor[i] = answer[i] / inductance;
}

/// |Re λ| + 2.4 |Im λ| of the eigenvalues: a scheme reaches at most 2.4 times as far along the negative real
/// axis as along the imaginary one (ssprk43).
double CircuitEquations::rate() const {
  const double a = solve[of_inductor][of_current], b = solve[of_inductor][of_field],
               c = solve[of_capacitor][of_current], d = solve[of_capacitor][of_field];
  const std::complex<double> root = std::sqrt(std::complex<double>((a - d) * (a - d) / 4 + b * c));
  double largest = 0;
  for (const double sign : {1.0, -1.0}) {
    const std::complex<double> value = (a + d) / 2 + sign * root;
    largest = std::max(largest, std::abs(value.real()) + 2.4 * std::abs(value.imag()));
  }
  return largest;
}

}  // namespace dgsolve
