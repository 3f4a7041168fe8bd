#include "io/fields/field_names.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "kernels/base/names.hpp"

namespace dgsolve {

std::map<std::string, std::array<int, 3>> vectors_among(const std::vector<std::string>& field_names) {
  std::map<std::string, std::array<int, 3>> vectors;
  for (std::size_t field = 0; field < field_names.size(); ++field) {
    const std::string& name = field_names[field];
    const std::size_t component = name.size() > 1 ? std::string("xyz").find(name.back()) : std::string::npos;
    if (component == std::string::npos) continue;
    auto& fields = vectors.try_emplace(name.substr(0, name.size() - 1), std::array{-1, -1, -1}).first->second;
    fields[component] = static_cast<int>(field);
  }
  std::erase_if(vectors, [&](const auto& vector) {
    const auto& [name, fields] = vector;
    return std::count(fields.begin(), fields.end(), -1) > 1 || index_of(field_names, name) >= 0;
  });
  return vectors;
}

std::vector<std::string> selectable_names(const std::vector<std::string>& field_names) {
  std::vector<std::string> names = field_names;
  for (const auto& [name, fields] : vectors_among(field_names)) names.push_back(name);
  return names;
}

std::vector<int> select_fields(const std::vector<std::string>& names,
                               const std::vector<std::string>& field_names) {
  std::vector<int> selected;
  if (names.empty()) {
    selected.resize(field_names.size());
    std::iota(selected.begin(), selected.end(), 0);
  }
  const auto add = [&](int field) {
    if (field >= 0 && std::count(selected.begin(), selected.end(), field) == 0) selected.push_back(field);
  };
  const auto vectors = vectors_among(field_names);
  for (const std::string& name : names) {
    if (std::count(names.begin(), names.end(), name) > 1)
      throw std::invalid_argument("field \"" + name + "\" is listed twice");
    if (const auto vector = vectors.find(name); vector != vectors.end()) {
      for (const int field : vector->second) add(field);
      continue;
    }
    const int field = index_of(field_names, name);
    if (field < 0)
      throw std::invalid_argument("no field \"" + name +
                                  "\"; there are: " + listed(selectable_names(field_names)));
    add(field);
  }
  return selected;
}

}  // namespace dgsolve
