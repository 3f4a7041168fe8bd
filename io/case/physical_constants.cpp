#include "io/case/physical_constants.hpp"

#include <cmath>

namespace dgsolve {

/// CODATA 2022 (Mohr et al., Rev. Mod. Phys. 97 (2025) 025002).
Units units_of(bool si) { return si ? Units{8.8541878188e-12, 1.25663706127e-6} : Units{1, 1}; }

std::map<std::string, double> physical_constants(bool si) {
  const auto [eps0, mu0] = units_of(si);
  std::map<std::string, double> constants{
      {"eps0", eps0}, {"mu0", mu0}, {"c0", si ? light : 1}, {"eta0", std::sqrt(mu0 / eps0)}};
  if (si) constants.insert({{"e", electron_volt}, {"kB", boltzmann}});
  return constants;
}

}  // namespace dgsolve
