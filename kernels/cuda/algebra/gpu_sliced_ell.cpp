/// Implements kernels/cuda/algebra/gpu_linear_algebra.hpp.

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "kernels/cuda/algebra/gpu_linear_algebra.hpp"

namespace dgsolve::cuda {
namespace {

/// Rows of a slice: of 2 … 64 the fastest for the interior penalty operator of order 3
/// (kernels/PERFORMANCE.md).
constexpr int slice = 8;

/// The library knows no ranges of rows: the first GPU, or each process's, has the matrix and makes the whole
/// product.
template <class T>
class SlicedEll : public GpuMap<T> {
 public:
  SlicedEll(const VectorKernels& on, const CsrMatrix& m) : GpuMap<T>(m.rows, m.cols), on_(on) {
    std::vector<int> begin{0};
    for (int first = 0; first < m.rows; first += slice) begin.push_back(end_of_slice(m, first, begin.back()));
    std::vector<int> column(begin.back(), -1);  // an entry that is not there
    std::vector<T> value(begin.back());
    for (int row = 0; row < m.rows; ++row) {
      std::int64_t at = begin[row / slice] + row % slice;
      for (auto k = m.row_begin[row]; k < m.row_begin[row + 1]; ++k, at += slice) {
        column[at] = m.column[k];
        value[at] = static_cast<T>(m.value[k]);
      }
    }
    Launcher& launcher = on.team.first();
    begin_ = {launcher, begin, "a matrix's slices"};
    column_ = {launcher, column, "a matrix's columns"};
    value_ = {launcher, value, "a matrix's entries"};
    product_ =
        launcher.sliced_product({m.rows, m.cols, static_cast<std::int64_t>(m.column.size()), begin.back(),
                                 slice, precision_of<T>, begin_.data(), column_.data(), value_.data()});
  }

  void multiply(const Blend<T>& blend) override {
    on_.team.hand_round(blend.x, sizeof(T), {this->cols, this->cols});
    if (blend.beta != 0 && blend.b != blend.y) combine(blend.b, 0, blend.y);
    on_.team.begin(false);
    product_->multiply(blend.alpha, blend.x, blend.beta, blend.y);
    if (blend.sum != nullptr) combine(blend.y, 1, blend.sum);
  }

 private:
  /// As wide as its longest row.
  static int end_of_slice(const CsrMatrix& m, int first, std::int64_t begin) {
    std::int64_t width = 0;
    for (int row = first; row < std::min(m.rows, first + slice); ++row)
      width = std::max(width, m.row_begin[row + 1] - m.row_begin[row]);
    const std::int64_t end = begin + width * slice;
    if (end > std::numeric_limits<int>::max())
      throw std::invalid_argument(
          "a matrix in slices: got more than 2^31 entries; expected fewer, or another "
          "form of the operator");
    return static_cast<int>(end);
  }
  /// y ← x + β y
  void combine(const T* x, T beta, T* y) {
    const std::size_t n = this->rows;
    on_.launch(name_for<T>("combine"), {{n, n}},
               CombineArguments<T>{static_cast<long long>(n), 1, beta, x, y});
  }

  const VectorKernels on_;
  Array<int> begin_, column_;
  Array<T> value_;
  std::unique_ptr<LibraryProduct> product_;
};

}  // namespace

std::unique_ptr<LinearMap> GpuLinearAlgebra::sliced_ell(const CsrMatrix& matrix, Precision precision) {
  check_arrays(matrix);
  return make_map<SlicedEll>(precision, on_, matrix);
}

}  // namespace dgsolve::cuda
