#include "io/report/limiter_map.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "io/report/page/html_page.hpp"
#include "io/report/page/svg_parts.hpp"
#include "io/report/results/short_text.hpp"

namespace dgsolve {
namespace {

// In pixels of a phone's screen, as of other charts.
constexpr double map_width = 360, map_left = 20, map_top = 8, map_bottom = 24;
constexpr double most_height = 240, least_height = 18, least_width = 130;  // of the map: words have room
constexpr double pixel = 3;                                                ///< of the map

/// Strengths from which on a pixel has a colour.
struct Level {
  double from;
  const char* colour;
};
constexpr Level levels[] = {{1e-4, "#9ecae1"}, {1e-3, "#4292c6"}, {1e-2, "#08519c"}, {1e-1, "#08203f"}};

/// The map's rectangle, and where the mesh is in it. Thin meshes are drawn thicker.
struct Frame {
  std::array<double, 2> lower, upper;  ///< of the mesh, m
  double width, height;                ///< of the picture

  explicit Frame(const Mesh& mesh) {
    for (int d = 0; d < 2; ++d) {
      const auto less = [d](const Point& a, const Point& b) { return a[d] < b[d]; };
      const auto [least, most] = std::minmax_element(mesh.nodes.begin(), mesh.nodes.end(), less);
      lower[d] = (*least)[d];
      upper[d] = (*most)[d];
    }
    const double aspect = (upper[1] - lower[1]) / (upper[0] - lower[0]);
    width = std::clamp(most_height / aspect, least_width, map_width - 2 * map_left);
    height = std::clamp(width * aspect, least_height, most_height);
  }
  /// Pixels from the picture's left end, or from its lower one.
  double share(int axis, double x) const {
    return (x - lower[axis]) / (upper[axis] - lower[axis]) * (axis == 0 ? width : height) / pixel;
  }
};

/// [row from below][column]: the largest strength in a pixel, of all cells whose boxes touch it.
class Pixels {
 public:
  Pixels(const Mesh& mesh, const Frame& frame, const std::vector<double>& of_cells)
      : columns_(static_cast<int>(std::ceil(frame.width / pixel))),
        rows_(static_cast<int>(std::ceil(frame.height / pixel))),
        largest_(static_cast<std::size_t>(columns_) * rows_) {
    for (int e = 0; e < mesh.n_elements(); ++e) {
      if (!(of_cells[e] > 0)) continue;
      const std::array<int, 2> columns = pixels_of(mesh, frame, e, 0, columns_),
                               rows = pixels_of(mesh, frame, e, 1, rows_);
      for (int row = rows[0]; row <= rows[1]; ++row)
        for (int column = columns[0]; column <= columns[1]; ++column) {
          double& value = largest_[static_cast<std::size_t>(row) * columns_ + column];
          value = std::max(value, of_cells[e]);
        }
    }
  }
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  /// −1: none.
  int level_at(int row, int column) const {
    const double value = largest_[static_cast<std::size_t>(row) * columns_ + column];
    int level = -1;
    for (const Level& next : levels) level += value >= next.from;
    return level;
  }

 private:
  /// The first and the last one that a cell touches along an axis.
  static std::array<int, 2> pixels_of(const Mesh& mesh, const Frame& frame, int e, int axis, int n) {
    double least = mesh.vertex(e, 0)[axis], most = least;
    for (int v = 1; v <= mesh.dim; ++v) {
      least = std::min(least, mesh.vertex(e, v)[axis]);
      most = std::max(most, mesh.vertex(e, v)[axis]);
    }
    const int first = std::clamp(static_cast<int>(frame.share(axis, least)), 0, n - 1);
    return {first, std::clamp(static_cast<int>(std::ceil(frame.share(axis, most))) - 1, first, n - 1)};
  }

  int columns_, rows_;
  std::vector<double> largest_;
};

/// Of each level one path of runs along the rows.
std::string pixels_svg(const Pixels& pixels, const Frame& frame) {
  std::array<std::string, std::size(levels)> paths;
  for (int row = 0; row < pixels.rows(); ++row)
    for (int column = 0, next = 0; column < pixels.columns(); column = next) {
      const int level = pixels.level_at(row, column);
      while (next < pixels.columns() && pixels.level_at(row, next) == level) ++next;
      if (level < 0) continue;
      const double x = map_left + column * pixel, end = map_left + std::min(frame.width, next * pixel);
      const double y = map_top + frame.height - row * pixel, y_end = std::max(map_top, y - pixel);
      paths[level] += fmt::format("M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}z", x, y, end, y_end, x);
    }
  std::string svg;
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (!paths[i].empty()) svg += fmt::format(R"(<path d="{}" fill="{}"/>)", paths[i], levels[i].colour);
  return svg;
}

std::string map_legend() {
  std::string html = "<ul class=\"legend\">";
  for (const Level& level : levels)
    html += fmt::format(
        R"(<li><svg width="14" height="10" viewBox="0 0 14 10" aria-hidden="true"><path d="M0 0H14V10H0z" )"
        R"(fill="{}"/></svg> {:g} % or more</li>)",
        level.colour, 100 * level.from);
  return html + "</ul>";
}

std::string map_html(const Mesh& mesh, const std::vector<double>& of_cells) {
  const Frame frame(mesh);
  const double bottom_of_map = map_top + frame.height;
  const std::string title = "Strength of the limiter, mean over time";
  std::string svg =
      fmt::format(R"(<svg class="chart" viewBox="0 0 {} {:.1f}" role="img" aria-label="{}">)", map_width,
                  bottom_of_map + map_bottom, html_text(title)) +
      pixels_svg(Pixels(mesh, frame, of_cells), frame) +
      fmt::format(R"(<path class="axis" d="M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}z" fill="none"/>)", map_left,
                  map_top, map_left + frame.width, bottom_of_map, map_left);
  svg += svg_text(map_left, bottom_of_map + 16, "start", "x = " + short_text(frame.lower[0])) +
         svg_text(map_left + frame.width, bottom_of_map + 16, "end", short_text(frame.upper[0]));
  return "<figure><figcaption>" + html_text(title) + "</figcaption>" + svg + "</svg>" + map_legend() +
         "</figure>\n";
}

}  // namespace

std::string limiter_section(const Mesh& mesh, const LimiterSummary& limiter) {
  const auto percent = [](double share) { return short_text(100 * share) + " %"; };
  return html_section(
      "Limiter",
      html_table({}, {{"acted in", percent(limiter.cells) + " of the cells"},
                      {"strength", percent(limiter.strength) + " on average over cells and time"},
                      {"largest strength", percent(limiter.strongest) + " in a cell on average over time"}}) +
          html_charts(map_html(mesh, limiter.of_cells)) +
          html_note("Strength: the share of deviations from a cell's mean that was taken away; of an "
                    "artificial viscosity the share of the largest one."));
}

}  // namespace dgsolve
