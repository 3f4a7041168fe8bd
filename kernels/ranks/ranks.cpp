#include "kernels/ranks/ranks.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <stdexcept>

namespace dgsolve {

Ranks::Ranks(const std::filesystem::path& folder, OwnRank place, const std::string& identity, const Tell& say,
             Tell last_resort, RankLimits limits)
    : place_(place), last_resort_(std::move(last_resort)), limits_(limits) {
  if (leads()) meeting_ = std::make_unique<Meeting>(folder, place, identity, limits, say);
  Arrival arrival = leads() ? meeting_->wait_for_all() : join(folder, place, identity, limits);
  rank_on_host_ = arrival.rank_on_host;
  for (std::size_t i = 0; i < arrival.sockets.size(); ++i)
    channels_.push_back(std::make_unique<Channel>(
        std::move(arrival.sockets[i]), "rank " + std::to_string(leads() ? i / n_channels + 1 : 0), loss_));
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::runtime_error("ranks: no socket can be opened");
  wakes_ = Socket(ends[0]);
  is_woken_ = Socket(ends[1]);
  watcher_ = std::thread([this] { watch(); });
}

Ranks::~Ranks() {
  stops_ = true;
  wakes_.hang_up();
  watcher_.join();
}

std::string Ranks::from_first(const std::string& text) {
  if (!leads()) return commands(0).take_text();
  for (int rank = 1; rank < n(); ++rank) {
    commands(rank).put_text(text);
    commands(rank).flush();
  }
  return text;
}

std::vector<std::string> Ranks::to_first(const std::string& text) {
  if (!leads()) {
    commands(0).put_text(text);
    commands(0).flush();
    return {};
  }
  std::vector<std::string> all{text};
  for (int rank = 1; rank < n(); ++rank) all.push_back(commands(rank).take_text());
  return all;
}

void Ranks::watch_over(SharedByRanks* shared) {
  const std::lock_guard lock(mutex_);
  shared_ = shared;
}

void Ranks::watch() {
  while (!stops_ && (is_over_ || loss_->reason().empty())) wait_for_news();
  if (stops_) return;
  end_all();
  if (!is_woken_within(limits_.end_seconds * 1000)) last_resort_(loss_->reason());
}

bool Ranks::is_woken_within(int milliseconds) const {
  pollfd end{is_woken_.descriptor(), POLLIN, 0};
  return poll(&end, 1, milliseconds) > 0;
}

void Ranks::wait_for_news() {
  std::vector<pollfd> sources{{is_woken_.descriptor(), POLLIN, 0}};
  for (const auto& channel : channels_) sources.push_back({channel->socket().descriptor(), POLLRDHUP, 0});
  if (meeting_) meeting_->add_sources(sources);
  poll(sources.data(), sources.size(), 1000);
  if (meeting_) meeting_->turn_away();
  if (is_over_) {
    is_woken_within(1000);  // closed connections do not let the other sleep
    return;
  }
  for (std::size_t i = 0; i < channels_.size(); ++i)
    if (sources[i + 1].revents != 0)
      loss_->note("rank " + std::to_string(leads() ? i / n_channels + 1 : 0) +
                  " has ended, or the connection to it was lost");
  const std::lock_guard lock(mutex_);
  if (shared_ != nullptr)
    if (const std::string trouble = shared_->trouble(); !trouble.empty()) loss_->note(trouble);
}

/// Whoever waits for another process goes on, here and there.
void Ranks::end_all() {
  for (const auto& channel : channels_) channel->socket().hang_up();
  const std::lock_guard lock(mutex_);
  if (shared_ != nullptr) shared_->abandon();
}

}  // namespace dgsolve
