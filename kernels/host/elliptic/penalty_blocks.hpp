/// Straight cells of the interior penalty operator in blocks, for the kernels of one instruction set: those
/// with constant κ, or those in which a scalar κ varies.
#pragma once

#include <vector>

#include "kernels/base/face_matches.hpp"
#include "kernels/elliptic/interior_penalty.hpp"
#include "kernels/host/elliptic/interior_penalty_tables.hpp"
#include "kernels/host/simd/instruction_set.hpp"
#include "kernels/host/simd/memory.hpp"

namespace dgsolve::host {

template <class T>
class PenaltyBlocks {
 public:
  /// kind: constant or varying. Keeps a reference to the places. Throws DeviceError where this build has no
  /// code for the instruction set.
  PenaltyBlocks(const InteriorPenaltyView& view, PenaltyCell kind, InstructionSet set,
                const FaceMatches& places, int threads);

  int size() const { return n_blocks_; }
  int width() const { return kernels_.width; }
  std::size_t bytes() const { return memory_.bytes(); }
  // As PenaltyKernels', for blocks [first, last), of which there are some.
  void publish(const PenaltyProduct<T>& product, int first, int last, int thread) const {
    kernels_.publish(tables_, product, first, last, scratch_[thread]);
  }
  void apply(const PenaltyProduct<T>& product, int first, int last, int thread) const {
    kernels_.apply(tables_, product, first, last, scratch_[thread]);
  }
  void volume(int block, const T* u, T* y, int thread) const {
    kernels_.volume(tables_, block, u, y, scratch_[thread]);
  }

 private:
  PenaltyOperators<T> operators(const InteriorPenaltyView& v, bool varying);
  PenaltyTraces traces(const InteriorPenaltyView& v, const FaceMatches& places);
  void set_vectors_across(const FaceMatches& places, int Np, PenaltyTraces& traces);
  StraightCells<T> cells(const InteriorPenaltyView& v, int n, bool varying);
  T* geometry(const InteriorPenaltyView& v);
  /// [block][values][lane] of values [cell][values], cells in the mesh's order.
  T* by_blocks(std::span<const double> values, std::size_t n, std::size_t n_cells);

  const PenaltyKernels<T>& kernels_;
  TableMemory memory_;
  std::vector<int> slots_;  ///< elements; the last block of W is filled up with its first one
  int n_blocks_;
  PenaltyTables<T> tables_{};
  std::vector<T*> scratch_;  ///< one a thread
};

}  // namespace dgsolve::host
