#include "tests/simt/simt.hpp"

#include <setjmp.h>
#include <ucontext.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tests/simt/warp.hpp"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace dgsolve::simt {

Dim3 current_thread, current_block, blocks_of_launch;

namespace {

constexpr std::size_t stack_bytes = 256 * 1024;
constexpr unsigned warp_size = 32;

enum class Waiting { no, for_warp, for_block, finished };

/// One stack: the address sanitizer is told of every change from one to another.
struct Fiber {
  ucontext_t context{};   ///< where it begins; with the sanitizer, where it left off too
  jmp_buf place;          ///< where it left off
  bool has_begun = true;  ///< false between `make` and its first turn
  std::vector<char> stack;
  const void* stack_bottom = nullptr;
  std::size_t stack_size = 0;
  Waiting waiting = Waiting::no;
  bool waited_for_earlier_work = false;
};

Fiber scheduler;
/// Kept from launch to launch, for they take long to make. They do not move: they refer to themselves.
std::deque<Fiber> fibers;
Fiber* running = nullptr;
const std::function<void()>* body = nullptr;
std::exception_ptr failure;
std::vector<unsigned char> shared_memory;
bool all_waited_for_earlier_work = true;  ///< the threads of the last launch

#ifdef __SANITIZE_ADDRESS__
/// A fiber learns the stack that it came from: launches come from several system threads.
void switch_fiber(Fiber& from, Fiber& to) {
  running = &to;
  void* fake_stack = nullptr;
  __sanitizer_start_switch_fiber(&fake_stack, to.stack_bottom, to.stack_size);
  swapcontext(&from.context, &to.context);
  __sanitizer_finish_switch_fiber(fake_stack, &to.stack_bottom, &to.stack_size);
}
#else
/// By jumps, as swapcontext asks the system for signal masks each time, which takes ten times as long.
void switch_fiber(Fiber& from, Fiber& to) {
  running = &to;
  if (_setjmp(from.place) != 0) return;
  if (std::exchange(to.has_begun, true)) _longjmp(to.place, 1);
  setcontext(&to.context);
}
#endif

/// Where every fiber begins: it runs the body of one launch after the other.
void run_threads() {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(nullptr, &scheduler.stack_bottom, &scheduler.stack_size);
#endif
  Fiber& self = *running;
  while (true) {
    try {
      (*body)();
    } catch (...) {
      failure = std::current_exception();
    }
    self.waiting = Waiting::finished;
    switch_fiber(self, scheduler);
  }
}

void make(Fiber& fiber) {
  fiber.stack.resize(stack_bytes);
  fiber.stack_bottom = fiber.stack.data();
  fiber.stack_size = fiber.stack.size();
  fiber.has_begun = false;
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.data();
  fiber.context.uc_stack.ss_size = fiber.stack.size();
  fiber.context.uc_link = nullptr;
  makecontext(&fiber.context, run_threads, 0);
}

/// A fiber that a failed launch left in the middle of its body begins anew.
void start(Fiber& fiber) {
  if (fiber.waiting != Waiting::finished) make(fiber);
  fiber.waiting = Waiting::no;
  fiber.waited_for_earlier_work = false;
}

/// Lets threads [first, last) go on if they all wait for the same. Whether it did.
bool release(unsigned first, unsigned last, Waiting reason) {
  for (unsigned i = first; i < last; ++i)
    if (fibers[i].waiting != reason) return false;
  for (unsigned i = first; i < last; ++i) fibers[i].waiting = Waiting::no;
  return true;
}

/// Whether any thread may go on.
bool release_waiting(unsigned threads) {
  bool released = release(0, threads, Waiting::for_block);
  for (unsigned first = 0; first < threads; first += warp_size)
    released |= release(first, std::min(first + warp_size, threads), Waiting::for_warp);
  return released;
}

void run_block(unsigned threads, Order order) {
  for (unsigned i = 0; i < threads; ++i) start(fibers[i]);
  do {
    for (unsigned i = 0; i < threads; ++i) {
      current_thread.x = order == Order::forward ? i : threads - 1 - i;
      Fiber& fiber = fibers[current_thread.x];
      if (fiber.waiting != Waiting::no) continue;
      switch_fiber(scheduler, fiber);
      if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    }
  } while (release_waiting(threads));
  for (unsigned i = 0; i < threads; ++i) {
    if (fibers[i].waiting != Waiting::finished)
      throw std::logic_error("some threads of a block wait at a barrier that others never reach");
    all_waited_for_earlier_work &= fibers[i].waited_for_earlier_work;
  }
}

void wait(Waiting reason) {
  running->waiting = reason;
  switch_fiber(*running, scheduler);
}

}  // namespace

void barrier() { wait(Waiting::for_block); }
void warp_barrier() { wait(Waiting::for_warp); }

void wait_for_earlier_work() { running->waited_for_earlier_work = true; }
bool every_thread_waited() { return all_waited_for_earlier_work; }

unsigned char* dynamic_shared() { return shared_memory.data(); }

void launch(unsigned blocks, unsigned threads, std::size_t shared_bytes, Order order,
            const std::function<void()>& kernel) {
  body = &kernel;
  all_waited_for_earlier_work = true;
  blocks_of_launch.x = blocks;
  if (fibers.size() < threads) fibers.resize(threads);
  for (unsigned block = 0; block < blocks; ++block) {
    current_block.x = block;
    // Afresh for each block, and with what no kernel may count on.
    shared_memory.assign(shared_bytes, 0xff);
    run_block(threads, order);
    expect_no_copies_left();
  }
}

}  // namespace dgsolve::simt
