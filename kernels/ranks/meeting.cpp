#include "kernels/ranks/meeting.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <thread>

#include "kernels/ranks/interfaces.hpp"

namespace dgsolve {
namespace {

constexpr const char* loopback = "127.0.0.1";
constexpr const char* everywhere = "0.0.0.0";
constexpr int strangers = 16;  // listened to at a time, beside all processes
constexpr const char* ended_early = "ranks: rank 0 has ended before all processes had come";

/// A connection on which the first process has answered, and its answer: empty where it takes the process
/// in.
struct Answer {
  Socket socket;
  std::string mistake;
};

/// None where nobody answers who knows the token, or not in time.
std::optional<std::string> receive_behind_token(const Socket& socket, const std::string& token,
                                                double seconds) {
  TextBehindToken answer(token);
  for (const Stopwatch watch; watch.seconds() < seconds;) {
    const TextBehindToken::State state = answer.read(socket);
    if (state == TextBehindToken::State::whole) return answer.text();
    if (state == TextBehindToken::State::foreign) return {};
    wait_for_bytes(socket, static_cast<int>(1000 * std::max(0.0, seconds - watch.seconds())) + 1);
  }
  return {};
}

/// None where nobody answers who wrote the file.
std::optional<Answer> say_hello(const MeetingAddress& place, const Hello& hello, double seconds) {
  for (const auto& [address, port] : place.doors) {
    if (address == loopback && place.host != hello.host) continue;  // not that one
    std::optional<Socket> socket = connect_to(address, port);
    if (!socket || !send_behind_token(*socket, place.token, hello.text())) continue;
    if (std::optional<std::string> mistake = receive_behind_token(*socket, place.token, seconds))
      return Answer{std::move(*socket), std::move(*mistake)};
  }
  return {};
}

std::vector<std::string> addresses_of(const Listener& listener) {
  if (listener.address() != everywhere) return {listener.address()};
  std::vector<std::string> all;
  for (const Interface& one : interfaces_of_host())
    if (!one.is_loopback) all.push_back(one.address);  // that one has a listener of its own
  return all;
}

}  // namespace

Meeting::Meeting(const std::filesystem::path& folder, OwnRank place, std::string identity, RankLimits limits,
                 Tell say)
    : file_(meeting_file(folder)),
      place_(place),
      identity_(std::move(identity)),
      token_(new_token()),
      host_(this_host()),
      limits_(limits),
      say_(std::move(say)),
      reception_(token_, place.n + strangers, limits.hello_seconds) {
  if (const std::optional<MeetingAddress> found = read_address(file_))
    if (const std::optional<Answer> answer =
            say_hello(*found, {0, place.n, 0, host_, identity_}, limits.hello_seconds))
      throw std::invalid_argument(answer->mistake);
  reception_.open(loopback);
  if (place.hosts > 1) open_to_other_hosts();
  say_where();
}

Meeting::~Meeting() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

void Meeting::open_to_other_hosts() {
  const std::vector<Interface> all = interfaces_of_host();
  const char* const names = std::getenv("NCCL_SOCKET_IFNAME");
  const std::vector<Interface> named =
      names == nullptr ? std::vector<Interface>() : named_interfaces(names, all);
  if (named.empty()) {
    reception_.open(everywhere);
    say_("ranks: waits for processes of other hosts at all interfaces; NCCL_SOCKET_IFNAME " +
         std::string(names == nullptr ? "would name" : "fits none that has an IPv4 address; it names") +
         " those to use");
  }
  for (const Interface& one : named) {
    if (one.is_loopback) continue;  // is open
    reception_.open(one.address);
    say_("ranks: waits for processes of other hosts at " + one.name + " (" + one.address + ')');
  }
}

void Meeting::say_where() const {
  MeetingAddress where{token_, host_, {}};
  for (const Listener& listener : reception_.listeners())
    for (const std::string& address : addresses_of(listener))
      where.doors.push_back({address, listener.port()});
  write_address(file_, where);
}

std::string Meeting::mistake_of(const Hello& hello, const std::vector<Guest>& guests) const {
  const std::string who = "rank " + std::to_string(hello.rank);
  if (hello.rank == 0)
    return "ranks: another run of several processes meets in this output folder; expected another folder, or "
           "that it has ended";
  if (hello.n != place_.n)
    return "ranks: " + who + " was started as one of " + std::to_string(hello.n) + ", and rank 0 as one of " +
           std::to_string(place_.n);
  if (hello.identity != identity_)
    return "ranks: " + who +
           " was started with another case, other options or another version of the program than rank 0";
  for (const Guest& guest : guests)
    if (guest.hello.rank == hello.rank && guest.hello.channel == hello.channel && !guest.socket.is_left())
      return "ranks: " + who + " was started twice";
  return "";
}

void Meeting::take_in(Guest guest, std::vector<Guest>& guests) const {
  const std::string mistake = mistake_of(guest.hello, guests);
  const bool is_told = send_behind_token(guest.socket, token_, mistake);
  const bool asks_for_the_folder = guest.hello.rank == 0;  // another run, which will end
  if (!mistake.empty() && !asks_for_the_folder) throw std::invalid_argument(mistake);
  if (mistake.empty() && is_told) guests.push_back(std::move(guest));
}

Arrival Meeting::wait_for_all() {
  const Stopwatch watch;
  std::vector<Guest> guests;
  bool may_open = place_.hosts == 0;
  while (static_cast<int>(guests.size()) < (place_.n - 1) * n_channels) {
    std::vector<pollfd> sources;
    reception_.add_sources(sources);
    poll(sources.data(), sources.size(), 200);
    for (Guest& guest : reception_.serve()) take_in(std::move(guest), guests);
    std::erase_if(guests, [](const Guest& guest) { return guest.socket.is_left(); });  // it may come again
    if (watch.seconds() > limits_.arrival_seconds)
      throw std::invalid_argument("ranks: got " + std::to_string(guests.size() / n_channels + 1) + " of " +
                                  std::to_string(place_.n) + " processes within " +
                                  std::to_string(limits_.arrival_seconds) + " s; expected all of them");
    if (may_open && watch.seconds() > limits_.loopback_seconds) {
      may_open = false;
      open_to_other_hosts();
      say_where();
    }
  }
  return arrival_of(std::move(guests));
}

Arrival Meeting::arrival_of(std::vector<Guest> guests) {
  Arrival arrival;
  arrival.sockets.resize(guests.size());
  std::map<std::string, int> on_host{{host_, 1}};
  std::ranges::sort(guests, {}, [](const Guest& guest) { return guest.hello.rank; });
  for (Guest& guest : guests) {
    if (guest.hello.channel == 0) {
      const int place = on_host[guest.hello.host]++;
      guest.socket.send_now(&place, sizeof place);  // where that fails, it shows soon
    }
    arrival.sockets[(guest.hello.rank - 1) * n_channels + guest.hello.channel] = std::move(guest.socket);
  }
  if (on_host.size() == 1) {  // no other host has business here
    reception_.keep_first();
    say_where();
  }
  return arrival;
}

void Meeting::turn_away() {
  for (const Guest& guest : reception_.serve())
    send_behind_token(guest.socket, token_,
                      "ranks: a run of " + std::to_string(place_.n) +
                          " processes goes on in this output folder; expected another folder, or that "
                          "it has ended");
}

Arrival join(const std::filesystem::path& folder, OwnRank place, const std::string& identity,
             RankLimits limits) {
  const Stopwatch watch;
  Arrival arrival;
  while (static_cast<int>(arrival.sockets.size()) < n_channels) {
    const int channel = static_cast<int>(arrival.sockets.size());
    const std::optional<MeetingAddress> found = read_address(meeting_file(folder));
    std::optional<Answer> answer;
    if (found)
      answer = say_hello(*found, {place.rank, place.n, channel, this_host(), identity}, limits.hello_seconds);
    if (answer) {
      if (!answer->mistake.empty()) throw std::invalid_argument(answer->mistake);
      arrival.sockets.push_back(std::move(answer->socket));
    } else if (channel > 0 && !found) {
      throw std::invalid_argument(ended_early);
    } else if (watch.seconds() > limits.arrival_seconds) {
      throw std::invalid_argument("ranks: rank " + std::to_string(place.rank) + " found no rank 0 in " +
                                  folder.string() + " within " + std::to_string(limits.arrival_seconds) +
                                  " s; expected it to be started with the same output folder");
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
  if (!arrival.sockets[0].receive(&arrival.rank_on_host, sizeof arrival.rank_on_host))
    throw std::invalid_argument(ended_early);
  return arrival;
}

}  // namespace dgsolve
