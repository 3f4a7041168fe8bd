/// Compressed datasets: HDF5 packs one chunk after the other, on one thread; here all threads do.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace dgsolve::hdf5 {

constexpr int deflate_level = 4;

/// A chunk as it stands in a file.
struct PackedChunk {
  std::vector<unsigned char> bytes;
  unsigned skipped = 0;  ///< bits of the filters that it did not go through
};

/// As HDF5's filters 0 and 1, shuffle and deflate, make it: values of `size` bytes. One that would not shrink
/// is not deflated.
PackedChunk pack(std::span<const unsigned char> values, std::size_t size);

/// Packs n chunks and writes them in their order: fill(i, to) writes the values of chunk i, called by several
/// threads; write(i, chunk), called by this one, puts it into the file.
void pack_all(std::size_t n, std::size_t chunk_bytes, std::size_t size,
              const std::function<void(std::size_t i, std::span<unsigned char> to)>& fill,
              const std::function<void(std::size_t i, const PackedChunk& chunk)>& write);

}  // namespace dgsolve::hdf5
