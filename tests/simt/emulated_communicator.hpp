/// Stands in for NCCL, between processes of one host.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/cuda/gpu/communicator.hpp"

namespace dgsolve::simt {

class EmulatedCommunicator : public cuda::Communicator {
 public:
  /// Whether the launcher has done what it was asked for before; false: a recording has taken the work in.
  using Order = std::function<bool(cuda::Launcher& launcher, const std::function<void()>& work)>;

  /// Connects all processes with each other.
  EmulatedCommunicator(Ranks& ranks, Order in_order);

  void exchange(cuda::Launcher& launcher, const std::vector<Piece>& sent,
                const std::vector<Piece>& received) override;
  std::string trouble() override { return {}; }
  void abandon() override;

 private:
  void wait_for_sockets(const std::vector<Piece>& out, const std::vector<Piece>& in) const;

  const Order in_order_;
  std::vector<Socket> sockets_;  ///< [rank]
};

}  // namespace dgsolve::simt
