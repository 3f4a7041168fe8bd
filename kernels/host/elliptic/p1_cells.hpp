/// The interior penalty operator for linear functions on a mesh of straight tetrahedra with constant κ, in
/// blocks for the kernels of one instruction set.
#pragma once

#include "kernels/elliptic/interior_penalty.hpp"
#include "kernels/host/elliptic/p1_tables.hpp"
#include "kernels/host/simd/instruction_set.hpp"
#include "kernels/host/simd/memory.hpp"

namespace dgsolve::host {

template <class T>
class P1Cells {
 public:
  /// Whether all cells of a mesh are of this kind.
  static bool are_all(const InteriorPenaltyView& view);

  /// Throws DeviceError where this build has no code for the instruction set.
  P1Cells(const InteriorPenaltyView& view, InstructionSet set);

  int size() const { return n_blocks_; }
  std::size_t bytes() const { return memory_.bytes(); }
  /// As P1Kernel's, for blocks [first, last), of which there are some.
  void apply(const Blend<T>& product, int first, int last) const {
    kernel_.apply(tables_, product, first, last);
  }

 private:
  const P1Kernel<T>& kernel_;
  const int n_blocks_;
  TableMemory memory_;
  P1Tables<T> tables_{};
};

}  // namespace dgsolve::host
