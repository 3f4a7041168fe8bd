#include "io/report/page/svg_parts.hpp"

#include <fmt/core.h>

#include <iterator>

#include "io/report/page/html_page.hpp"

namespace dgsolve {
namespace {

/// Dark enough on white, and different for the colour-blind (after Okabe & Ito 2008, Color Universal Design).
constexpr CurveStyle styles[] = {{"#0072b2", ""},        {"#c44e00", "7 3"}, {"#007a5a", "2 2"},
                                 {"#9c3f86", "9 3 2 3"}, {"#7a5c00", "4 2"}, {"#1b1b1b", "12 3"},
                                 {"#005f94", "2 2 6 2"}, {"#a13d00", "1 3"}};

}  // namespace

const CurveStyle& style_of(std::size_t curve) { return styles[curve % std::size(styles)]; }

std::string svg_line(double x1, double y1, double x2, double y2, const char* kind) {
  return fmt::format(R"(<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)", kind, x1, y1,
                     x2, y2);
}

std::string svg_text(double x, double y, const char* anchor, const std::string& words,
                     const std::string& more) {
  return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}"{}>{}</text>)", x, y, anchor, more,
                     html_text(words));
}

std::string legend_html(const std::vector<std::string>& names) {
  if (names.size() < 2) return "";
  std::string html = "<ul class=\"legend\">";
  for (std::size_t i = 0; i < names.size(); ++i)
    html += fmt::format(
        R"(<li><svg width="34" height="10" viewBox="0 0 34 10" aria-hidden="true"><path d="M1 5L33 5" )"
        R"(stroke="{}" stroke-width="2" stroke-dasharray="{}"/></svg> {}</li>)",
        style_of(i).colour, style_of(i).dashes, html_text(names[i]));
  return html + "</ul>";
}

}  // namespace dgsolve
