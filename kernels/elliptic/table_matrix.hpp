/// Small dense matrices from which devices' tables are made.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace dgsolve {

/// Row by row.
struct TableMatrix {
  int rows, columns;
  std::vector<double> values;

  TableMatrix(int rows, int columns, const std::function<double(int, int)>& entry)
      : rows(rows), columns(columns) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) values.push_back(entry(i, j));
  }
  double operator()(int i, int j) const { return values[static_cast<std::size_t>(i) * columns + j]; }
};

inline TableMatrix operator*(const TableMatrix& a, const TableMatrix& b) {
  return {a.rows, b.columns, [&](int i, int j) {
            double sum = 0;
            for (int k = 0; k < a.columns; ++k) sum += a(i, k) * b(k, j);
            return sum;
          }};
}
inline TableMatrix transposed(const TableMatrix& a) {
  return {a.columns, a.rows, [&](int i, int j) { return a(j, i); }};
}
inline TableMatrix matrix(int rows, std::span<const double> values) {
  const int columns = static_cast<int>(values.size()) / rows;
  return {rows, columns, [&](int i, int j) { return values[static_cast<std::size_t>(i) * columns + j]; }};
}
/// Matrix `index` of an array [..][rows][columns].
inline TableMatrix matrix(std::span<const double> values, int index, int rows, int columns) {
  const std::size_t size = static_cast<std::size_t>(rows) * columns;
  return matrix(rows, values.subspan(index * size, size));
}

}  // namespace dgsolve
