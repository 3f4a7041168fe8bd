/// How the block of a tensor-core stage keeps its elements in shared memory (kernels/cuda/tensor_block.cuh):
/// known to the kernel, to the plan that reserves the memory, and to the tables that point into it.
#pragma once

#include "kernels/prelude.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// Elements of a block, and values a node: (a1, b1), (a2, b2), (a3, b3).
constexpr int tensor_elements = 8, tensor_record = 6;

/// At least n, and eight beyond a multiple of 16: of elements so far apart a product's operands come from
/// different banks.
constexpr int apart(int n) { return (n + 7) / 16 * 16 + 8; }

/// Whether elements that lie apart cost little memory.
constexpr bool may_lie_apart(int values) { return 16 * apart(values) <= 17 * values; }
/// Values from one element of a block to the next. size: of a value, bytes; in single precision, where banks
/// are met less often, one copy for all elements is worth more than banks of their own.
constexpr int own_stride(int Np, int size) {
  const int values = Np * tensor_record;
  return size == 4 && !may_lie_apart(values) ? values : apart(values);
}
/// Values from one slot of a state to the next, of which n_fields·Np count and the rest stay zero. Slots
/// begin at multiples of 16 bytes, as bulk copies want, and lie as far apart as in shared memory where that
/// costs little: then one copy brings all of a block's.
constexpr int slot_stride(int n_fields, int Np, int size) {
  const int values = n_fields * Np;
  if (n_fields == tensor_record && may_lie_apart(values)) return apart(values);
  return (values * size + 15) / 16 * 16 / size;
}
/// Slots that a state has beyond its elements, since a block copies eight whatever it computes.
constexpr int spare_slots = tensor_elements - 1;

/// Values from one element's face nodes to the next's, the last eight of which are zero.
constexpr int across_stride(int n_face_nodes) { return apart(n_face_nodes * tensor_record + 2); }
/// Products take nodes eight at a time: zeros that follow the last element's n.
constexpr int zeros_behind(int n) { return ((n + 7) / 8 * 8 - n) * tensor_record; }

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
constexpr unsigned no_place = 255;
constexpr unsigned pair_place(int vertex, int size) {
  return vertex == 0 ? no_place : 2 * size * (vertex - 1);
}

/// A face node of the reference cell.
struct alignas(4) FacePlace {
  unsigned short own;   ///< where its cell's records have it, bytes
  unsigned short face;  ///< on which it is
};
/// Of `neighbor_pairs`: this one is not along the face.
constexpr unsigned short no_pair = 0xffff;

}  // namespace DGSOLVE_NAMESPACE::cuda
