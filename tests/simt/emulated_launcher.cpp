#include "tests/simt/emulated_launcher.hpp"

#include <array>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "tests/simt/penalty_shapes.hpp"

namespace dgsolve::simt {
namespace {

using Run = void (*)(const cuda::StagePlan::Launch& launch, void* argument, Order);

template <int... shape>
constexpr std::array<Run, sizeof...(shape)> all_penalties(std::integer_sequence<int, shape...>) {
  return {run_interior_penalty<shape>...};
}
constexpr auto penalties = all_penalties(std::make_integer_sequence<int, std::size(test::penalty_shapes)>());

Run find(const cuda::KernelText& text) {
  if (text.file == "kernels/cuda/linear_algebra.cu") return run_linear_algebra;
  for (std::size_t i = 0; i < penalties.size(); ++i)
    if (text.file == "kernels/cuda/interior_penalty.cu" &&
        text.prefix == test::penalty_prefix(test::penalty_shapes[i]))
      return penalties[i];
  throw std::logic_error("no such text was compiled with the tests: " + text.file + "\n" + text.prefix);
}

class EmulatedModule : public cuda::KernelModule {
 public:
  EmulatedModule(Run run, Order order) : run_(run), order_(order) {}
  void launch(const std::string& kernel, std::size_t blocks, unsigned threads, void* arguments,
              unsigned shared_bytes) override {
    run_({kernel, static_cast<unsigned>(blocks), threads, shared_bytes}, arguments, order_);
  }

 private:
  const Run run_;
  const Order order_;
};

}  // namespace

std::unique_ptr<cuda::KernelModule> EmulatedLauncher::load(const cuda::KernelText& text) {
  return std::make_unique<EmulatedModule>(find(text), order_);
}

std::shared_ptr<void> EmulatedLauncher::allocate(std::size_t bytes, const std::string&) {
  *bytes_ += bytes;
  void* const uninitialised = std::memset(::operator new(bytes), 0xff, bytes);
  return {uninitialised, [bytes, total = bytes_](void* memory) {
            *total -= bytes;
            ::operator delete(memory);
          }};
}

void EmulatedLauncher::copy_in(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
void EmulatedLauncher::copy_out(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
void EmulatedLauncher::set_zero(void* memory, std::size_t bytes) { std::memset(memory, 0, bytes); }

}  // namespace dgsolve::simt
