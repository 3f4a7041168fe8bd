/// A problem's kernels on an emulated device.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "kernels/cuda/waves/device/cell_sums.hpp"
#include "tests/simt/configurations.hpp"
#include "tests/simt/run_emulated.hpp"

namespace dgsolve::test {

using cuda::BlockSums;
using cuda::StageArguments;
using cuda::StagePlan;
using cuda::Transfer;
using simt::Order;

using Launcher = void (*)(const cuda::KernelLaunch&, void**, Order);

template <int... i>
constexpr std::array<Launcher, sizeof...(i)> all_launchers(std::integer_sequence<int, i...>) {
  return {simt::run_emulated<i>...};
}
inline constexpr auto launchers = all_launchers(std::make_integer_sequence<int, std::size(configurations)>());

/// A problem's kernels with memory as the device has it: blocks of bytes without a type.
struct EmulatedDevice {
  /// configuration: whose kernels; problem: as it had when they were compiled.
  EmulatedDevice(int configuration, const WaveProblem& problem, Order order = Order::forward)
      : plan(problem, configurations[configuration].precision),
        launcher(launchers[configuration]),
        order(order),
        tables(plan.take_tables()),
        arguments(plan.arguments()),
        groups(plan.groups()) {
    for (const StagePlan::Table& table : tables) table.link(table.bytes.data(), arguments, groups);
    gradients.resize(plan.gradient_bytes());
    arguments.viscous.gradients = gradients.data();
    acted.resize(plan.has_limiter() ? plan.numbering.n_slots() : 0);
    arguments.limiter.acted = acted.data();
    asks.resize(acted.size());
    arguments.limiter.asks = asks.data();
  }

  /// Runs a kernel that takes the arguments and, unless null, something more.
  void run(const cuda::KernelLaunch& launch, void* second = nullptr) {
    void* parameters[] = {&arguments, second};
    launcher(launch, parameters, order);
  }

  void run(const StagePlan::GroupLaunch& launch, void* second = nullptr) {
    arguments.group = groups[launch.group];
    run(launch.kernel, second);
  }

  void set_clock(Clock clock) {
    long long steps = std::exchange(clock.steps, 0);
    run({"set_clock", 1, 1}, &clock);
    run({"advance_clock", 1, 1}, &steps);
  }
  double energy(const std::vector<std::byte>& state) {
    arguments.u = state.data();
    return reduce(StateMeasure::energy).front();
  }
  Powers powers(const std::vector<std::byte>& state, double t) {
    set_clock({t, 0, 0});
    arguments.u = state.data();
    for (const cuda::KernelLaunch& launch : plan.first_launches()) run(launch);
    return powers_of(reduce(StateMeasure::powers));
  }
  /// Over all cells.
  std::vector<double> reduce(StateMeasure which) {
    const std::vector<StagePlan::Reduction>& launches = plan.measure_launches(which);
    const int n_values = info(which).n_values;
    std::vector<double> sums(cuda::n_sums(launches) * n_values);
    std::vector<CellKind> kinds;
    double* next = sums.data();
    for (const StagePlan::Reduction& reduction : launches) {
      BlockSums of_launch{next, reduction.chunks};
      run(reduction.launch, &of_launch);
      next += reduction.launch.kernel.blocks * n_values;
      kinds.push_back(reduction.kind);
    }
    return cuda::sum_over_cells(kinds, {{launches, sums.data(), which}});
  }
  std::vector<std::byte> state(std::vector<double> canonical) {
    std::vector<std::byte> bytes(plan.state_bytes());
    const int K = plan.numbering.n_blocks;
    Transfer transfer{nullptr, 0, K, canonical.data()};
    arguments.u_next = bytes.data();
    run(plan.transfer_launch("import_state", K), &transfer);
    return bytes;
  }
  std::vector<double> canonical(const std::vector<std::byte>& state, std::vector<int> elements) {
    std::vector<double> values(elements.size() * plan.n_fields * plan.Np);
    Transfer transfer{elements.data(), 0, static_cast<int>(elements.size()), values.data()};
    arguments.u = state.data();
    run(plan.transfer_launch("export_state", transfer.n), &transfer);
    return values;
  }
  std::vector<double> canonical(const std::vector<std::byte>& state) {
    std::vector<double> values(plan.n_dofs());
    Transfer transfer{nullptr, 0, plan.numbering.n_blocks, values.data()};
    arguments.u = state.data();
    run(plan.transfer_launch("export_state", transfer.n), &transfer);
    return values;
  }

  StagePlan plan;
  const Launcher launcher;
  const Order order;
  std::vector<StagePlan::Table> tables;
  StageArguments<void> arguments;
  std::vector<cuda::GroupArguments<void>> groups;
  std::vector<std::byte> gradients;  ///< of a viscous flux
  std::vector<double> acted;         ///< [slot], of a limiter
  std::vector<unsigned char> asks;   ///< [slot], of a chained stage
};

}  // namespace dgsolve::test
