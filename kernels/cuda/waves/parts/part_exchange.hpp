/// What parts of a problem tell each other: after each stage the states at the nodes of their common faces,
/// which the other parts keep in ghosts.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/waves/wave_operator.hpp"

namespace dgsolve::cuda {

class PartExchange {
 public:
  virtual ~PartExchange() = default;

  /// What parts are asked for from now on begins once their neighbours have done what they were asked for
  /// before. So nothing is read of a ghost before it is there, nor is a ghost written while something asked
  /// for before still reads what it was.
  virtual void meet() = 0;
  /// Sends nodes of a state to its ghosts, each part behind what it was asked for, and maybe beside what it
  /// is asked for until `join`. Behind `meet` only. states: [part].
  virtual void push(const std::vector<std::unique_ptr<WaveState>>& states) = 0;
  /// … of the gradients that a stage with a viscous flux reads.
  virtual void push_gradients() = 0;
  /// What parts are asked for from now on begins once they have sent, and, where `meet` waits for nobody,
  /// once their ghosts are there.
  virtual void join() = 0;

  /// Waits for all that was sent. Throws nothing: a fault shows where somebody waits for results.
  virtual void finish() noexcept = 0;

  virtual std::size_t n_faces(std::size_t part) const = 0;  ///< that it sends
};

}  // namespace dgsolve::cuda
