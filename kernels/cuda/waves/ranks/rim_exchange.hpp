/// What this process's part of a problem tells the parts of other processes: nodes of its cells that others
/// meet are packed into a buffer, exchanged, and unpacked to the ghosts, by a launcher beside the part's.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/gpu/communicator.hpp"
#include "kernels/cuda/waves/gpu_wave_operator.hpp"
#include "kernels/cuda/waves/ranks/rim_faces.hpp"

namespace dgsolve::cuda {

class RimExchange {
 public:
  /// faces: of this process; part: its own. Keeps references to part and communicator.
  RimExchange(const RimFaces& faces, const GpuWaveOperator& part, Communicator& communicator);

  /// Behind what the part's launcher was asked for; all processes call it, for the same state.
  void exchange(const WaveState& state) const;
  /// … of the gradients that a stage with a viscous flux reads.
  void exchange_gradients() const;
  /// What the part's launcher is asked for from now on begins once the exchange is done.
  void join() const { part_.launcher().follow(*done_); }

 private:
  /// Faces of all other processes, one process behind the other.
  struct Direction {
    Array<PackedFace> faces;
    Array<std::byte> buffer;
    std::vector<Communicator::Piece> pieces;
  };
  /// Sizes of states, or of gradients.
  struct Kind {
    std::size_t face_bytes = 0, word_bytes = 0;
    RimPacking sizes{};  ///< what is the same for all calls
    Direction sent{}, received{};
  };
  /// values: of a node; stride: from one slot to the next.
  Kind kind_of(const RimFaces& faces, std::size_t values, std::size_t stride) const;
  Direction direction(const std::vector<std::vector<PackedFace>>& faces, std::size_t face_bytes) const;
  void exchange(const Kind& kind, void* array) const;
  void copy(const char* kernel, const Kind& kind, const Direction& direction, void* array) const;

  const GpuWaveOperator& part_;
  Communicator& communicator_;
  const std::unique_ptr<Launcher> sender_;
  const std::unique_ptr<KernelModule> module_;  ///< of the sender
  const std::unique_ptr<Event> made_, done_;    ///< what the last `exchange` sends, and that
  const Kind states_, gradients_;
};

}  // namespace dgsolve::cuda
