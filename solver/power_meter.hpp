/// Measures where a wave problem's energy comes from and goes to.
#pragma once

#include <memory>
#include <vector>

#include "solver/spatial_operator.hpp"

namespace dgsolve {

/// By the backend itself where it can, else by the CPU on a copy of each state: the same problem is then set
/// up there too, in double precision.
class PowerMeter {
 public:
  /// options: those that op was made of. Keeps references to both.
  PowerMeter(const SpatialOperator& op, const WaveOptions& options) : op_(op), options_(options) {}

  /// The powers in a state of the operator's backend at a time. Throws BackendError.
  Powers measure(const DeviceArray& state, double t);
  /// Whether states are copied to the CPU; known once one was measured.
  bool copies() const { return host_ != nullptr; }

 private:
  struct Host {
    std::unique_ptr<Backend> backend;
    std::unique_ptr<SpatialOperator> op;
    std::unique_ptr<DeviceArray> state;
    std::vector<double> canonical;
  };
  void set_up_host();

  const SpatialOperator& op_;
  const WaveOptions& options_;
  std::unique_ptr<Host> host_;  ///< null while the backend does it
};

}  // namespace dgsolve
