/// What pictures of all kinds share: colours, lines, words, and the legend below them.
#pragma once

#include <string>
#include <vector>

namespace dgsolve {

struct CurveStyle {
  const char *colour, *dashes;
};
const CurveStyle& style_of(std::size_t curve);

/// kind: a class of the page's style, "grid" or "axis".
std::string svg_line(double x1, double y1, double x2, double y2, const char* kind);
/// anchor: "start", "middle" or "end"; more: further attributes.
std::string svg_text(double x, double y, const char* anchor, const std::string& words,
                     const std::string& more = "");

/// Under the picture, where names of any length find room. Empty for one curve.
std::string legend_html(const std::vector<std::string>& names);

}  // namespace dgsolve
