/// How the block of a tensor-core stage keeps its elements in shared memory (kernels/cuda/tensor_stage.cuh):
/// known to the kernel, to the plan that reserves the memory, and to the tables that point into it.
#pragma once

#include "kernels/prelude.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// Elements of a block, and values a node: (a1, b1), (a2, b2), (a3, b3).
constexpr int tensor_elements = 8, tensor_record = 6;

/// Values of an element whose records are taken eight at a time. Eight more make it eight beyond a multiple
/// of 16, so that a product's operands come from different banks; of these the first two stay zero.
constexpr int tensor_stride(int n_records) { return (n_records + 7) / 8 * 8 * tensor_record + 8; }
constexpr int zero_pair(int stride) { return stride - 8; }

constexpr int own_stride(int Np) { return tensor_stride(Np); }
/// Face nodes at first, then the residuals of all nodes.
constexpr int across_stride(int Np, int n_face_nodes) {
  return tensor_stride(n_face_nodes > Np ? n_face_nodes : Np);
}

/// Where a face node finds and leaves pairs (a_v, b_v) along the edges from vertex 0 to vertices v, in values
/// from its element's first. Vertex 0 has none: what is found for it is zero, and left nowhere.
struct alignas(16) FacePlace {
  static constexpr unsigned short nowhere = 0xffff;
  unsigned short own[3];     ///< of the face's vertices, in the block's own state
  unsigned short across[4];  ///< of the face's vertices and the opposite one, in the fluxes
  unsigned short face;
};

}  // namespace DGSOLVE_NAMESPACE::cuda
