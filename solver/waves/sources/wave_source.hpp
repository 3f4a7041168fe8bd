/// What puts waves into a mesh: plane waves through the surface of a region, dipoles, and currents.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "kernels/expression/expression.hpp"

namespace dgsolve {

/// E = p f(t − k·x/c) with H = k×p f/Z. Vectors of any length but 0.
struct PlaneWave {
  std::array<double, 3> direction{}, polarisation{};  ///< k, p
  Expression waveform;                                ///< f(t), V/m
};

/// f(t) is the source's waveform.
enum class WaveSourceType {
  plane_wave,       ///< V/m, through the outer surface of regions, or a group of faces
  dipole,           ///< electric: J = p f'(t) δ(x − x0), p in A s m (2D: A s)
  magnetic_dipole,  ///< the magnetic current μ0 m f'(t) δ(x − x0), m in A m² (2D: A m)
  filament,         ///< the current I f(t) along a path of straight pieces, A
  current           ///< J = j(x) f(t) in regions, A/m²
};

/// The incident field at the cells of some regions.
struct IncidentField {
  std::vector<std::string> regions;
  std::map<std::string, Expression> data;  ///< field → formula in x, y, z, t
};

struct WaveSource {
  WaveSourceType type;
  /// plane_wave: the regions whose union it enters, or one boundary group of faces that enclose a part of the
  /// mesh; current: the regions that carry it.
  std::vector<std::string> into;
  std::array<double, 3> direction{}, polarisation{};  ///< plane_wave: of any length but 0
  /// m. Dipoles: one point; filament: the corners of its path, or in 2D one point of a current along z.
  std::vector<std::array<double, 3>> at;
  int n_coordinates = 0;            ///< of points, as the case gives them: 2 or 3
  std::array<double, 3> moment{};   ///< dipoles: p or m
  double amplitude = 0;             ///< filament: I, A
  std::vector<Expression> density;  ///< current: j, [3] in x, y, z
  std::string waveform;             ///< a name of WaveOptions::waveforms
  /// plane_wave: one for each medium at the surface, first the one that the wave comes through; empty until
  /// set_plane_waves.
  std::vector<IncidentField> incident = {};
};

}  // namespace dgsolve
