#include "io/report/page/html_page.hpp"

#include <algorithm>

#include "mesh/base/foreign_text.hpp"

namespace dgsolve {
namespace {

constexpr const char* style = R"(
:root { color-scheme: light; }
body { margin: 0 auto; padding: 12px; max-width: 1160px; background: #fff; color: #1b1b1b;
       font: 15px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4em; margin: 0.3em 0; } h2 { font-size: 1.2em; margin: 1.4em 0 0.4em; } h3 { font-size: 1em; margin: 1em 0 0.3em; }
h2, h3 { break-after: avoid; }
.outcome { display: inline-block; padding: 2px 10px; border: 2px solid; border-radius: 4px; font-weight: bold; }
.completed { color: #00664b; } .failed { color: #a81c00; } .interrupted { color: #6b5000; }
.charts { display: grid; gap: 12px; margin: 10px 0; grid-template-columns: repeat(auto-fill, minmax(min(100%, 330px), 1fr)); }
figure { margin: 0; break-inside: avoid; } figcaption { font-weight: bold; }
svg.chart { display: block; width: 100%; height: auto; font-size: 12px; }
svg text { fill: #1b1b1b; } svg .grid { stroke: #dcdcdc; } svg .axis { stroke: #1b1b1b; }
.legend { list-style: none; margin: 2px 0; padding: 0; } .legend li { display: inline-block; margin-right: 14px; }
table { border-collapse: collapse; } th, td { padding: 2px 10px 2px 0; text-align: left; vertical-align: top;
        border-bottom: 1px solid #dcdcdc; font-variant-numeric: tabular-nums; }
th { font-weight: 600; } .facts th { min-width: 7em; } .columns td { white-space: nowrap; } pre { white-space: pre-wrap; font-size: 13px; background: #f6f6f6; padding: 8px; }
.note { color: #444; font-size: 0.9em; }
@media (max-width: 480px) { .columns { font-size: 12px; } .columns th, .columns td { padding-right: 6px; } }
@media print { body { padding: 0; font-size: 10pt; } pre { background: none; border: 1px solid #dcdcdc; } }
)";

}  // namespace

std::string html_text(const std::string& text) {
  std::string html;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t n = character_length(text, at);
    if (n == 0)
      html += "\uFFFD";
    else if (text[at] == '&')
      html += "&amp;";
    else if (text[at] == '<')
      html += "&lt;";
    else if (text[at] == '>')
      html += "&gt;";
    else if (text[at] == '"')
      html += "&quot;";
    else
      html += text.substr(at, n);
    at += std::max<std::size_t>(n, 1);
  }
  return html;
}

std::string html_table(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows) {
  std::string html = header.empty() ? "<table class=\"facts\">" : "<table class=\"columns\">";
  if (!header.empty()) {
    html += "<thead><tr>";
    for (const std::string& cell : header) html += "<th scope=\"col\">" + html_text(cell) + "</th>";
    html += "</tr></thead>";
  }
  html += "<tbody>\n";
  for (const auto& row : rows) {
    html += "<tr><th scope=\"row\">" + html_text(row.front()) + "</th>";
    for (std::size_t i = 1; i < row.size(); ++i) html += "<td>" + html_text(row[i]) + "</td>";
    html += "</tr>\n";
  }
  return html + "</tbody></table>\n";
}

std::string html_list(const std::vector<std::string>& items) {
  std::string html = "<ul>";
  for (const std::string& item : items) html += "<li>" + html_text(item) + "</li>";
  return html + "</ul>\n";
}

std::string html_charts(const std::string& figures) {
  return "<div class=\"charts\">" + figures + "</div>\n";
}

std::string html_note(const std::string& text) { return "<p class=\"note\">" + html_text(text) + "</p>\n"; }

std::string html_section(const std::string& heading, const std::string& content) {
  return "<section><h2>" + html_text(heading) + "</h2>\n" + content + "</section>\n";
}

std::string html_page(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" +
         html_text(title) + "</title>\n<style>" + style + "</style></head>\n<body>\n" + body +
         "</body></html>\n";
}

}  // namespace dgsolve
