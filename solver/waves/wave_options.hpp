/// Options of a wave problem (any registered equation in time), resolved: names are those of the mesh and the
/// physics, formulas are parsed, the unit system is given by its constants.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/expression/expression.hpp"
#include "kernels/waves/face_term.hpp"
#include "kernels/waves/traits/equation.hpp"
#include "kernels/waves/volume_quadrature.hpp"
#include "solver/waves/forms/shock_method.hpp"
#include "solver/waves/physics/dispersion.hpp"
#include "solver/waves/physics/local_models.hpp"
#include "solver/waves/sources/lumped_element.hpp"
#include "solver/waves/sources/lumped_gap.hpp"
#include "solver/waves/sources/port_options.hpp"
#include "solver/waves/sources/wave_source.hpp"

namespace dgsolve {

/// The layers outside a plane of an open boundary, as they were built.
struct BuiltLayers {
  double thickness = 0;  ///< of all of them, m
  double speed = 0;      ///< of the fastest medium, m/s
  /// The length over which the field near a source or a body fades until it is at the plane, m; 0: the mesh
  /// is a channel so narrow that it does not get there.
  double fade = 0;
};

/// An open boundary: what a case says of it, and what was built.
struct OpenBoundary {
  std::optional<double>
      thickness;             ///< of all layers, m; none: each is as thick as the boundary's edges are long
  double reflection = 1e-8;  ///< R0: of the amplitude at normal incidence, without errors of discretisation
  int layers = 2;
  /// The lowest of interest, Hz: slower waves are absorbed less; none: that of half a wavelength in the
  /// layers.
  std::optional<double> frequency;
  std::vector<BuiltLayers> built = {};  ///< of each plane, by build_absorbing_layers
};

/// The type of an open boundary whose layers are built: faces inside the mesh, which do nothing to waves.
constexpr const char* drawn_open_boundary = "open, with layers";

/// The type of a port whose layers are built: an interface inside the mesh.
constexpr const char* drawn_port = "port, with layers";

struct BoundaryOptions {
  /// A type of the equation, "periodic", "incident", "open", "port", lumped_port, drawn_open_boundary,
  /// drawn_port or lumped_boundary.
  std::string type;
  std::string with;  ///< periodic: the partner group
  /// Variable (variable_names) → exterior state, or field → incident field, in x, y, z, t; or parameter of
  /// the type → its formula. With plane_wave empty until set_plane_waves.
  std::map<std::string, Expression> data;
  /// incident: the region on the side that has the incident field; of a drawn port the cells that do not
  /// absorb have it.
  std::string into = {};
  std::vector<FaceTerm> terms = {};          ///< added to `data`; interfaces: on both sides of each face
  std::optional<PlaneWave> plane_wave = {};  ///< the data of set_plane_waves
  std::optional<OpenBoundary> open = {};     ///< layers: of types open and port, and of drawn ones as built
  std::optional<PortOptions> port = {};      ///< of type port, and of drawn_port
  std::optional<LumpedElement> lumped = {};  ///< of types lumped_port and lumped_boundary
  std::optional<LumpedGap> gap = {};         ///< likewise, where a case has it

  /// Whether S-parameters count it: of a guide, or lumped.
  bool is_port() const { return port || (gap && gap->is_port); }
  bool has_data() const { return !data.empty() || !terms.empty() || (lumped && !lumped->source.is_zero()); }
  /// Whether its faces keep their neighbours, and waves enter through them.
  bool is_interface() const { return type == "incident" || type == drawn_port; }
};

/// A region in which a flow is drawn towards a state (solver/waves/sponges.hpp).
struct Sponge {
  std::string key;  ///< of the case, as messages name it
  std::string region;
  std::map<std::string, Expression> state;  ///< variable (variable_names) → formula in x, y, z
  Expression rate;                          ///< 1/s, in x, y, z
};

struct WaveOptions {
  Units units;
  std::string riemann;                            ///< EquationInfo::riemann; empty: the first
  VolumeQuadrature quadrature{};                  ///< where the flux is not linear
  ShockMethod shocks{};                           ///< of equations that have a limiter
  std::map<std::string, double> flux_parameters;  ///< of the numerical flux, where not the default
  std::map<std::string, std::map<std::string, Expression>>
      regions;  ///< region → parameter → value or formula in x, y, z
  /// Parameter → value, of the one medium of equations that have it (EquationInfo::medium), where not the
  /// default.
  std::map<std::string, double> medium;
  std::map<std::string, Dispersion> dispersion;    ///< region → poles of ε, where it has some
  RegionModels models;                             ///< of regions that have some
  std::map<std::string, std::string> layer_bases;  ///< region of an absorbing layer → the one it goes on from
  std::map<std::string, BoundaryOptions> boundaries;  ///< boundary group → condition
  std::map<std::string, Expression> source;           ///< field → formula in x, y, z, t
  bool source_is_exact = false;  ///< it shall follow from `exact` (Physics::manufactured_source)
  std::vector<Sponge> sponges;   ///< where the flux is not linear
  std::map<std::string, Expression> waveforms;  ///< name → f(t)
  std::vector<WaveSource> sources;
  std::map<std::string, Expression> initial;  ///< variable (variable_names) → formula in x, y, z
  std::map<std::string, Expression> exact;    ///< output field → formula in x, y, z, t; empty: unknown
};

struct TimeOptions {
  double final = 0;
  std::string scheme = "auto";  ///< of scheme_names()
  double cfl = 1;               ///< 1 = 80 % of the stability limit
  /// Instead of cfl. Where speeds depend on the state, both hold: dt is the distance of samples, and cfl that
  /// of the steps between them in the state that each begins with.
  std::optional<double> dt;
  /// Steps follow from their errors: what all may change in the state, as a share of √energy. The distance of
  /// samples is the largest step.
  std::optional<double> tolerance;
  std::optional<double> wall_limit;     ///< wall-clock seconds after which a run stops
  std::optional<double> stop_at_decay;  ///< share of its maximum to which the energy falls where the run ends
};

}  // namespace dgsolve
