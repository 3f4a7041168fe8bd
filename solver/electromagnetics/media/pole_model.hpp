/// ε as a linear combination of terms with given poles, whose coefficients fit rows and keep it passive.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "solver/electromagnetics/media/permittivity_rows.hpp"
#include "solver/electromagnetics/media/pole_counts.hpp"
#include "solver/linear/levenberg_marquardt.hpp"
#include "solver/waves/physics/dispersion.hpp"

namespace dgsolve {

/// With s = jω over a middle frequency of the rows,
///   ε = ε∞ + σ/s + Σ r_i/(s − a_i) + Σ (c_i/(s − p_i) + c̄_i/(s − p̄_i)),
/// or of a lossless medium ε = ε∞ + Σ Δ_i ω_i²/(ω_i² − ω²). Its shape x has the logarithms of the poles:
/// −a_i; −Re p_i, Im p_i; ω_i.
class PoleModel {
 public:
  PoleModel(const PermittivityRows& rows, const PoleCounts& counts);

  Eigen::Index shape_size() const;
  /// Poles that rows can tell of, and whose rates cost no time step: up to a few times the highest frequency.
  Box box() const;
  double lowest() const { return omega_.front(); }  ///< of the rows, over the middle frequency
  double highest() const { return omega_.back(); }

  /// Errors over |ε| with the best coefficients: the real parts of all rows, then the imaginary ones. Empty
  /// where no coefficients are passive.
  std::optional<Eigen::VectorXd> residuals(const Eigen::VectorXd& x) const;
  /// The medium, passive at all frequencies. Empty where no coefficients are.
  std::optional<Dispersion> medium(const Eigen::VectorXd& x) const;

 private:
  using Frequencies = std::vector<double>;
  Eigen::MatrixXcd terms(const Eigen::VectorXd& x, const Frequencies& omega) const;
  /// −ω Im of the terms, the limits of it at both ends, and what ε∞ and single poles must keep: G c ≥ h.
  Eigen::MatrixXd constraints(const Eigen::VectorXd& x, const Frequencies& omega) const;
  std::optional<Eigen::VectorXd> coefficients(const Eigen::VectorXd& x, const Frequencies& omega,
                                              double margin) const;
  Eigen::VectorXd errors(const Eigen::VectorXd& x, const Eigen::VectorXd& c) const;
  Frequencies checked(const Eigen::VectorXd& x, int n, int n_around) const;
  Dispersion medium_of(const Eigen::VectorXd& x, const Eigen::VectorXd& c) const;
  double rate(const Eigen::VectorXd& x, Eigen::Index i) const;                ///< −a_i
  std::complex<double> pole(const Eigen::VectorXd& x, Eigen::Index i) const;  ///< p_i

  const PoleCounts counts_;
  double middle_ = 1;  ///< rad/s
  Frequencies omega_;  ///< of the rows, over it
  std::vector<std::complex<double>> epsilon_;
  double least_loss_ = 0;  ///< the smallest −ω Im ε of the rows, 0 where one has gain
};

}  // namespace dgsolve
