/// Groups that share cells or faces. Such cells have one name in Mesh::region_names, and such faces one in
/// boundary_names, that holds those of all their groups: a label. A case chooses a group for each label.
#pragma once

#include <string>
#include <vector>

namespace dgsolve {

/// Names have no control characters (clean_name). The label of one group is its name.
std::string label_of(std::vector<std::string> groups);

/// Each once, ascending.
std::vector<std::string> groups_in(const std::string& label);

/// "skin", or "front and skin".
std::string label_text(const std::string& label);

/// Groups of one name become one, and those without cells or faces go. numbers: of each cell, or side, its
/// index into `names`, or −1.
void merge_groups(std::vector<std::string>& names, std::vector<int>& numbers);

}  // namespace dgsolve
