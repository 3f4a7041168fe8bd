/// Files as disks, copies and other programs damage them.
#pragma once

#include <algorithm>
#include <random>
#include <string>

namespace dgsolve::test {

/// Damage to the bytes of a file, from a generator; a kind after the other.
class ByteDamage {
 public:
  /// `stale`: bytes of an older file, as a disk may leave them.
  ByteDamage(std::string whole, std::string stale) : whole_(std::move(whole)), stale_(std::move(stale)) {}

  static constexpr int n_kinds = 9;
  /// Never the whole file itself, as where zeros change places.
  std::string next() {
    std::string bytes = whole_;
    while (bytes == whole_) bytes = damaged(kind_ % n_kinds);
    ++kind_;
    return bytes;
  }

 private:
  std::string damaged(int kind) {
    std::string bytes = whole_;
    switch (kind) {
      case 0:  // one bit
        bytes[below(bytes.size())] ^= static_cast<char>(1 << below(8));
        break;
      case 1:  // some bytes, anywhere
        for (std::size_t n = 1 + below(20); n > 0; --n)
          bytes[below(bytes.size())] = static_cast<char>(generator_());
        break;
      case 2:
        bytes.resize(below(bytes.size()));
        break;
      case 3: {  // pieces that changed places
        const std::size_t n = piece(), a = below(bytes.size() - n), b = below(bytes.size() - n);
        bytes.replace(a, n, whole_, b, n).replace(b, n, whole_, a, n);
        break;
      }
      case 4: {  // zeros, or all bits set, which a Fletcher checksum takes for zeros
        const std::size_t n = piece();
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size() - n)), n,
                    below(2) == 0 ? '\0' : '\xff');
        break;
      }
      case 5: {
        const std::size_t n = piece();
        bytes.erase(below(bytes.size() - n), n);
        break;
      }
      case 6: {  // a piece twice
        const std::size_t n = piece();
        bytes.insert(below(bytes.size()), whole_, below(bytes.size() - n), n);
        break;
      }
      case 7: {  // a sector of the older file, the rest of the new one
        const std::size_t sector = 512, at = sector * below(std::min(bytes.size(), stale_.size()) / sector);
        bytes.replace(at, sector, stale_, at, sector);
        break;
      }
      default:  // the end of another file
        bytes.append(stale_, below(stale_.size()));
    }
    return bytes;
  }

  std::size_t below(std::size_t n) { return generator_() % n; }
  /// A length, of bytes or of sectors.
  std::size_t piece() { return below(2) == 0 ? 1 + below(100) : 512 * (1 + below(8)); }

  const std::string whole_, stale_;
  std::mt19937_64 generator_{18};
  int kind_ = 0;
};

}  // namespace dgsolve::test
