#include "solver/electromagnetics/s_parameters/scattering.hpp"

#include <fmt/core.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace dgsolve {
namespace {

using Complex = std::complex<double>;
using ComplexMatrix = Eigen::MatrixXcd;

/// S-parameters at a frequency, [port][column], and how large their errors may be.
struct Entries {
  ComplexMatrix S;
  Eigen::MatrixXd errors;
};

/// Rows are left empty where a mode's impedance is 0 or infinite: within this share of its cut-off.
constexpr double near_cut_off = 0.01;
constexpr double most_growth = 10;  ///< of a wave on its way to another plane

bool is_near_cut_off(double frequency, const std::vector<ScatteringPort>& ports) {
  return std::ranges::any_of(ports, [&](const ScatteringPort& port) {
    return port.cut_off > 0 && std::abs(frequency - port.cut_off) <= near_cut_off * port.cut_off;
  });
}

ComplexMatrix measured(const std::vector<DrivenWaves>& runs, std::size_t n_ports, std::size_t f) {
  const auto n = static_cast<Eigen::Index>(n_ports), columns = static_cast<Eigen::Index>(runs.size());
  ComplexMatrix A(n, columns), B(n, columns);
  for (Eigen::Index column = 0; column < columns; ++column)
    for (Eigen::Index port = 0; port < n; ++port) {
      A(port, column) = runs[column].a[port][f];
      B(port, column) = runs[column].b[port][f];
    }
  if (n == columns) return A.transpose().partialPivLu().solve(B.transpose()).transpose();
  ComplexMatrix driven(columns, columns);
  for (Eigen::Index row = 0; row < columns; ++row)
    driven.row(row) = A.row(static_cast<Eigen::Index>(runs[row].driven));
  return driven.transpose().partialPivLu().solve(B.transpose()).transpose();
}

/// exp(γd); S is of the waves at the port's faces.
Complex to_plane(const ScatteringPort& port, double frequency, std::size_t f, const std::string& unit) {
  const Complex factor = std::exp(port.gamma[f] * port.plane);
  if (std::abs(factor) > most_growth || std::abs(factor) < 1 / most_growth)
    throw std::invalid_argument(
        fmt::format("boundaries.{}.reference_plane: at frequency {:.6g}{} the mode changes {:.3g} times on "
                    "the way of {:.4g}; expected a plane at which it changes less than {} times",
                    port.label, frequency, unit, std::abs(factor), port.plane, most_growth));
  return factor;
}

void move_to_planes(Entries& entries, const std::vector<ScatteringPort>& ports,
                    const std::vector<DrivenWaves>& runs, double frequency, std::size_t f,
                    const std::string& unit) {
  Eigen::VectorXcd of_row(entries.S.rows()), of_column(entries.S.cols());
  for (Eigen::Index i = 0; i < of_row.size(); ++i) of_row(i) = to_plane(ports[i], frequency, f, unit);
  for (Eigen::Index j = 0; j < of_column.size(); ++j)
    of_column(j) = of_row(static_cast<Eigen::Index>(runs[j].driven));
  entries.S = of_row.asDiagonal() * entries.S * of_column.asDiagonal();
  entries.errors = of_row.cwiseAbs().asDiagonal() * entries.errors * of_column.cwiseAbs().asDiagonal();
}

/// S of waves (V ± Z'I)/(2√Z') from that of (V ± ZI)/(2√Z): a' = p a + q b, b' = q a + p b, so that S' =
/// (q + pS)(p + qS)⁻¹ and δS' = (p − S'q) δS (p + qS)⁻¹.
void renormalise(Entries& entries, const std::vector<ScatteringPort>& ports, std::size_t f) {
  const auto n = static_cast<Eigen::Index>(ports.size());
  Eigen::VectorXcd p = Eigen::VectorXcd::Ones(n), q = Eigen::VectorXcd::Zero(n);
  bool is_changed = false;
  for (Eigen::Index port = 0; port < n; ++port) {
    if (!ports[port].reference || ports[port].impedance.empty()) continue;
    const Complex ratio = std::sqrt(ports[port].impedance[f] / *ports[port].reference);
    p(port) = 0.5 * (ratio + 1.0 / ratio);
    q(port) = 0.5 * (ratio - 1.0 / ratio);
    is_changed = true;
  }
  if (!is_changed) return;
  const ComplexMatrix P = p.asDiagonal(), Q = q.asDiagonal();
  const ComplexMatrix from_a = (P + Q * entries.S).inverse();
  entries.S = (Q + P * entries.S) * from_a;
  entries.errors = (P - entries.S * Q).cwiseAbs() * entries.errors * from_a.cwiseAbs();
}

/// Bounds of |δS|, δS = (δB − S δA)A⁻¹ at a frequency, where A is nearly diagonal.
Eigen::MatrixXd errors_of_entries(const ComplexMatrix& S, const std::vector<DrivenWaves>& runs,
                                  std::size_t f) {
  Eigen::MatrixXd errors = Eigen::MatrixXd::Zero(S.rows(), S.cols());
  for (Eigen::Index column = 0; column < S.cols(); ++column) {
    const DrivenWaves& run = runs[column];
    if (run.errors.empty()) continue;
    Eigen::VectorXd of_waves(S.rows());
    for (Eigen::Index port = 0; port < S.rows(); ++port) of_waves(port) = run.errors[port][f];
    const double most = of_waves.maxCoeff<Eigen::PropagateNaN>();
    for (Eigen::Index port = 0; port < S.rows(); ++port)
      errors(port, column) =
          (of_waves(port) + S.row(port).cwiseAbs().sum() * most) / std::abs(run.a[run.driven][f]);
  }
  return errors;
}

}  // namespace

Scattering scattering(const std::vector<double>& frequencies, const std::vector<ScatteringPort>& ports,
                      const std::vector<DrivenWaves>& runs, const std::string& unit) {
  Scattering all{frequencies, {}, {}};
  all.errors.assign(frequencies.size(), 0);
  for (const DrivenWaves& run : runs) all.driven.push_back(run.driven);
  const Complex unknown(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t f = 0; f < frequencies.size(); ++f) {
    auto& rows = all.s.emplace_back(ports.size(), std::vector<Complex>(runs.size(), unknown));
    if (is_near_cut_off(frequencies[f], ports)) continue;
    Entries entries{measured(runs, ports.size(), f), {}};
    entries.errors = errors_of_entries(entries.S, runs, f);
    move_to_planes(entries, ports, runs, frequencies[f], f, unit);
    if (all.driven.size() == ports.size()) renormalise(entries, ports, f);
    all.errors[f] = entries.errors.maxCoeff<Eigen::PropagateNaN>();
    for (std::size_t i = 0; i < ports.size(); ++i)
      for (std::size_t j = 0; j < runs.size(); ++j)
        rows[i][j] = entries.S(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  }
  return all;
}

ScatteringChecks check_scattering(const Scattering& scattering, const std::vector<ScatteringPort>& ports) {
  ScatteringChecks checks;
  for (std::size_t f = 0; f < scattering.errors.size(); ++f)
    if (!(scattering.errors[f] <= checks.error) && !std::isnan(checks.error)) {
      checks.error = scattering.errors[f];
      checks.frequency_of_error = scattering.frequencies[f];
    }
  if (!scattering.is_complete()) return checks;
  const auto n = static_cast<Eigen::Index>(ports.size());
  for (std::size_t f = 0; f < scattering.frequencies.size(); ++f) {
    const double frequency = scattering.frequencies[f];
    const bool all_propagate = std::ranges::all_of(
        ports, [&](const ScatteringPort& port) { return frequency > (1 + near_cut_off) * port.cut_off; });
    if (!all_propagate) continue;
    ComplexMatrix S(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) S(i, j) = scattering.s[f][i][j];
    const double largest = S.jacobiSvd().singularValues()(0);
    if (!checks.largest_singular_value || largest > *checks.largest_singular_value) {
      checks.largest_singular_value = largest;
      checks.frequency_of_it = frequency;
    }
    checks.asymmetry = std::max(checks.asymmetry, (S - S.transpose()).cwiseAbs().maxCoeff());
  }
  return checks;
}

}  // namespace dgsolve
