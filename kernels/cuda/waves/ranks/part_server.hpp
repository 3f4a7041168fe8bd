/// The other side: a part of a problem that does what rank 0 asks for.
#pragma once

#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>

#include "kernels/cuda/waves/ranks/rank_command.hpp"
#include "kernels/cuda/waves/ranks/rim_exchange.hpp"
#include "kernels/ranks/ranks.hpp"

namespace dgsolve::cuda {

class PartServer {
 public:
  /// Keeps references.
  PartServer(Ranks& ranks, Launcher& launcher, GpuWaveOperator& part, const RimExchange& rims,
             const PartProgram& program);

  /// Until rank 0 ends it. Throws RankLost, and what the part throws.
  void serve();

 private:
  /// Rank 0 says how often it took the copy that it wants to read.
  struct Copy {
    std::unique_ptr<StateCopy> copy;
    long n_taken = 0;
  };
  /// A row for each command.
  using Actions = std::map<RankCommand, void (*)(PartServer&)>;
  static Actions object_actions();
  static Actions state_actions();
  static Actions sample_actions();
  static Actions step_actions();
  static Actions operator_actions();
  static Actions device_actions();
  static const Actions& actions();

  /// False where it is `last`.
  bool obey(RankCommand last);
  /// What other threads than the one that serves ask for.
  void serve_readings();
  void read_copies();
  std::shared_ptr<Copy> taken_copy(int id, long n_taken);

  template <class T>
  T take() {
    return commands_.take<T>();
  }
  WaveState& state() { return *states_.at(take<int>()); }
  Sampler& sampler() { return *samplers_.at(take<int>()); }
  PartStepController& steps() { return *steps_.at(take<int>()); }
  /// Where results may be what abandoned work left, they are not handed out.
  Channel& answer() {
    ranks_.check();
    return commands_;
  }

  Ranks& ranks_;
  Channel& commands_;
  Launcher& launcher_;
  GpuWaveOperator& part_;
  const RimExchange& rims_;
  const PartProgram& program_;
  std::map<int, std::unique_ptr<WaveState>> states_;
  std::map<int, std::unique_ptr<Sampler>> samplers_;
  std::map<int, std::unique_ptr<PartStepController>> steps_;
  std::map<int, std::unique_ptr<Recording>> recordings_;  // behind what they refer to
  std::mutex mutex_;                                      ///< of what follows
  std::condition_variable is_taken_;
  std::map<int, std::shared_ptr<Copy>> copies_;
  std::exception_ptr reading_failed_;
  bool is_ending_ = false;
};

}  // namespace dgsolve::cuda
