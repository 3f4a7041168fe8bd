#include "solver/linear/sparse_eigen.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

// With its own threads Eigen blocks a product by their number, which changes the last digits.
#define EIGEN_DONT_PARALLELIZE
#include <Spectra/GenEigsSolver.h>
#include <Spectra/MatOp/SparseSymMatProd.h>
#include <Spectra/SymGEigsShiftSolver.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>

namespace dgsolve {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Vector = Eigen::VectorXd;
using Vectors = Eigen::MatrixXd;

/// Up to so many rows matrices are small enough to be treated as dense ones.
constexpr int dense_rows = 200;
constexpr double tolerance = 1e-12, vector_tolerance = 1e-10;  ///< of symmetric and of other iterations
constexpr int most_restarts = 1000;

Sparse sparse(const CsrMatrix& m) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(m.column.size());
  for (int row = 0; row < m.rows; ++row)
    for (auto k = m.row_begin[row]; k < m.row_begin[row + 1]; ++k)
      entries.emplace_back(row, m.column[k], m.value[k]);
  Sparse s(m.rows, m.cols);
  s.setFromTriplets(entries.begin(), entries.end());
  return s;
}

[[noreturn]] void fail(int n, int rows) {
  throw std::runtime_error("the iteration for " + std::to_string(n) + " eigenvalues of a matrix with " +
                           std::to_string(rows) + " rows does not converge");
}

/// Krylov's space for n pairs.
int krylov_size(int n, int rows) { return std::min(rows, std::max(2 * n + 1, n + 20)); }

/// y = (K − σM)⁻¹x without the parts along pairs that are known; as Spectra takes it.
class ShiftedInverse {
 public:
  using Scalar = double;

  ShiftedInverse(const Sparse& K, const Sparse& M, double shift) : M_(M), factors_(K - shift * M) {
    if (factors_.info() != Eigen::Success)
      throw std::domain_error("smallest_eigenpairs: the matrices are not as they must be");
  }
  void know(const Vectors& pairs) { known_ = pairs; }

  Eigen::Index rows() const { return M_.rows(); }
  Eigen::Index cols() const { return M_.rows(); }
  void set_shift(double) {}
  void perform_op(const double* x, double* y) const {
    Eigen::Map<Vector> result(y, rows());
    result = factors_.solve(Eigen::Map<const Vector>(x, rows()));
    if (known_.cols() > 0) result -= known_ * (known_.transpose() * (M_ * result));
  }

 private:
  const Sparse& M_;
  Eigen::SimplicialLDLT<Sparse> factors_;
  Vectors known_;
};

/// The number of eigenvalues below τ: the negative pivots of K − τM (Sylvester's law of inertia).
int number_below(const Sparse& K, const Sparse& M, double tau) {
  const Eigen::SimplicialLDLT<Sparse> factors(K - tau * M);
  if (factors.info() != Eigen::Success) return -1;
  const Vector pivots = factors.vectorD();
  return static_cast<int>((pivots.array() < 0).count());
}

struct FoundPairs {
  Vector values;
  Vectors vectors;

  void add(const Vector& more_values, const Vectors& more_vectors) {
    Vector all_values(values.size() + more_values.size());
    all_values << values, more_values;
    Vectors all_vectors(more_vectors.rows(), all_values.size());
    all_vectors << vectors, more_vectors;
    values = all_values;
    vectors = all_vectors;
  }

  void sort() {
    std::vector<int> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return values(a) < values(b); });
    const FoundPairs old = *this;
    for (std::size_t i = 0; i < order.size(); ++i) {
      values(i) = old.values(order[i]);
      vectors.col(i) = old.vectors.col(order[i]);
    }
  }

  /// Between the last two values that are clearly apart; [pairs below it].
  std::pair<double, int> gap(double scale) const {
    for (Eigen::Index i = values.size() - 1; i > 0; --i)
      if (values(i) - values(i - 1) > 1e-6 * (scale + values(i)))
        return {(values(i) + values(i - 1)) / 2, static_cast<int>(i)};
    return {-scale, 0};
  }
};

void find_more(const Sparse& K, const Sparse& M, int n, double scale, FoundPairs& found) {
  // K may have λ = 0, K + scale M has not.
  ShiftedInverse inverse(K, M, -scale);
  inverse.know(found.vectors);
  const int rows = static_cast<int>(K.rows());
  Spectra::SparseSymMatProd<double> product(M);
  Spectra::SymGEigsShiftSolver<ShiftedInverse, Spectra::SparseSymMatProd<double>,
                               Spectra::GEigsMode::ShiftInvert>
      solver(inverse, product, n, krylov_size(n, rows), -scale);
  solver.init();
  solver.compute(Spectra::SortRule::LargestMagn, most_restarts, tolerance, Spectra::SortRule::SmallestAlge);
  if (solver.info() != Spectra::CompInfo::Successful) fail(n, rows);
  found.add(solver.eigenvalues(), solver.eigenvectors());
}

FoundPairs dense_pairs(const Sparse& K, const Sparse& M, int n) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Vectors> solver{Vectors(K), Vectors(M)};
  return {solver.eigenvalues().head(n), solver.eigenvectors().leftCols(n)};
}

FoundPairs iterated_pairs(const Sparse& K, const Sparse& M, int n, double scale) {
  FoundPairs found;
  found.vectors.resize(K.rows(), 0);
  find_more(K, M, n + 1, scale, found);
  for (int missing = 1, tries = 0; missing > 0; ++tries) {
    const auto [tau, below] = found.gap(scale);
    const int expected = number_below(K, M, tau);
    missing = expected - below;
    if (expected < 0 || missing < 0 || tries == 5) fail(n, static_cast<int>(K.rows()));
    if (missing == 0) break;
    find_more(K, M, missing, scale, found);
    found.sort();
  }
  n = std::min<int>(n, static_cast<int>(found.values.size()));
  return {found.values.head(n), found.vectors.leftCols(n)};
}

/// (A − σB)⁻¹B as Spectra takes it. Factors without a choice of pivots are several times faster, and nearly
/// always good though the matrix is not definite: whether they are is seen by a solution.
class ShiftedPencil {
 public:
  using Scalar = double;

  ShiftedPencil(const Sparse& A, const Sparse& B, double shift, int used)
      : B_(B), unused_(B.rows() - used), shifted_(A - shift * B) {
    shifted_.makeCompressed();
    symmetric_.compute(shifted_);
    const Vector b = Vector::Ones(rows());
    is_good_ = symmetric_.info() == Eigen::Success && backward_error(b, solve(b)) < largest_backward_error;
    if (is_good_) return;
    pivoted_.compute(shifted_);
    if (pivoted_.info() != Eigen::Success)
      throw std::runtime_error("the matrix is singular at the shift " + std::to_string(shift));
  }

  Eigen::Index rows() const { return B_.rows(); }
  Eigen::Index cols() const { return B_.rows(); }
  void perform_op(const double* x, double* y) const {
    Vector b = B_ * Eigen::Map<const Vector>(x, rows());
    b.tail(unused_).setZero();  // as it is for λ ≠ 0, where rows of zeros in A make those of Bx zero
    Eigen::Map<Vector>(y, rows()) = is_good_ ? solve(b) : Vector(pivoted_.solve(b));
  }

 private:
  static constexpr double largest_backward_error = 1e-11;

  /// With one step of refinement.
  Vector solve(const Vector& b) const {
    Vector x = symmetric_.solve(b);
    x += symmetric_.solve(b - shifted_ * x);
    return x;
  }
  double backward_error(const Vector& b, const Vector& x) const {
    return (b - shifted_ * x).norm() / (shifted_.norm() * x.norm() + b.norm());
  }

  const Sparse& B_;
  const Eigen::Index unused_;
  Sparse shifted_;
  Eigen::SimplicialLDLT<Sparse> symmetric_;
  Eigen::SparseLU<Sparse> pivoted_;
  bool is_good_ = false;
};

}  // namespace

EigenPairs smallest_eigenpairs(const CsrMatrix& K, const CsrMatrix& M, int n, double scale) {
  const Sparse k = sparse(K), m = sparse(M);
  n = std::min(n, K.rows);
  const bool is_small = K.rows <= std::max(dense_rows, 2 * n + 40);
  const FoundPairs found = n == 0     ? FoundPairs{}
                           : is_small ? dense_pairs(k, m, n)
                                      : iterated_pairs(k, m, n, scale);
  EigenPairs pairs;
  for (Eigen::Index i = 0; i < found.values.size(); ++i) {
    pairs.values.push_back(found.values(i));
    pairs.vectors.emplace_back(found.vectors.col(i).begin(), found.vectors.col(i).end());
  }
  return pairs;
}

ComplexEigenPairs eigenpairs_near(const CsrMatrix& A, const CsrMatrix& B, double shift, int n, int used) {
  const Sparse a = sparse(A), b = sparse(B);
  const int rows = A.rows;
  n = std::min(n, used - 2);
  ShiftedPencil pencil(a, b, shift, used);
  Spectra::GenEigsSolver<ShiftedPencil> solver(pencil, n, krylov_size(n, rows));
  solver.init();
  solver.compute(Spectra::SortRule::LargestMagn, most_restarts, vector_tolerance);
  if (solver.info() != Spectra::CompInfo::Successful) fail(n, rows);
  const Eigen::VectorXcd values = solver.eigenvalues();
  const Eigen::MatrixXcd vectors = solver.eigenvectors();
  ComplexEigenPairs pairs;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    pairs.values.push_back(shift + 1.0 / values(i));
    pairs.vectors.emplace_back(vectors.col(i).begin(), vectors.col(i).end());
  }
  return pairs;
}

std::vector<double> solve_positive(const CsrMatrix& A, std::span<const double> b) {
  const Eigen::SimplicialLDLT<Sparse> factors(sparse(A));
  if (factors.info() != Eigen::Success || factors.vectorD().minCoeff() <= 0)
    throw std::domain_error("solve_positive: the matrix is not positive definite");
  const Vector x = factors.solve(Eigen::Map<const Vector>(b.data(), static_cast<Eigen::Index>(b.size())));
  return {x.begin(), x.end()};
}

}  // namespace dgsolve
