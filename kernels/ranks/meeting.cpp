#include "kernels/ranks/meeting.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <map>
#include <random>
#include <stdexcept>
#include <thread>

#include "kernels/base/part_clock.hpp"

namespace dgsolve {

/// What comes first on a connection.
struct Hello {
  std::string token, host, identity;
  int rank, n, channel;
};

namespace {

constexpr const char* file_name = ".dgsolve_ranks";
constexpr int answer_seconds = 5;
constexpr const char* ended_early = "ranks: rank 0 has ended before all processes had come";

/// Random: tells one run's meeting from another's.
std::string new_token() {
  std::random_device random;
  std::string token;
  for (int i = 0; i < 4; ++i) token += std::to_string(random()) + '.';
  return token;
}

/// Tells hosts apart, also those of one name.
std::string this_host() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  return std::string(name.data()) + ' ' + boot;
}

// Texts with their lengths, within `answer_seconds`.

bool send_text(const Socket& socket, const std::string& text) {
  const std::size_t size = text.size();
  return socket.send(&size, sizeof size) && socket.send(text.data(), size);
}

std::optional<std::string> receive_text(const Socket& socket) {
  constexpr std::size_t longest = 1 << 16;  // whoever sends more is no process of ours
  std::size_t size = 0;
  if (!socket.receive(&size, sizeof size) || size > longest) return {};
  std::string text(size, ' ');
  if (!socket.receive(text.data(), size)) return {};
  return text;
}

/// What the file says.
struct Place {
  std::string token;
  int port = 0;
  std::vector<std::string> addresses;
};

std::optional<Place> read_place(const std::filesystem::path& folder) {
  std::ifstream file(folder / file_name);
  Place place;
  if (!(file >> place.token >> place.port)) return {};
  for (std::string address; file >> address;) place.addresses.push_back(address);
  return place;
}

void write_place(const std::filesystem::path& path, const Place& place) {
  const std::filesystem::path unfinished = path.string() + ".tmp";
  std::ofstream file(unfinished);
  std::error_code error;
  using std::filesystem::perms;
  std::filesystem::permissions(unfinished, perms::owner_read | perms::owner_write,
                               error);  // the token is ours
  file << place.token << '\n' << place.port << '\n';
  for (const std::string& address : place.addresses) file << address << '\n';
  file.close();
  if (file) std::filesystem::rename(unfinished, path, error);
  if (!file || error) throw std::runtime_error(path.string() + ": cannot be written");
}

bool send_hello(const Socket& socket, const Hello& hello) {
  const int numbers[] = {hello.rank, hello.n, hello.channel};
  return send_text(socket, hello.token) && send_text(socket, hello.host) &&
         send_text(socket, hello.identity) && socket.send(numbers, sizeof numbers);
}

std::optional<Hello> receive_hello(const Socket& socket) {
  const std::optional<std::string> token = receive_text(socket);
  const std::optional<std::string> host = token ? receive_text(socket) : token;
  const std::optional<std::string> identity = host ? receive_text(socket) : host;
  int numbers[3];
  if (!identity || !socket.receive(numbers, sizeof numbers)) return {};
  return Hello{*token, *host, *identity, numbers[0], numbers[1], numbers[2]};
}

/// A connection on which the first process has answered, and its answer: empty where it takes the process
/// in.
struct Answer {
  Socket socket;
  std::string mistake;
};

/// None where nobody answers who wrote the file.
std::optional<Answer> say_hello(const Place& place, Hello hello) {
  hello.token = place.token;
  for (const std::string& address : place.addresses) {
    std::optional<Socket> socket = connect_to(address, place.port);
    if (!socket) continue;
    socket->limit_waits(answer_seconds);
    if (!send_hello(*socket, hello)) continue;
    const std::optional<std::string> token = receive_text(*socket), mistake = receive_text(*socket);
    if (!token || *token != place.token || !mistake) continue;
    socket->limit_waits(0);
    return Answer{std::move(*socket), *mistake};
  }
  return {};
}

}  // namespace

struct Meeting::Guest {
  Socket socket;
  Hello hello;
};

Meeting::Meeting(const std::filesystem::path& folder, int n, std::string identity)
    : file_(folder / file_name), n_(n), identity_(std::move(identity)), token_(new_token()) {
  if (const std::optional<Place> found = read_place(folder))
    if (const std::optional<Answer> answer = say_hello(*found, {"", this_host(), identity_, 0, n, 0}))
      throw std::invalid_argument(answer->mistake);
  write_place(file_, {token_, listener_.port(), addresses_of_host()});
}

Meeting::~Meeting() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

/// Somebody who knows the file.
std::optional<Meeting::Guest> Meeting::next_guest(int milliseconds) const {
  std::optional<Socket> socket = listener_.accept(milliseconds);
  if (!socket) return {};
  socket->limit_waits(answer_seconds);
  std::optional<Hello> hello = receive_hello(*socket);
  if (!hello || hello->token != token_ || !send_text(*socket, token_)) return {};
  return Guest{std::move(*socket), std::move(*hello)};
}

std::string Meeting::mistake_of(const Guest& guest, const std::vector<Guest>& others) const {
  const Hello& hello = guest.hello;
  const std::string who = "rank " + std::to_string(hello.rank);
  if (hello.rank == 0)
    return "ranks: another run of several processes meets in this output folder; expected another folder, or "
           "that it has ended";
  if (hello.n != n_)
    return "ranks: " + who + " was started as one of " + std::to_string(hello.n) + ", and rank 0 as one of " +
           std::to_string(n_);
  if (hello.identity != identity_)
    return "ranks: " + who +
           " was started with another case, other options or another version of the program than rank 0";
  for (const Guest& other : others)
    if (other.hello.rank == hello.rank && other.hello.channel == hello.channel)
      return "ranks: " + who + " was started twice";
  return "";
}

Arrival Meeting::wait_for_all(int seconds) const {
  const Stopwatch watch;
  std::vector<Guest> guests;
  while (static_cast<int>(guests.size()) < (n_ - 1) * n_channels) {
    std::optional<Guest> guest = next_guest(200);
    if (guest) {
      const std::string mistake = mistake_of(*guest, guests);
      const bool is_told = send_text(guest->socket, mistake);
      if (!mistake.empty() && guest->hello.rank == 0)
        continue;  // another run asks whether the folder is free
      if (!mistake.empty()) throw std::invalid_argument(mistake);
      if (is_told) guests.push_back(std::move(*guest));
    } else if (watch.seconds() > seconds) {
      throw std::invalid_argument("ranks: got " + std::to_string(guests.size() / n_channels + 1) + " of " +
                                  std::to_string(n_) + " processes within " + std::to_string(seconds) +
                                  " s; expected all of them");
    }
  }
  Arrival arrival;
  arrival.sockets.resize(guests.size());
  std::map<std::string, int> on_host{{this_host(), 1}};
  std::ranges::sort(guests, {}, [](const Guest& guest) { return guest.hello.rank; });
  for (Guest& guest : guests) {
    if (guest.hello.channel == 0) {
      const int place = on_host[guest.hello.host]++;
      guest.socket.send(&place, sizeof place);  // where that fails, it shows soon
    }
    guest.socket.limit_waits(0);
    arrival.sockets[(guest.hello.rank - 1) * n_channels + guest.hello.channel] = std::move(guest.socket);
  }
  return arrival;
}

void Meeting::turn_away() const {
  if (const std::optional<Guest> guest = next_guest(0))
    send_text(guest->socket, "ranks: a run of " + std::to_string(n_) +
                                 " processes goes on in this output folder; expected another folder, or that "
                                 "it has ended");
}

Arrival join(const std::filesystem::path& folder, RankPlace place, const std::string& identity, int seconds) {
  const Stopwatch watch;
  Arrival arrival;
  while (static_cast<int>(arrival.sockets.size()) < n_channels) {
    const int channel = static_cast<int>(arrival.sockets.size());
    const std::optional<Place> found = read_place(folder);
    std::optional<Answer> answer;
    if (found) answer = say_hello(*found, {"", this_host(), identity, place.rank, place.n, channel});
    if (answer) {
      if (!answer->mistake.empty()) throw std::invalid_argument(answer->mistake);
      arrival.sockets.push_back(std::move(answer->socket));
    } else if (channel > 0 && !found) {
      throw std::invalid_argument(ended_early);
    } else if (watch.seconds() > seconds) {
      throw std::invalid_argument("ranks: rank " + std::to_string(place.rank) + " found no rank 0 in " +
                                  folder.string() + " within " + std::to_string(seconds) +
                                  " s; expected it to be started with the same output folder");
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
  if (!arrival.sockets[0].receive(&arrival.place_on_host, sizeof arrival.place_on_host))
    throw std::invalid_argument(ended_early);
  return arrival;
}

}  // namespace dgsolve
