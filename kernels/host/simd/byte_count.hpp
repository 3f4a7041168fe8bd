/// What living objects hold in memory, added up.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace dgsolve::host {

/// Bytes of all living objects of one owner.
using ByteCount = std::shared_ptr<std::size_t>;

/// Adds to a ByteCount while it lives.
class CountedBytes {
 public:
  CountedBytes(ByteCount total, std::size_t bytes) : total_(std::move(total)), bytes_(bytes) {
    *total_ += bytes_;
  }
  CountedBytes(const CountedBytes&) = delete;
  CountedBytes& operator=(const CountedBytes&) = delete;
  ~CountedBytes() { *total_ -= bytes_; }

 private:
  ByteCount total_;
  std::size_t bytes_;
};

}  // namespace dgsolve::host
