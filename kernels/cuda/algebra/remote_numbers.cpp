#include "kernels/cuda/algebra/remote_numbers.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace dgsolve::cuda {
namespace {

using Range = Team::Range;

bool has(const Range& range, std::size_t place) { return range.first <= place && place < range.last; }

/// Places in `where`, and not in `but`, that the units read: ascending, each once.
std::vector<int> places_read(const Range& units, const Range& where, const Range& but,
                             const RemoteNumbers::ReadsOf& reads_of) {
  std::vector<int> all;
#pragma omp parallel
  {
    std::vector<int> own;
    const std::function<void(std::size_t)> read = [&](std::size_t place) {
      if (has(where, place) && !has(but, place)) own.push_back(static_cast<int>(place));
    };
#pragma omp for nowait
    for (std::size_t unit = units.first; unit < units.last; ++unit) reads_of(unit, read);
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
#pragma omp critical
    all.insert(all.end(), own.begin(), own.end());
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

RemoteNumbers::RemoteNumbers(const VectorKernels& on, const std::vector<Range>& had,
                             const std::vector<Range>& units, const ReadsOf& reads_of) {
  if (!on.team.is_of_ranks() || had.size() == 1) return;
  const std::vector<Range> sending = Team::senders(had);
  constexpr std::size_t most = std::numeric_limits<int>::max();  // places are of that type
  if (sending.back().last > most)
    throw std::invalid_argument("got a vector of " + std::to_string(sending.back().last) +
                                " numbers to share among processes; expected at most " +
                                std::to_string(most));
  const std::size_t own = on.team.rank();
  std::vector<std::vector<int>> sent(had.size()), received(had.size());
  const auto read_by = [&](std::size_t rank) { return units[units.size() == 1 ? 0 : rank]; };
  const std::vector<int> needed = places_read(read_by(own), {0, sending.back().last}, had[own], reads_of);
  for (std::size_t rank = 0; rank < had.size(); ++rank) {
    if (rank == own) continue;
    sent[rank] = places_read(read_by(rank), sending[own], had[rank], reads_of);
    std::ranges::copy_if(needed, std::back_inserter(received[rank]),
                         [&](int place) { return has(sending[rank], place); });
  }
  sent_ = places_of(on, sent);
  received_ = places_of(on, received);
}

RemoteNumbers::Places RemoteNumbers::places_of(const VectorKernels& on,
                                               const std::vector<std::vector<int>>& of_ranks) {
  Places places;
  std::vector<int> all;
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    const std::vector<int>& own = of_ranks[rank];
    if (!own.empty()) places.pieces.push_back({static_cast<int>(rank), all.size(), own.size()});
    all.insert(all.end(), own.begin(), own.end());
  }
  places.on_gpu = Array<int>(on.team.first(), all, "numbers between processes");
  return places;
}

template <class T>
std::vector<Communicator::Piece> RemoteNumbers::pieces_of(const VectorKernels& on, Places& places) {
  if (!places.buffer && places.on_gpu.size() > 0)
    places.buffer =
        on.team.first().gpu.allocate(places.on_gpu.size() * sizeof(T), "numbers between processes");
  std::vector<Communicator::Piece> pieces;
  for (const Piece& piece : places.pieces)
    pieces.push_back(
        {piece.rank, static_cast<T*>(places.buffer.get()) + piece.first, piece.size * sizeof(T)});
  return pieces;
}

template <class T>
void RemoteNumbers::bring(const VectorKernels& on, const T* numbers) {
  const auto sent = pieces_of<T>(on, sent_), received = pieces_of<T>(on, received_);
  const std::size_t n_sent = sent_.on_gpu.size(), n_received = received_.on_gpu.size();
  if (n_sent > 0)
    on.kernels[0]->launch(
        name_for<T>("gather"), n_blocks_for(n_sent, numbers_copied), vector_threads,
        GatherArguments<T>{{1, 0, numbers, nullptr, static_cast<T*>(sent_.buffer.get()), nullptr},
                           static_cast<int>(n_sent),
                           sent_.on_gpu.data()});
  on.team.exchange(sent, received);
  if (n_received > 0)
    on.kernels[0]->launch(
        name_for<T>("put"), n_blocks_for(n_received), vector_threads,
        PutArguments<T>{static_cast<long long>(n_received), static_cast<const T*>(received_.buffer.get()),
                        const_cast<T*>(numbers), received_.on_gpu.data()});  // where no kernel has read yet
}
template void RemoteNumbers::bring(const VectorKernels&, const double*);
template void RemoteNumbers::bring(const VectorKernels&, const float*);

RemoteNumbers numbers_of_rows(const VectorKernels& on, const Team::Results& rows, std::size_t cols,
                              const RemoteNumbers::ReadsOf& reads_of) {
  return {on, on.team.ranges({cols, cols}), on.team.ranges({rows.units, rows.length, 1, rows.numbers}),
          reads_of};
}

}  // namespace dgsolve::cuda
