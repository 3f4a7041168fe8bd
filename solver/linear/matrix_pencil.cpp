#include "solver/linear/matrix_pencil.hpp"

// With its own threads Eigen blocks a product by their number, which changes the last digits.
#define EIGEN_DONT_PARALLELIZE
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace dgsolve {
namespace {

using ComplexMatrix = Eigen::MatrixXcd;

/// Rows of L + 1 successive samples, of all signals one below the other.
ComplexMatrix hankel(const std::vector<ComplexSignal>& signals, long L) {
  const long n = static_cast<long>(signals.front().size()), rows = n - L;
  ComplexMatrix y(rows * static_cast<long>(signals.size()), L + 1);
  for (std::size_t s = 0; s < signals.size(); ++s)
    for (long i = 0; i < rows; ++i)
      for (long j = 0; j <= L; ++j) y(static_cast<long>(s) * rows + i, j) = signals[s][i + j];
  return y;
}

}  // namespace

std::vector<std::complex<double>> matrix_pencil(const std::vector<ComplexSignal>& signals, double noise) {
  if (signals.empty() || signals.front().size() < 4) return {};
  // As many poles can be told as there are columns and rows: several signals have rows to spare.
  const long n = static_cast<long>(signals.front().size()), L = signals.size() == 1 ? n / 2 : 3 * n / 5;
  // Eigen's faster BDCSVD takes a compiler half a minute.
  const Eigen::JacobiSVD<ComplexMatrix> svd(hankel(signals, L), Eigen::ComputeThinV);
  const Eigen::VectorXd& values = svd.singularValues();
  long rank = 0;
  while (rank < std::min<long>(values.size(), L) && values(rank) > noise * values(0)) ++rank;
  if (rank == 0) return {};
  // Rows are sums of (1, z, z², …): what one sample later makes of their space has the eigenvalues z.
  const ComplexMatrix space = svd.matrixV().leftCols(rank).conjugate();
  const ComplexMatrix shift = space.topRows(L).colPivHouseholderQr().solve(space.bottomRows(L));
  const Eigen::VectorXcd z = Eigen::ComplexEigenSolver<ComplexMatrix>(shift, false).eigenvalues();
  return {z.begin(), z.end()};
}

std::vector<ComplexSignal> pole_amplitudes(const std::vector<ComplexSignal>& signals,
                                           const std::vector<std::complex<double>>& poles) {
  const long n = static_cast<long>(signals.front().size());
  ComplexMatrix powers(n, static_cast<long>(poles.size())), values(n, static_cast<long>(signals.size()));
  for (long k = 0; k < powers.cols(); ++k) {
    powers(0, k) = 1;
    for (long i = 1; i < n; ++i) powers(i, k) = powers(i - 1, k) * poles[k];
  }
  for (long s = 0; s < values.cols(); ++s)
    for (long i = 0; i < n; ++i) values(i, s) = signals[s][i];
  const ComplexMatrix c = powers.colPivHouseholderQr().solve(values);
  std::vector<ComplexSignal> amplitudes;
  for (long s = 0; s < c.cols(); ++s) amplitudes.emplace_back(c.col(s).begin(), c.col(s).end());
  return amplitudes;
}

}  // namespace dgsolve
