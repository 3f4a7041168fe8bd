/// What the kernel that sends nodes to ghosts is given: read by the kernel text, by the host code that
/// launches it, and by the emulation.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

inline constexpr int push_threads = 256;
inline constexpr int most_parts = 64;  ///< of a problem

/// A face of a cell that a cell of another part meets.
struct alignas(16) RimFace {
  int from, to;  ///< slot here, and of the ghost there
  int part;      ///< where the ghost is
  int nodes;     ///< row of `nodes`
};

/// Records of nodes go from a state here to the same state's ghosts in other parts. Sizes count words.
struct RimPush {
  const RimFace* faces;         ///< [n_faces]
  const unsigned short* nodes;  ///< [row][Nfp]: nodes of a cell
  const void* from;
  void* to[most_parts];  ///< [part]
  int n_faces, Nfp;
  int record, stride;  ///< from one node to the next, and from one slot to the next
};

/// A face whose nodes go through a buffer to or from another process.
struct PackedFace {
  int slot;   ///< of a cell here, or of a ghost
  int nodes;  ///< row of `nodes`
};

/// Records of nodes go from a state to a buffer, [face][Nfp], or from there to ghosts. Sizes count words.
struct RimPacking {
  const PackedFace* faces;      ///< [n_faces]
  const unsigned short* nodes;  ///< [row][Nfp]: nodes of a cell
  void *state, *buffer;
  int n_faces, Nfp;
  int record, stride;  ///< from one node to the next, and from one slot to the next
};

}  // namespace DGSOLVE_NAMESPACE::cuda
