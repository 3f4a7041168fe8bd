#include "kernels/cuda/waves/device_stage.hpp"

#include <cstring>

namespace dgsolve::cuda {
namespace {

const StagePlan::Launch set_clock_launch{"set_clock", 1, 1}, advance_clock_launch{"advance_clock", 1, 1};

}  // namespace

DeviceStage::DeviceStage(std::unique_ptr<StagePlan> plan, Stream& stream)
    : plan_(std::move(plan)), stream_(stream), arguments_(plan_->arguments()) {
  for (const StagePlan::Table& table : plan_->take_tables()) {
    if (table.bytes.empty()) continue;
    const DeviceBuffer& buffer = tables_.emplace_back(table.bytes.size(), table.name);
    stream_.copy(buffer.data(), table.bytes.data(), table.bytes.size(), table.name);
    void* const address = buffer.data();
    std::memcpy(reinterpret_cast<std::byte*>(&arguments_) + table.offset, &address, sizeof address);
  }
}

void DeviceStage::load(const Variant& variant, const std::string& cubin) {
  variant_ = variant;
  launches_ = plan_->launches(variant);
  library_ = std::make_unique<KernelLibrary>(cubin, plan_->kernel_text(variant).file);
  for (const StagePlan::Launch& launch : launches_) {
    library_->kernel(launch.kernel);
    if (launch.shared_bytes > 0)
      library_->reserve_shared_memory(launch.kernel, launch.shared_bytes,
                                      stream_.blocks_at_once(launch.blocks, launch.resident_blocks));
  }
  library_->kernel(advance_clock_launch.kernel);
}

std::size_t DeviceStage::table_bytes() const {
  std::size_t bytes = 0;
  for (const DeviceBuffer& table : tables_) bytes += table.bytes();
  return bytes;
}

StageArguments<void> DeviceStage::arguments(const void* u, void* residual, void* u_next) const {
  StageArguments<void> arguments = arguments_;
  arguments.u = u;
  arguments.residual = residual;
  arguments.u_next = u_next;
  return arguments;
}

void DeviceStage::launch(const StagePlan::Launch& launch, StageArguments<void> arguments, void* second,
                         Stream& stream) const {
  void* parameters[] = {&arguments, second};
  stream.launch(library_->kernel(launch.kernel), launch.kernel, launch.blocks, launch.threads,
                launch.shared_bytes, parameters);
}

void DeviceStage::set_clock(Clock clock) { launch(set_clock_launch, arguments_, &clock); }

void DeviceStage::advance_clock(long long steps) { launch(advance_clock_launch, arguments_, &steps); }

void DeviceStage::run(const Stage& stage, const void* u, void* residual, void* u_next) {
  StageArguments<void> all = arguments(u, residual, u_next);
  all.a = stage.a;
  all.b = stage.b;
  all.c = stage.c;
  all.step = stage.step;
  for (const StagePlan::Launch& kernel : launches_) launch(kernel, all);
}

}  // namespace dgsolve::cuda
