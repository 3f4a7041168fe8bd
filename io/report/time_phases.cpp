#include "io/report/time_phases.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "io/report/html_page.hpp"
#include "io/report/progress.hpp"

namespace dgsolve {
namespace {

constexpr double worth_naming = 0.02;  ///< share of the whole

/// The parts worth naming, then one for all others.
std::vector<TimePhase> named_parts(const std::vector<TimePhase>& parts) {
  const double least = worth_naming * total_of(parts);
  std::vector<TimePhase> named;
  TimePhase rest{"the rest"};
  for (const TimePhase& part : parts)
    if (part.seconds >= least)
      named.push_back(part);
    else
      rest.seconds += part.seconds;
  named.push_back(rest);
  return named;
}

}  // namespace

double total_of(const std::vector<TimePhase>& parts) {
  double total = 0;
  for (const TimePhase& part : parts) total += part.seconds;
  return total;
}

std::string phases_text(const std::vector<TimePhase>& parts) {
  std::vector<TimePhase> named = named_parts(parts);
  std::stable_sort(named.begin(), named.end() - 1,
                   [](const TimePhase& a, const TimePhase& b) { return a.seconds > b.seconds; });
  std::string text = format_duration(total_of(parts)) + ":";
  for (const TimePhase& part : named)
    text += fmt::format("{} {} {}", text.back() == ':' ? "" : ",", part.name, format_duration(part.seconds));
  return text;
}

std::string phases_html(const std::vector<TimePhase>& parts) {
  const std::vector<TimePhase> named = named_parts(parts);
  constexpr double row = 20, left = 260, right = 80, width = 620;  // of the picture, in pixels
  const double longest = std::ranges::max(named, {}, &TimePhase::seconds).seconds;
  const double scale = longest > 0 ? (width - left - right) / longest : 0;
  std::string html = fmt::format(
      "<figure><figcaption>Where the time went</figcaption>\n<svg class=\"chart\" style=\"max-width: "
      "{0}px\" viewBox=\"0 0 {0} {1}\" role=\"img\">\n",
      width, row * static_cast<double>(named.size()));
  double y = 0;
  for (const TimePhase& part : named) {
    const double length = scale * part.seconds;
    html += fmt::format(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>"
        "<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"#0072b2\"/>"
        "<text x=\"{:.1f}\" y=\"{}\">{}</text>\n",
        left - 6, y + 14, html_text(part.name), left, y + 3, length, row - 6, left + length + 6, y + 14,
        format_duration(part.seconds));
    y += row;
  }
  return html + "</svg></figure>\n";
}

}  // namespace dgsolve
