#include "kernels/waves/cells/source_terms.hpp"

#include <algorithm>

namespace dgsolve {

std::vector<SourceTerm> split_source(const SourceView& source) {
  std::vector<SourceTerm> terms;
  const std::vector<Expression>& formulas = source.formulas;
  for (int field = 0; field < static_cast<int>(formulas.size()); ++field) {
    if (formulas[field].is_zero()) continue;
    const auto separated = formulas[field].separate();
    for (const auto& [space, time] : separated) terms.push_back({field, space, time});
    if (separated.empty()) terms.push_back({field, formulas[field], Expression(1.0), true});
  }
  for (std::size_t i = 0; i < source.in_cells.size(); ++i)
    terms.push_back({source.in_cells[i].field, {}, source.in_cells[i].time, false, static_cast<int>(i)});
  std::ranges::stable_sort(terms, {}, &SourceTerm::field);
  return terms;
}

void project_source(const SourceView& source, CellRange cells, int dim, int Np, const SourceTerm& term,
                    double t, const std::function<void(int element, const double* values)>& put) {
  if (term.in_cells >= 0) {
    const CellSource& given = source.in_cells[term.in_cells];
    for (std::size_t i = 0; i < given.cells.size(); ++i)
      if (cells.contains(given.cells[i])) put(given.cells[i], &given.values[i * Np]);
    return;
  }
  const Expression& f = term.space;
  const int Ns = source.n_points;
#pragma omp parallel
  {
    std::vector<double> x[3], at_points(Ns), values(Np);
    for (int d = 0; d < dim; ++d) x[d].resize(Ns);
#pragma omp for
    for (int e = cells.first; e < cells.last; ++e) {
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
