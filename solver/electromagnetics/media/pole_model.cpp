#define EIGEN_DONT_PARALLELIZE  // solver/linear/dense.cpp says why
#include "solver/electromagnetics/media/pole_model.hpp"

#include <algorithm>
#include <cmath>

#include "solver/linear/constrained_squares.hpp"

namespace dgsolve {

using Complex = std::complex<double>;
using Eigen::MatrixXcd, Eigen::MatrixXd, Eigen::VectorXd, Eigen::Index;

namespace {

constexpr double beyond = 1e4;  ///< the rows' band, where a fit is kept passive

/// Ascending, even in their logarithms.
std::vector<double> logarithmic(double from, double to, int n) {
  std::vector<double> values(n);
  for (int i = 0; i < n; ++i) values[i] = from * std::pow(to / from, double(i) / (n - 1));
  return values;
}

}  // namespace

PoleModel::PoleModel(const PermittivityRows& rows, const PoleCounts& counts)
    : counts_(counts),
      middle_(std::sqrt(rows.omega.front() * rows.omega.back())),
      omega_(rows.omega),
      epsilon_(rows.epsilon) {
  for (double& omega : omega_) omega /= middle_;
  least_loss_ = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < omega_.size(); ++i)
    least_loss_ = std::min(least_loss_, -omega_[i] * epsilon_[i].imag());
  least_loss_ = std::max(least_loss_, 0.0);
}

Index PoleModel::shape_size() const { return counts_.real + (counts_.lossless ? 1 : 2) * counts_.pairs; }

Box PoleModel::box() const {
  constexpr double above = 3, real_below = 1e-3, pair_below = 0.05, narrow = 1e-3, lossless_above = 30,
                   lossless_below = 3e-3;
  Box box{VectorXd(shape_size()), VectorXd::Constant(shape_size(), std::log(above * highest()))};
  for (Index i = 0; i < box.lower.size(); ++i) {
    const bool is_damping = i >= counts_.real && (i - counts_.real) % 2 == 0;
    box.lower(i) = std::log(lowest() * (i < counts_.real   ? real_below
                                        : counts_.lossless ? lossless_below
                                        : is_damping       ? narrow
                                                           : pair_below));
    if (counts_.lossless) box.upper(i) = std::log(lossless_above * highest());
  }
  return box;
}

double PoleModel::rate(const VectorXd& x, Index i) const { return std::exp(x(i)); }

Complex PoleModel::pole(const VectorXd& x, Index i) const {
  const Index at = counts_.real + 2 * i;
  return {-std::exp(x(at)), std::exp(x(at + 1))};
}

MatrixXcd PoleModel::terms(const VectorXd& x, const Frequencies& omega) const {
  const Index n = static_cast<Index>(omega.size());
  MatrixXcd terms(n, counts_.lossless ? 1 + counts_.pairs : 2 + counts_.real + 2 * counts_.pairs);
  for (Index k = 0; k < n; ++k) {
    const Complex s(0, omega[k]);
    Index column = 0;
    terms(k, column++) = 1;
    if (!counts_.lossless) terms(k, column++) = 1.0 / s;
    for (Index i = 0; i < counts_.real; ++i) terms(k, column++) = 1.0 / (s + rate(x, i));
    for (Index i = 0; i < counts_.pairs; ++i) {
      if (counts_.lossless) {
        const double own = std::exp(2 * x(i));
        terms(k, column++) = own / (own - omega[k] * omega[k]);
        continue;
      }
      const Complex p = pole(x, i), first = 1.0 / (s - p), second = 1.0 / (s - std::conj(p));
      terms(k, column++) = first + second;
      terms(k, column++) = Complex(0, 1) * (first - second);
    }
  }
  return terms;
}

MatrixXd PoleModel::constraints(const VectorXd& x, const Frequencies& omega) const {
  const Index n = static_cast<Index>(omega.size());
  if (counts_.lossless) return MatrixXd::Identity(1 + counts_.pairs, 1 + counts_.pairs);
  const MatrixXcd at = terms(x, omega);
  // Without pairs each pole is passive by itself: all r_i ≥ 0, but for one with σ of a Drude pole.
  const Index n_single = counts_.pairs == 0 ? std::max(counts_.real - 1, 0) : 0;
  MatrixXd G = MatrixXd::Zero(n + 3 + n_single, at.cols());
  for (Index k = 0; k < n; ++k) G.row(k) = -omega[k] * at.row(k).imag();
  for (Index c = 1; c < at.cols(); ++c)  // s → ∞: σ + Σ r + 2 Σ Re c
    G(n, c) = c < 2 + counts_.real ? 1 : (c - counts_.real) % 2 == 0 ? 2 : 0;
  G(n + 1, 1) = 1;  // s → 0
  G(n + 2, 0) = 1;  // ε∞ ≥ 1
  for (Index i = 0; i < n_single; ++i) G(n + 3 + i, 3 + i) = 1;
  return G;
}

std::optional<VectorXd> PoleModel::coefficients(const VectorXd& x, const Frequencies& omega,
                                                double margin) const {
  const MatrixXcd at = terms(x, omega_);
  const Index n = at.rows();
  MatrixXd A(2 * n, at.cols());
  VectorXd b(2 * n);
  for (Index k = 0; k < n; ++k) {
    const double weight = 1 / (std::abs(epsilon_[k]) * std::sqrt(double(n)));
    A.row(k) = weight * at.row(k).real();
    A.row(n + k) = weight * at.row(k).imag();
    b(k) = weight * epsilon_[k].real();
    b(n + k) = weight * epsilon_[k].imag();
  }
  const MatrixXd G = constraints(x, omega);
  VectorXd h = VectorXd::Zero(G.rows());
  if (counts_.lossless) {
    h(0) = 1;
  } else {
    const Index m = static_cast<Index>(omega.size());
    h.head(m + 1).setConstant(margin);
    h(m + 2) = 1;
  }
  return constrained_squares(A, b, G, h);
}

VectorXd PoleModel::errors(const VectorXd& x, const VectorXd& c) const {
  const Eigen::VectorXcd values = terms(x, omega_) * c.cast<Complex>();
  const Index n = values.size();
  VectorXd errors(2 * n);
  for (Index k = 0; k < n; ++k) {
    const Complex error = (values(k) - epsilon_[k]) / (std::abs(epsilon_[k]) * std::sqrt(double(n)));
    errors(k) = error.real();
    errors(n + k) = error.imag();
  }
  return errors;
}

/// Beyond the band, and around each pair, where −Im ε may dip between them, within ten of its widths.
PoleModel::Frequencies PoleModel::checked(const VectorXd& x, int n, int n_around) const {
  Frequencies omega = logarithmic(lowest() / beyond, highest() * beyond, n);
  if (counts_.lossless) return omega;
  for (Index i = 0; i < counts_.pairs; ++i) {
    const Complex p = pole(x, i);
    for (int k = -n_around; k <= n_around; ++k)
      omega.push_back(std::max(p.imag() - 10.0 * k / n_around * p.real(), lowest() / beyond));
  }
  return omega;
}

std::optional<VectorXd> PoleModel::residuals(const VectorXd& x) const {
  constexpr int n_while_searching = 200;
  const std::optional<VectorXd> c = coefficients(x, checked(x, n_while_searching, 5), 0);
  if (!c) return {};
  return errors(x, *c);
}

std::optional<Dispersion> PoleModel::medium(const VectorXd& x) const {
  constexpr int n = 1200, n_looked_at = 12'000, most_rounds = 30;
  constexpr double share = 1e-6, least = 1e-9;  // of the margin: of the rows' losses, of ω
  const double margin = std::max(share * least_loss_, least * highest());
  Frequencies kept = checked(x, n, 20);
  const Frequencies looked_at = checked(x, n_looked_at, 200);
  const MatrixXd looks = counts_.lossless ? MatrixXd() : constraints(x, looked_at);
  for (int round = 0; round < most_rounds; ++round) {
    const std::optional<VectorXd> c = coefficients(x, kept, margin);
    if (!c) return {};
    if (counts_.lossless) return medium_of(x, *c);
    const VectorXd losses = looks.topRows(static_cast<Index>(looked_at.size())) * *c;
    bool is_passive = true;
    for (Index k = 0; k < losses.size(); ++k)
      if (losses(k) < 0.5 * margin) {
        kept.push_back(looked_at[k]);
        is_passive = false;
      }
    if (is_passive) return medium_of(x, *c);
  }
  return {};
}

Dispersion PoleModel::medium_of(const VectorXd& x, const VectorXd& c) const {
  Dispersion medium;
  medium.epsilon_infinity = c(0);
  if (counts_.lossless) {
    for (Index i = 0; i < counts_.pairs; ++i)
      if (c(1 + i) > 0) medium.lorentz.push_back({c(1 + i), middle_ * std::exp(x(i)), 0});
    return medium;
  }
  medium.conductivity_rate = middle_ * c(1);
  for (Index i = 0; i < counts_.real; ++i) {
    const double a = middle_ * rate(x, i), r = middle_ * c(2 + i);
    if (r > 0) medium.debye.push_back({r / a, 1 / a});
    if (r < 0) {  // −r (1/s − 1/(s + a)) = −r a/(s (s + a))
      medium.drude.push_back({std::sqrt(-r * a), a});
      medium.conductivity_rate += r;
    }
  }
  for (Index i = 0; i < counts_.pairs; ++i) {
    const Index at = 2 + counts_.real + 2 * i;
    medium.pairs.push_back({middle_ * pole(x, i), middle_ * Complex(c(at), c(at + 1))});
  }
  return medium;
}

}  // namespace dgsolve
