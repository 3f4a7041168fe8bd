#include "kernels/cuda/gpu/team.hpp"

#include <cmath>
#include <utility>

#include "kernels/base/device_error.hpp"

namespace dgsolve::cuda {
namespace {

/// What a launcher's two buffers for copies hold.
constexpr std::size_t bytes_in_turn = 8 << 20;

/// n times a share, to the nearest whole number: the same for every array and operation of this size.
std::size_t share_of(std::size_t n, double share) {
  return static_cast<std::size_t>(std::llround(static_cast<double>(n) * share));
}

}  // namespace

Team::Team(const std::vector<Launcher*>& launchers, const std::vector<double>& speeds, std::size_t least)
    : launchers_(launchers), least_(least) {
  double all = 0, sum = 0;
  for (const double speed : speeds) all += speed;
  for (std::size_t i = 0; i < size(); ++i) {
    sum += speeds[i];
    ends_.push_back(i + 1 == size() ? 1.0 : sum / all);
    points_.push_back(launchers_[i]->event());
  }
  for (Launcher* const from : launchers_)
    for (Launcher* const to : launchers_)
      if (from != to) from->gpu.reach(to->gpu);
}

std::vector<Team::Range> Team::ranges(const Results& results) const {
  if (!shares(results.length)) return {{0, results.units}};
  if (ranks_) return ranges_of_ranks(results);
  const std::size_t groups = (results.units + results.together - 1) / results.together;
  std::vector<Range> of_gpus;
  std::size_t first = 0;
  for (const double end : ends_) {
    const std::size_t last = std::min(results.units, share_of(groups, end) * results.together);
    of_gpus.push_back({first, last});
    first = last;
  }
  return of_gpus;
}

void Team::begin(bool all) {
  if (size() == 1 || !(all || is_spread_)) return;
  if (meeting_) {
    meeting_->ask();
  } else {
    gather();
    if (all) scatter();
  }
  is_spread_ = all;
}

void Team::gather() const {
  for (std::size_t i = 1; i < size(); ++i) {
    launchers_[i]->record(*points_[i]);
    launchers_[0]->follow(*points_[i]);
  }
}

void Team::scatter() const {
  launchers_[0]->record(*points_[0]);
  for (std::size_t i = 1; i < size(); ++i) launchers_[i]->follow(*points_[0]);
}

/// Says all GPUs' errors: one that fails lets the others wait for it until they fail too.
void Team::synchronise() {
  std::string errors;
  for (Launcher* const launcher : launchers_) try {
      launcher->synchronise();
    } catch (const DeviceError& error) {
      errors += (errors.empty() ? "" : "; ") + std::string(error.what());
    }
  if (ranks_) ranks_->check();  // what was waited for may not have come
  if (!errors.empty()) throw DeviceError(errors);
  is_spread_ = false;
}

/// A recording is the first launcher's work. It takes in what the others are asked for once they follow it,
/// and it ends behind all of them.
std::unique_ptr<Recording> Team::record(std::function<void()> work) {
  if (size() == 1) return first().record(work);
  const bool was_spread = is_spread_;
  std::shared_ptr<Recording> recording = first().record([&] {
    scatter();
    is_spread_ = true;
    work();
    gather();
  });
  is_spread_ = was_spread;
  return std::make_unique<PlainRecording>([this, recording] {
    gather();
    recording->replay();
    scatter();
    is_spread_ = true;
  });
}

/// The first as the shares say, to a line; whole pages up to the last, so that two GPUs have what they
/// compute.
Team::Ends Team::ends_of_pieces(std::size_t bytes) const {
  constexpr std::size_t line = 256;
  const std::size_t page = first().gpu.page_bytes();
  const std::size_t first_end = std::min(bytes, share_of(bytes / line, ends_[0]) * line);
  Ends ends;
  for (const double end : ends_) {
    const std::size_t wanted = std::max(share_of(bytes, end), first_end);
    const std::size_t pages = (wanted - first_end + page / 2) / page;
    ends.push_back(std::min(bytes, first_end + pages * page));
  }
  ends.back() = bytes;
  return ends;
}

/// Freeing memory waits for the GPU that has it; others may still be reading it.
std::shared_ptr<void> Team::allocate(std::size_t bytes, std::size_t length, const std::string& purpose) {
  if (size() == 1) return first().gpu.allocate(bytes, purpose);
  if (shares(length) && !meeting_ && GpuMeeting::is_possible(launchers_))
    meeting_ = std::make_unique<GpuMeeting>(launchers_);
  std::shared_ptr<void> memory;
  if (!shares(length) || bytes < first().gpu.page_bytes()) {
    memory = first().gpu.allocate(bytes, purpose);
  } else {
    const Ends ends = ends_of_pieces(bytes);
    std::vector<GpuPiece> pieces;
    for (std::size_t i = 0; i < ends.size(); ++i)
      pieces.push_back({&launchers_[i]->gpu, ends[i] - (i == 0 ? 0 : ends[i - 1])});
    memory = first().gpu.allocate_over(pieces, purpose);
    (*pieces_)[memory.get()] = ends;
  }
  return {memory.get(), [memory, launchers = launchers_, pieces = pieces_](void*) {
            pieces->erase(memory.get());
            for (Launcher* const launcher : launchers) try {
                launcher->synchronise();
              } catch (const DeviceError&) {  // it shows where somebody waits for results
              }
          }};
}

std::vector<Team::Range> Team::pieces_of(const void* memory, std::size_t bytes) const {
  const auto found = pieces_->find(memory);
  if (found == pieces_->end()) return {{0, bytes}};
  std::vector<Range> pieces;
  std::size_t first = 0;
  for (const std::size_t end : found->second) pieces.push_back({std::exchange(first, end), end});
  return pieces;
}

void Team::set_zero(void* memory, std::size_t bytes) {
  const std::vector<Range> pieces = pieces_of(memory, bytes);
  begin(pieces.size() > 1);
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (pieces[i].size() > 0)
      launchers_[i]->set_zero(static_cast<char*>(memory) + pieces[i].first, pieces[i].size());
}

/// To the GPUs in turns: while the bus of one carries what the host wrote, the host writes for the next.
void Team::copy(void* to, const void* from, std::size_t bytes, const std::string& purpose) {
  const bool is_upload = pieces_->contains(to);
  const std::vector<Range> pieces = pieces_of(is_upload ? to : from, bytes);
  const std::size_t at_once = is_upload ? bytes_in_turn : bytes;
  begin(pieces.size() > 1);
  for (std::size_t done = 0; done < bytes; done += at_once)
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (done >= pieces[i].size()) continue;
      const std::size_t at = pieces[i].first + done, count = std::min(at_once, pieces[i].size() - done);
      launchers_[i]->start_copy(static_cast<char*>(to) + at, static_cast<const char*>(from) + at, count,
                                purpose);
    }
  if (is_spread_ || ranks_)
    synchronise();
  else
    first().synchronise();
}

std::size_t Team::memory() const {
  std::size_t bytes = 0;
  for (const Member& member : members()) bytes += member.memory;
  return bytes;
}

}  // namespace dgsolve::cuda
