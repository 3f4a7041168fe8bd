#include "io/hdf5/packed_chunks.hpp"

#include <zlib.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/base/cell_loop.hpp"

namespace dgsolve::hdf5 {
namespace {

constexpr unsigned deflate_bit = 1U << 1;  // of the filters' order

/// First bytes first, then second bytes, …
std::vector<unsigned char> shuffled(std::span<const unsigned char> values, std::size_t size) {
  const std::size_t n = values.size() / size;
  std::vector<unsigned char> bytes(values.size());
  for (std::size_t byte = 0; byte < size; ++byte)
    for (std::size_t i = 0; i < n; ++i) bytes[byte * n + i] = values[i * size + byte];
  return bytes;
}

}  // namespace

PackedChunk pack(std::span<const unsigned char> values, std::size_t size) {
  std::vector<unsigned char> plain = shuffled(values, size);
  uLongf packed_bytes = compressBound(plain.size());
  std::vector<unsigned char> packed(packed_bytes);
  if (compress2(packed.data(), &packed_bytes, plain.data(), plain.size(), deflate_level) != Z_OK)
    throw std::logic_error("zlib failed");
  if (packed_bytes >= plain.size()) return {std::move(plain), deflate_bit};
  packed.resize(packed_bytes);
  return {std::move(packed)};
}

void pack_all(std::size_t n, std::size_t chunk_bytes, std::size_t size,
              const std::function<void(std::size_t i, std::span<unsigned char> to)>& fill,
              const std::function<void(std::size_t i, const PackedChunk& chunk)>& write) {
  constexpr std::size_t at_once = 256;
  std::vector<PackedChunk> packed(std::min(n, at_once));
  for (std::size_t first = 0; first < n; first += at_once) {
    const std::size_t count = std::min(at_once, n - first);
    for_each_cell(static_cast<int>(count), [&](int i) {
      std::vector<unsigned char> values(chunk_bytes);
      fill(first + i, values);
      packed[i] = pack(values, size);
    });
    for (std::size_t i = 0; i < count; ++i) write(first + i, packed[i]);
  }
}

}  // namespace dgsolve::hdf5
