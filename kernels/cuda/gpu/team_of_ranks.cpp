/// Implements kernels/cuda/gpu/team.hpp.
/// What a team of several processes does beside that of one.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <sstream>

#include "kernels/cuda/gpu/shares.hpp"
#include "kernels/cuda/gpu/team.hpp"

namespace dgsolve::cuda {
namespace {

/// After so many shares a cell ends too; 1 where that would leave processes too few places to be cut at.
long long shares_together(const Shares& shares, long long cell, std::size_t n_ranks) {
  constexpr long long places_a_process = 16;
  const long long together = cell / std::gcd(cell, shares.size());
  return together * places_a_process * static_cast<long long>(n_ranks) <= shares.n_blocks ? together : 1;
}

/// [rank]: where each one's share ends.
std::vector<double> ends_of_shares(const std::vector<double>& speeds) {
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  std::vector<double> ends;
  double sum = 0;
  for (const double speed : speeds) ends.push_back((sum += speed) / all);
  ends.back() = 1;
  return ends;
}

Team::Range common(const Team::Range& a, const Team::Range& b) {
  const std::size_t first = std::max(a.first, b.first);
  return {first, std::max(first, std::min(a.last, b.last))};
}

}  // namespace

Team::Team(Launcher& launcher, const std::vector<double>& speeds, std::size_t least, std::size_t cell,
           Ranks& ranks, Communicator& communicator)
    : launchers_{&launcher},
      ends_(ends_of_shares(speeds)),
      least_(least),
      cell_(cell),
      ranks_(&ranks),
      communicator_(&communicator),
      own_(ranks.rank()) {}

/// Vectors are cut where shares of their sums end, so that no share needs numbers of two processes.
std::vector<Team::Range> Team::ranges_of_ranks(const Results& results) const {
  const std::size_t n = std::min(results.units * results.numbers, results.length);  // a last unit may be cut
  const Shares shares(static_cast<long long>(n));
  const long long together = shares_together(shares, static_cast<long long>(cell_), ends_.size());
  const std::size_t group = results.together * results.numbers;
  std::vector<Range> of_ranks;
  std::size_t first = 0;
  for (const double end : ends_) {
    const double wanted = static_cast<double>(n) * end / static_cast<double>(together * shares.size());
    const std::size_t last = end == 1 ? n : shares.begin(std::llround(wanted) * together);
    const std::size_t begin = first / group * results.together;
    of_ranks.push_back(
        first == last ? Range{begin, begin}
                      : Range{begin, std::min(results.units, (last + group - 1) / group * results.together)});
    first = last;
  }
  return of_ranks;
}

std::vector<Team::Range> Team::own_ranges(const Results& results) const {
  const std::vector<Range> of_gpus = ranges(results);
  if (!ranks_ || of_gpus.size() == 1) return of_gpus;
  return {of_gpus[own_]};
}

void Team::exchange(const std::vector<Communicator::Piece>& sent,
                    const std::vector<Communicator::Piece>& received) const {
  if (!sent.empty() || !received.empty()) communicator_->exchange(first(), sent, received);
}

std::vector<Team::Range> Team::senders(std::vector<Range> had) {
  for (std::size_t rank = 1; rank < had.size(); ++rank) {
    had[rank].first = std::max(had[rank].first, had[rank - 1].last);
    had[rank].last = std::max(had[rank].last, had[rank].first);
  }
  return had;
}

void Team::hand_over(const void* array, std::size_t unit_bytes, const std::vector<Range>& had,
                     const std::vector<Range>& wanted) const {
  if (!ranks_ || had.size() == 1) return;
  const std::vector<Range> sending = senders(had);
  const auto units_from = [&](std::size_t from, std::size_t to) {
    const Range units = common(sending[from], wanted[wanted.size() == 1 ? 0 : to]);
    if (had[to].size() == 0) return units;
    return common(units, from < to ? Range{0, had[to].first} : Range{had[to].last, SIZE_MAX});
  };
  std::vector<Communicator::Piece> sent, received;
  const auto add = [&](const Range& units, std::size_t other, std::vector<Communicator::Piece>& pieces) {
    if (units.size() > 0)
      pieces.push_back({static_cast<int>(other),
                        static_cast<char*>(const_cast<void*>(array)) + units.first * unit_bytes,
                        units.size() * unit_bytes});
  };
  for (std::size_t other = 0; other < had.size(); ++other) {
    if (other == own_) continue;
    add(units_from(own_, other), other, sent);
    add(units_from(other, own_), other, received);
  }
  exchange(sent, received);
}

void Team::hand_round(const void* array, std::size_t unit_bytes, const Results& results) const {
  if (ranks_) hand_over(array, unit_bytes, ranges(results), {{0, results.units}});
}

double Team::agreed(double here) const {
  if (!ranks_) return here;
  std::string bytes(sizeof here, '\0');
  std::memcpy(bytes.data(), &here, sizeof here);
  bytes = ranks_->from_first(bytes);
  std::memcpy(&here, bytes.data(), sizeof here);
  return here;
}

bool Team::is_true_of_all(bool here) const {
  if (!ranks_) return here;
  bool all = true;
  for (const std::string& text : ranks_->to_first(here ? "yes" : "no")) all = all && text == "yes";
  return ranks_->from_first(all ? "yes" : "no") == "yes";
}

std::vector<Team::Member> Team::members() const {
  std::vector<Member> members;
  for (const Launcher* launcher : launchers_)
    members.push_back({launcher->gpu.properties().name, launcher->gpu.memory()});
  if (!ranks_) return members;
  std::string lines;
  for (const std::string& line :
       ranks_->to_first(std::to_string(members[0].memory) + ' ' + members[0].name + '\n'))
    lines += line;
  std::istringstream all(ranks_->from_first(lines));
  members.clear();
  for (Member member{}; all >> member.memory && std::getline(all >> std::ws, member.name);)
    members.push_back(member);
  return members;
}

}  // namespace dgsolve::cuda
