#include "io/picture/names_picture.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "mesh/base/faces.hpp"
#include "mesh/base/labels.hpp"

namespace dgsolve {
namespace {

constexpr int n_colours = 10;
constexpr const char* colour_names[n_colours] = {"blue",  "orange", "green", "red",   "purple",
                                                 "brown", "pink",   "grey",  "olive", "cyan"};
constexpr Colour colours[n_colours] = {{31, 119, 220}, {255, 140, 0}, {30, 160, 40},   {220, 30, 30},
                                       {140, 60, 200}, {140, 80, 40}, {250, 110, 200}, {130, 130, 130},
                                       {150, 150, 0},  {0, 190, 200}};
constexpr const char* shades[] = {"", "dark ", "light "};
enum Shade { plain, dark, light };

Colour mixed(const Colour& a, const Colour& b, double share) {
  Colour mix;
  for (int i = 0; i < 3; ++i) mix[i] = static_cast<std::uint8_t>(std::lround(a[i] + share * (b[i] - a[i])));
  return mix;
}

Colour colour(std::size_t number, int shade) {
  const Colour& base = colours[number % n_colours];
  if (shade == plain) return base;
  return shade == dark ? mixed(base, {0, 0, 0}, 0.5) : mixed(base, {255, 255, 255}, 0.6);
}

/// In 2D regions have the light shades.
int shade_of_boundary(int dim, std::size_t number) {
  return static_cast<int>(number / n_colours % (dim == 2 ? 2 : std::size(shades)));
}

/// A triangle in pixels, z towards the eye.
struct Patch {
  std::array<Point, 3> corners;
  Colour colour;
};

/// Draws what is nearest to the eye at each pixel.
class Canvas {
 public:
  explicit Canvas(int width, int height)
      : picture(width, height, {255, 255, 255}),
        nearest_(picture.pixels.size(), -std::numeric_limits<double>::infinity()) {}

  void draw(const Patch& patch) {
    const auto& [a, b, c] = patch.corners;
    const double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (area == 0) return;
    const auto range = [&](int axis, int n) {
      const auto [least, most] = std::minmax({a[axis], b[axis], c[axis]});
      return std::pair(std::max(0, static_cast<int>(least)), std::min(n - 1, static_cast<int>(most) + 1));
    };
    const auto [left, right] = range(0, picture.width);
    const auto [top, bottom] = range(1, picture.height);
    for (int row = top; row <= bottom; ++row)
      for (int column = left; column <= right; ++column) {
        const double x = column + 0.5 - a[0], y = row + 0.5 - a[1];
        const double at_b = (x * (c[1] - a[1]) - y * (c[0] - a[0])) / area,
                     at_c = ((b[0] - a[0]) * y - (b[1] - a[1]) * x) / area;
        if (at_b < 0 || at_c < 0 || at_b + at_c > 1) continue;
        const double z = a[2] + at_b * (b[2] - a[2]) + at_c * (c[2] - a[2]);
        double& nearest = nearest_[static_cast<std::size_t>(row) * picture.width + column];
        if (z < nearest) continue;
        nearest = z;
        picture.at(column, row) = patch.colour;
      }
  }

  Picture picture;

 private:
  std::vector<double> nearest_;  ///< z of what is drawn
};

/// Where points are in the picture: the box of the mesh in a part of it.
struct View {
  Point right, up, to_eye;  ///< unit vectors
  double scale = 1;         ///< pixels a metre
  Point offset = {0, 0, 0};

  Point operator()(const Point& x) const {
    return {offset[0] + scale * dot(right, x), offset[1] - scale * dot(up, x), scale * dot(to_eye, x)};
  }
  void fit(const Mesh& mesh, double left, double width, double height) {
    constexpr double margin = 16;
    const auto [lower, upper] = bounding_box(mesh.nodes);
    double box[2][2] = {{INFINITY, -INFINITY}, {INFINITY, -INFINITY}};  // along right, up
    for (int corner = 0; corner < 8; ++corner) {
      const Point x = {(corner & 1 ? lower : upper)[0], (corner & 2 ? lower : upper)[1],
                       (corner & 4 ? lower : upper)[2]};
      for (int axis = 0; axis < 2; ++axis) {
        const double at = dot(axis == 0 ? right : up, x);
        box[axis][0] = std::min(box[axis][0], at);
        box[axis][1] = std::max(box[axis][1], at);
      }
    }
    scale = std::min((width - 2 * margin) / (box[0][1] - box[0][0]),
                     (height - 2 * margin) / (box[1][1] - box[1][0]));
    offset = {left + width / 2 - scale * (box[0][0] + box[0][1]) / 2,
              height / 2 + scale * (box[1][0] + box[1][1]) / 2, 0};
  }
};

constexpr int picture_width = 1200, picture_height = 800;

void draw_plane(const Mesh& mesh, Canvas& canvas) {
  View view = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  view.fit(mesh, 0, picture_width, picture_height);
  for (int e = 0; e < mesh.n_elements(); ++e)
    canvas.draw({{view(mesh.vertex(e, 0)), view(mesh.vertex(e, 1)), view(mesh.vertex(e, 2))},
                 colour(mesh.region[e], light)});
  constexpr double half_width = 2.5;  // of a line, pixels
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int group = mesh.boundary[side_index(mesh, {e, f})];
      if (group < 0) continue;
      const FaceVertices ends = face_vertices(mesh, {e, f});
      const Point a = view(mesh.nodes[ends[0]]), b = view(mesh.nodes[ends[1]]);
      const double n = half_width / std::max(std::hypot(b[0] - a[0], b[1] - a[1]), 1e-6);
      const Point aside = {n * (b[1] - a[1]), n * (a[0] - b[0]), 1};
      const auto moved = [&](const Point& x, int sign) {
        return Point{x[0] + sign * aside[0], x[1] + sign * aside[1], 1};
      };
      const Colour of_line = colour(group, shade_of_boundary(mesh.dim, group));
      canvas.draw({{moved(a, 1), moved(a, -1), moved(b, 1)}, of_line});
      canvas.draw({{moved(b, 1), moved(b, -1), moved(a, -1)}, of_line});
    }
}

void draw_outside(const Mesh& mesh, View view, Canvas& canvas) {
  for (const Side side : exterior_sides(mesh)) {
    const FaceVertices v = face_vertices(mesh, side);
    const Point &a = mesh.nodes[v[0]], &b = mesh.nodes[v[1]], &c = mesh.nodes[v[2]];
    const Point normal = cross(difference(b, a), difference(c, a));
    const double slope = std::abs(dot(normal, view.to_eye)) / length(normal);
    const int group = mesh.boundary[side_index(mesh, side)];
    canvas.draw({{view(a), view(b), view(c)},
                 mixed({0, 0, 0}, colour(group, shade_of_boundary(mesh.dim, group)), 0.45 + 0.55 * slope)});
  }
}

}  // namespace

Picture picture_of_names(const Mesh& mesh) {
  Canvas canvas(picture_width, picture_height);
  if (mesh.dim == 2) {
    draw_plane(mesh, canvas);
    return std::move(canvas.picture);
  }
  // From a corner above, and from the opposite one below.
  const double r2 = std::sqrt(2.), r3 = std::sqrt(3.), r6 = std::sqrt(6.);
  View above = {{-1 / r2, 1 / r2, 0}, {-1 / r6, -1 / r6, 2 / r6}, {1 / r3, 1 / r3, 1 / r3}};
  View below = {{1 / r2, -1 / r2, 0}, {-1 / r6, -1 / r6, 2 / r6}, {-1 / r3, -1 / r3, -1 / r3}};
  above.fit(mesh, 0, picture_width / 2., picture_height);
  below.fit(mesh, picture_width / 2., picture_width / 2., picture_height);
  draw_outside(mesh, above, canvas);
  draw_outside(mesh, below, canvas);
  return std::move(canvas.picture);
}

std::string colours_of_names(const Mesh& mesh) {
  std::string text;
  const auto add = [&](const std::string& name, std::size_t number, int shade) {
    text += (text.empty() ? "" : ", ") + label_text(name) + ' ' + shades[shade] +
            colour_names[number % n_colours];
  };
  for (std::size_t b = 0; b < mesh.boundary_names.size(); ++b)
    add(mesh.boundary_names[b], b, shade_of_boundary(mesh.dim, b));
  for (std::size_t region = 0; mesh.dim == 2 && region < mesh.region_names.size(); ++region)
    add(mesh.region_names[region], region, light);
  return text;
}

}  // namespace dgsolve
