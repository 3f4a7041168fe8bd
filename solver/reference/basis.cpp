#include "solver/reference/basis.hpp"

#include <array>
#include <cmath>

#include "solver/reference/jacobi.hpp"

namespace dgsolve {
namespace {

/// A value and its derivative along one direction.
struct Dual {
  double value, derivative = 0;
};
Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.derivative + b.derivative}; }
Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.derivative - b.derivative}; }
Dual operator*(Dual a, Dual b) {
  return {a.value * b.value, a.derivative * b.value + a.value * b.derivative};
}

/// y^n P_n^(alpha,0)(x/y) for n = 0…n_max: polynomials in x and y, hence regular at the collapsed vertices y
/// = 0.
std::vector<Dual> scaled_jacobi(int n_max, int alpha, Dual x, Dual y) {
  std::vector<Dual> p(n_max + 1);
  p[0] = {1 / std::sqrt(jacobi_weight_integral(alpha, 0))};
  for (int n = 0; n < n_max; ++n) {
    const auto [a, b] = jacobi_recurrence(n, alpha, 0);
    const Dual scale{1 / jacobi_recurrence(n + 1, alpha, 0).a};
    p[n + 1] = (x - Dual{b} * y) * p[n] * scale;
    if (n > 0) p[n + 1] = p[n + 1] - Dual{a} * y * y * p[n - 1] * scale;
  }
  return p;
}

/// The basis at one point. With y_dim−1 = 1, y_l = y_l+1 − (1 + r_l+1)/2 and x_l = 1 + r_l − y_l, the
/// collapsed coordinates are x_l/y_l, and
///   φ_{i_0 i_1 …} = Π_l 2^{α_l/2} y_l^{i_l} P_{i_l}^(α_l,0)(x_l/y_l),  α_l = 2(i_0 + … + i_{l−1}) + l.
class PointBasis {
 public:
  PointBasis(int dim, const std::array<Dual, 3>& r) : dim_(dim) {
    Dual y{1};
    for (int l = dim - 1; l >= 0; --l) {
      y_[l] = y;
      x_[l] = Dual{1} + r[l] - y;
      y = y - Dual{0.5} * (Dual{1} + r[l]);
    }
  }

  /// Appends the modes of total degree ≤ `left` in directions l… times `product`; `degree` is i_0 + … +
  /// i_{l−1}.
  void append(int l, int left, int degree, Dual product, std::vector<Dual>& modes) const {
    const int alpha = 2 * degree + l;
    const std::vector<Dual> p = scaled_jacobi(left, alpha, x_[l], y_[l]);
    product = Dual{std::exp2(alpha / 2.0)} * product;
    for (int i = 0; i <= left; ++i) {
      if (l == dim_ - 1)
        modes.push_back(product * p[i]);
      else
        append(l + 1, left - i, degree + i, product * p[i], modes);
    }
  }

 private:
  int dim_;
  std::array<Dual, 3> x_{}, y_{};
};

/// Values, or derivatives where direction ≥ 0.
Matrix evaluate(int dim, int N, int direction, const std::vector<double>& points) {
  const int n = static_cast<int>(points.size()) / dim, Np = n_polynomials(dim, N);
  Matrix result(n, Np);
  std::vector<Dual> modes;
  for (int q = 0; q < n; ++q) {
    std::array<Dual, 3> r{};
    for (int d = 0; d < dim; ++d) r[d] = {points[q * dim + d], d == direction ? 1.0 : 0.0};
    modes.clear();
    PointBasis(dim, r).append(0, N, 0, {1}, modes);
    for (int i = 0; i < Np; ++i) result(q, i) = direction < 0 ? modes[i].value : modes[i].derivative;
  }
  return result;
}

}  // namespace

Matrix basis(int dim, int N, const std::vector<double>& points) { return evaluate(dim, N, -1, points); }

Matrix basis_derivative(int dim, int N, int direction, const std::vector<double>& points) {
  return evaluate(dim, N, direction, points);
}

Matrix interpolation(int dim, int N, const std::vector<double>& from, const std::vector<double>& to) {
  return basis(dim, N, to) * inverse(basis(dim, N, from));
}

Matrix interpolation_derivative(int dim, int N, int direction, const std::vector<double>& from,
                                const std::vector<double>& to) {
  return basis_derivative(dim, N, direction, to) * inverse(basis(dim, N, from));
}

}  // namespace dgsolve
