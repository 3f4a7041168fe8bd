/// Parts of a web page that stands alone: one file, no script, nothing from elsewhere. It is well-formed XML
/// too.
#pragma once

#include <string>
#include <vector>

namespace dgsolve {

/// Text for an element or an attribute: marks of HTML are escaped, and what no page may hold (control
/// characters, bytes that are not UTF-8) is replaced.
std::string html_text(const std::string& text);

/// A table; header: of the columns, empty: none, then it is a list of facts. Cells are texts; the first of a
/// row is its name. Where there are columns the others are short: they are not broken into lines.
std::string html_table(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows);

std::string html_list(const std::vector<std::string>& items);
/// Figures side by side, as many as fit.
std::string html_charts(const std::string& figures);
/// A remark in small letters.
std::string html_note(const std::string& text);
/// A heading and what is below it, which is HTML.
std::string html_section(const std::string& heading, const std::string& content);

/// The page: its title in the window, and the HTML of its body.
std::string html_page(const std::string& title, const std::string& body);

}  // namespace dgsolve
