#include "kernels/cuda/waves/device/device_stage.hpp"

#include <algorithm>
#include <span>

namespace dgsolve::cuda {
namespace {

/// A stage's launches as one: their blocks, each with as much memory as the largest.
KernelLaunch together(const std::vector<StagePlan::StageLaunch>& launches) {
  KernelLaunch all = launches.front().of_group.kernel;
  for (const StagePlan::StageLaunch& stage : std::span(launches).subspan(1)) {
    const KernelLaunch& launch = stage.of_group.kernel;
    all.blocks += launch.blocks;
    all.shared_bytes = std::max(all.shared_bytes, launch.shared_bytes);
    all.resident_blocks = std::min(all.resident_blocks, launch.resident_blocks);
  }
  return all;
}

const KernelLaunch set_clock_launch{"set_clock", 1, 1}, advance_clock_launch{"advance_clock", 1, 1};

}  // namespace

DeviceStage::DeviceStage(std::unique_ptr<StagePlan> plan, Launcher& launcher)
    : plan_(std::move(plan)),
      launcher_(launcher),
      gradients_(launcher_.gpu, plan_->gradient_bytes(), "gradients"),
      arguments_(plan_->arguments()),
      groups_(plan_->groups()) {
  for (const StagePlan::Table& table : plan_->take_tables()) {
    if (table.bytes.empty()) continue;
    table.link(tables_.emplace_back(launcher_, table.bytes, table.name).data(), arguments_, groups_);
  }
  arguments_.viscous.gradients = gradients_.data();
  if (!plan_->has_limiter()) return;
  acted_ = {launcher_.gpu, static_cast<std::size_t>(plan_->numbering.n_slots()), "where the limiter acted"};
  forget_limited();
  arguments_.limiter.acted = acted_.data();
  asks_ = {launcher_.gpu, acted_.size(), "where the limiter may act"};
  arguments_.limiter.asks = asks_.data();
  limiter_ = with_blocks(plan_->limiter_launches());
}

DeviceStage::CellLaunches DeviceStage::with_blocks(std::vector<StagePlan::StageLaunch> launches) const {
  CellLaunches all{std::move(launches), {}};
  for (const StagePlan::StageLaunch& launch : all.launches)
    all.blocks.emplace_back(launcher_, launch.blocks, "blocks of the rim, and the others");
  return all;
}

void DeviceStage::load(const Variant& variant, const std::vector<std::string>& codes) {
  variant_ = variant;
  launches_ = with_blocks(plan_->stage_launches(variant));
  modules_.clear();
  for (int module = 0; module < plan_->n_modules(); ++module)
    modules_.push_back(launcher_.load(codes[module], plan_->kernel_text(variant, module)));
  for (const KernelLaunch& launch : plan_->first_launches()) modules_[0]->prepare(launch);
  for (const StagePlan::GroupLaunch& launch : plan_->gradient_launches(variant)) prepare(launch);
  for (const StagePlan::StageLaunch& launch : limiter_.launches) prepare(launch.of_group);
  modules_[0]->prepare(advance_clock_launch);
  if (variant.is_dense()) return prepare_dense();
  dense_.reset();
  const KernelLaunch all = together(launches_.launches);
  const bool at_once = all.blocks <= all.resident_blocks * launcher_.gpu.properties().multiprocessors;
  for (const auto& [launch, cells, blocks] : launches_.launches)
    modules_[launch.module]->prepare(launch.kernel, at_once ? all : launch.kernel);
}

void DeviceStage::prepare_dense() {
  std::size_t most_cells = 0;
  for (const auto& [launch, cells, blocks] : launches_.launches)
    most_cells = std::max(most_cells, launch.kernel.blocks);
  dense_ = std::make_unique<DenseStage>(variant_->dense, plan_->precision, arguments_, most_cells, launcher_);
  for (const auto& [launch, cells, blocks] : launches_.launches)
    dense_->prepare(*modules_[launch.module], launch.kernel.blocks, of_group(launch.group, arguments_));
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

void DeviceStage::find_gradients(const Stage& stage, const void* u) {
  const StageArguments<void> all = with_stage(arguments(u, nullptr, nullptr), stage);
  for (const StagePlan::GroupLaunch& group : plan_->gradient_launches(*variant_))
    launch(group.kernel, of_group(group.group, all));
}

void DeviceStage::run(StageCells cells, const Stage& stage, const void* u0, const void* u, void* residual,
                      void* u_next) {
  StageArguments<void> all = with_stage(arguments(u, residual, u_next), stage);
  all.u0 = u0;
  if (cells == StageCells::rim)
    for (const KernelLaunch& kernel : plan_->first_launches()) launch(kernel, all);
  for_launches(launches_, cells, all, [&](const StagePlan::GroupLaunch& launch, const auto& of_launch) {
    if (dense_)
      dense_->run(*modules_[launch.module], launch.kernel.blocks, of_launch);
    else
      modules_[launch.module]->launch(launch.kernel, of_launch);
  });
  limit(cells, all);
}

void DeviceStage::limit(StageCells cells, const StageArguments<void>& arguments) {
  for_launches(limiter_, cells, arguments, [&](const StagePlan::GroupLaunch& launch, const auto& of_launch) {
    modules_[launch.module]->launch(launch.kernel, of_launch);
  });
}

template <class Body>
void DeviceStage::for_launches(const CellLaunches& all, StageCells cells,
                               const StageArguments<void>& arguments, Body body) const {
  for (std::size_t i = 0; i < all.launches.size(); ++i) {
    if (all.launches[i].cells != cells) continue;
    const StagePlan::GroupLaunch& launch = all.launches[i].of_group;
    StageArguments<void> of_launch = of_group(launch.group, arguments);
    if (!all.launches[i].blocks.empty()) of_launch.group.blocks = all.blocks[i].data();
    body(launch, of_launch);
  }
}

long DeviceStage::limit(void* u) {
  if (!plan_->has_limiter()) return 0;
  const std::vector<double> before = limited();
  forget_limited();
  const StageArguments<void> all = with_stage(arguments(u, nullptr, u), {0, 0, 0});
  for (const StageCells cells : {StageCells::rim, StageCells::inner}) limit(cells, all);
  const std::vector<double> changed = limited();
  set_limited(before);
  return std::ranges::count_if(changed, [](double share) { return share != 0; });
}

std::vector<double> DeviceStage::limited() const {
  if (!plan_->has_limiter()) return {};
  std::vector<double> of_slots(acted_.size()), of_cells;
  launcher_.copy(of_slots.data(), acted_.data(), acted_.bytes(), "where the limiter acted");
  const CellRange cells = plan_->numbering.cells;
  for (int e = cells.first; e < cells.last; ++e) of_cells.push_back(of_slots[plan_->numbering.slot_of(e)]);
  return of_cells;
}

void DeviceStage::forget_limited() {
  if (plan_->has_limiter()) launcher_.set_zero(acted_.data(), acted_.bytes());
}

void DeviceStage::set_limited(std::span<const double> of_cells) {
  const CellRange cells = plan_->numbering.cells;
  std::vector<double> of_slots(acted_.size());
  for (int e = cells.first; e < cells.last; ++e)
    of_slots[plan_->numbering.slot_of(e)] = of_cells[e - cells.first];
  launcher_.copy(acted_.data(), of_slots.data(), acted_.bytes(), "where the limiter acted");
}

}  // namespace dgsolve::cuda
