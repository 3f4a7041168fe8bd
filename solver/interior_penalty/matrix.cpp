#include "solver/interior_penalty/matrix.hpp"

#include <algorithm>

#include "kernels/base/cell_loop.hpp"

namespace dgsolve {

BlockCsrMatrix block_matrix(const InteriorPenalty& form) {
  const Discretization& d = form.discretization;
  const int n_faces = d.element.n_faces, Np = d.element.Np;
  const auto across = [&](int e, int face) {
    const std::size_t side = static_cast<std::size_t>(e) * n_faces + face;
    return d.trace.boundary[side] >= 0 ? -1 : d.trace.neighbor[side];
  };
  BlockCsrMatrix m{d.K(), d.K(), Np, {0}, {}, {}};
  for (int e = 0; e < d.K(); ++e) {
    std::vector<int> columns{e};
    for (int f = 0; f < n_faces; ++f)
      if (across(e, f) >= 0) columns.push_back(across(e, f));
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());  // periodic: may meet twice
    m.column.insert(m.column.end(), columns.begin(), columns.end());
    m.row_begin.push_back(static_cast<std::int64_t>(m.column.size()));
  }
  const std::size_t square = static_cast<std::size_t>(Np) * Np;
  m.value.resize(m.column.size() * square);
  for_each_cell(d.K(), [&](int e) {
    const auto add = [&](int column, const Matrix& block) {
      const auto row = m.column.begin() + m.row_begin[e], end = m.column.begin() + m.row_begin[e + 1];
      double* to =
          &m.value[static_cast<std::size_t>(std::lower_bound(row, end, column) - m.column.begin()) * square];
      for (std::size_t i = 0; i < square; ++i) to[i] += block.a[i];
    };
    add(e, form.diagonal_block(e));
    for (int f = 0; f < n_faces; ++f)
      if (across(e, f) >= 0) add(across(e, f), form.neighbor_block(e, f));
  });
  return m;
}

CsrMatrix csr_matrix(const BlockCsrMatrix& blocks) {
  const std::int64_t n = blocks.block_size;
  CsrMatrix m{static_cast<int>(blocks.block_rows * n), static_cast<int>(blocks.block_cols * n), {0}, {}, {}};
  for (int row = 0; row < m.rows; ++row) {
    for (auto k = blocks.row_begin[row / n]; k < blocks.row_begin[row / n + 1]; ++k) {
      const double* values = &blocks.value[(k * n + row % n) * n];
      for (int j = 0; j < n; ++j)
        if (values[j] != 0) {
          m.column.push_back(static_cast<int>(blocks.column[k] * n + j));
          m.value.push_back(values[j]);
        }
    }
    m.row_begin.push_back(static_cast<std::int64_t>(m.column.size()));
  }
  return m;
}

}  // namespace dgsolve
