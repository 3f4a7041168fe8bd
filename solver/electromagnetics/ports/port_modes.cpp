#include "solver/electromagnetics/ports/port_modes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "solver/electromagnetics/ports/hybrid_modes.hpp"
#include "solver/electromagnetics/ports/mode_names.hpp"
#include "solver/electromagnetics/ports/mode_signs.hpp"
#include "solver/electromagnetics/ports/scalar_modes.hpp"

namespace dgsolve {
namespace {

using Complex = std::complex<double>;

constexpr double largest_loss_tangent = 0.05;
constexpr double largest_share_at_rim = 1e-4;
/// As many TE and TM modes are looked at, at most.
constexpr int most_modes = 128;

int polynomial_order(int order) { return std::min(order + 2, ReferenceElement::max_order); }

/// Throws where a medium has no modes that this solver finds.
void check_media(const PortFaces& faces, std::span<const double> omegas, const Units& units) {
  for (std::size_t region = 0; region < faces.media.size(); ++region)
    for (const double omega : omegas) {
      const Complex epsilon = permittivity(faces.media[region].epsilon, omega);
      const double loss = -epsilon.imag() / epsilon.real();
      if (!(epsilon.real() > 0) || std::abs(loss) > largest_loss_tangent)
        throw std::invalid_argument(fmt::format(
            "port {} meets region {}, where ε/ε0 = {:.4g} {} {:.4g}i at {}: a loss tangent of {:.3g}; "
            "modes are found for ε > 0 and loss tangents up to {}",
            faces.name, faces.section.region_names[region], epsilon.real(), epsilon.imag() < 0 ? "−" : "+",
            std::abs(epsilon.imag()), frequency_text(omega, units), loss, largest_loss_tangent));
    }
}

/// Whether two TEM modes have one capacitance 1/Σv², where the potentials v are those of ∫|∇ψ|² = 1.
bool are_alike(const ScalarMode& a, const ScalarMode& b) {
  const auto sum = [](const ScalarMode& mode) {
    return std::inner_product(mode.potentials.begin(), mode.potentials.end(), mode.potentials.begin(), 0.0);
  };
  return std::abs(sum(a) - sum(b)) < 1e-4 * sum(a);
}

/// Whether the reference of voltages is clear: of two conductors one is longer. Chords tell no less than a
/// hundredth.
bool has_reference(const PortFaces& faces) {
  return faces.n_conductors() == 2 && faces.conductors[1].length < 0.99 * faces.conductors[0].length;
}

/// A mode of the list that names refer to, and those of one cut-off with it.
struct Listed {
  NamedMode named;
  double cut_off() const { return std::sqrt(named.mode.kc2); }
};

/// All modes of a port up to some cut-off, rising.
class ModeList {
 public:
  ModeList(const SectionSpace& space, const PortFaces& faces)
      : space_(space), faces_(faces), shape_(shape_of(space, faces)) {}

  /// Takes TEM modes, and `count` of each other kind.
  void find(int count) {
    count_ = count;
    modes_.clear();
    const std::vector<ScalarMode> tem = tem_modes(space_, faces_);
    for (std::size_t i = 0; i < tem.size(); ++i) {
      NamedMode mode{tem[i], tem.size() == 1 ? "TEM" : fmt::format("TEM{}", i + 1)};
      for (const ScalarMode& other : tem)
        if (are_alike(tem[i], other)) mode.partners.push_back(other);
      if (mode.partners.size() == 1) mode.partners.clear();
      modes_.push_back({std::move(mode)});
    }
    if (count == 0) return;
    complete_ = HUGE_VAL;
    std::vector<Listed> others;
    for (const ModeKind kind : {ModeKind::TE, ModeKind::TM}) {
      const std::vector<ScalarMode> found = scalar_modes(space_, faces_, kind, count);
      // The last one may have a partner that is not among them.
      if (std::ssize(found) == count) complete_ = std::min(complete_, 0.99 * std::sqrt(found.back().kc2));
      for (NamedMode& mode : named_modes(space_, shape_, found)) others.push_back({std::move(mode)});
    }
    std::stable_sort(others.begin(), others.end(),
                     [](const Listed& a, const Listed& b) { return a.cut_off() < b.cut_off(); });
    for (Listed& mode : others) {
      if (mode.cut_off() >= complete_) break;
      if (mode.named.name.empty()) mode.named.name = std::to_string(modes_.size() + 1);
      modes_.push_back(std::move(mode));
    }
  }

  int count() const { return count_; }
  /// All modes with a lower k_c are in the list.
  double complete() const { return complete_; }
  bool is_all() const { return complete_ == HUGE_VAL; }
  const std::vector<Listed>& modes() const { return modes_; }

  /// Whether more TE and TM modes may bring the name.
  bool may_have(const std::string& name) const {
    return mode_number(name) > 0 || (shape_.kind != SectionShape::other && !name.starts_with("TEM"));
  }

  const Listed* find(const std::string& name) const {
    if (const int number = mode_number(name); number > 0)
      return number <= std::ssize(modes_) ? &modes_[number - 1] : nullptr;
    const auto mode = std::find_if(modes_.begin(), modes_.end(),
                                   [&](const Listed& listed) { return listed.named.name == name; });
    return mode == modes_.end() ? nullptr : &*mode;
  }

 private:
  const SectionSpace& space_;
  const PortFaces& faces_;
  const SectionShape shape_;
  std::vector<Listed> modes_;
  int count_ = 0;
  double complete_ = 0;
};

std::string names_of(const std::vector<Listed>& modes) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(modes.size(), 12); ++i)
    text += fmt::format("{}{} ({}k_c {:.6g}/m)", i == 0 ? "" : ", ", modes[i].named.name,
                        mode_number(modes[i].named.name) == 0      ? ""
                        : modes[i].named.mode.kind == ModeKind::TE ? "TE, "
                                                                   : "TM, ",
                        modes[i].cut_off());
  return modes.empty() ? "it has none" : "it has " + text;
}

/// The mode that is wanted; the list grows until it has it.
const Listed& listed(ModeList& list, const PortFaces& faces, const WantedMode& wanted) {
  for (int count = list.count();; count = std::max(10, 2 * count)) {
    if (count != list.count() || list.modes().empty()) list.find(count);
    if (const Listed* mode = list.find(wanted.name)) return *mode;
    if (list.is_all() || count > most_modes || (count > 0 && !list.may_have(wanted.name))) break;
  }
  throw std::invalid_argument(
      fmt::format("port {} has no mode {}; {}", faces.name, wanted.name, names_of(list.modes())));
}

ScalarMode chosen_mode(const Listed& mode, const std::shared_ptr<const PortSpace>& space,
                       const WantedMode& wanted) {
  const NamedMode& named = mode.named;
  if (named.partners.empty()) return named.mode;
  if (!wanted.polarisation)
    throw std::invalid_argument(fmt::format(
        "mode {} of port {} is one of {} with the cut-off k_c = {:.6g}/m, and so is any mixture of them; "
        "`polarisation: [x, y, z]` chooses",
        named.name, space->faces->name, named.partners.size(), mode.cut_off()));
  std::vector<std::shared_ptr<SectionProfile>> profiles;
  for (const ScalarMode& partner : named.partners) profiles.push_back(scalar_profile(space, partner));
  return combination(named.partners, polarised_weights(profiles, *wanted.polarisation, named.name));
}

PortMode scalar_port_mode(const Listed& listed, const std::shared_ptr<const PortSpace>& space,
                          const WantedMode& wanted, std::span<const double> omegas, const Units& units) {
  const ScalarMode mode = chosen_mode(listed, space, wanted);
  const std::shared_ptr<SectionProfile> profile = scalar_profile(space, mode);
  if (mode.kind != ModeKind::TEM || wanted.voltage || wanted.polarisation || !has_reference(*space->faces))
    set_sign(*profile, wanted, listed.named.name);
  PortMode found{listed.named.name, mode.kind, std::sqrt(mode.kc2), space->faces->media.front(), {}, units,
                 profile,           {}};
  if (mode.potentials.size() == 2) found.potential = mode.potentials[1];
  if (wanted.voltage) found.potential = voltage_along(*profile, *wanted.voltage) / std::numbers::sqrt2;
  for (const double omega : omegas) found.at.push_back(found.at_frequency(omega));
  return found;
}

}  // namespace

std::shared_ptr<const PortSpace> port_space(std::shared_ptr<const PortFaces> faces, int order) {
  return std::make_shared<const PortSpace>(std::move(faces), polynomial_order(order));
}

std::vector<PortMode> find_port_modes(std::shared_ptr<const PortSpace> space,
                                      const std::vector<WantedMode>& wanted, std::span<const double> omega,
                                      double numbered_at, const Units& units, bool with_cut_offs) {
  const PortFaces& faces = *space->faces;
  check_media(faces, omega, units);
  const bool is_homogeneous =
      std::all_of(omega.begin(), omega.end(), [&](double w) { return faces.is_homogeneous(w); });
  std::vector<PortMode> modes;
  if (is_homogeneous) {
    ModeList list(space->space, faces);
    for (const WantedMode& mode : wanted)
      modes.push_back(scalar_port_mode(listed(list, faces, mode), space, mode, omega, units));
  } else {
    modes = find_hybrid_modes(space, wanted, omega, numbered_at, units, with_cut_offs);
  }
  return modes;
}

void refuse_at_open_rim(const PortMode& mode, const PortSpace& space) {
  for (const ModeAtFrequency& at : mode.at) {
    const double share = share_at_open_rim(dynamic_cast<const SectionProfile&>(*at.profile));
    if (share > largest_share_at_rim)
      throw std::invalid_argument(fmt::format(
          "mode {} of port {} has not faded at the port's open rim, at {}: its power there is "
          "{:.3g} of the mean on the port; at most {} is expected: a larger port, or walls around it",
          mode.name, space.faces->name, frequency_text(at.omega, mode.units), share, largest_share_at_rim));
    if (mode.profile) break;  // one profile for all
  }
}

std::vector<std::string> propagating_modes(std::shared_ptr<const PortSpace> space, double omega,
                                           const Units& units) {
  const PortFaces& faces = *space->faces;
  check_media(faces, std::array{omega}, units);
  std::vector<std::string> names;
  if (!faces.is_homogeneous(omega)) {
    const int n = number_of_propagating(space, omega, units);
    for (int i = 1; i <= n; ++i) names.push_back(std::to_string(i));
    return names;
  }
  const PortMedium& medium = faces.media.front();
  const double k = omega * std::sqrt(units.epsilon_0 * units.mu_0 * medium.mu_r *
                                     permittivity(medium.epsilon, omega).real());
  ModeList list(space->space, faces);
  for (int count = 10; list.complete() <= k && count <= 2 * most_modes; count *= 2) list.find(count);
  for (const Listed& mode : list.modes())
    if (mode.cut_off() < k) names.push_back(mode.named.name);
  return names;
}

}  // namespace dgsolve
