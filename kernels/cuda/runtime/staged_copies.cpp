#include "kernels/cuda/runtime/staged_copies.hpp"

#include <algorithm>
#include <cstring>

namespace dgsolve::cuda {
namespace {

constexpr std::size_t buffer_bytes = 4 << 20, page_bytes = 1 << 16, fewest_bytes = 1 << 20;

/// By all threads.
void copy_on_host(char* to, const char* from, std::size_t bytes) {
#pragma omp parallel for
  for (std::size_t at = 0; at < bytes; at += page_bytes)
    std::memcpy(to + at, from + at, std::min(page_bytes, bytes - at));
}

cudaMemoryType type_of(const void* p) {
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, p), "cudaPointerGetAttributes", "a copy");
  return attributes.type;
}

}  // namespace

bool StagedCopies::serve(const void* to, const void* from, std::size_t bytes) {
  if (bytes < fewest_bytes) return false;
  const cudaMemoryType a = type_of(to), b = type_of(from);
  return (a == cudaMemoryTypeDevice && b == cudaMemoryTypeUnregistered) ||
         (a == cudaMemoryTypeUnregistered && b == cudaMemoryTypeDevice);
}

void StagedCopies::prepare(const std::string& purpose) {
  for (Buffer& buffer : buffers_) {
    if (buffer.done) continue;  // which is made last
    void* memory = nullptr;
    check(cudaMallocHost(&memory, buffer_bytes), "cudaMallocHost", purpose);
    buffer.memory.reset(memory);
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreateWithFlags", purpose);
    buffer.done.reset(event);
  }
}

void StagedCopies::copy(void* to, const void* from, std::size_t bytes, cudaStream_t stream,
                        const std::string& purpose) {
  prepare(purpose);
  const bool to_device = type_of(to) == cudaMemoryTypeDevice;
  char* const there = static_cast<char*>(to);
  const char* const here = static_cast<const char*>(from);
  const std::size_t n = (bytes + buffer_bytes - 1) / buffer_bytes;
  const auto piece = [&](std::size_t i) { return std::min(buffer_bytes, bytes - i * buffer_bytes); };
  const auto on_bus = [&](std::size_t i, void* into, const void* out_of) {
    check(cudaMemcpyAsync(into, out_of, piece(i), cudaMemcpyDefault, stream), "cudaMemcpyAsync", purpose);
    check(cudaEventRecord(buffers_[i % 2].done.get(), stream), "cudaEventRecord", purpose);
  };
  const auto wait_for = [&](std::size_t i) {
    check(cudaEventSynchronize(buffers_[i % 2].done.get()), "cudaEventSynchronize", purpose);
    return static_cast<char*>(buffers_[i % 2].memory.get());
  };
  const auto empty = [&](std::size_t i) { copy_on_host(there + i * buffer_bytes, wait_for(i), piece(i)); };
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = i * buffer_bytes;
    if (to_device) {
      char* const buffer = wait_for(i);
      copy_on_host(buffer, here + at, piece(i));
      on_bus(i, there + at, buffer);
    } else {
      if (i >= 2) empty(i - 2);
      on_bus(i, buffers_[i % 2].memory.get(), here + at);
    }
  }
  if (!to_device)
    for (std::size_t i = n - std::min<std::size_t>(n, 2); i < n; ++i) empty(i);
}

}  // namespace dgsolve::cuda
