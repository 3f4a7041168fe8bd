#include "solver/interior_penalty/block_matrix.hpp"

#include <algorithm>
#include <vector>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/triangle.hpp"
#include "solver/interior_penalty/cell_blocks.hpp"

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
  const auto add = [&](int e, int column, const double* block) {
    const auto row = m.column.begin() + m.row_begin[e], end = m.column.begin() + m.row_begin[e + 1];
    double* to =
        &m.value[static_cast<std::size_t>(std::lower_bound(row, end, column) - m.column.begin()) * square];
    for (std::size_t i = 0; i < square; ++i) to[i] += block[i];
  };
  const CellBlocks cells(form);
  const std::size_t triangle = triangle_size(Np);
  for_each_run(RunsOfCells(d.K(), static_cast<int>(square)), [&](int, int first, int last) {
    std::vector<double> triangles((last - first) * triangle), own(square);
    cells.diagonal_blocks(first, last - first, triangles.data());
    for (int e = first; e < last; ++e) {
      unpack_triangle(Np, &triangles[(e - first) * triangle], own.data());
      add(e, e, own.data());
      for (int f = 0; f < n_faces; ++f)
        if (across(e, f) >= 0) add(e, across(e, f), form.neighbor_block(e, f).a.data());
    }
  });
  return m;
}

}  // namespace dgsolve
