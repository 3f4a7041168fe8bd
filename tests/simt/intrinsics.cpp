// What kernels/cuda/gpu/intrinsics.cuh offers, by plain functions.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/simt/simt.hpp"
#include "tests/simt/warp.hpp"

namespace dgsolve::simt {
namespace {

struct Copy {
  void* to;
  const void* from;
  std::size_t bytes;
};

std::map<unsigned, std::vector<std::vector<Copy>>> copies;  ///< by thread, in groups; the last is open
std::map<const void*, std::vector<Copy>> bulk_copies;       ///< by barrier
std::map<unsigned, std::vector<Copy>> bulk_stores;          ///< by thread

std::map<unsigned, unsigned> votes;                    ///< by warp
std::map<unsigned, std::array<double, 32>> exchanged;  ///< by warp

void expect_aligned(const void* address, std::size_t alignment) {
  if (reinterpret_cast<std::uintptr_t>(address) % alignment != 0)
    throw std::logic_error("an asynchronous copy's address is not a multiple of " +
                           std::to_string(alignment));
}

std::size_t make(std::vector<Copy>& pending) {
  std::size_t bytes = 0;
  for (const Copy& copy : pending) {
    std::memcpy(copy.to, copy.from, copy.bytes);
    bytes += copy.bytes;
  }
  pending.clear();
  return bytes;
}

/// What the lanes of each warp of a block bring to a product.
template <class T>
struct Operands {
  T a[32][4], b[32][2];
};
template <class T>
std::map<unsigned, Operands<T>> operands_of_warp;

/// add(sum, products[8]) for each of this lane's four sums.
template <class T, class Add>
void multiply(T (&sum)[4], const T (&a)[4], const T (&b)[2], Add add) {
  const unsigned lane = current_thread.x % 32;
  Operands<T>& operands = operands_of_warp<T>[current_thread.x / 32];
  std::copy(std::begin(a), std::end(a), operands.a[lane]);
  std::copy(std::begin(b), std::end(b), operands.b[lane]);
  warp_barrier();
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    double products[8];
    for (unsigned k = 0; k < 8; ++k)
      products[k] = static_cast<double>(operands.a[row % 8 * 4 + k % 4][row / 8 + k / 4 * 2]) *
                    operands.b[column * 4 + k % 4][k / 4];
    sum[i] = add(sum[i], products);
  }
  warp_barrier();  // the next product may overwrite the operands
}

/// What tensor cores take of a number: TF32, the rest cut off.
float cut(float a) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a) & 0xffffe000U); }

/// The float nearest to a number among those not farther from zero.
float toward_zero(double a) {
  const float nearest = static_cast<float>(a);
  return std::abs(static_cast<double>(nearest)) > std::abs(a) ? std::nextafter(nearest, 0.0F) : nearest;
}

}  // namespace

void start_copy(void* to, const void* from, std::size_t bytes) {
  expect_aligned(to, bytes);
  expect_aligned(from, bytes);
  std::vector<std::vector<Copy>>& groups = copies[current_thread.x];
  if (groups.empty()) groups.emplace_back();
  groups.back().push_back({to, from, bytes});
}
void end_copy_group() {
  if (copies[current_thread.x].empty()) copies[current_thread.x].emplace_back();
  copies[current_thread.x].emplace_back();
}
void finish_copies(std::size_t pending_groups) {
  std::vector<std::vector<Copy>>& groups = copies[current_thread.x];
  while (groups.size() > pending_groups) {
    make(groups.front());
    groups.erase(groups.begin());
  }
}

void start_bulk_copy(const void* barrier, void* to, const void* from, std::size_t bytes) {
  expect_aligned(to, 16);
  expect_aligned(from, 16);
  if (bytes % 16 != 0) throw std::logic_error("a bulk copy's size is not a multiple of 16");
  bulk_copies[barrier].push_back({to, from, bytes});
}
void start_bulk_store(void* to, const void* from, std::size_t bytes) {
  expect_aligned(to, 16);
  expect_aligned(from, 16);
  if (bytes % 16 != 0) throw std::logic_error("a bulk store's size is not a multiple of 16");
  bulk_stores[current_thread.x].push_back({to, from, bytes});
}
void finish_bulk_stores() { make(bulk_stores[current_thread.x]); }

void finish_bulk_copies(const void* barrier, std::size_t expected_bytes) {
  std::vector<Copy>& pending = bulk_copies[barrier];
  if (!pending.empty() && make(pending) != expected_bytes)
    throw std::logic_error("bulk copies bring other than the bytes that are waited for");
}

void expect_no_copies_left() {
  bool left = false;
  for (const auto& [barrier, pending] : bulk_copies) left = left || !pending.empty();
  for (const auto& [thread, pending] : bulk_stores) left = left || !pending.empty();
  for (const auto& [thread, groups] : copies)
    for (const std::vector<Copy>& group : groups) left = left || !group.empty();
  copies.clear();
  bulk_copies.clear();
  bulk_stores.clear();
  if (left) throw std::logic_error("a block ended before its copies were waited for");
}

void multiply_add(double (&sum)[4], const double (&a)[4], const double (&b)[2]) {
  multiply(sum, a, b, [](double total, const double(&products)[8]) {
    for (const double product : products) total += product;
    return total;
  });
}

void multiply_add(float (&sum)[4], const float (&a)[4], const float (&b)[2]) {
  const float a_cut[4] = {cut(a[0]), cut(a[1]), cut(a[2]), cut(a[3])};
  const float b_cut[2] = {cut(b[0]), cut(b[1])};
  multiply(sum, a_cut, b_cut, [](double total, const double(&products)[8]) {
    for (const double product : products) total += product;
    return toward_zero(total);
  });
}

namespace {

template <class T>
void multiply_add_half(T (&sum)[4], const T (&a)[2], const T (&b)[1]) {
  const T a_and_zeros[4] = {a[0], a[1], 0, 0}, b_and_zero[2] = {b[0], 0};
  multiply_add(sum, a_and_zeros, b_and_zero);
}

}  // namespace

void multiply_add(double (&sum)[4], const double (&a)[2], const double (&b)[1]) {
  multiply_add_half(sum, a, b);
}
void multiply_add(double (&sum)[2], double a, double b) {
  double with_zeros[4] = {sum[0], sum[1]};
  const double a_and_zero[2] = {a, 0};
  multiply_add(with_zeros, a_and_zero, {b});
  std::copy_n(with_zeros, 2, sum);
}
void multiply_add(float (&sum)[4], const float (&a)[2], const float (&b)[1]) { multiply_add_half(sum, a, b); }

unsigned ballot(bool holds) {
  const unsigned warp = current_thread.x / 32, lane = current_thread.x % 32;
  votes[warp] = holds ? votes[warp] | 1U << lane : votes[warp] & ~(1U << lane);
  warp_barrier();
  const unsigned result = votes[warp];
  warp_barrier();  // the next vote may overwrite it
  return result;
}

double exchange(double value, int bits) {
  std::array<double, 32>& values = exchanged[current_thread.x / 32];
  const unsigned lane = current_thread.x % 32;
  values[lane] = value;
  warp_barrier();
  const double result = values[lane ^ static_cast<unsigned>(bits)];
  warp_barrier();  // the next exchange may overwrite it
  return result;
}

float leading_part(float a) {
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(a) + 0x1000U) & 0xffffe000U);
}

}  // namespace dgsolve::simt
