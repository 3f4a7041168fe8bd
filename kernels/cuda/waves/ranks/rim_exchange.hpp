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
  /// What the part's launcher is asked for from now on begins once the exchange is done.
  void join() const { part_.launcher().follow(*done_); }

 private:
  /// Faces of all other processes, one process behind the other.
  struct Direction {
    Array<PackedFace> faces;
    Array<std::byte> buffer;
    std::vector<Communicator::Piece> pieces;
  };
  Direction direction(const std::vector<std::vector<PackedFace>>& faces) const;
  void copy(const char* kernel, const Direction& direction, const WaveState& state) const;

  const GpuWaveOperator& part_;
  Communicator& communicator_;
  const std::unique_ptr<Launcher> sender_;
  const std::unique_ptr<KernelModule> module_;  ///< of the sender
  const std::unique_ptr<Event> made_, done_;    ///< what the last `exchange` sends, and that
  std::size_t face_bytes_, word_bytes_;
  RimPacking sizes_{};  ///< what is the same for all calls
  Direction sent_, received_;
};

}  // namespace dgsolve::cuda
