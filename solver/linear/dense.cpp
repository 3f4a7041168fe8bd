#include "solver/linear/dense.hpp"

// With its own threads Eigen blocks a product by their number, which changes the last digits.
#define EIGEN_DONT_PARALLELIZE
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <stdexcept>

namespace dgsolve {
namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const Dense> view(const Matrix& m) { return {m.a.data(), m.rows, m.cols}; }
Eigen::Map<Dense> view(Matrix& m) { return {m.a.data(), m.rows, m.cols}; }

}  // namespace

Matrix operator*(const Matrix& a, const Matrix& b) {
  if (a.cols != b.rows) throw std::invalid_argument("matrix product: inner dimensions differ");
  Matrix c(a.rows, b.cols);
  view(c).noalias() = view(a) * view(b);
  return c;
}

Matrix transpose(const Matrix& a) {
  Matrix c(a.cols, a.rows);
  view(c) = view(a).transpose();
  return c;
}

void add_scaled(Matrix& m, double a, const Matrix& b) { view(m) += a * view(b); }

void scale_columns(Matrix& m, std::span<const double> factors) {
  for (int i = 0; i < m.rows; ++i)
    for (int j = 0; j < m.cols; ++j) m(i, j) *= factors[j];
}

Matrix entry(std::span<const double> matrices, std::size_t index, int rows, int cols) {
  Matrix m(rows, cols);
  std::copy_n(&matrices[index * m.a.size()], m.a.size(), m.a.begin());
  return m;
}

void store(const Matrix& m, std::size_t index, std::span<double> matrices) {
  std::copy(m.a.begin(), m.a.end(), &matrices[index * m.a.size()]);
}

Matrix inverse(const Matrix& a) {
  Eigen::FullPivLU<Dense> lu(view(a));
  if (!lu.isInvertible()) throw std::domain_error("inverse of a singular matrix");
  Matrix c(a.rows, a.cols);
  view(c) = lu.inverse();
  return c;
}

Matrix positive_solve(const Matrix& a, const Matrix& b) {
  const Eigen::LLT<Dense> llt(view(a));
  if (llt.info() != Eigen::Success) throw std::domain_error("a matrix is not positive definite");
  Matrix x(b.rows, b.cols);
  view(x) = llt.solve(view(b));
  return x;
}

Matrix positive_inverse(const Matrix& a) {
  Matrix identity(a.rows, a.rows);
  view(identity).setIdentity();
  return positive_solve(a, identity);
}

SymmetricEigen symmetric_eigen(const Matrix& a) {
  const Eigen::SelfAdjointEigenSolver<Dense> solver(view(a));
  SymmetricEigen result{std::vector<double>(a.rows), Matrix(a.rows, a.rows)};
  for (int i = 0; i < a.rows; ++i) result.values[i] = solver.eigenvalues()(i);
  view(result.vectors) = solver.eigenvectors();
  return result;
}

}  // namespace dgsolve
