/// A 128-bit FNV-1a digest (Fowler, Noll & Vo; RFC 9923): names of cache entries, and a check that a file is
/// whole, or the same. No protection against an adversary: the files are the user's own.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace dgsolve {

class Digest {
 public:
  /// Adds a piece; its length is part of the digest, so that pieces cannot run into each other.
  Digest& add(std::string_view piece) {
    for (std::uint64_t length = piece.size(), i = 0; i < 8; ++i) add_number((length >> (8 * i)) & 0xff);
    for (const char c : piece) add_number(static_cast<unsigned char>(c));
    return *this;
  }

  /// The same by eight bytes at a time instead of one, for gigabytes; another digest.
  Digest& add_words(std::string_view piece) {
    add_number(piece.size());
    for (; !piece.empty(); piece.remove_prefix(piece.size() < 8 ? piece.size() : 8)) {
      std::uint64_t word = 0;
      std::memcpy(&word, piece.data(), piece.size() < 8 ? piece.size() : 8);
      add_number(word);
    }
    return *this;
  }

  /// 32 hexadecimal digits.
  std::string text() const {
    std::string digits(32, '0');
    for (int i = 0; i < 32; ++i)
      digits[i] = "0123456789abcdef"[static_cast<int>(state_ >> (4 * (31 - i))) & 0xf];
    return digits;
  }

 private:
  __extension__ using Integer = unsigned __int128;

  void add_number(std::uint64_t number) {
    constexpr Integer prime = (Integer{1} << 88) + 0x13b;
    state_ = (state_ ^ number) * prime;
  }

  Integer state_ = (Integer{0x6c62272e07bb0142} << 64) + 0x62b821756295c58d;
};

}  // namespace dgsolve
