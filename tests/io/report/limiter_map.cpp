/// The report's map of where a limiter acted.

#include "io/report/limiter_map.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "mesh/box.hpp"

namespace dgsolve::test {
namespace {

/// Corners of all runs of pixels in a section: x, y.
std::vector<std::array<double, 2>> pixels_in(const std::string& html) {
  std::vector<std::array<double, 2>> corners;
  const std::regex run("M([0-9.]+) ([0-9.]+)H[0-9.]+V[0-9.]+H[0-9.]+z");
  const std::string picture = html.substr(0, html.find("class=\"axis\""));
  for (std::sregex_iterator match(picture.begin(), picture.end(), run), end; match != end; ++match)
    corners.push_back({std::stod((*match)[1]), std::stod((*match)[2])});
  return corners;
}

TEST(LimiterMap, has_pixels_where_cells_were_limited_and_nowhere_else) {
  for (const int dim : {2, 3}) {
    const Mesh mesh = make_box({.dim = dim, .cells = {8, 4, 2}, .lower = {0, 0, 0}, .upper = {2, 1, 1}});
    LimiterSummary limiter{0, 0, 0, std::vector<double>(mesh.n_elements())};
    EXPECT_TRUE(pixels_in(limiter_section(mesh, limiter)).empty());
    for (int e = 0; e < mesh.n_elements(); ++e) {
      bool inside = true;  // of the lower left eighth
      for (int v = 0; v <= dim; ++v)
        inside = inside && mesh.vertex(e, v)[0] <= 0.5 && mesh.vertex(e, v)[1] <= 0.5;
      limiter.of_cells[e] = inside ? 0.2 : 0;
    }
    const auto corners = pixels_in(limiter_section(mesh, limiter));
    EXPECT_FALSE(corners.empty());
    for (const auto& [x, y] : corners) {
      EXPECT_LT(x, 20 + 320 / 4);
      EXPECT_GT(y, 8 + 160 / 2);
    }
  }
}

}  // namespace
}  // namespace dgsolve::test
