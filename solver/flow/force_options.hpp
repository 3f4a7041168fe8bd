/// Forces on boundaries, as a case asks for them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace dgsolve {

/// The stream by which forces become coefficients.
struct ForceReference {
  double rho = 1, velocity = 1;  ///< kg/m³, m/s
};

struct ForceOptions {
  std::string name;
  std::size_t number = 0;                               ///< in the case's list
  std::vector<std::string> of = {};                     ///< boundary groups
  double every = 0;                                     ///< time between samples; 0: every step
  double from = 0;                                      ///< time from which on means are taken
  std::array<double, 3> about{};                        ///< the point that moments are about, m
  double pressure = 0;                                  ///< that acts on the other side, Pa
  std::optional<std::array<double, 3>> direction = {};  ///< of the coefficient, a unit vector once read
  double area = 1, length = 1;                          ///< of the coefficients: m² (m in 2D), m
  std::optional<ForceReference> reference = {};
  int n_direction = 0, n_about = 0;  ///< numbers given of them

  bool has_coefficient() const { return direction && reference; }
  bool has_moment_coefficient() const { return reference.has_value(); }
};

}  // namespace dgsolve
