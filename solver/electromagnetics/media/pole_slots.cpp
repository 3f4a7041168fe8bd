#include "solver/electromagnetics/media/pole_slots.hpp"

#include <fmt/core.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace dgsolve {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// z' = A z + b E, J = g·z + d E; slots of two states each, and of an odd number the last one alone.
struct StateSpace {
  explicit StateSpace(int n) : A(MatrixXd::Zero(n, n)), b(VectorXd::Zero(n)), g(VectorXd::Zero(n)) {}
  MatrixXd A;
  VectorXd b, g;
  double d = 0;
};

int states_of(const Dispersion& medium) {
  return static_cast<int>(2 * (medium.lorentz.size() + medium.pairs.size()) + medium.debye.size() +
                          medium.drude.size());
}
int slots_for(int n_states) { return (n_states + 1) / 2; }

/// Resonances first, then real poles.
StateSpace equations_of(const Dispersion& medium, int n_states) {
  StateSpace of(n_states);
  of.d = medium.conductivity_rate / medium.epsilon_infinity;
  int i = 0;
  const auto resonance = [&](double omega, double damping, double drive, double coupling) {
    of.A(i, i + 1) = omega;
    of.A(i + 1, i) = -omega;
    of.A(i + 1, i + 1) = -damping;
    of.b(i + 1) = drive;
    of.g(i + 1) = coupling;
    i += 2;
  };
  for (const auto& [delta, frequency, damping] : medium.lorentz) {  // P/√Δ, J/(√Δ ω₀)
    const double strength = std::sqrt(delta / medium.epsilon_infinity) * frequency;
    resonance(frequency, damping, strength, strength);
  }
  for (const auto& [pole, residue] : medium.pairs) {  // P'' − 2 Re a P' + |a|² P = 2 Re r E' − 2 Re(r ā) E
    const std::complex<double> r = residue / medium.epsilon_infinity;
    const double size = std::sqrt(2 * std::abs(pole * r)), direct = 2 * r.real();
    of.b(i) = std::abs(pole) * direct / size;
    resonance(std::abs(pole), -2 * pole.real(), 2 * (pole * r).real() / size, size);
    of.d += direct;
  }
  const auto real_pole = [&](double rate, double drive, double coupling) {
    of.A(i, i) = -rate;
    of.b(i) = drive;
    of.g(i) = coupling;
    ++i;
  };
  for (const auto& [delta, tau] : medium.debye) {  // P/√Δ
    const double strength = std::sqrt(delta / medium.epsilon_infinity);
    real_pole(1 / tau, strength / tau, -strength / tau);
    of.d += strength * strength / tau;
  }
  for (const auto& [plasma, damping] : medium.drude) {  // J/ω_p
    const double strength = plasma / std::sqrt(medium.epsilon_infinity);
    real_pole(damping, strength, strength);
  }
  return of;
}

/// X of the positive real lemma: the smallest storage, from the stable subspace of the Hamiltonian matrix.
MatrixXd stored_energy(const StateSpace& of, int n) {
  // Added to d over the rates, for d may be 0: all sets that are allowed then have an X.
  constexpr double least = 1e-8;
  const MatrixXd A = of.A.topLeftCorner(n, n);
  const VectorXd b = of.b.head(n), g = of.g.head(n);
  const double rate = std::max({A.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), g.cwiseAbs().maxCoeff()}),
               R = 2 * (of.d / rate + least);
  const MatrixXd F = A / rate - b * g.transpose() / (R * rate * rate);
  MatrixXd H(2 * n, 2 * n);
  H << F, b * b.transpose() / (R * rate * rate), -g * g.transpose() / (R * rate * rate), -F.transpose();
  const Eigen::EigenSolver<MatrixXd> modes(H);
  Eigen::MatrixXcd stable(2 * n, n);
  int found = 0;
  for (int i = 0; i < 2 * n; ++i)
    if (modes.eigenvalues()[i].real() < 0 && found < n) stable.col(found++) = modes.eigenvectors().col(i);
  MatrixXd X = MatrixXd::Zero(n, n);
  if (found == n) {
    const Eigen::MatrixXcd top = stable.topRows(n), ratio = stable.bottomRows(n) * top.inverse();
    X = 0.5 * (ratio.real() + ratio.real().transpose());
  }
  if (!X.allFinite() || X.llt().info() != Eigen::Success)
    throw std::invalid_argument(
        "the energy that the poles store cannot be found; expected a medium with some damping at all "
        "frequencies");
  return X;
}

/// The norm of (E, z)' without fields around it, in the energy ½(E² + zᵀXz).
double norm_in_energy(const StateSpace& of, const MatrixXd& X, int n) {
  const MatrixXd root = X.llt().matrixU();
  MatrixXd M(n + 1, n + 1);
  M(0, 0) = -of.d;
  M.topRightCorner(1, n) = -root.transpose().triangularView<Eigen::Lower>().solve(of.g.head(n)).transpose();
  M.bottomLeftCorner(n, 1) = root * of.b.head(n);
  M.bottomRightCorner(n, n) = root.transpose()
                                  .triangularView<Eigen::Lower>()
                                  .solve((root * of.A.topLeftCorner(n, n)).transpose())
                                  .transpose();
  return Eigen::JacobiSVD<MatrixXd>(M).singularValues()(0);
}

/// States of ε and of μ with which the medium has a kernel: on every device alike, so that a checkpoint of
/// one goes on on another.
std::pair<int, int> states_with_kernels(const Dispersion& medium) {
  const int electric = states_of(medium), magnetic = states_of(dual_of(medium.mu));
  const auto limit = [](int n_states, int most, const char* of) {
    if (const int needed = slots_for(n_states); needed > most)
      throw std::invalid_argument(fmt::format(
          "{} slots of poles of {}, a slot for each resonance and for two Debye or Drude poles; expected at "
          "most {}",
          needed, of, most));
  };
  limit(electric, most_slots, "epsilon");
  limit(magnetic, most_slots_of_mu, "mu");
  constexpr int each = 2 * most_slots_of_each_on_host;
  if (magnetic > 0)
    return electric <= each && magnetic <= each ? std::pair(each, each)
                                                : std::pair(2 * slots_for(electric), 2 * slots_for(magnetic));
  const auto holds_it = std::ranges::find_if(states_on_host, [&](int n) { return n >= electric; });
  return {holds_it == std::end(states_on_host) ? 2 * slots_for(electric) : *holds_it, 0};
}

/// Appends the coefficients of ε and its poles in so many states, and returns the fastest rate.
double append_set(const Dispersion& medium, int n_states, std::vector<double>& coefficients) {
  const int n = states_of(medium), last = n_states - 1;
  const StateSpace of = equations_of(medium, n_states);
  const MatrixXd X = medium.pairs.empty() ? MatrixXd::Identity(n, n) : stored_energy(of, n);
  for (int i = 0; i < last; i += 2)
    coefficients.insert(coefficients.end(), {of.A(i, i), of.A(i, i + 1), of.A(i + 1, i), of.A(i + 1, i + 1),
                                             of.b(i), of.b(i + 1), of.g(i), of.g(i + 1)});
  if (n_states % 2 == 1) coefficients.insert(coefficients.end(), {of.A(last, last), of.b(last), of.g(last)});
  coefficients.push_back(of.d);
  for (int i = 0; i < n_states; ++i)
    for (int j = i; j < n_states; ++j) coefficients.push_back(j < n ? X(i, j) : 0);
  return norm_in_energy(of, X, n);
}

}  // namespace

void require_passive(const Dispersion& medium) {
  constexpr int n = 4000;
  constexpr double round_off = 1e-12, beyond = 1e4;
  std::vector<double> omega = marked_frequencies(medium);
  if (omega.empty()) return;
  const auto [lowest, highest] = std::ranges::minmax(omega);
  for (int i = 0; i <= n; ++i)
    omega.push_back(lowest / beyond * std::pow(highest / lowest * beyond * beyond, double(i) / n));
  for (const PolePair& pair : medium.pairs)
    for (int i = -100; i <= 100; ++i)
      omega.push_back(std::max(pair.pole.imag() + 0.1 * i * pair.pole.real(), lowest / beyond));
  double worst = 0, at = 0;  // of Im ε over |ε|
  for (const double w : omega) {
    const std::complex<double> epsilon = permittivity(medium, w);
    if (const double share = epsilon.imag() / std::abs(epsilon); share > worst) {
      worst = share;
      at = w;
    }
  }
  if (worst > round_off)
    throw std::invalid_argument(fmt::format(
        "the medium is active: at the angular frequency {:.4g} (frequency {:.4g}) -Im epsilon is {:.3g}, so "
        "that a field would draw power from it; expected -Im epsilon >= 0 at all frequencies",
        at, at / (2 * 3.14159265358979324), -permittivity(medium, at).imag()));
}

PoleSlots pole_slots(const Dispersion& medium) {
  const auto [electric, magnetic] = states_with_kernels(medium);
  PoleSlots slots{electric, magnetic, {}};
  double fastest = append_set(medium, electric, slots.coefficients);
  if (magnetic > 0) fastest = std::max(fastest, append_set(dual_of(medium.mu), magnetic, slots.coefficients));
  slots.coefficients.push_back(fastest);
  return slots;
}

}  // namespace dgsolve
