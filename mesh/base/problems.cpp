#include "mesh/base/problems.hpp"

#include <algorithm>
#include <sstream>

#include "mesh/base/faces.hpp"

namespace dgsolve {

std::string list_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

std::string point_text(const std::array<double, 3>& x) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << "(" << x[0] << ", " << x[1] << ", " << x[2] << ")";
  return out.str();
}

std::string cell_text(const Mesh& mesh, int e) {
  std::array<double, 3> mean = {0, 0, 0};
  for (int v = 0; v <= mesh.dim; ++v)
    for (int i = 0; i < 3; ++i) mean[i] += mesh.vertex(e, v)[i] / (mesh.dim + 1);
  return "cell " + std::to_string(e) + " at " + point_text(mean);
}

std::string face_text(const Mesh& mesh, int e, int f) {
  return "face " + std::to_string(f) + " of cell " + std::to_string(e) + " at " +
         point_text(face_center(mesh, {e, f}));
}

void Problems::add(const std::string& what, const std::vector<std::string>& places) {
  if (places.empty()) return;
  constexpr std::size_t n_shown = 10;
  std::string sentence = std::to_string(places.size()) + " " + what + ": ";
  for (std::size_t i = 0; i < std::min(places.size(), n_shown); ++i)
    sentence += (i > 0 ? "; " : "") + places[i];
  if (places.size() > n_shown) sentence += "; …";
  sentences_.push_back(sentence);
}

void Problems::throw_if_any() const {
  if (sentences_.empty()) return;
  std::string text = sentences_[0];
  for (std::size_t i = 1; i < sentences_.size(); ++i) text.append("\n").append(sentences_[i]);
  throw MeshError(text);
}

}  // namespace dgsolve
