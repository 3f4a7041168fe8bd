#include "solver/discretization/discretization.hpp"

namespace dgsolve {

Discretization::Discretization(const Mesh& m, int N, const std::vector<bool>& cuts)
    : NodalSpace(m, N), factors(m, element), trace(m, cuts) {}

}  // namespace dgsolve
