/// The exchange between processes, as rank 0 asks for it. Each part writes its own ghosts, behind what read
/// them before and ahead of what reads them next, so that nobody need meet.
#pragma once

#include <vector>

#include "kernels/cuda/waves/parts/part_exchange.hpp"
#include "kernels/cuda/waves/ranks/remote_part.hpp"
#include "kernels/cuda/waves/ranks/rim_exchange.hpp"

namespace dgsolve::cuda {

class RankExchange : public PartExchange {
 public:
  /// links: to ranks 1, 2, …; n_faces: [rank]. Keeps a reference to the links.
  RankExchange(const std::vector<std::unique_ptr<PartLink>>& links, std::unique_ptr<RimExchange> own,
               std::vector<std::size_t> n_faces)
      : links_(links), own_(std::move(own)), n_faces_(std::move(n_faces)) {}

  void meet() override {}
  void push(const std::vector<std::unique_ptr<WaveState>>& states) override {
    for (std::size_t i = 0; i < links_.size(); ++i)
      links_[i]->ask(RankCommand::exchange, remote_id(*states[i + 1]));
    own_->exchange(*states[0]);
  }
  void push_gradients() override {
    for (const auto& link : links_) link->ask(RankCommand::exchange_gradients);
    own_->exchange_gradients();
  }
  void join() override {
    for (const auto& link : links_) link->ask(RankCommand::join);
    own_->join();
  }
  void finish() noexcept override {}
  std::size_t n_faces(std::size_t part) const override { return n_faces_[part]; }

 private:
  const std::vector<std::unique_ptr<PartLink>>& links_;
  const std::unique_ptr<RimExchange> own_;
  const std::vector<std::size_t> n_faces_;
};

}  // namespace dgsolve::cuda
