#include "mesh/base/cut_cells.hpp"

#include <algorithm>

namespace dgsolve {
namespace {

/// Vertices on a facet: 2 of an edge, 3 or 4 of a face.
int facet_size(const CutShape& shape, int facet) {
  return static_cast<int>(std::find(shape.facet[facet], shape.facet[facet] + 4, -1) - shape.facet[facet]);
}

/// By insertion: GCC 12 warns of steps that std::sort does not take on so few.
void sort_few(auto begin, auto end, const auto& is_lower) {
  for (auto next = begin; next != end; ++next)
    std::rotate(std::upper_bound(begin, next, *next, is_lower), next, next + 1);
}

}  // namespace

const CutShape* find_cut_shape(int dim, int n_vertices) {
  for (const CutShape& shape : cut_shapes)
    if (shape.dim == dim && shape.n_vertices == n_vertices) return &shape;
  return nullptr;
}

Pieces cut(const CutShape& shape, std::span<const std::uint64_t> ranks) {
  Pieces pieces;
  const auto is_lower = [&](int a, int b) { return ranks[a] < ranks[b]; };
  const auto add = [&](std::array<int, 4> vertices) {
    sort_few(vertices.begin(), vertices.begin() + shape.dim + 1, is_lower);
    pieces.vertices[pieces.n++] = vertices;
  };
  const int lowest = static_cast<int>(std::min_element(ranks.begin(), ranks.end()) - ranks.begin());
  for (int f = 0; f < shape.n_facets; ++f) {
    const int n = facet_size(shape, f);
    const int* const v = shape.facet[f];
    if (std::find(v, v + n, lowest) != v + n) continue;
    if (n < 4) {
      add({lowest, v[0], v[1], v[2]});
      continue;
    }
    const auto first = static_cast<int>(std::min_element(v, v + n, is_lower) - v);
    for (const int i : {1, 2}) add({lowest, v[first], v[(first + i) % 4], v[(first + i + 1) % 4]});
  }
  sort_few(pieces.vertices.begin(), pieces.vertices.begin() + pieces.n,
           [&](const std::array<int, 4>& a, const std::array<int, 4>& b) {
             return std::lexicographical_compare(a.begin(), a.begin() + shape.dim + 1, b.begin(),
                                                 b.begin() + shape.dim + 1, is_lower);
           });
  return pieces;
}

}  // namespace dgsolve
