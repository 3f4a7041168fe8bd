/// ε(ω) as rows: of a table, or samples of a formula.
#pragma once

#include <complex>
#include <vector>

namespace dgsolve {

struct PermittivityRows {
  std::vector<double> omega;                  ///< ascending, rad/s
  std::vector<std::complex<double>> epsilon;  ///< relative, for fields like exp(+jωt): Im ε ≤ 0 absorbs
};

}  // namespace dgsolve
