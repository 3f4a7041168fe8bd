/// Messages about a mesh. Every check reports alike: the number of findings, and where the first ten are.
#pragma once

#include <string>
#include <vector>

#include "mesh/base/faces.hpp"

namespace dgsolve {

/// "a, b, c", of very many the first ones; "none"
std::string list_text(const std::vector<std::string>& names);
/// "(0.5, 0.25, 0)"
std::string point_text(const Point& x);
/// "cell 12 at (…)": the number, from 0, and the mean of the vertices. first: number of the mesh's first cell
/// where it is a part of another mesh.
std::string cell_text(const Mesh& mesh, int e, int first = 0);
/// "face 2 of cell 12 at (…)": the mean of the face's vertices.
std::string face_text(const Mesh& mesh, Side side);

/// Collects the problems of a mesh, so that one run reports all of them.
class Problems {
 public:
  /// One problem of the whole mesh.
  void add(const std::string& sentence) { sentences_.push_back(sentence); }
  /// A kind of problem, as "<count> <what>: <the first ten of where>". An empty `where` adds nothing.
  void add(const std::string& what, const std::vector<std::string>& where);
  /// Throws MeshError with the first ten sentences, one a line, and how many there are more.
  void throw_if_any() const;

 private:
  std::vector<std::string> sentences_;
};

}  // namespace dgsolve
