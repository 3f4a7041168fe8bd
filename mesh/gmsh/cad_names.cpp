#include "mesh/gmsh/cad_names.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "mesh/gmsh/mesh_file.hpp"

namespace dgsolve {

namespace {

/// Open CASCADE gives shapes of an IGES file without a name that of their kind.
bool is_kind_of_shape(std::string_view name) {
  constexpr std::string_view kinds[] = {"COMPOUND", "COMPSOLID", "SOLID", "SHELL", "FACE"};
  return std::ranges::find(kinds, name) != std::end(kinds);
}

}  // namespace

double cad_unit(const std::filesystem::path& file) { return says_its_unit(file) ? 0.001 : 1; }

// ISO 10303-21: PRODUCT('id', 'name', …); a quote in a text is two quotes.
std::vector<std::string> product_names(const std::string& step) {
  constexpr std::string_view entity = "PRODUCT(";
  std::vector<std::string> names;
  for (std::size_t at = step.find(entity); at != std::string::npos; at = step.find(entity, at + 1)) {
    if (at > 0 && (std::isalnum(static_cast<unsigned char>(step[at - 1])) || step[at - 1] == '_')) continue;
    std::size_t i = at + entity.size();
    for (int text = 0; text < 2; ++text) {  // Open CASCADE takes the name; without a name, the id
      i = step.find_first_not_of(", \t\r\n", i);
      if (i == std::string::npos || step[i] != '\'') break;
      std::string name;
      for (++i; i < step.size() && (step[i] != '\'' || step.compare(i, 2, "''") == 0); ++i) {
        name += step[i];
        if (step[i] == '\'') ++i;
      }
      ++i;
      if (!name.empty()) names.push_back(name);
    }
  }
  return names;
}

std::string cad_name(const std::string& label, const std::vector<std::string>& products) {
  std::string name = label.substr(label.rfind('/') + 1);
  for (const std::string& product : products)
    if (product.size() > name.size() && label.ends_with('/' + product)) name = product;
  return products.empty() && is_kind_of_shape(name) ? "" : name;
}

}  // namespace dgsolve
