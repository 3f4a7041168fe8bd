/// Pictures of curves, and the page around them.

#include "io/report/page/svg_chart.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "io/report/page/html_page.hpp"
#include "io/report/page/polar_chart.hpp"
#include "tests/support/programs/well_formed.hpp"

namespace dgsolve {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// Points of all curves, in pixels.
std::vector<std::pair<double, double>> points(const std::string& html) {
  std::vector<std::pair<double, double>> found;
  const std::string svg = html.substr(0, html.find("</svg>")), begin = "<path d=\"";
  for (std::size_t at = svg.find(begin); at != std::string::npos; at = svg.find(begin, at + 1)) {
    const std::size_t first = at + begin.size();
    std::string path = svg.substr(first, svg.find('"', first) - first);
    for (char& c : path)
      if (c == 'M' || c == 'L') c = ' ';
    std::istringstream numbers(path);
    for (double x, y; numbers >> x >> y;) found.emplace_back(x, y);
  }
  return found;
}

TEST(Chart, stays_inside_its_picture_for_any_values) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> values = {
      {0, 1, 2}, {1e-300, 1e300, 1}, {-1, NAN, 3},        {inf, -inf, NAN},      {5, 5, 5}, {0, 0, 0},
      {},        {1e9, 1e9 + 1, 3},  {-1e-9, 1e-9, 2e-9}, {0.1, 0.10001, 0.1002}};
  for (const bool logarithmic : {false, true})
    for (const auto& y : values) {
      std::vector<double> x(y.size());
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
      const std::string html = chart_html({"t", {"x", ""}, {"y", "V", logarithmic}, {{"c", x, y, true}}});
      test::expect_stands_alone(html_page("", html));
      EXPECT_EQ(html.find("nan"), std::string::npos);
      EXPECT_EQ(html.find("inf"), std::string::npos);
      for (const auto& [px, py] : points(html)) {
        EXPECT_TRUE(px >= 0 && px <= 360) << px;
        EXPECT_TRUE(py >= 0 && py <= 240) << py;
      }
      EXPECT_LE(count(html, "class=\"grid\""), 24u);
    }
}

/// What stands on an axis, but for its name: anchor is "end" for y, "middle" for x.
std::vector<std::string> numbers(const std::string& html, const std::string& anchor) {
  std::vector<std::string> found;
  const std::string begin = "\"" + anchor + "\">";
  for (std::size_t at = html.find(begin); at != std::string::npos; at = html.find(begin, at + 1)) {
    const std::size_t first = at + begin.size();
    const std::string words = html.substr(first, html.find('<', first) - first);
    if (words[0] != 't') found.push_back(words);
  }
  return found;
}

TEST(Chart, has_room_for_the_numbers_of_any_range) {
  for (const double size : {1e-9, 2e-3, 0.012, 0.0295, 0.3, 0.5, 1.0, 47.0, 999.0, 1500.0, 9999.0, 2e5})
    for (const double share : {1.0, 0.5, 0.1, 0.03, 0.011})
      for (const double sign : {1.0, -1.0}) {
        const std::vector<double> values = {sign * size, sign * size * (1 - share)};
        const std::string html = chart_html({"t", {"t", ""}, {"y", ""}, {{"c", {0, size}, values}}});
        for (const std::string& number : numbers(html, "end"))
          EXPECT_LE(number.size(), 6u) << number << " of " << values[0] << " to " << values[1];
        for (const std::string& number : numbers(html, "middle"))
          EXPECT_LE(number.size(), 5u) << number << " of 0 to " << size;
        EXPECT_GE(numbers(html, "end").size() + numbers(html, "middle").size(), 6u);
      }
}

TEST(Chart, with_few_points_shows_where_they_are) {
  const auto dots = [](std::size_t n) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<double>(i);
    return count(chart_html({"t", {"x", ""}, {"y", ""}, {{"c", x, x, true}}}), "<circle");
  };
  EXPECT_EQ(dots(14), 14u);
  EXPECT_EQ(dots(1000), 0u);
}

TEST(Chart, of_a_million_points_is_small_and_keeps_every_peak) {
  std::vector<double> x(1000000), y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<double>(i);
    y[i] = std::sin(x[i] * 0.01);
  }
  y[123456] = 9;
  y[654321] = -9;
  const std::string html = chart_html({"t", {"x", ""}, {"y", ""}, {{"c", x, y}}});
  EXPECT_LT(html.size(), 60000u);
  const auto shown = points(html);
  const auto [top, bottom] = std::minmax_element(
      shown.begin(), shown.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  EXPECT_NEAR(top->first, 60 + 282 * 0.123456, 1);
  EXPECT_NEAR(bottom->first, 60 + 282 * 0.654321, 1);
}

TEST(Chart, tells_curves_apart_without_colour_and_names_axes_with_units) {
  Chart chart{"t", {"time", "s"}, {"field", "V/m"}, {}};
  for (int i = 0; i < 6; ++i) chart.curves.push_back({"curve " + std::to_string(i), {0, 1e-9}, {0, 1.0 + i}});
  const std::string html = chart_html(chart);
  std::set<std::string> dashes, colours;
  const auto quoted_after = [&](const std::string& words, std::size_t from) {
    const std::size_t begin = html.find(words + "=\"", from) + words.size() + 2;
    return html.substr(begin, html.find('"', begin) - begin);
  };
  const std::string stroke = "stroke-width=\"1.5\" stroke-linejoin=\"round\"";
  for (std::size_t at = html.find(stroke); at != std::string::npos; at = html.find(stroke, at + 1)) {
    colours.insert(quoted_after("stroke", html.rfind("stroke=", at)));
    dashes.insert(quoted_after("stroke-dasharray", at));
  }
  EXPECT_EQ(colours.size(), 6u);
  EXPECT_EQ(dashes.size(), 6u);
  EXPECT_NE(html.find("time, 10⁻⁹ s"), std::string::npos);
  EXPECT_NE(html.find("field, V/m"), std::string::npos);
  for (const Curve& curve : chart.curves) EXPECT_NE(html.find(curve.name + "</li>"), std::string::npos);
}

TEST(PolarChart, stays_inside_its_picture_for_any_values_and_names_what_it_shows) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> values = {
      {0, 1, 2}, {-300, 300, 1}, {inf, -inf, NAN}, {5, 5, 5}, {}};
  for (const auto& y : values) {
    std::vector<double> x(y.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 400.0 * static_cast<double>(i) - 100;
    const std::string html = polar_chart_html({"t", {"cross-section", "dBsm"}, {{"c", x, y}, {"d", x, y}}});
    test::expect_stands_alone(html_page("", html));
    EXPECT_EQ(html.find("nan"), std::string::npos);
    EXPECT_EQ(html.find("inf"), std::string::npos);
    for (const auto& [px, py] : points(html)) {
      EXPECT_TRUE(px >= 0 && px <= 360) << px;
      EXPECT_TRUE(py >= 0 && py <= 310) << py;
    }
    EXPECT_NE(html.find("cross-section, dBsm"), std::string::npos);
    EXPECT_NE(html.find("90°"), std::string::npos);
    EXPECT_NE(html.find("d</li>"), std::string::npos);
  }
}

TEST(PolarChart, puts_the_highest_decade_on_the_rim_and_angles_counterclockwise) {
  const auto shown = points(polar_chart_html({"t", {"gain", "dBi"}, {{"c", {0, 90, 180}, {10, 0, -10}}}}));
  ASSERT_EQ(shown.size(), 3u);
  EXPECT_NEAR(shown[0].first - 180, 124, 0.1);          // 10 dBi to the right
  EXPECT_NEAR(148 - shown[1].second, 62, 0.1);          // 0 dBi up, half way
  EXPECT_NEAR(std::abs(shown[2].first - 180), 0, 0.1);  // −10 dBi: the centre
}

TEST(HtmlPage, shows_any_text_as_it_is_and_never_as_marks) {
  for (const std::string& text :
       {std::string("<script>alert('&')</script>"), std::string("a\"b' onload=\"x"),
        std::string("]]>&amp;&#0;"), std::string("\xff\xc0\x80 \xed\xa0\x80 \xf5\x80\x80\x80 cut \xe2\x82"),
        std::string("zero\0byte\x1b[0m", 14), std::string("Müller, ∇×E, 𝄞")}) {
    const std::string html = html_page(
        text, html_table({text}, {{text, text}}) + html_list({text}) + html_section(text, "") +
                  chart_html({text, {text, text}, {text, text}, {{text, {0}, {0}}, {text, {1}, {1}}}}));
    const auto root =
        vtkSmartPointer<vtkXMLDataElement>::Take(vtkXMLUtilities::ReadElementFromString(html.c_str()));
    EXPECT_TRUE(root) << html;
    EXPECT_EQ(html.find("<script"), std::string::npos);
  }
  EXPECT_EQ(html_text("Müller, ∇×E, 𝄞"), "Müller, ∇×E, 𝄞");
  EXPECT_EQ(html_text("a\xff"), "a\uFFFD");
}

}  // namespace
}  // namespace dgsolve
