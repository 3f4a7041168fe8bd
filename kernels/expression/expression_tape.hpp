/// A formula as a straight list of operations on arrays. Private to kernels/expression*.cpp.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "kernels/expression/expression_node.hpp"

namespace dgsolve {

/// Runs chunk after chunk of points, operation by operation, so that each is a loop over a row of values that
/// stays in the cache. What depends on no coordinate is evaluated once a call.
class Tape {
 public:
  /// Arguments stand before their users. results: nodes.
  Tape(std::span<const ExpressionNode> nodes, std::vector<int> results);

  /// values: [result][n]. Coordinates are [n], or empty: then 0.
  void run(const std::array<std::span<const double>, 3>& coordinates, double t,
           std::span<double> values) const;

 private:
  struct Step {
    Op op;
    int index;
    int out;
    std::array<int, 3> in;
    std::shared_ptr<const SampledFunction> samples;
  };
  struct Broadcast {
    int slot, row;
  };

  std::vector<int> plan_uniform(std::span<const ExpressionNode> nodes);
  void plan_rows(std::span<const ExpressionNode> nodes, std::vector<int> row);

  /// Values without coordinates, one a slot: t in the first, constants in place, the others by
  /// uniform_steps_.
  std::vector<double> uniform_{0.0};
  std::vector<Step> uniform_steps_;    ///< on slots
  std::vector<Broadcast> broadcasts_;  ///< slots that meet coordinates
  std::vector<Step> steps_;            ///< on rows: 0, 1, 2 are x, y, z, then scratch, the first of it zeros
  int n_rows_ = 4;
  std::vector<int> results_;  ///< [results]: rows; while it plans, nodes
};

}  // namespace dgsolve
