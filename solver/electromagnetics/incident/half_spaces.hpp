/// A plane wave that meets the plane between two lossless media: what is reflected, and what enters the other
/// medium (Fresnel's equations; Born & Wolf, Principles of Optics, 7th ed. (1999), 1.5).
#pragma once

#include <optional>
#include <vector>

#include "mesh/base/mesh.hpp"
#include "mesh/base/points.hpp"

namespace dgsolve {

/// E f(t − delay − k·x/c), H = k×E/Z.
struct PlaneWaveIn {
  Point k, E;                        ///< a unit vector; E is perpendicular to it
  std::optional<double> delay = {};  ///< s; none: of a wave that is f(t) at the origin
};

struct HalfSpaceMedium {
  double speed, impedance;  ///< c, Z
};

struct PlaneInterface {
  Point through, normal;  ///< a unit vector, from the first medium into the second
};

/// Where cells of some regions meet those of others; [region]. Throws std::invalid_argument where that is not
/// one plane.
PlaneInterface interface_between(const Mesh& mesh, const std::vector<bool>& first,
                                 const std::vector<bool>& second);

struct HalfSpaceWaves {
  std::vector<PlaneWaveIn> in_first, in_second;
};

/// The waves that follow from one through the first medium. Throws std::invalid_argument where it does not
/// run towards the second, or is reflected totally: what is then in the second is no plane wave.
HalfSpaceWaves refract(const PlaneWaveIn& incident, const PlaneInterface& interface,
                       const HalfSpaceMedium& first, const HalfSpaceMedium& second);

}  // namespace dgsolve
