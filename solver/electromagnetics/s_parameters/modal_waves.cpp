/// Implements solver/electromagnetics/s_parameters/guided_waves.hpp.
/// Measurements of runs at ports.

#include <array>
#include <cmath>
#include <map>

#include "mesh/base/points.hpp"
#include "solver/electromagnetics/monitors/surface_points.hpp"
#include "solver/electromagnetics/s_parameters/guided_waves.hpp"

namespace dgsolve {
namespace {

using Complex = std::complex<double>;
constexpr int n_traces = 2;  ///< of the cells in the structure, and of those in the layers

std::vector<Side> sides_of(const GuidedPort& port, int trace, const Mesh& mesh) {
  std::vector<Side> sides = port.faces->sides;
  if (trace == 1)
    for (Side& side : sides) {
      const int at = side_index(mesh, side);
      side = {mesh.neighbor[at], mesh.neighbor_face[at]};
    }
  return sides;
}

/// Integrals over one face of E·(h×n), (H×n)·(h×n), E·e and (H×n)·e.
struct FaceIntegrals {
  Complex E_h = 0, H_h = 0, E_e = 0, H_e = 0;
};

/// The waves in the fields of the numerical flux, E* = ½(E⁺ + E⁻) + ½αη(H⁺ − H⁻)×n and
/// H*×n = ½(H⁺ + H⁻)×n + (α/2η)(E⁺ − E⁻), with + on the side of the layers: ∫E*·(h×n) and ∫(H*×n)·e.
std::array<Complex, 2> integrals_of_flux(const FaceIntegrals& structure, const FaceIntegrals& layers,
                                         double eta, double alpha) {
  return {0.5 * (layers.E_h + structure.E_h) + 0.5 * alpha * eta * (layers.H_h - structure.H_h),
          0.5 * (layers.H_e + structure.H_e) + 0.5 * alpha / eta * (layers.E_e - structure.E_e)};
}

/// The vectors h×n and e at quadrature points times their areas, lifted to nodes: by which nodal values give
/// integrals with a profile.
class ProfileWeights {
 public:
  struct OfSide {
    std::vector<Point> h_n, e;  ///< [Nfp]
  };
  ProfileWeights(const GuidedPort& port, const ModeProfile& profile, const SurfacePoints& surface) {
    const int n_points = surface.to_points.rows, Nfp = surface.to_points.cols;
    const Point& normal = port.faces->frame.normal;
    for (std::size_t face = 0; face < port.faces->sides.size(); ++face) {
      std::vector<double> x;
      for (int q = 0; q < n_points; ++q) {
        const Point& at = surface.x[face * n_points + q];
        x.insert(x.end(), at.begin(), at.begin() + port.faces->dim);
      }
      const TransverseFields of = profile.at(static_cast<int>(face), x);
      OfSide& side = sides_.emplace_back(OfSide{std::vector<Point>(Nfp), std::vector<Point>(Nfp)});
      for (int q = 0; q < n_points; ++q) {
        const Point e{of.e[3 * q], of.e[3 * q + 1], of.e[3 * q + 2]},
            h_n = cross({of.h[3 * q], of.h[3 * q + 1], of.h[3 * q + 2]}, normal);
        for (int m = 0; m < Nfp; ++m)
          for (int i = 0; i < 3; ++i) {
            const double weight = surface.area[face * n_points + q] * surface.to_points(q, m);
            side.h_n[m][i] += weight * h_n[i];
            side.e[m][i] += weight * e[i];
          }
      }
    }
  }
  const OfSide& operator[](std::size_t side) const { return sides_[side]; }

 private:
  std::vector<OfSide> sides_;
};

/// Fields at the nodes of a port's faces at one frequency.
struct NodalFields {
  std::vector<std::array<Complex, 3>> E, H;  ///< [side][Nfp]
};

FaceIntegrals integrals(const NodalFields& fields, const ProfileWeights::OfSide& weights, std::size_t side,
                        const Point& n) {
  FaceIntegrals sum;
  const std::size_t Nfp = weights.e.size();
  for (std::size_t m = 0; m < Nfp; ++m) {
    const std::array<Complex, 3>&E = fields.E[side * Nfp + m], &H = fields.H[side * Nfp + m];
    const std::array<Complex, 3> H_n = {H[1] * n[2] - H[2] * n[1], H[2] * n[0] - H[0] * n[2],
                                        H[0] * n[1] - H[1] * n[0]};
    for (int i = 0; i < 3; ++i) {
      sum.E_h += E[i] * weights.h_n[m][i];
      sum.H_h += H_n[i] * weights.h_n[m][i];
      sum.E_e += E[i] * weights.e[m][i];
      sum.H_e += H_n[i] * weights.e[m][i];
    }
  }
  return sum;
}

class Measurement {
 public:
  Measurement(const GuidedPort& port, const ModeDrive* drive, const Discretization& d, const Physics& physics)
      : port_(port),
        d_(d),
        physics_(physics),
        F_(port.modes.front().at.size()),
        n_nodes_(port.faces->sides.size() * d.element.Nfp),
        surface_{surface_points(d, sides_of(port, 0, d.mesh), TraceSide::inside),
                 surface_points(d, sides_of(port, 1, d.mesh), TraceSide::inside)} {
    if (drive) find_incident(*drive);
  }

  /// In the layers what enters is added: it is what the structure meets across the faces.
  NodalFields fields(const std::vector<double>& sums, int trace, std::size_t frequency) const {
    const ElectromagneticFields& numbers = *physics_.info.electromagnetic;
    NodalFields all;
    for (std::size_t node = 0; node < n_nodes_; ++node) {
      std::array<Complex, 3> E{}, H{};
      for (int i = 0; i < 3; ++i) {
        E[i] = value(sums, trace, node, numbers.electric[i], frequency);
        H[i] = value(sums, trace, node, numbers.magnetic[i], frequency);
      }
      all.E.push_back(E);
      all.H.push_back(H);
    }
    if (trace != 1) return all;
    for (const Incident& term : incident_)
      for (std::size_t node = 0; node < n_nodes_; ++node)
        for (int i = 0; i < 3; ++i)
          (term.electric ? all.E : all.H)[node][i] += term.time[frequency] * term.at_nodes[3 * node + i];
    return all;
  }

  const ProfileWeights& weights(int trace, const ModeProfile* profile) {
    const auto found = weights_[trace].find(profile);
    if (found != weights_[trace].end()) return found->second;
    return weights_[trace].try_emplace(profile, port_, *profile, surface_[trace]).first->second;
  }

  double impedance(std::size_t side) const {
    const PortMedium& medium = port_.faces->media[port_.faces->section.region[side]];
    const Units& units = port_.modes.front().units;
    return std::sqrt(units.mu_0 * medium.mu_r / (units.epsilon_0 * medium.epsilon.epsilon_infinity));
  }

 private:
  struct Incident {
    bool electric;
    std::vector<Complex> time;     ///< [frequency]
    std::vector<double> at_nodes;  ///< [side][Nfp][3], as the layers' faces have their nodes
  };

  void find_incident(const ModeDrive& drive) {
    std::vector<double> omega;
    for (const ModeAtFrequency& at : port_.modes.front().at) omega.push_back(at.omega);
    const std::vector<Side> sides = sides_of(port_, 1, d_.mesh);
    for (const LaunchTerm& term : drive.terms) {
      Incident& incident = incident_.emplace_back(
          Incident{term.electric, transform(term.time, drive.pulse, drive.end(), omega), {}});
      for (std::size_t face = 0; face < sides.size(); ++face) {
        const std::vector<double> of_cell = d_.nodes_of(sides[face].element);
        std::vector<double> x;
        for (int m = 0; m < d_.element.Nfp; ++m) {
          const int node = d_.element.face_nodes[sides[face].face * d_.element.Nfp + m];
          x.insert(x.end(), &of_cell[static_cast<std::size_t>(node) * d_.mesh.dim],
                   &of_cell[static_cast<std::size_t>(node) * d_.mesh.dim] + d_.mesh.dim);
        }
        const std::vector<double> values = launched_field(term, static_cast<int>(face), x);
        incident.at_nodes.insert(incident.at_nodes.end(), values.begin(), values.end());
      }
    }
  }

  Complex value(const std::vector<double>& sums, int trace, std::size_t node, int field,
                std::size_t frequency) const {
    if (field < 0) return 0;
    const std::size_t at = 2 * (((trace * n_nodes_ + node) * physics_.n_fields + field) * F_ + frequency);
    return {sums[at], sums[at + 1]};
  }

  const GuidedPort& port_;
  const Discretization& d_;
  const Physics& physics_;
  const std::size_t F_, n_nodes_;
  const std::array<SurfacePoints, n_traces> surface_;
  std::vector<Incident> incident_;
  std::array<std::map<const ModeProfile*, ProfileWeights>, n_traces> weights_;
};

}  // namespace

std::shared_ptr<const SampledNodes> port_nodes(const GuidedPort& port, const Discretization& d) {
  auto nodes = std::make_shared<SampledNodes>();
  for (int trace = 0; trace < n_traces; ++trace) {
    const SurfacePoints surface = surface_points(d, sides_of(port, trace, d.mesh), TraceSide::inside);
    nodes->elements.insert(nodes->elements.end(), surface.elements.begin(), surface.elements.end());
    nodes->weights.insert(nodes->weights.end(), surface.weights.begin(), surface.weights.end());
  }
  return nodes;
}

PortMeasurement port_measurement(const GuidedPort& port, const ModeDrive* drive, const Discretization& d,
                                 const Physics& physics, double alpha) {
  const auto measurement = std::make_shared<Measurement>(port, drive, d, physics);
  return [measurement, &port, alpha](const std::vector<double>& sums) {
    std::vector<Complex> waves;
    for (std::size_t f = 0; f < port.modes.front().at.size(); ++f) {
      const std::array<NodalFields, n_traces> fields = {measurement->fields(sums, 0, f),
                                                        measurement->fields(sums, 1, f)};
      for (const PortMode& of_port : port.modes) {
        const ModeAtFrequency& mode = of_port.at[f];
        Complex of_E = 0, of_H = 0;
        for (std::size_t side = 0; side < port.faces->sides.size(); ++side) {
          std::array<FaceIntegrals, n_traces> of_trace;
          for (int trace = 0; trace < n_traces; ++trace)
            of_trace[trace] = integrals(fields[trace], measurement->weights(trace, mode.profile.get())[side],
                                        side, port.faces->frame.normal);
          const auto [E, H] =
              integrals_of_flux(of_trace[0], of_trace[1], measurement->impedance(side), alpha);
          of_E += E;
          of_H += H;
        }
        // ½⟨E,h⟩ and ½⟨e,H⟩ with ⟨E,H⟩ = ½∫(E×H)·n.
        waves.push_back((mode.h_factor * of_E + mode.e_factor * of_H) / 4.0);
        waves.push_back((mode.h_factor * of_E - mode.e_factor * of_H) / 4.0);
      }
    }
    return waves;
  };
}

}  // namespace dgsolve
