#include "solver/electromagnetics/ports/hybrid_modes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "solver/electromagnetics/ports/mode_names.hpp"
#include "solver/electromagnetics/ports/mode_signs.hpp"
#include "solver/electromagnetics/ports/scalar_modes.hpp"
#include "solver/electromagnetics/ports/vector_modes.hpp"

namespace dgsolve {
namespace {

using Complex = std::complex<double>;

/// Beside the modes that are wanted so many more are found, which may change places with them.
constexpr int spare_modes = 4;
/// A mode is the one of the last frequency where at least this share of its power is.
constexpr double same_mode = 0.5;
constexpr double one_beta2 = 1e-6;
/// Beyond it waves are too long for the port's cells, and what is found may be no mode at all.
constexpr double largest_rounding = 1e-6;

int number_of_hybrid(const PortFaces& faces, const std::string& name) {
  if (name == "TEM" && faces.n_conductors() == 2) return 1;
  if (const int number = mode_number(name); number > 0) return number;
  throw std::invalid_argument(
      fmt::format("port {} has no mode {}: media of several kinds fill it, and its modes are numbered, from "
                  "1 on, by beta^2 at the middle one of the frequencies{}",
                  faces.name, name, faces.n_conductors() == 2 ? "; 1 is TEM, too" : ""));
}

/// ω_c √(ε0 μ0) of the first n modes, rising: at β = 0 the fields E_z and H_z are apart, with −∇·(μ⁻¹∇E_z) =
/// k²εE_z and −∇·(ε⁻¹∇H_z) = k²μH_z.
std::vector<double> cut_offs(const PortSpace& port, double omega, int n) {
  std::vector<double> epsilon, mu, by_epsilon, by_mu;
  for (const PortMedium& medium : port.faces->media) {
    epsilon.push_back(permittivity(medium.epsilon, omega).real());
    mu.push_back(medium.mu_r);
    by_epsilon.push_back(1 / epsilon.back());
    by_mu.push_back(1 / mu.back());
  }
  std::vector<double> k(std::max(0, port.faces->n_conductors() - 1), 0.0);
  for (const ScalarMode& mode : scalar_modes(port.space, *port.faces, ModeKind::TE, n, {by_epsilon, mu}))
    k.push_back(std::sqrt(mode.kc2));
  for (const ScalarMode& mode : scalar_modes(port.space, *port.faces, ModeKind::TM, n, {by_mu, epsilon}))
    k.push_back(std::sqrt(mode.kc2));
  std::sort(k.begin(), k.end());
  k.resize(std::min<std::size_t>(k.size(), n));
  return k;
}

/// A mode at a frequency, with its field for comparison.
struct Followed {
  VectorMode mode;
  VectorModes::Samples samples;
};

/// ½∫(e×h)·n of one mode's e and the other's h.
double overlap(const Followed& a, const Followed& b) {
  return std::inner_product(a.samples.e.begin(), a.samples.e.end(), b.samples.h.begin(), 0.0) / 2;
}

void reverse(Followed& followed) {
  for (std::vector<double>* values :
       {&followed.mode.e, &followed.mode.z, &followed.samples.e, &followed.samples.h})
    for (double& value : *values) value = -value;
}

/// Modes at all frequencies, from the one outwards at which they are numbered.
class Follower {
 public:
  Follower(const PortSpace& port, const VectorModes& solver, std::span<const double> omegas,
           double numbered_at, const Units& units, int count)
      : port_(port), solver_(solver), units_(units), omegas_(omegas.begin(), omegas.end()), count_(count) {
    if (std::ranges::find(omegas_, numbered_at) == omegas_.end()) omegas_.push_back(numbered_at);
    order_.resize(omegas_.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) { return omegas_[a] < omegas_[b]; });
    anchor_ = static_cast<int>(std::ranges::find(order_, numbered_at, [&](int i) { return omegas_[i]; }) -
                               order_.begin());
    for (const double omega : omegas_) {
      found_.push_back(modes_at(omega));
      check_rounding(found_.back(), omega);
    }
  }

  int size() const { return static_cast<int>(found_.front().size()); }

  /// [frequencies asked for, then perhaps the one of the numbers]: the mode with a number, from 1; set_sign
  /// is called for that at the frequency of the numbers.
  template <class SetSign>
  std::vector<VectorMode> follow(int number, SetSign set_sign) const {
    check_apart(order_[anchor_], number);
    std::vector<VectorMode> modes(omegas_.size());
    Followed first = at(order_[anchor_], number - 1);
    if (set_sign(first.mode, omegas_[order_[anchor_]]) < 0) reverse(first);
    modes[order_[anchor_]] = first.mode;
    for (const int step : {-1, 1}) {
      Followed last = first;
      for (int i = anchor_ + step; i >= 0 && i < std::ssize(order_); i += step) {
        last = next(last, order_[i], order_[i - step], number);
        modes[order_[i]] = last.mode;
      }
    }
    return modes;
  }

  /// The cut-off of a followed mode: that of the rising ω √(ε0 μ0) at which it has β = 0. From the lowest
  /// frequency on it is followed along secants of β²(ω²), for modes may cross on the way.
  double cut_off_of(const std::vector<VectorMode>& followed, int number,
                    const std::vector<double>& candidates) const {
    constexpr double longest_step = 1.25, close = 2e-3;
    constexpr int most_steps = 40;
    const double to_k = std::sqrt(units_.epsilon_0 * units_.mu_0);
    const auto first_wave = std::ranges::upper_bound(candidates, 0.0);
    double omega = omegas_[order_.front()], before = 0, beta2_before = 0;
    Followed mode{followed[order_.front()], solver_.samples(followed[order_.front()], omega)};
    for (int step = 0; step < most_steps; ++step) {
      const double beta2 = mode.mode.beta2.real();
      // Modes between conductors alone propagate below the first cut-off.
      if (beta2 > 0 && candidates.front() == 0 &&
          (first_wave == candidates.end() || omega * to_k < 0.99 * *first_wave))
        return 0;
      double to = omega * (beta2 > 0 ? 1 / 1.05 : 1.05);
      if (step > 0) {
        const double slope = (beta2 - beta2_before) / (omega * omega - before * before);
        to = std::sqrt(std::max(0.0, omega * omega - beta2 / slope));
      }
      to = std::clamp(to, omega / longest_step, omega * longest_step);
      if (std::abs(to / omega - 1) < close) return nearest(candidates, to * to_k, number);
      const std::vector<VectorMode> there = modes_at(to);
      mode = most_alike(mode, omega, there, to, number,
                        "its cut-off is not found; a lowest frequency nearer to it is expected");
      before = omega;
      beta2_before = beta2;
      omega = to;
    }
    throw std::invalid_argument(fmt::format(
        "the cut-off of mode {} of port {} is not found: at {}, after {} steps, it has β² = {:.3g}; "
        "a lowest frequency nearer to the cut-off is expected",
        number, port_.faces->name, frequency_text(omega, units_), most_steps, mode.mode.beta2.real()));
  }

 private:
  /// The one of these cut-offs at which a mode was followed to β = 0.
  double nearest(const std::vector<double>& candidates, double k, int number) const {
    constexpr double most = 0.03;  // coarse cells at edges of metal change both a little
    const double found =
        *std::ranges::min_element(candidates, {}, [&](double other) { return std::abs(other - k); });
    if (std::abs(found - k) <= most * k) return found;
    const double to_omega = 1 / std::sqrt(units_.epsilon_0 * units_.mu_0);
    throw std::invalid_argument(fmt::format(
        "the cut-off of mode {} of port {} is not found: the mode has β = 0 at {}, and the nearest "
        "one of the port's cut-offs is {}; smaller cells on the port are expected",
        number, port_.faces->name, frequency_text(k * to_omega, units_),
        frequency_text(found * to_omega, units_)));
  }

  std::vector<VectorMode> modes_at(double omega) const {
    try {
      return solver_.find(omega, count_ + spare_modes);
    } catch (const std::runtime_error& failed) {
      throw std::invalid_argument(
          fmt::format("port {} at {}: {}", port_.faces->name, frequency_text(omega, units_), failed.what()));
    }
  }

  void check_rounding(const std::vector<VectorMode>& modes, double omega) const {
    for (int m = 0; m < std::min<int>(count_, static_cast<int>(modes.size())); ++m)
      if (!(modes[m].rounding < largest_rounding))
        throw std::invalid_argument(fmt::format(
            "port {} has cells that are too small for the wavelength at {}: rounding alone may "
            "change β² of mode {} by {:.2g} of it, and {:.0e} is expected at most; expected a higher "
            "frequency, or larger cells",
            port_.faces->name, frequency_text(omega, units_), m + 1, modes[m].rounding, largest_rounding));
  }

  Followed at(int frequency, int mode) const {
    const VectorMode& found = found_[frequency][mode];
    if (found.beta2.imag() != 0)
      throw std::invalid_argument(
          fmt::format("mode {} of port {} is complex at {}: β² = {:.6g} + {:.6g}i; ports have modes that "
                      "propagate or decay",
                      mode + 1, port_.faces->name, frequency_text(omegas_[frequency], units_),
                      found.beta2.real(), found.beta2.imag()));
    return {found, solver_.samples(found, omegas_[frequency])};
  }

  void check_apart(int frequency, int number) const {
    const std::vector<VectorMode>& modes = found_[frequency];
    const double scale = std::abs(modes.front().beta2);
    for (const int other : {number - 2, number})
      if (other >= 0 && other < std::ssize(modes) &&
          std::abs(modes[other].beta2 - modes[number - 1].beta2) < one_beta2 * scale)
        throw std::invalid_argument(fmt::format(
            "modes {} and {} of port {} have one propagation constant at {}, so that their fields "
            "are any combination; ports with several media need modes that are apart",
            std::min(number, other + 1), std::max(number, other + 1), port_.faces->name,
            frequency_text(omegas_[frequency], units_)));
  }

  Followed next(const Followed& last, int frequency, int from, int number) const {
    return most_alike(last, omegas_[from], found_[frequency], omegas_[frequency], number,
                      "frequencies that are closer are expected");
  }

  /// The mode at ω that has most of the power of a mode at another frequency. expected: for messages.
  Followed most_alike(const Followed& last, double from, const std::vector<VectorMode>& modes, double omega,
                      int number, const char* expected) const {
    std::optional<Followed> best;
    double most = 0;
    for (const VectorMode& mode : modes) {
      if (mode.beta2.imag() != 0) continue;
      Followed other{mode, solver_.samples(mode, omega)};
      const double share = std::abs(overlap(last, other) * overlap(other, last));
      if (share > most) {
        best = std::move(other);
        most = share;
      }
    }
    if (!(most > same_mode))
      throw std::invalid_argument(fmt::format(
          "mode {} of port {} cannot be followed from {} to {}: at most {:.2g} of its power is in "
          "one mode there; {}",
          number, port_.faces->name, frequency_text(from, units_), frequency_text(omega, units_), most,
          expected));
    if (overlap(*best, last) * last.mode.power < 0) reverse(*best);
    return *best;
  }

  const PortSpace& port_;
  const VectorModes& solver_;
  const Units units_;
  std::vector<double> omegas_;                  ///< those asked for, and that of the numbers
  const int count_;                             ///< modes that are wanted
  int anchor_ = 0;                              ///< place in order_ of the frequency of the numbers
  std::vector<int> order_;                      ///< of frequencies, rising
  std::vector<std::vector<VectorMode>> found_;  ///< [frequency][mode]
};

ModeAtFrequency at_frequency(const VectorMode& mode, double omega,
                             const std::shared_ptr<SectionProfile>& profile) {
  ModeAtFrequency at;
  at.omega = omega;
  at.impedance = 1;
  at.profile = profile;
  if (mode.beta2.real() > 0) {  // the wave whose power runs along the normal
    at.gamma = {mode.attenuation, mode.power * std::sqrt(mode.beta2.real())};
    at.e_factor = 1;
    at.h_factor = mode.power;
  } else {  // β = −iα: H is −i times the profile's
    at.gamma = std::sqrt(-mode.beta2.real());
    at.e_factor = std::sqrt(Complex(0, mode.power));
    at.h_factor = Complex(0, -1) * at.e_factor;
  }
  return at;
}

}  // namespace

std::vector<PortMode> find_hybrid_modes(std::shared_ptr<const PortSpace> port,
                                        const std::vector<WantedMode>& wanted, std::span<const double> omegas,
                                        double numbered_at, const Units& units, bool with_cut_offs) {
  int count = 1;
  for (const WantedMode& mode : wanted) count = std::max(count, number_of_hybrid(*port->faces, mode.name));
  const VectorModes solver(port, units);
  const Follower follower(*port, solver, omegas, numbered_at, units, count);
  std::vector<double> candidates;
  if (with_cut_offs) candidates = cut_offs(*port, numbered_at, count + spare_modes);
  const int n_modes =
      with_cut_offs ? std::min(follower.size(), static_cast<int>(candidates.size())) : follower.size();
  std::vector<PortMode> modes;
  for (const WantedMode& mode : wanted) {
    const int number = number_of_hybrid(*port->faces, mode.name);
    if (number > n_modes)
      throw std::invalid_argument(
          fmt::format("port {} has no mode {}: its mesh has {} modes", port->faces->name, number, n_modes));
    PortMode found;
    found.name = std::to_string(number);
    found.kind = ModeKind::hybrid;
    found.units = units;
    const auto sign = [&](const VectorMode& at_anchor, double omega) {
      const std::shared_ptr<SectionProfile> profile = solver.profile(at_anchor, omega);
      set_sign(*profile, mode, found.name);
      return profile->sign;
    };
    const std::vector<VectorMode> followed = follower.follow(number, sign);
    found.cut_off = with_cut_offs ? follower.cut_off_of(followed, number, candidates)
                                  : std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < omegas.size(); ++i) {
      const std::shared_ptr<SectionProfile> profile = solver.profile(followed[i], omegas[i]);
      found.at.push_back(at_frequency(followed[i], omegas[i], profile));
      if (mode.voltage && followed[i].beta2.real() > 0)
        found.at.back().line_impedance = std::pow(voltage_along(*profile, *mode.voltage), 2) / 2;
    }
    modes.push_back(std::move(found));
  }
  return modes;
}

int number_of_propagating(std::shared_ptr<const PortSpace> port, double omega, const Units& units) {
  const VectorModes solver(std::move(port), units);
  for (int n = 8;; n *= 2) {
    const std::vector<VectorMode> modes = solver.find(omega, n);
    const auto propagating = std::count_if(modes.begin(), modes.end(),
                                           [](const VectorMode& mode) { return mode.beta2.real() > 0; });
    if (propagating < std::ssize(modes) || std::ssize(modes) < n) return static_cast<int>(propagating);
  }
}

}  // namespace dgsolve
