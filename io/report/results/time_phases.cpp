#include "io/report/results/time_phases.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "io/report/page/html_page.hpp"
#include "io/report/results/progress.hpp"

namespace dgsolve {
namespace {

constexpr double worth_naming = 0.02;  ///< share of the whole

/// The phases worth naming, then one for all others.
std::vector<TimePhase> named_phases(const std::vector<TimePhase>& phases) {
  const double least = worth_naming * total_of(phases);
  std::vector<TimePhase> named;
  TimePhase rest{"the rest"};
  for (const TimePhase& phase : phases)
    if (phase.seconds >= least)
      named.push_back(phase);
    else
      rest.seconds += phase.seconds;
  named.push_back(rest);
  return named;
}

}  // namespace

double total_of(const std::vector<TimePhase>& phases) {
  double total = 0;
  for (const TimePhase& phase : phases) total += phase.seconds;
  return total;
}

std::string phases_text(const std::vector<TimePhase>& phases) {
  std::vector<TimePhase> named = named_phases(phases);
  std::stable_sort(named.begin(), named.end() - 1,
                   [](const TimePhase& a, const TimePhase& b) { return a.seconds > b.seconds; });
  std::string text = format_duration(total_of(phases)) + ":";
  for (const TimePhase& phase : named)
    text +=
        fmt::format("{} {} {}", text.back() == ':' ? "" : ",", phase.name, format_duration(phase.seconds));
  return text;
}

std::string phases_html(const std::vector<TimePhase>& phases) {
  const std::vector<TimePhase> named = named_phases(phases);
  constexpr double row = 20, left = 260, right = 80, width = 620;  // of the picture, in pixels
  const double longest = std::ranges::max(named, {}, &TimePhase::seconds).seconds;
  const double scale = longest > 0 ? (width - left - right) / longest : 0;
  std::string html = fmt::format(
      "<figure><figcaption>Where the time went</figcaption>\n<svg class=\"chart\" style=\"max-width: "
      "{0}px\" viewBox=\"0 0 {0} {1}\" role=\"img\">\n",
      width, row * static_cast<double>(named.size()));
  double y = 0;
  for (const TimePhase& phase : named) {
    const double length = scale * phase.seconds;
    html += fmt::format(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>"
        "<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"#0072b2\"/>"
        "<text x=\"{:.1f}\" y=\"{}\">{}</text>\n",
        left - 6, y + 14, html_text(phase.name), left, y + 3, length, row - 6, left + length + 6, y + 14,
        format_duration(phase.seconds));
    y += row;
  }
  return html + "</svg></figure>\n";
}

}  // namespace dgsolve
