#include "kernels/expression/expression_tape.hpp"

#include <algorithm>
#include <memory>

#include "kernels/expression/expression_rows.hpp"

namespace dgsolve {

namespace {

constexpr int zeros = 3;  ///< the row that stands for a coordinate the mesh does not have
constexpr int none = -1;
constexpr std::size_t chunk = 256;  ///< points; a row is 2 KiB, so a dozen rows stay in the first cache

/// The places of a node's arguments; 0 where it has none.
std::array<int, 3> arguments(const ExpressionNode& node, const std::vector<int>& place) {
  std::array<int, 3> in{};
  for (int k = 0; k < info(node.op).arity; ++k) in[k] = place[node.a[k]];
  return in;
}

/// The last node that reads each node; none where it is a result, which stays.
std::vector<int> last_uses(std::span<const ExpressionNode> nodes, const std::vector<int>& results) {
  std::vector<int> last(nodes.size(), none);
  for (int id = 0; id < static_cast<int>(nodes.size()); ++id)
    for (int k = 0; k < info(nodes[id].op).arity; ++k) last[nodes[id].a[k]] = id;
  for (const int result : results) last[result] = none;
  return last;
}

}  // namespace

Tape::Tape(std::span<const ExpressionNode> nodes, std::vector<int> results) : results_(std::move(results)) {
  plan_rows(nodes, plan_uniform(nodes));
}

/// Plans what is done once a call; returns the rows of uniform nodes that meet coordinates, of others none.
std::vector<int> Tape::plan_uniform(std::span<const ExpressionNode> nodes) {
  std::vector<int> slot(nodes.size(), 0), row(nodes.size(), none);
  const auto broadcast = [&](int id) {
    if (!nodes[id].is_uniform() || row[id] != none) return;
    row[id] = n_rows_++;
    broadcasts_.push_back({slot[id], row[id]});
  };
  for (int id = 0; id < static_cast<int>(nodes.size()); ++id) {
    const ExpressionNode& node = nodes[id];
    const int arity = info(node.op).arity;
    if (!node.is_uniform()) {
      for (int k = 0; k < arity; ++k) broadcast(node.a[k]);
    } else if (node.op != Op::variable) {
      slot[id] = static_cast<int>(uniform_.size());
      uniform_.push_back(node.value);
      if (arity > 0)
        uniform_steps_.push_back({node.op, node.index, slot[id], arguments(node, slot), node.samples});
    }
  }
  for (const int result : results_) broadcast(result);
  return row;
}

/// Plans what is done for each chunk. A row is used again once its value has been read for the last time.
void Tape::plan_rows(std::span<const ExpressionNode> nodes, std::vector<int> row) {
  std::vector<int> last_use = last_uses(nodes, results_);
  std::vector<int> free_rows;
  for (int id = 0; id < static_cast<int>(nodes.size()); ++id) {
    const ExpressionNode& node = nodes[id];
    if (node.is_uniform()) continue;
    if (node.op == Op::variable) {
      row[id] = node.index;
      continue;
    }
    if (free_rows.empty()) free_rows.push_back(n_rows_++);
    row[id] = free_rows.back();
    free_rows.pop_back();
    steps_.push_back({node.op, node.index, row[id], arguments(node, row), node.samples});
    for (int k = 0; k < info(node.op).arity; ++k) {
      const int argument = node.a[k];
      if (last_use[argument] != id || nodes[argument].op == Op::variable || nodes[argument].is_uniform())
        continue;
      free_rows.push_back(row[argument]);
      last_use[argument] = none;  // it may be an argument twice
    }
  }
  for (int& result : results_) result = row[result];
}

void Tape::run(const std::array<std::span<const double>, 3>& coordinates, double t,
               std::span<double> values) const {
  std::vector<double> uniform = uniform_;
  uniform[0] = t;
  for (const Step& step : uniform_steps_)
    apply_to_rows(step.op, step.index, step.samples.get(),
                  {&uniform[step.in[0]], &uniform[step.in[1]], &uniform[step.in[2]]}, &uniform[step.out], 1);

  const std::size_t n_points = values.size() / results_.size(), width = std::min(chunk, n_points);
  const auto scratch = std::make_unique_for_overwrite<double[]>((n_rows_ - zeros) * width);
  const auto scratch_row = [&](int row) { return scratch.get() + (row - zeros) * width; };
  std::fill_n(scratch_row(zeros), width, 0.0);
  for (const Broadcast& b : broadcasts_) std::fill_n(scratch_row(b.row), width, uniform[b.slot]);

  for (std::size_t begin = 0; begin < n_points; begin += width) {
    const std::size_t n = std::min(width, n_points - begin);
    const auto row = [&](int i) -> const double* {
      if (i >= zeros) return scratch_row(i);
      return coordinates[i].empty() ? scratch_row(zeros) : coordinates[i].data() + begin;
    };
    for (const Step& step : steps_)
      apply_to_rows(step.op, step.index, step.samples.get(),
                    {row(step.in[0]), row(step.in[1]), row(step.in[2])}, scratch_row(step.out), n);
    for (std::size_t k = 0; k < results_.size(); ++k)
      std::copy_n(row(results_[k]), n, values.data() + k * n_points + begin);
  }
}

}  // namespace dgsolve
