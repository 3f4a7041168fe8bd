// The emulation of a GPU's threads itself: what it finds out about a kernel.
#include "tests/simt/simt.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "tests/simt/emulated_gpu.hpp"

namespace dgsolve::test {
namespace {

using simt::Order;

TEST(Simt, finds_a_barrier_that_not_all_threads_reach) {
  EXPECT_THROW(simt::launch(1, 4, 0, Order::forward,
                            [] {
                              if (threadIdx.x > 0) __syncthreads();
                            }),
               std::logic_error);
}

TEST(Simt, tells_whether_every_thread_waited_for_earlier_work) {
  const auto all_wait = [](unsigned waiting_block) {
    simt::launch(2, 4, 0, Order::forward, [&] {
      if (blockIdx.x == waiting_block || threadIdx.x != 2) simt::wait_for_earlier_work();
    });
    return simt::every_thread_waited();
  };
  EXPECT_FALSE(all_wait(0));
  EXPECT_FALSE(all_wait(1));
  simt::launch(2, 4, 0, Order::forward, [] { simt::wait_for_earlier_work(); });
  EXPECT_TRUE(simt::every_thread_waited());
}

TEST(Simt, shows_a_missing_barrier_by_the_order_of_threads) {
  const auto shifted = [](bool with_barrier, Order order) {
    std::array<int, 8> shared{}, result{};
    simt::launch(1, 8, 0, order, [&] {
      shared[threadIdx.x] = static_cast<int>(threadIdx.x) + 1;
      if (with_barrier) __syncthreads();
      result[threadIdx.x] = shared[(threadIdx.x + 1) % 8];
    });
    return result;
  };
  EXPECT_EQ(shifted(true, Order::forward), shifted(true, Order::backward));
  EXPECT_NE(shifted(false, Order::forward), shifted(false, Order::backward));
}

TEST(Simt, a_text_whose_kernels_wait_is_refused_where_a_thread_does_not) {
  const std::string prefix = "three threads of four wait";
  simt::add_program(prefix, [](const cuda::KernelLaunch& launch, void**, Order order) {
    simt::launch(1, launch.threads, 0, order, [] {
      if (threadIdx.x > 0) simt::wait_for_earlier_work();
    });
  });
  const auto run = [&](bool kernels_wait) {
    const auto gpu = simt::make_gpu();
    const auto launcher = gpu->make_launcher();
    const auto kernels = launcher->load({.file = "", .prefix = prefix, .kernels_wait = kernels_wait});
    kernels->launch({"kernel", 1, 4});
    launcher->synchronise();
  };
  EXPECT_NO_THROW(run(false));
  EXPECT_THROW(run(true), std::logic_error);
}

}  // namespace
}  // namespace dgsolve::test
