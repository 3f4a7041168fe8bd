/// Rank 0's way to the part of another process.
#pragma once

#include <type_traits>

#include "kernels/cuda/waves/ranks/rank_command.hpp"
#include "kernels/ranks/ranks.hpp"

namespace dgsolve::cuda {

class PartLink {
 public:
  /// Keeps a reference.
  PartLink(Ranks& ranks, int rank) : ranks_(ranks), rank_(rank) {}

  Channel& commands() const { return ranks_.commands(rank_); }
  Channel& readings() const { return ranks_.readings(rank_); }

  /// A command with plain arguments; answers come on the channel that it returns.
  template <class... Values>
  Channel& ask(RankCommand command, const Values&... values) const {
    return send(commands(), command, values...);
  }
  template <class... Values>
  Channel& ask_reader(RankCommand command, const Values&... values) const {
    return send(readings(), command, values...);
  }
  /// The same with an array behind the arguments.
  template <class T, class... Values>
  void ask_with(std::span<const T> array, RankCommand command, const Values&... values) const {
    commands().put(command);
    (commands().put(values), ...);
    commands().put_array(array);
    commands().flush();
  }
  int new_object() { return ++n_objects_; }

 private:
  template <class... Values>
  static Channel& send(Channel& channel, RankCommand command, const Values&... values) {
    channel.put(command);
    (channel.put(values), ...);
    channel.flush();
    return channel;
  }

  Ranks& ranks_;
  const int rank_;
  int n_objects_ = 0;
};

/// What rank 0 has of an object in another process.
class RemoteObject {
 public:
  explicit RemoteObject(PartLink& link) : link_(link), id_(link.new_object()) {}
  RemoteObject(const RemoteObject&) = delete;
  RemoteObject& operator=(const RemoteObject&) = delete;
  /// Where the other process is gone, so is the object.
  ~RemoteObject() {
    try {
      link_.ask(RankCommand::forget, id_);
    } catch (const RankLost&) {
    }
  }

  const PartLink& link() const { return link_; }
  int id() const { return id_; }

 private:
  PartLink& link_;
  const int id_;
};

}  // namespace dgsolve::cuda
