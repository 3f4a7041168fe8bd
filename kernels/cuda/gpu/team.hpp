/// GPUs that compute together. An operation's results are cut into ranges, one for each GPU, always at the
/// same shares; so are the arrays that they are in. An array has one address for all: a kernel reads what
/// lies in another GPU's memory as it reads its own. What belongs to short vectors is computed by the first
/// GPU, in its memory. A single GPU is a team too, which costs nothing.
///
/// GPUs of several processes, one each, are a team whose processes all ask for the same. Each asks its own
/// GPU for its range of the results, and for all that belongs to short vectors. Arrays have room for all
/// results in every process, but only what it has computed, or was sent, is there: who reads more lets it be
/// sent first.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/cuda/gpu/communicator.hpp"
#include "kernels/cuda/gpu/gpu_meeting.hpp"
#include "kernels/cuda/gpu/launcher.hpp"

namespace dgsolve::cuda {

class Team {
 public:
  /// Shorter vectors than this, and what is done with them, are better not shared: to wait for each other
  /// would take as long.
  static constexpr std::size_t usual_shortest = 1 << 19;

  struct Range {
    std::size_t first, last;
    std::size_t size() const { return last - first; }
  };
  /// Results of an operation, in units that are cut; a GPU's range is of whole groups of units that stay
  /// together. length: of the vector that they are for, which decides whether they are shared. numbers: that
  /// a unit has of a vector, which is no longer than that one.
  struct Results {
    std::size_t units, length, together = 1, numbers = 1;
  };
  /// A GPU of the team.
  struct Member {
    std::string name;
    std::size_t memory;  ///< bytes that it holds
  };

  /// Keeps a reference.
  explicit Team(Launcher& launcher) : Team({&launcher}, {1.0}, 0) {}
  /// launchers: one on each GPU, by whose speeds results are shared. least: of vectors' lengths, from which
  /// on they are. Keeps references. Throws DeviceError where GPUs cannot reach each other's memory.
  Team(const std::vector<Launcher*>& launchers, const std::vector<double>& speeds, std::size_t least);
  /// The GPU of this process, and those of the others; speeds: [rank]. cell: numbers that a cell has of the
  /// longest vectors, which are not cut within cells where there is choice enough. Keeps references.
  Team(Launcher& launcher, const std::vector<double>& speeds, std::size_t least, std::size_t cell,
       Ranks& ranks, Communicator& communicator);
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// GPUs of this process.
  std::size_t size() const { return launchers_.size(); }
  Launcher& launcher(std::size_t i) const { return *launchers_[i]; }
  /// The one whose GPU computes what is not shared.
  Launcher& first() const { return *launchers_[0]; }

  /// Whether what belongs to vectors of that length is shared.
  bool shares(std::size_t length) const { return ends_.size() > 1 && length >= least_; }
  /// [GPU], of units: a single one where the first GPU, or each process, computes all. Some may be empty.
  /// Those of processes may have units in common, and overlap with every range of a vector's numbers that
  /// they have a number of.
  std::vector<Range> ranges(const Results& results) const;
  /// Of the GPUs of this process.
  std::vector<Range> own_ranges(const Results& results) const;
  /// What all launchers are asked for from now on, or the first alone, begins behind all that was asked for
  /// before.
  void begin(bool all);
  /// body(GPU, range) asks each GPU for its range of the results.
  template <class Body>
  void share(const Results& results, const Body& body) {
    if (size() == 1 && !ranks_) return body(std::size_t{0}, Range{0, results.units});
    const std::vector<Range> of_gpus = own_ranges(results);
    begin(of_gpus.size() > 1);
    for (std::size_t i = 0; i < of_gpus.size(); ++i) body(i, of_gpus[i]);
  }
  void synchronise();
  /// Of what any of the launchers is asked for meanwhile.
  std::unique_ptr<Recording> record(std::function<void()> work);

  /// As Gpu's; over all of them where what belongs to vectors of that length is shared.
  std::shared_ptr<void> allocate(std::size_t bytes, std::size_t length, const std::string& purpose);
  /// Of all that `allocate` gave.
  void set_zero(void* memory, std::size_t bytes);
  /// All that `allocate` gave, to or from the host. Waits.
  void copy(void* to, const void* from, std::size_t bytes, const std::string& purpose);

  /// [rank], without units that another one has too, which then sends them: the first does.
  static std::vector<Range> senders(std::vector<Range> had);

  // All processes call these together; where there is one, they do nothing.

  /// Whether other processes have GPUs of the team.
  bool is_of_ranks() const { return ranks_ != nullptr; }
  std::size_t rank() const { return own_; }
  /// In the launcher's order; may be recorded.
  void exchange(const std::vector<Communicator::Piece>& sent,
                const std::vector<Communicator::Piece>& received) const;
  /// Sends each process the units of an array that it wants and another one has: [rank], ascending; a single
  /// range stands for all.
  void hand_over(const void* array, std::size_t unit_bytes, const std::vector<Range>& had,
                 const std::vector<Range>& wanted) const;
  /// Sends all of a vector's numbers to all, or all units that were computed for it.
  void hand_round(const void* array, std::size_t unit_bytes, const Results& results) const;
  /// The first process's.
  double agreed(double here) const;
  /// Whether it is true of all.
  bool is_true_of_all(bool here) const;
  /// [GPU], of all processes.
  std::vector<Member> members() const;
  /// Of all GPUs.
  std::size_t memory() const;

 private:
  /// The first byte behind each piece of an array, [GPU].
  using Ends = std::vector<std::size_t>;

  std::vector<Range> ranges_of_ranks(const Results& results) const;
  Ends ends_of_pieces(std::size_t bytes) const;
  /// [GPU], bytes; the first GPU's alone where an array is not shared.
  std::vector<Range> pieces_of(const void* memory, std::size_t bytes) const;
  // By events: the first launcher goes on behind all others, or they behind it.
  void gather() const;
  void scatter() const;

  const std::vector<Launcher*> launchers_;
  std::vector<double> ends_;  ///< of the GPUs' shares: the last is 1
  const std::size_t least_;
  const std::size_t cell_ = 1;
  /// Of the arrays that have more than one.
  const std::shared_ptr<std::map<const void*, Ends>> pieces_ =
      std::make_shared<std::map<const void*, Ends>>();
  std::vector<std::unique_ptr<Event>> points_;  ///< of each launcher, where others go on
  /// Null until there is an array to share (a recording could not make it, and waves do without), and where
  /// kernels cannot wait for one another: then events serve.
  std::unique_ptr<GpuMeeting> meeting_;
  /// Others than the first launcher were asked for something that it does not follow yet.
  bool is_spread_ = false;
  Ranks* const ranks_ = nullptr;  ///< null: there is this process alone
  Communicator* const communicator_ = nullptr;
  const std::size_t own_ = 0;  ///< place in `ranges` of this process's first
};

/// Not initialised. length: of the vectors that it belongs to.
template <class T>
Array<T> shared_array(Team& team, std::size_t size, std::size_t length, const std::string& purpose) {
  return Array<T>(team.allocate(size * sizeof(T), length, purpose), size);
}
/// Waits for the copy.
template <class Values>
requires requires(const Values& values) { std::span(values); }
auto shared_array(Team& team, const Values& values, std::size_t length, const std::string& purpose) {
  auto array = shared_array<typename Values::value_type>(team, values.size(), length, purpose);
  if (array.size() > 0) team.copy(array.data(), values.data(), array.bytes(), purpose);
  return array;
}

}  // namespace dgsolve::cuda
