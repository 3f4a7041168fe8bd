/// Implements solver/electromagnetics/s_parameters/guided_waves.hpp.
/// Fields that enter at ports.

#include <fmt/core.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "mesh/base/points.hpp"
#include "solver/electromagnetics/s_parameters/guided_waves.hpp"
#include "solver/waves/face_data.hpp"

namespace dgsolve {
namespace {

using Complex = std::complex<double>;
using ProfileMatrix = Eigen::MatrixXd;  ///< [values at nodes][frequency]

constexpr int n_profiles = 9;            ///< of a hybrid mode over the band
constexpr double tolerable_leak = 1e-4;  ///< −80 dB
constexpr double same_profile = 0.99;    ///< cosine of a launched and a measured profile, at least

/// √(μ/ε) of the medium in a port, at a frequency.
double impedance_of(const PortMode& mode, double omega) {
  return std::sqrt(mode.units.mu_0 * mode.medium->mu_r /
                   (mode.units.epsilon_0 * permittivity(mode.medium->epsilon, omega).real()));
}

void add_terms_of_one_profile(const PortMode& mode, ModeDrive& drive) {
  const double root = std::sqrt(impedance_of(mode, 2 * std::numbers::pi * drive.pulse.upper));
  const auto relative = [&](double omega) {
    const Complex z = mode.at_frequency(omega).impedance / (root * root);
    return mode.kind == ModeKind::TM ? z : 1.0 / z;
  };
  Expression w_E = pulse_in_time(drive.pulse, drive.delay, [](double) { return Complex(1); }),
             w_H = pulse_in_time(drive.pulse, drive.delay, relative);
  if (mode.kind == ModeKind::TM) std::swap(w_E, w_H);
  drive.terms = {{true, {mode.profile}, {root}, w_E}, {false, {mode.profile}, {1 / root}, w_H}};
}

/// Frequencies between which the pulse has most of what it has, as Chebyshev's points.
std::vector<double> chebyshev_frequencies(const PortPulse& pulse) {
  const double first = std::max(pulse.lower - 2 * pulse.width, pulse.lower / 20), last = pulse.highest();
  std::vector<double> omega;
  for (int j = n_profiles - 1; j >= 0; --j)
    omega.push_back(std::numbers::pi *
                    (first + last + (last - first) * std::cos(std::numbers::pi * (j + 0.5) / n_profiles)));
  return omega;
}

/// The polynomial through values at Chebyshev's points, by the barycentric formula (Berrut & Trefethen, SIAM
/// Rev. 46 (2004) 501); beyond the points as at the first and the last one.
double interpolated(const std::vector<double>& points, const Eigen::VectorXd& values, double x) {
  x = std::clamp(x, points.front(), points.back());
  double above = 0, below = 0;
  for (int j = 0; j < n_profiles; ++j) {
    const double distance = x - points[j];
    if (distance == 0) return values(j);
    const double weight =
        (j % 2 == 0 ? 1 : -1) * std::sin(std::numbers::pi * (j + 0.5) / n_profiles) / distance;
    above += weight * values(j);
    below += weight;
  }
  return above / below;
}

/// E or H of a mode at the nodes of a port's faces, [side][Nfp][3].
Eigen::VectorXd profile_at_nodes(const GuidedPort& port, const ModeAtFrequency& at, const Discretization& d,
                                 bool electric) {
  Eigen::VectorXd all(static_cast<Eigen::Index>(port.faces->sides.size() * d.element.Nfp * 3));
  const double factor = (electric ? at.e_factor : at.h_factor).real();
  Eigen::Index row = 0;
  for (std::size_t face = 0; face < port.faces->sides.size(); ++face) {
    const Side side = port.faces->sides[face];
    const std::vector<double> x = d.nodes_of(side.element);
    for (int m = 0; m < d.element.Nfp; ++m) {
      const int node = d.element.face_nodes[side.face * d.element.Nfp + m];
      const TransverseFields profile =
          at.profile->at(static_cast<int>(face),
                         std::span(x).subspan(static_cast<std::size_t>(node) * d.mesh.dim, d.mesh.dim));
      for (const double value : electric ? profile.e : profile.h) all(row++) = value * factor;
    }
  }
  return all;
}

/// A hybrid mode over the band: its profiles at the nodes of a port's faces, with the mode's factors.
class HybridProfiles {
 public:
  HybridProfiles(const GuidedPort& port, const PortMode& mode, const Discretization& d)
      : E_(values(port, mode, d, true)), H_(values(port, mode, d, false)) {}

  const ProfileMatrix& all(bool electric) const { return electric ? E_ : H_; }

  /// Orthogonal profiles that the mode is made of, the largest first, and its parts along them.
  struct Parts {
    ProfileMatrix shares;  ///< [frequency][part]: of the mode's profiles in a part
    ProfileMatrix along;   ///< [part][frequency]
  };
  Parts parts(bool electric) const {
    const ProfileMatrix& all = electric ? E_ : H_;
    const Eigen::JacobiSVD<ProfileMatrix> svd(all, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Eigen::VectorXd& sizes = svd.singularValues();
    // all = U S Vᵀ: part k is all V_k / S_k = U_k, and the mode's share of it is S_k V_k.
    ProfileMatrix shares = svd.matrixV(), along = svd.matrixV().transpose();
    for (Eigen::Index k = 0; k < sizes.size(); ++k) {
      along.row(k) *= sizes(k);
      shares.col(k) /= std::max(sizes(k), 1e-12 * sizes(0));
    }
    return {shares, along};
  }
  /// √ of the largest share of the squares that n parts leave out.
  static double left_out(const Parts& parts, int n) {
    double largest = 0;
    for (Eigen::Index f = 0; f < parts.along.cols(); ++f)
      largest = std::max(largest,
                         parts.along.col(f).tail(parts.along.rows() - n).norm() / parts.along.col(f).norm());
    return largest;
  }

 private:
  static ProfileMatrix values(const GuidedPort& port, const PortMode& mode, const Discretization& d,
                              bool electric) {
    ProfileMatrix all;
    for (const ModeAtFrequency& at : mode.at) {
      const Eigen::VectorXd column = profile_at_nodes(port, at, d, electric);
      if (all.size() == 0) all.resize(column.size(), static_cast<Eigen::Index>(mode.at.size()));
      all.col(static_cast<Eigen::Index>(&at - mode.at.data())) = column;
    }
    return all;
  }

  const ProfileMatrix E_, H_;
};

/// A mode is followed apart to the frequencies that launch it and to those at which it is measured: at the
/// ends of these the profiles must agree.
void refuse_other_profiles(const GuidedPort& port, const PortMode& measured, const HybridProfiles& launched,
                           const std::vector<double>& omega, const Discretization& d) {
  for (const ModeAtFrequency* at : {&measured.at.front(), &measured.at.back()}) {
    if (at->gamma.imag() == 0) continue;  // below its cut-off
    for (const bool electric : {true, false}) {
      const ProfileMatrix& all = launched.all(electric);
      Eigen::VectorXd there = Eigen::VectorXd::Zero(all.rows());
      for (Eigen::Index f = 0; f < all.cols(); ++f)
        there += interpolated(omega, Eigen::VectorXd::Unit(all.cols(), f), at->omega) * all.col(f);
      const Eigen::VectorXd here = profile_at_nodes(port, *at, d, electric);
      const double cosine = there.dot(here) / (there.norm() * here.norm());
      if (!(cosine > same_profile))
        throw std::invalid_argument(fmt::format(
            "boundaries.{}.modes: at {} the profile that launches mode {} has {:.3g} in common with the "
            "measured one, and 1 is expected: modes change places there; expected a narrower band, or more "
            "frequencies",
            port.name, frequency_text(at->omega, measured.units), measured.name, cosine));
    }
  }
}

void add_terms_of_many_profiles(const PortMode& mode, const HybridProfiles& profiles,
                                const std::vector<double>& omega, ModeDrive& drive) {
  const HybridProfiles::Parts E = profiles.parts(true), H = profiles.parts(false);
  const auto left_out = [&](int n) {
    return std::max(HybridProfiles::left_out(E, n), HybridProfiles::left_out(H, n));
  };
  int K = 1;
  while (K < n_profiles && left_out(K) > tolerable_leak) ++K;
  drive.leak = left_out(K);
  // E in units of √Ω and H of 1/√Ω, as of modes with one profile.
  for (const bool electric : {true, false})
    for (int k = 0; k < K; ++k) {
      const HybridProfiles::Parts& parts = electric ? E : H;
      LaunchTerm& term = drive.terms.emplace_back();
      term.electric = electric;
      for (int f = 0; f < n_profiles; ++f) {
        const ModeAtFrequency& at = mode.at[f];
        term.profiles.push_back(at.profile);
        term.shares.push_back(parts.shares(f, k) * (electric ? at.e_factor : at.h_factor).real());
      }
      const Eigen::VectorXd along = parts.along.row(k);
      term.time = pulse_in_time(drive.pulse, drive.delay,
                                [&](double w) { return Complex(interpolated(omega, along, w)); });
    }
}

/// A term's table at the points of a port's faces, from both sides.
FaceTerm table_of(const GuidedPort& port, const LaunchTerm& launched, bool acts, const Discretization& d,
                  const Physics& physics) {
  const ElectromagneticFields& fields = *physics.info.electromagnetic;
  const std::array<int, 3>& numbers = launched.electric ? fields.electric : fields.magnetic;
  const FacePoints points(d, physics);
  FaceTerm term{launched.time, {}, {}};
  for (std::size_t face = 0; face < port.faces->sides.size(); ++face) {
    const Side inside = port.faces->sides[face];
    const int at = side_index(d.mesh, inside);
    for (const Side side : {inside, Side{d.mesh.neighbor[at], d.mesh.neighbor_face[at]}}) {
      term.sides.push_back(side_index(d.mesh, side));
      const std::vector<double> x = points(side.element, side.face);
      const std::size_t first = term.values.size(), n = x.size() / d.mesh.dim;
      term.values.resize(first + n * physics.n_fields, 0.0);
      if (!acts) continue;
      const std::vector<double> vectors = launched_field(launched, static_cast<int>(face), x);
      for (std::size_t point = 0; point < n; ++point)
        for (int i = 0; i < 3; ++i)
          if (numbers[i] >= 0)
            term.values[first + point * physics.n_fields + numbers[i]] = vectors[3 * point + i];
    }
  }
  return term;
}

}  // namespace

std::vector<double> launched_field(const LaunchTerm& term, int face, std::span<const double> x) {
  std::vector<double> sum;
  for (std::size_t p = 0; p < term.profiles.size(); ++p) {
    const TransverseFields profile = term.profiles[p]->at(face, x);
    const std::vector<double>& of = term.electric ? profile.e : profile.h;
    sum.resize(of.size(), 0.0);
    for (std::size_t i = 0; i < of.size(); ++i) sum[i] += term.shares[p] * of[i];
  }
  return sum;
}

std::vector<ModeDrive> drives_of(const GuidedPort& port, const PortPulse& pulse, const Discretization& d,
                                 const WaveOptions& options) {
  std::vector<ModeDrive> drives(port.modes.size(), {pulse, pulse.half_length(), {}, 0});
  if (port.modes.front().medium) {
    for (std::size_t m = 0; m < drives.size(); ++m) add_terms_of_one_profile(port.modes[m], drives[m]);
    return drives;
  }
  const std::vector<double> omega = chebyshev_frequencies(pulse);
  const std::vector<PortMode> modes =
      find_port_modes(port.space, port.options.modes, omega, port.numbered_at, options.units, false);
  for (std::size_t m = 0; m < drives.size(); ++m) {
    const HybridProfiles profiles(port, modes[m], d);
    refuse_other_profiles(port, port.modes[m], profiles, omega, d);
    add_terms_of_many_profiles(modes[m], profiles, omega, drives[m]);
  }
  return drives;
}

void launch(const std::vector<GuidedPort>& ports, std::size_t driven, const ModeDrive& drive,
            const Discretization& d, const Physics& physics, WaveOptions& options) {
  for (std::size_t p = 0; p < ports.size(); ++p) {
    std::vector<FaceTerm>& terms = options.boundaries.at(ports[p].name).terms;
    terms.clear();
    for (const LaunchTerm& term : drive.terms)
      terms.push_back(table_of(ports[p], term, p == driven, d, physics));
  }
}

}  // namespace dgsolve
