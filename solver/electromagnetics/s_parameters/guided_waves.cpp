#include "solver/electromagnetics/s_parameters/guided_waves.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "mesh/base/points.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/electromagnetics/monitors/surface_points.hpp"
#include "solver/waves/face_data.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {
namespace {

/// Walls as modes see them.
RimKinds rim_kinds(const WaveOptions& options) {
  RimKinds walls;
  for (const auto& [name, boundary] : options.boundaries) {
    if (boundary.type == "pec") walls[name] = RimKind::pec;
    if (boundary.type == "pmc") walls[name] = RimKind::pmc;
    if (boundary.type == "absorbing" || boundary.type == "incoming" || boundary.type == drawn_open_boundary)
      walls[name] = RimKind::open;
  }
  return walls;
}

std::map<std::string, PortMedium> port_media(const WaveOptions& options) {
  std::map<std::string, PortMedium> media;
  for (const auto& [region, values] : options.regions) {
    const auto value = [&](const char* name, double otherwise) {
      const auto found = values.find(name);
      return found != values.end() && found->second.is_constant() ? found->second(0, 0, 0, 0) : otherwise;
    };
    PortMedium& medium = media[region];
    if (const auto poles = options.dispersion.find(region); poles != options.dispersion.end()) {
      medium.epsilon = poles->second;
    } else {
      medium.epsilon.epsilon_infinity = value("epsilon_r", 1);
      medium.epsilon.conductivity_rate = value("sigma", 0) / options.units.epsilon_0;
    }
    medium.mu_r = value("mu_r", 1);
  }
  return media;
}

/// In the structure.
std::vector<Side> sides_in_structure(const Mesh& mesh, const std::string& group, const WaveOptions& options) {
  std::vector<Side> sides = all_sides_of_group(mesh, group);
  std::erase_if(sides, [&](Side side) {
    return absorbs(options.models, mesh.region_names[mesh.region[side.element]]);
  });
  return sides;
}

void refuse_modes_below_cut_off(const GuidedPort& port, const std::vector<double>& omega) {
  const double highest = *std::ranges::max_element(omega) / (2 * std::numbers::pi);
  for (const PortMode& mode : port.modes)
    if (const double cut_off = cut_off_frequency(mode); cut_off >= highest)
      throw std::invalid_argument(
          fmt::format("boundaries.{}.modes: {} propagates above {:.6g}, and the frequencies end at {:.6g}; "
                      "expected a mode "
                      "that propagates there, or higher frequencies",
                      port.name, mode.name, cut_off, highest));
}

/// √(μ/ε) at a frequency.
double impedance_of(const PortMode& mode, double omega) {
  return std::sqrt(mode.units.mu_0 * mode.medium->mu_r /
                   (mode.units.epsilon_0 * permittivity(mode.medium->epsilon, omega).real()));
}

/// √(μ/ε∞), by which the numerical flux tells waves.
double flux_impedance(const PortMode& mode) {
  return std::sqrt(mode.units.mu_0 * mode.medium->mu_r /
                   (mode.units.epsilon_0 * mode.medium->epsilon.epsilon_infinity));
}

/// A mode's profiles at the points of its faces, from both sides: all fields, those of E or of H alone.
class LaunchTables {
 public:
  LaunchTables(const GuidedPort& port, const Discretization& d, const Physics& physics)
      : port_(port), d_(d), physics_(physics), points_(d, physics) {}

  FaceTerm term(const PortMode& mode, bool electric, double factor, const Expression& time) const {
    FaceTerm term{time, {}, {}};
    for (std::size_t f = 0; f < port_.faces->sides.size(); ++f) {
      const Side inside = port_.faces->sides[f];
      const int at = side_index(d_.mesh, inside);
      for (const Side side : {inside, Side{d_.mesh.neighbor[at], d_.mesh.neighbor_face[at]}}) {
        term.sides.push_back(side_index(d_.mesh, side));
        const std::vector<double> x = points_(side.element, side.face);
        const TransverseFields profile = mode.profile->at(static_cast<int>(f), x);
        append(electric ? profile.e : profile.h, electric, factor, term.values);
      }
    }
    return term;
  }

 private:
  void append(const std::vector<double>& vectors, bool electric, double factor,
              std::vector<double>& values) const {
    const ElectromagneticFields& fields = *physics_.info.electromagnetic;
    const std::array<int, 3>& numbers = electric ? fields.electric : fields.magnetic;
    for (std::size_t point = 0; point < vectors.size() / 3; ++point) {
      const std::size_t first = values.size();
      values.resize(first + physics_.n_fields, 0.0);
      for (int i = 0; i < 3; ++i)
        if (numbers[i] >= 0) values[first + numbers[i]] = factor * vectors[3 * point + i];
    }
  }

  const GuidedPort& port_;
  const Discretization& d_;
  const Physics& physics_;
  const FacePoints points_;
};

}  // namespace

std::vector<GuidedPort> guided_ports(const Mesh& mesh, const WaveOptions& options,
                                     const std::vector<double>& omega, int order) {
  std::vector<GuidedPort> ports;
  std::vector<PortFaces> all_faces;
  for (const auto& [name, boundary] : options.boundaries) {
    if (!boundary.port) continue;
    GuidedPort& port = ports.emplace_back(GuidedPort{name, *boundary.port, {}, {}});
    try {
      all_faces.push_back(make_port_faces(mesh, name, sides_in_structure(mesh, name, options),
                                          rim_kinds(options), port_media(options)));
      port.faces = std::make_shared<const PortFaces>(all_faces.back());
      port.modes = find_port_modes(port.faces, port.options.modes, omega, options.units, order);
    } catch (const std::invalid_argument& wrong) {
      throw std::invalid_argument("boundaries." + name + ": " + wrong.what());
    }
    refuse_modes_below_cut_off(port, omega);
  }
  check_apart(mesh, all_faces);
  return ports;
}

std::vector<std::string> labels_of_modes(const WaveOptions& options) {
  std::vector<std::string> labels;
  for (const auto& [name, boundary] : options.boundaries) {
    if (!boundary.port) continue;
    for (const WantedMode& mode : boundary.port->modes) {
      const std::string label = boundary.port->modes.size() == 1 ? name : name + '_' + mode.name;
      std::string own = label;
      for (int i = 2; index_of(labels, own) >= 0; ++i) own = label + '_' + std::to_string(i);
      labels.push_back(own);
    }
  }
  return labels;
}

std::vector<GuidedMode> guided_modes(const std::vector<GuidedPort>& ports) {
  WaveOptions named;
  for (const GuidedPort& port : ports) named.boundaries[port.name].port = port.options;
  const std::vector<std::string> labels = labels_of_modes(named);
  std::vector<GuidedMode> modes;
  for (std::size_t p = 0; p < ports.size(); ++p)
    for (std::size_t m = 0; m < ports[p].modes.size(); ++m) modes.push_back({p, m, labels[modes.size()]});
  return modes;
}

double cut_off_frequency(const PortMode& mode) {
  if (!mode.medium)
    return mode.cut_off / (2 * std::numbers::pi * std::sqrt(mode.units.epsilon_0 * mode.units.mu_0));
  if (mode.cut_off == 0) return 0;
  // k_c² = ω² ε μ; ε is that of the highest frequency given, where it depends on the frequency.
  const double omega = mode.at.empty() ? 0 : mode.at.back().omega;
  const double epsilon = permittivity(mode.medium->epsilon, omega).real();
  return mode.cut_off / (2 * std::numbers::pi *
                         std::sqrt(mode.units.epsilon_0 * mode.units.mu_0 * epsilon * mode.medium->mu_r));
}

ModeDrive::ModeDrive(const PortMode& mode, const PortPulse& pulse, double delay)
    : mode_(mode),
      pulse_(pulse),
      delay_(delay),
      root_impedance_(std::sqrt(impedance_of(mode, 2 * std::numbers::pi * pulse.upper))) {
  // One waveform is the pulse, and the other follows by the mode's impedance, which stays finite at the
  // cut-off.
  const auto plain = [](double) { return std::complex<double>(1); };
  const auto relative = [&](double omega) {
    const std::complex<double> z = mode.at_frequency(omega).impedance / (root_impedance_ * root_impedance_);
    return mode.kind == ModeKind::TM ? z : 1.0 / z;
  };
  w_E_ = pulse_in_time(pulse, delay, plain);
  w_H_ = pulse_in_time(pulse, delay, relative);
  if (mode.kind == ModeKind::TM) std::swap(w_E_, w_H_);
}

void launch(const std::vector<GuidedPort>& ports, const GuidedMode& driven, const ModeDrive& drive,
            const Discretization& d, const Physics& physics, WaveOptions& options) {
  for (std::size_t p = 0; p < ports.size(); ++p) {
    const double acts = p == driven.port ? 1 : 0, root = drive.root_impedance();
    const PortMode& mode = p == driven.port ? drive.mode() : ports[p].modes.front();
    const LaunchTables tables(ports[p], d, physics);
    options.boundaries.at(ports[p].name).terms = {tables.term(mode, true, acts * root, drive.electric()),
                                                  tables.term(mode, false, acts / root, drive.magnetic())};
  }
}

namespace {

using Complex = std::complex<double>;
constexpr int n_weights = 4, n_traces = 2;

const Point& axis_of(const PortFrame& frame, int weight) { return weight % 2 == 0 ? frame.t1 : frame.t2; }

/// Nodal weights of integrals over faces, of fields times a component of h×n or of e.
class FaceIntegrals {
 public:
  FaceIntegrals(const GuidedPort& port, const Discretization& d, std::vector<Side> sides)
      : frame_(port.faces->frame),
        d_(d),
        sides_(std::move(sides)),
        surface_(surface_points(d, sides_, TraceSide::inside)) {}

  /// [Np]
  std::vector<double> weights(const PortMode& mode, int weight, std::size_t face) const {
    const int n_points = surface_.to_points.rows, Nfp = surface_.to_points.cols;
    std::vector<double> x;
    for (int q = 0; q < n_points; ++q) {
      const Point& at = surface_.x[face * n_points + q];
      x.insert(x.end(), at.begin(), at.begin() + d_.mesh.dim);
    }
    const TransverseFields profile = mode.profile->at(static_cast<int>(face), x);
    std::vector<double> at_nodes(d_.element.Np, 0.0);
    for (int q = 0; q < n_points; ++q) {
      const double value =
          surface_.area[face * n_points + q] * dot(vector(profile, weight, q), axis_of(frame_, weight));
      for (int m = 0; m < Nfp; ++m)
        at_nodes[d_.element.face_nodes[sides_[face].face * Nfp + m]] += value * surface_.to_points(q, m);
    }
    return at_nodes;
  }
  int element(std::size_t face) const { return sides_[face].element; }

 private:
  Point vector(const TransverseFields& profile, int weight, int q) const {
    if (weight >= 2) return {profile.e[3 * q], profile.e[3 * q + 1], profile.e[3 * q + 2]};
    return cross({profile.h[3 * q], profile.h[3 * q + 1], profile.h[3 * q + 2]}, frame_.normal);
  }

  const PortFrame& frame_;
  const Discretization& d_;
  const std::vector<Side> sides_;
  const SurfacePoints surface_;
};

/// Of the faces in the structure, or of those in the layers.
std::vector<Side> sides_of(const GuidedPort& port, int trace, const Mesh& mesh) {
  std::vector<Side> sides = port.faces->sides;
  if (trace == 1)
    for (Side& side : sides) {
      const int at = side_index(mesh, side);
      side = {mesh.neighbor[at], mesh.neighbor_face[at]};
    }
  return sides;
}

std::size_t place_of(const GuidedPort& port, std::size_t mode, int trace, int weight, std::size_t side) {
  return ((mode * n_traces + trace) * n_weights + weight) * port.faces->sides.size() + side;
}

/// Integrals of a mode over a port's faces: E·(h×n), (H×n)·(h×n), E·e, (H×n)·e.
struct ModeIntegrals {
  Complex E_h = 0, H_h = 0, E_e = 0, H_e = 0;

  ModeIntegrals& operator+=(const ModeIntegrals& other) {
    E_h += other.E_h, H_h += other.H_h, E_e += other.E_e, H_e += other.H_e;
    return *this;
  }
};

/// From components of fields along the port's axes: weighted(weight, electric, axis). t1×n = −t2, t2×n = t1.
template <class Weighted>
ModeIntegrals integrals_of(const Weighted& weighted) {
  const auto electric = [&](int first) { return weighted(first, true, 0) + weighted(first + 1, true, 1); };
  const auto magnetic = [&](int first) { return weighted(first, false, 1) - weighted(first + 1, false, 0); };
  return {electric(0), magnetic(0), electric(2), magnetic(2)};
}

/// The waves in the fields of the numerical flux, E* = ½(E⁺ + E⁻) + ½αη(H⁺ − H⁻)×n and
/// H*×n = ½(H⁺ + H⁻)×n + (α/2η)(E⁺ − E⁻), with + on the side of the layers, where the incident field is
/// added.
std::array<Complex, 2> waves_of_flux(const ModeAtFrequency& mode, const ModeIntegrals& structure,
                                     const ModeIntegrals& layers, double eta, double alpha) {
  const Complex E = 0.5 * (layers.E_h + structure.E_h) + 0.5 * alpha * eta * (layers.H_h - structure.H_h),
                H = 0.5 * (layers.H_e + structure.H_e) + 0.5 * alpha / eta * (layers.E_e - structure.E_e);
  // ½⟨E,h⟩ and ½⟨e,H⟩ with ⟨E,H⟩ = ½∫(E×H)·n.
  const Complex of_E = mode.h_factor * E / 4.0, of_H = mode.e_factor * H / 4.0;
  return {of_E + of_H, of_E - of_H};
}

}  // namespace

std::shared_ptr<const ModalWeights> modal_weights(const GuidedPort& port, const Discretization& d) {
  const std::array<FaceIntegrals, n_traces> of_trace = {FaceIntegrals(port, d, sides_of(port, 0, d.mesh)),
                                                        FaceIntegrals(port, d, sides_of(port, 1, d.mesh))};
  auto all = std::make_shared<ModalWeights>();
  for (const PortMode& mode : port.modes)
    for (const FaceIntegrals& integrals : of_trace)
      for (int weight = 0; weight < n_weights; ++weight)
        for (std::size_t face = 0; face < port.faces->sides.size(); ++face) {
          all->elements.push_back(integrals.element(face));
          const std::vector<double> of_face = integrals.weights(mode, weight, face);
          all->weights.insert(all->weights.end(), of_face.begin(), of_face.end());
        }
  return all;
}

namespace {

/// Integrals of what a drive lets enter through a port, as the faces' nodes have it, per unit of w_E and w_H.
ModeIntegrals launched(const PortMeasure& measure, std::size_t m, const ModeDrive& drive) {
  const Discretization& d = measure.discretization;
  const PortFrame& frame = measure.port.faces->frame;
  ModeIntegrals sum;
  for (std::size_t side = 0; side < measure.port.faces->sides.size(); ++side) {
    const Side at = measure.port.faces->sides[side];
    const std::vector<double> x = d.nodes_of(at.element);
    for (int node = 0; node < d.element.Nfp; ++node) {
      const int i = d.element.face_nodes[at.face * d.element.Nfp + node];
      const TransverseFields profile = drive.mode().profile->at(
          static_cast<int>(side), std::span(x).subspan(static_cast<std::size_t>(i) * d.mesh.dim, d.mesh.dim));
      sum += integrals_of([&](int weight, bool electric, int axis) {
        const std::vector<double>& of = electric ? profile.e : profile.h;
        const double factor = electric ? drive.root_impedance() : 1 / drive.root_impedance();
        return factor * dot({of[0], of[1], of[2]}, axis_of(frame, axis)) *
               measure.weights.weights[place_of(measure.port, m, 0, weight, side) * d.element.Np + i];
      });
    }
  }
  return sum;
}

}  // namespace

ModalWaves PortMeasure::waves(const std::vector<double>& sums, const ModeDrive* drive) const {
  const ElectromagneticFields& fields = *physics.info.electromagnetic;
  const std::vector<ModeAtFrequency>& at = port.modes.front().at;
  const std::size_t F = at.size(), n_sides = port.faces->sides.size();
  const auto gathered = [&](std::size_t mode, int trace, std::size_t frequency) {
    return integrals_of([&](int weight, bool electric, int axis) {
      Complex total = 0;
      for (std::size_t side = 0; side < n_sides; ++side)
        for (int i = 0; i < 3; ++i) {
          const int number = (electric ? fields.electric : fields.magnetic)[i];
          const double share = axis_of(port.faces->frame, axis)[i];
          if (number < 0 || share == 0) continue;
          const std::size_t place =
              2 * ((place_of(port, mode, trace, weight, side) * physics.n_fields + number) * F + frequency);
          total += share * Complex(sums[place], sums[place + 1]);
        }
      return total;
    });
  };
  std::vector<double> omega;
  for (const ModeAtFrequency& frequency : at) omega.push_back(frequency.omega);
  const std::vector<Complex> none(F, 0.0), w_E = drive ? drive->transform_of(drive->electric(), omega) : none,
                                           w_H = drive ? drive->transform_of(drive->magnetic(), omega) : none;
  ModalWaves waves;
  for (std::size_t m = 0; m < port.modes.size(); ++m) {
    const ModeIntegrals incident = drive ? launched(*this, m, *drive) : ModeIntegrals{};
    auto &a = waves.a.emplace_back(), &b = waves.b.emplace_back();
    for (std::size_t f = 0; f < F; ++f) {
      ModeIntegrals layers = gathered(m, 1, f);
      layers += {w_E[f] * incident.E_h, w_H[f] * incident.H_h, w_E[f] * incident.E_e, w_H[f] * incident.H_e};
      const auto [along, against] =
          waves_of_flux(port.modes[m].at[f], gathered(m, 0, f), layers, flux_impedance(port.modes[m]), alpha);
      a.push_back(along);
      b.push_back(against);
    }
  }
  return waves;
}

}  // namespace dgsolve
