/// Values, texts and arrays between two processes of a run, in order. They are sent as they stand in memory:
/// all processes are the same program. For one thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/ranks/rank_loss.hpp"
#include "kernels/ranks/socket.hpp"

namespace dgsolve {

class Channel {
 public:
  /// peer: for people. All calls throw RankLost where the other process is gone.
  Channel(Socket socket, std::string peer, std::shared_ptr<RankLoss> loss)
      : socket_(std::move(socket)), peer_(std::move(peer)), loss_(std::move(loss)) {}

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void put(const T& value) { put_bytes(&value, sizeof value); }
  /// With its size, as `take_array` expects it.
  template <class T>
  void put_array(std::span<const T> values) {
    put(values.size());
    put_bytes(values.data(), values.size_bytes());
  }
  void put_text(const std::string& text) { put_array(std::span<const char>(text)); }
  void put_texts(const std::vector<std::string>& texts) {
    put(texts.size());
    for (const std::string& text : texts) put_text(text);
  }
  /// Sends what was put.
  void flush();

  template <class T>
  requires std::is_trivially_copyable_v<T> T take() {
    T value;
    take_bytes(&value, sizeof value);
    return value;
  }
  /// The length of what follows. Throws std::logic_error where this host has no room for so many.
  std::size_t take_length(std::size_t bytes_each);
  template <class T, class Values = std::vector<T>>
  Values take_array() {
    Values values(take_length(sizeof(T)));
    take_bytes(values.data(), values.size() * sizeof(T));
    return values;
  }
  /// An array of just this size. Throws std::logic_error where it has another one.
  template <class T>
  void take_into(std::span<T> values) {
    expect_size(values.size());
    take_bytes(values.data(), values.size_bytes());
  }
  std::string take_text() {
    const std::vector<char> text = take_array<char>();
    return {text.begin(), text.end()};
  }
  std::vector<std::string> take_texts() {
    std::vector<std::string> texts(take_length(sizeof(std::string)));
    for (std::string& text : texts) text = take_text();
    return texts;
  }

  const Socket& socket() const { return socket_; }

 private:
  void put_bytes(const void* data, std::size_t bytes);
  void take_bytes(void* data, std::size_t bytes);
  void expect_size(std::size_t expected);
  [[noreturn]] void lose() const;

  const Socket socket_;
  const std::string peer_;
  const std::shared_ptr<RankLoss> loss_;
  std::vector<std::byte> out_;  ///< not sent yet
  std::vector<std::byte> in_;   ///< received, and taken up to `taken_`
  std::size_t taken_ = 0;
};

}  // namespace dgsolve
