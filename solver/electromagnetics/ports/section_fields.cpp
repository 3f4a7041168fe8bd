#include "solver/electromagnetics/ports/section_fields.hpp"

#include <fmt/core.h>

#include <cmath>
#include <stdexcept>

namespace dgsolve {

TransverseFields SectionProfile::at(int face, std::span<const double> x) const {
  const PortFaces& faces = *port->faces;
  const auto& [origin, t1, t2, normal] = faces.frame;
  const int cell = faces.dim == 3 ? face : 2 * face;  // in 2D the foot of the strip
  std::vector<double> in_plane;
  for (std::size_t n = 0; n < x.size(); n += faces.dim) {
    const std::array<double, 2> y = faces.in_section({x[n], x[n + 1], faces.dim == 3 ? x[n + 2] : origin[2]});
    in_plane.insert(in_plane.end(), y.begin(), y.end());
  }
  const auto points = port->space.reference_points(cell, in_plane);
  if (!points)
    throw std::invalid_argument(
        fmt::format("a point of {} where a mode is asked for, the first one at {}, is not in "
                    "face {} of port {}",
                    x.size() / faces.dim, format_point(faces.dim, x.data()), face, faces.name));
  const double factor = sign * (faces.dim == 3 ? 1 : std::sqrt(faces.strip_height));
  TransverseFields fields;
  for (const SectionFields& f : in_section(cell, *points))
    for (int i = 0; i < 3; ++i) {
      fields.e.push_back(factor * (f.e[0] * t1[i] + f.e[1] * t2[i]));
      fields.h.push_back(factor * (f.h[0] * t1[i] + f.h[1] * t2[i]));
    }
  return fields;
}

}  // namespace dgsolve
