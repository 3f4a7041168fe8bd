#include "kernels/cuda/team_device.hpp"

#include <exception>

#include "kernels/cuda/gpu/gpu_limits.hpp"

namespace dgsolve::cuda {
namespace {

/// That a process has done what is done together.
constexpr char done = 'd';

/// s that rank 0 waits for others where it ends by an exception: they may be in work that it shares no more.
constexpr int seconds_after_error = 3;

}  // namespace

TeamDevice::TeamDevice(std::unique_ptr<Gpu> gpu, Precision precision, Ranks& ranks,
                       std::size_t shortest_shared)
    : RankDevice(std::move(gpu), precision, ranks), shortest_shared_(shortest_shared) {}

TeamDevice::~TeamDevice() {
  if (!ranks_.leads()) {
    if (std::uncaught_exceptions() > 0) leave_others();
    return;
  }
  const int seconds = std::uncaught_exceptions() > 0 ? seconds_after_error : farewell_seconds;
  const auto say_done = [&] {
    for (int rank = 1; rank < ranks_.n(); ++rank) {
      ranks_.commands(rank).put(done);
      ranks_.commands(rank).flush();
    }
  };
  try {
    say_done();
    for (int rank = 1; rank < ranks_.n(); ++rank) {
      ranks_.commands(rank).socket().limit_waits(seconds);
      ranks_.commands(rank).take<char>();
    }
    ranks_.let_go();
    say_done();
  } catch (const RankLost&) {
    leave_others();
  }
}

void TeamDevice::serve(const PartProgram&) {
  Channel& rank_0 = ranks_.commands(0);
  rank_0.take<char>();
  rank_0.put(done);
  rank_0.flush();
  ranks_.let_go();
  rank_0.socket().limit_waits(farewell_seconds);
  rank_0.take<char>();  // all others are done as well: whoever closes connections now is not lost
}

std::string TeamDevice::description() const { return description_of_all(); }

std::unique_ptr<WaveOperator> TeamDevice::wave(const WaveProblem&) {
  throw std::logic_error("rank 0 leads processes that share waves");
}

void TeamDevice::prepare_elliptic(const ReferenceView& element) {
  numbers_of_cell_ = element.Np;
  elliptic_kernels_ =
      std::make_unique<CompileQueue>(elliptic_kernels(gpu_->properties(), element),
                                     [&gpu = *gpu_](const KernelText& text) { return gpu.compile(text); });
}

GpuLinearAlgebra& TeamDevice::gpu_algebra() {
  if (linear_algebra_) return *linear_algebra_;
  const std::vector<double> speeds = find_all_speeds();
  begin_communicator();
  have_communicator();
  team_ =
      std::make_unique<Team>(*launcher_, speeds, shortest_shared_, numbers_of_cell_, ranks_, *communicator_);
  linear_algebra_ = std::make_unique<GpuLinearAlgebra>(*team_);
  return *linear_algebra_;
}

PenaltyMaps& TeamDevice::penalty_maps() {
  if (!penalty_maps_) penalty_maps_ = std::make_unique<GpuPenaltyMaps>(gpu_algebra());
  return *penalty_maps_;
}

DeviceLimits TeamDevice::measure_limits() const {
  return cuda::measure_limits(precision_, *gpu_->make_launcher());
}

}  // namespace dgsolve::cuda
