#include "kernels/cuda/waves/device_stage.hpp"

#include <cstring>

namespace dgsolve::cuda {
namespace {

const KernelLaunch set_clock_launch{"set_clock", 1, 1}, advance_clock_launch{"advance_clock", 1, 1};

}  // namespace

DeviceStage::DeviceStage(std::unique_ptr<StagePlan> plan, Launcher& launcher)
    : plan_(std::move(plan)), launcher_(launcher), arguments_(plan_->arguments()) {
  for (const StagePlan::Table& table : plan_->take_tables()) {
    if (table.bytes.empty()) continue;
    void* const address = tables_.emplace_back(launcher_, table.bytes, table.name).data();
    std::memcpy(reinterpret_cast<std::byte*>(&arguments_) + table.offset, &address, sizeof address);
  }
}

void DeviceStage::load(const Variant& variant, const std::string& code) {
  variant_ = variant;
  launches_ = plan_->launches(variant);
  kernels_ = launcher_.load(code, plan_->kernel_text(variant).file);
  for (const KernelLaunch& launch : launches_) kernels_->prepare(launch);
  kernels_->prepare(advance_clock_launch);
}

StageArguments<void> DeviceStage::arguments(const void* u, void* residual, void* u_next) const {
  StageArguments<void> arguments = arguments_;
  arguments.u = u;
  arguments.residual = residual;
  arguments.u_next = u_next;
  return arguments;
}

void DeviceStage::set_clock(const Clock& clock) { launch(set_clock_launch, arguments_, clock); }

void DeviceStage::advance_clock(long long steps) { launch(advance_clock_launch, arguments_, steps); }

void DeviceStage::run(const Stage& stage, const void* u0, const void* u, void* residual, void* u_next) {
  StageArguments<void> all = arguments(u, residual, u_next);
  all.a = stage.a;
  all.b = stage.b;
  all.c = stage.c;
  all.p = stage.p;
  all.q = stage.q;
  all.e = stage.e;
  all.u0 = u0;
  all.step = stage.step;
  for (const KernelLaunch& kernel : launches_) launch(kernel, all);
}

}  // namespace dgsolve::cuda
