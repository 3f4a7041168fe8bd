#include "tests/simt/simt.hpp"

#include <ucontext.h>

#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace dgsolve::simt {

Dim3 current_thread, current_block;

namespace {

constexpr std::size_t stack_bytes = 256 * 1024;

/// One stack: the address sanitizer is told of every change from one to another.
struct Fiber {
  ucontext_t context{};
  std::vector<char> stack;
  const void* stack_bottom = nullptr;
  std::size_t stack_size = 0;
  bool finished = false;
};

Fiber scheduler;
std::vector<Fiber> fibers;
Fiber* running = nullptr;
const std::function<void()>* body = nullptr;
std::exception_ptr failure;

void switch_fiber(Fiber& from, Fiber& to) {
  running = &to;
#ifdef __SANITIZE_ADDRESS__
  void* fake_stack = nullptr;
  __sanitizer_start_switch_fiber(from.finished ? nullptr : &fake_stack, to.stack_bottom, to.stack_size);
#endif
  swapcontext(&from.context, &to.context);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
}

/// Where every fiber begins.
void run_thread() {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(nullptr, &scheduler.stack_bottom, &scheduler.stack_size);
#endif
  Fiber& self = *running;
  try {
    (*body)();
  } catch (...) {
    failure = std::current_exception();
  }
  self.finished = true;
  switch_fiber(self, scheduler);
}

void start(Fiber& fiber) {
  fiber.stack.resize(stack_bytes);
  fiber.stack_bottom = fiber.stack.data();
  fiber.stack_size = fiber.stack.size();
  fiber.finished = false;
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.data();
  fiber.context.uc_stack.ss_size = fiber.stack.size();
  fiber.context.uc_link = nullptr;
  makecontext(&fiber.context, run_thread, 0);
}

void run_block(unsigned threads, Order order) {
  for (unsigned i = 0; i < threads; ++i) start(fibers[i]);
  for (unsigned n_finished = 0; n_finished < threads;) {
    n_finished = 0;
    for (unsigned i = 0; i < threads; ++i) {
      current_thread.x = order == Order::forward ? i : threads - 1 - i;
      Fiber& fiber = fibers[current_thread.x];
      switch_fiber(scheduler, fiber);
      if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
      n_finished += fiber.finished;
    }
    if (n_finished != 0 && n_finished != threads)
      throw std::logic_error("some threads of a block wait at a barrier that others never reach");
  }
}

}  // namespace

void barrier() { switch_fiber(*running, scheduler); }

void launch(unsigned blocks, unsigned threads, Order order, const std::function<void()>& kernel) {
  body = &kernel;
  fibers.resize(threads);
  for (unsigned block = 0; block < blocks; ++block) {
    current_block.x = block;
    run_block(threads, order);
  }
  fibers.clear();
}

}  // namespace dgsolve::simt
