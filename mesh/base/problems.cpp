#include "mesh/base/problems.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <span>

namespace dgsolve {
namespace {

constexpr std::size_t n_shown = 10;  ///< of problems, and of the findings of one

}  // namespace

std::string list_text(const std::vector<std::string>& names) {
  constexpr std::size_t most = 50;
  std::string text;
  for (const std::string& name : std::span(names).first(std::min(names.size(), most)))
    text += (text.empty() ? "" : ", ") + name;
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text.empty() ? "none" : text;
}

std::string point_text(const Point& x) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", x[0], x[1], x[2]); }

std::string cell_text(const Mesh& mesh, int e, int first) {
  return fmt::format("cell {} at {}", first + e, point_text(cell_center(mesh, e)));
}

std::string face_text(const Mesh& mesh, Side side) {
  return fmt::format("face {} of cell {} at {}", side.face, side.element,
                     point_text(face_center(mesh, side)));
}

void Problems::add(const std::string& what, const std::vector<std::string>& where) {
  if (where.empty()) return;
  std::string sentence = std::to_string(where.size()) + " " + what + ": ";
  for (std::size_t i = 0; i < std::min(where.size(), n_shown); ++i)
    sentence += (i > 0 ? "; " : "") + where[i];
  if (where.size() > n_shown) sentence += "; …";
  sentences_.push_back(sentence);
}

void Problems::throw_if_any() const {
  if (sentences_.empty()) return;
  std::string text;
  for (const std::string& sentence : std::span(sentences_).first(std::min(sentences_.size(), n_shown)))
    text += (text.empty() ? "" : "\n") + sentence;
  if (sentences_.size() > n_shown) text += fmt::format("\n{} more problems", sentences_.size() - n_shown);
  throw MeshError(text);
}

}  // namespace dgsolve
