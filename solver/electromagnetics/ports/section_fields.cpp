#include "solver/electromagnetics/ports/section_fields.hpp"

#include <cmath>

namespace dgsolve {
namespace {

/// Where a point x [dim] of a face lies in the section; in 2D at the foot of the strip.
Location location_on_face(const PortSpace& port, int face, const double* x) {
  const PortFaces& faces = *port.faces;
  const double z = faces.dim == 3 ? x[2] : faces.frame.origin[2];
  const std::array<double, 2> y = faces.in_section({x[0], x[1], z});
  return port.space.locate(faces.dim == 3 ? face : 2 * face, {y[0], y[1], 0});
}

}  // namespace

TransverseFields SectionProfile::at(int face, std::span<const double> x) const {
  const PortFaces& faces = *port->faces;
  const auto& [origin, t1, t2, normal] = faces.frame;
  const double factor = sign * (faces.dim == 3 ? 1 : std::sqrt(faces.strip_height));
  TransverseFields fields;
  for (std::size_t n = 0; n < x.size() / faces.dim; ++n) {
    const SectionFields f = in_section(location_on_face(*port, face, &x[n * faces.dim]));
    for (int i = 0; i < 3; ++i) {
      fields.e.push_back(factor * (f.e[0] * t1[i] + f.e[1] * t2[i]));
      fields.h.push_back(factor * (f.h[0] * t1[i] + f.h[1] * t2[i]));
    }
  }
  return fields;
}

}  // namespace dgsolve
