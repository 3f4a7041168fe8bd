/// Names in lists, and lists of names in messages.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dgsolve {

/// Index of a name in a list, or −1.
int index_of(const std::vector<std::string>& names, const std::string& name);
/// "a, b, c"; of very many the first ones, and how many there are more.
std::string listed(const std::vector<std::string>& names);
/// A text from outside as messages show it: cut where it is long.
std::string shortened(std::string_view text);
/// " (did you mean sin?)" where one of the valid names is close to the name found, else "".
std::string did_you_mean(std::string_view found, std::span<const std::string> valid);

}  // namespace dgsolve
