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

/// Values from one element of a block to the next.
constexpr int own_stride(int Np) { return apart(Np * tensor_record); }
/// Values from one slot of a state to the next, of which n_fields·Np count and the rest stay zero. Slots
/// begin at multiples of 16 bytes, as bulk copies want, and lie as far apart as in shared memory where that
/// costs little: then one copy brings all of a block's. size: of a value, bytes.
constexpr int slot_stride(int n_fields, int Np, int size) {
  const int values = n_fields * Np;
  if (n_fields == tensor_record && 16 * own_stride(Np) <= 17 * values) return own_stride(Np);
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
/// A thread a pair of a face, or a warp a face where that leaves fewer threads idle.
constexpr FaceCopies face_copies(int Nfp, int threads) {
  const int pairs = Nfp * tensor_record / 2, warps = (pairs + 31) / 32;
  if (threads / pairs * pairs * warps * 32 >= pairs * threads) return {pairs, 1, threads / pairs, 4};
  return {32, warps, threads / 32, warps > 3 ? 1 : 4 / warps};
}

/// A face node of the reference cell.
struct alignas(4) FacePlace {
  unsigned short own;   ///< where its cell's records have it, bytes
  unsigned short face;  ///< on which it is
};
/// Of `neighbor_pairs`: this one is not along the face.
constexpr unsigned short no_pair = 0xffff;

}  // namespace DGSOLVE_NAMESPACE::cuda
