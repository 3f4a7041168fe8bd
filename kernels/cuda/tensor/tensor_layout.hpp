/// How the block of a tensor-core stage keeps its elements in shared memory
/// (kernels/cuda/waves/covariant/tensor_block.cuh): known to the kernel, to the plan that reserves the
/// memory, and to the tables that point into it.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// Elements of a block, and values a node: (a1, b1), (a2, b2), (a3, b3).
constexpr int tensor_elements = 8, tensor_record = 6;

/// A product's operands come from different banks where elements are eight values beyond a multiple of 16
/// apart, or four beyond a multiple of eight if its rows are first the even, then the odd elements.
constexpr bool evens_first(int Np) { return Np * tensor_record % 8 == 4; }
/// The element whose values are row i of a product, and row i + 8.
constexpr int element_of_row(int Np, int i) { return evens_first(Np) ? i % 4 * 2 + i / 4 : i; }
/// At least n values, so that elements are as far apart.
constexpr int apart(int Np, int n) { return evens_first(Np) ? (n + 3) / 8 * 8 + 4 : (n + 7) / 16 * 16 + 8; }

/// Values from one element of a block to the next, and of a state of six fields from one slot to the next:
/// one copy brings all of a block's.
constexpr int own_stride(int Np) { return apart(Np, Np * tensor_record); }
/// Values from one cell's n records of fields to the next's where a warp's lanes read the records of four
/// neighbouring nodes of each of eight cells: lanes then meet different banks. A multiple of 16 bytes.
constexpr int field_stride(int n_fields, int n, int size) {
  const int apart = n_fields % 2 == 1 ? 8 : 32 / size;
  return (n_fields * n + apart / 2 - 1) / apart * apart + apart / 2;
}
/// Values from one slot of a state to the next, of which n_fields·Np count; the rest stays zero in states,
/// and is anything in residuals. Slots begin at multiples of 16 bytes, as bulk copies want.
constexpr int slot_stride(int n_fields, int Np, int size) {
  return n_fields == tensor_record ? own_stride(Np) : field_stride(n_fields, Np, size);
}
/// … of the gradients of a viscous flux.
constexpr int gradient_stride(int n_gradients, int Np, int size) {
  return field_stride(n_gradients, Np, size);
}
/// Slots that a state has beyond its elements, since a block copies eight whatever it computes.
constexpr int spare_slots = tensor_elements - 1;

/// Values from one element's face nodes to the next's.
constexpr int across_stride(int Np, int n_face_nodes) { return apart(Np, n_face_nodes * tensor_record); }
/// Products take nodes eight at a time, the last ones four at a time: zeros that follow the last element's n.
constexpr int zeros_behind(int n) { return ((n + 3) / 4 * 4 - n) * tensor_record; }

/// How threads share the copies of neighbours' nodes: `width` of them copy a face, in `rounds`, some faces
/// side by side, and each a batch of faces at once.
struct FaceCopies {
  int width, rounds, side_by_side, batch;
  constexpr int at_once() const { return side_by_side * batch; }
  /// Faces of a block, and empty ones that make them a multiple of those at once.
  constexpr int links() const { return (tensor_elements * 4 + at_once() - 1) / at_once() * at_once(); }
};
/// A thread a pair of a face, or a warp a face where that leaves fewer threads idle; each has up to a dozen
/// copies at once.
constexpr FaceCopies face_copies(int Nfp, int threads) {
  const int pairs = Nfp * tensor_record / 2, warps = (pairs + 31) / 32;
  const bool by_warps = threads / pairs * pairs * warps * 32 < pairs * threads;
  const int rounds = by_warps ? warps : 1, side_by_side = by_warps ? threads / 32 : threads / pairs;
  const int faces = (tensor_elements * 4 + side_by_side - 1) / side_by_side;  // of a thread
  const int passes = (faces * rounds + 11) / 12;
  return {by_warps ? 32 : pairs, rounds, side_by_side, (faces + passes - 1) / passes};
}

/// Bytes from a node's record to the pair (a_v, b_v) along the edge from vertex 0 to vertex v; vertex 0 has
/// none.
constexpr unsigned no_offset = 255;
constexpr unsigned pair_offset(int vertex, int size) {
  return vertex == 0 ? no_offset : 2 * size * (vertex - 1);
}

/// An entry of `neighbor_pairs` for a pair that is not along the face.
constexpr unsigned short no_pair = 0xffff;

}  // namespace DGSOLVE_NAMESPACE::cuda
