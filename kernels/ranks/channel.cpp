#include "kernels/ranks/channel.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace dgsolve {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{64} << 10;  // larger arrays go without a copy

std::size_t memory_of_host() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

void Channel::lose() const {
  loss_->note(peer_ + " has ended, or the connection to it was lost");
  loss_->check();
  throw std::logic_error("a loss that was noted is forgotten");
}

void Channel::flush() {
  if (!socket_.send(out_.data(), out_.size())) lose();
  out_.clear();
}

void Channel::put_bytes(const void* data, std::size_t bytes) {
  const auto* const from = static_cast<const std::byte*>(data);
  if (out_.size() + bytes <= buffer_bytes) {
    out_.insert(out_.end(), from, from + bytes);
    return;
  }
  flush();
  if (!socket_.send(from, bytes)) lose();
}

void Channel::take_bytes(void* data, std::size_t bytes) {
  auto* to = static_cast<std::byte*>(data);
  const std::size_t here = std::min(bytes, in_.size() - taken_);
  std::copy_n(in_.begin() + static_cast<std::ptrdiff_t>(taken_), here, to);
  taken_ += here;
  to += here;
  bytes -= here;
  if (bytes >= buffer_bytes) {
    if (!socket_.receive(to, bytes)) lose();
    return;
  }
  while (bytes > 0) {
    in_.resize(buffer_bytes);
    const std::size_t found = socket_.receive_some(in_.data(), buffer_bytes);
    in_.resize(found);
    taken_ = std::min(bytes, found);
    if (found == 0) lose();
    std::copy_n(in_.begin(), taken_, to);
    to += taken_;
    bytes -= taken_;
  }
}

std::size_t Channel::take_length(std::size_t bytes_each) {
  const auto length = take<std::size_t>();
  if (const std::size_t most = memory_of_host() / bytes_each; length > most)
    throw std::logic_error(peer_ + " sent a length of " + std::to_string(length) + "; expected at most " +
                           std::to_string(most) + ", which fill this host's memory");
  return length;
}

void Channel::expect_size(std::size_t expected) {
  if (const auto found = take<std::size_t>(); found != expected)
    throw std::logic_error(peer_ + " sent " + std::to_string(found) + " values; expected " +
                           std::to_string(expected));
}

}  // namespace dgsolve
