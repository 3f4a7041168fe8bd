#include "kernels/ranks/hello.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <sstream>

namespace dgsolve {
namespace {

using Length = std::uint32_t;
constexpr Length longest = 1 << 14;  // whoever sends more is no process of ours

}  // namespace

std::string Hello::text() const {
  return std::to_string(rank) + ' ' + std::to_string(n) + ' ' + std::to_string(channel) + '\n' + host + '\n' +
         identity;
}

std::optional<Hello> Hello::from(const std::string& text) {
  std::istringstream words(text);
  Hello hello{};
  words >> hello.rank >> hello.n >> hello.channel;
  words.ignore();
  std::getline(words, hello.host);
  const bool is_one =
      words && hello.rank >= 0 && hello.rank < hello.n && hello.channel >= 0 && hello.channel < n_channels;
  std::getline(words, hello.identity, '\0');
  return is_one ? std::optional(hello) : std::nullopt;
}

bool send_behind_token(const Socket& socket, const std::string& token, const std::string& text) {
  const auto length = static_cast<Length>(text.size());
  std::string bytes = token;
  bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
  bytes += text;
  return socket.send_now(bytes.data(), bytes.size());
}

std::size_t TextBehindToken::header() const { return token_.size() + sizeof(Length); }

std::size_t TextBehindToken::length() const {
  Length length = 0;
  if (bytes_.size() >= header()) std::memcpy(&length, bytes_.data() + token_.size(), sizeof length);
  return length;
}

bool TextBehindToken::is_ours() const {
  const std::size_t n = std::min(bytes_.size(), token_.size());
  return bytes_.compare(0, n, token_, 0, n) == 0 && length() <= longest;
}

TextBehindToken::State TextBehindToken::read(const Socket& socket) {
  for (std::size_t have = bytes_.size(), wanted = header() + length(); have < wanted;
       wanted = header() + length()) {
    bytes_.resize(wanted);
    const std::optional<std::size_t> found = socket.receive_now(bytes_.data() + have, wanted - have);
    bytes_.resize(have += found.value_or(0));
    if (!found || !is_ours()) return State::foreign;
    if (*found == 0) return State::unfinished;
  }
  return State::whole;
}

}  // namespace dgsolve
