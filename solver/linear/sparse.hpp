/// Arithmetic with compressed sparse rows on the host, for setting up operators and multigrid levels.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"

namespace dgsolve {

/// Builds a matrix row by row from one with row_begin = {0}: an entry of the row, columns ascending; its end.
void append(CsrMatrix& m, int column, double value);
void end_row(CsrMatrix& m);
/// Builds a matrix by all threads: row_begin[i + 1] is the number of row i's entries at first, then where row
/// i ends; makes room for all entries.
void allocate_entries(CsrMatrix& m);
/// Columns and values of a row, columns ascending.
using SparseRow = std::vector<std::pair<int, double>>;
/// The matrix of which fill(i, row) appends the entries of row i to an empty row; called by several threads
/// at once.
CsrMatrix matrix_by_rows(int rows, int cols, const std::function<void(int i, SparseRow& row)>& fill);
/// A row whose entries come in any order: those of one column are added up in the order in which they come.
class RowSums {
 public:
  explicit RowSums(int cols) : last_row_(cols, 0), sum_(cols) {}

  void add(int column, double value) {
    if (last_row_[column] != row_) {
      last_row_[column] = row_;
      sum_[column] = 0;
      columns_.push_back(column);
    }
    sum_[column] += value;
  }
  /// Appends the entries to an empty row, and begins the next row.
  void take(SparseRow& row);

 private:
  int row_ = 1;
  std::vector<int> last_row_;  ///< [cols]: in which the column had an entry
  std::vector<double> sum_;    ///< [cols]
  std::vector<int> columns_;   ///< of this row
};
/// As matrix_by_rows.
CsrMatrix matrix_of_sums(int rows, int cols, const std::function<void(int i, RowSums& row)>& fill);
/// A 1 in row i at columns[i]; nothing where that is −1.
CsrMatrix selection(std::span<const int> columns, int cols);
/// The blocks' numbers one by one; zeros are left out.
CsrMatrix csr_matrix(const BlockCsrMatrix& blocks);

/// a·b; threaded by rows, bit-identical for any number of threads. Throws std::invalid_argument where the
/// sizes do not fit.
CsrMatrix operator*(const CsrMatrix& a, const CsrMatrix& b);
/// a + b; throws std::invalid_argument where the sizes do not fit.
CsrMatrix operator+(const CsrMatrix& a, const CsrMatrix& b);
CsrMatrix transpose(const CsrMatrix& a);
/// The diagonal of a square matrix, zero where it has no entry: [rows].
std::vector<double> diagonal(const CsrMatrix& a);

}  // namespace dgsolve
