#include "kernels/waves/source_terms.hpp"

namespace dgsolve {

std::vector<SourceTerm> split_source(const std::vector<Expression>& formulas) {
  std::vector<SourceTerm> terms;
  for (int field = 0; field < static_cast<int>(formulas.size()); ++field) {
    if (formulas[field].is_zero()) continue;
    const auto separated = formulas[field].separate();
    for (const auto& [space, time] : separated) terms.push_back({field, space, time, false});
    if (separated.empty()) terms.push_back({field, formulas[field], Expression(1.0), true});
  }
  return terms;
}

void project_source(const SourceView& source, int K, int dim, int Np, const Expression& f, double t,
                    const std::function<void(int element, const double* values)>& put) {
  const int Ns = source.n_points;
#pragma omp parallel
  {
    std::vector<double> x[3], at_points(Ns), values(Np);
    for (int d = 0; d < dim; ++d) x[d].resize(Ns);
#pragma omp for
    for (int e = 0; e < K; ++e) {
      const double* points = &source.coordinates[static_cast<std::size_t>(e) * Ns * dim];
      for (int s = 0; s < Ns; ++s)
        for (int d = 0; d < dim; ++d) x[d][s] = points[s * dim + d];
      f.evaluate(x[0], x[1], x[2], t, at_points);
      for (int node = 0; node < Np; ++node) {
        double sum = 0;
        for (int s = 0; s < Ns; ++s)
          sum += source.project[static_cast<std::size_t>(node) * Ns + s] * at_points[s];
        values[node] = sum;
      }
      put(e, values.data());
    }
  }
}

}  // namespace dgsolve
