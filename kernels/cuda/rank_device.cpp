#include "kernels/cuda/rank_device.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

#include "kernels/base/number_text.hpp"
#include "kernels/cuda/gpu/gpu_limits.hpp"
#include "kernels/cuda/waves/parts/parted_wave_operator.hpp"
#include "kernels/cuda/waves/ranks/part_messages.hpp"
#include "kernels/cuda/waves/ranks/part_server.hpp"
#include "kernels/cuda/waves/ranks/rank_exchange.hpp"
#include "kernels/waves/cells/cell_split.hpp"

namespace dgsolve::cuda {
namespace {

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
std::vector<T> values_of(const std::string& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

void expect_gpu_each(const std::vector<std::string>& serials) {
  std::map<std::string, std::size_t> owner;
  for (std::size_t rank = 0; rank < serials.size(); ++rank)
    if (const auto [other, is_new] = owner.try_emplace(serials[rank], rank); !is_new)
      throw DeviceError("ranks: ranks " + std::to_string(other->second) + " and " + std::to_string(rank) +
                        " have the same GPU; expected one for each process");
}

/// A recording in every process.
class RankRecording : public Recording {
 public:
  RankRecording(const std::vector<std::unique_ptr<PartLink>>& links, Launcher& launcher,
                const std::function<void()>& work) {
    for (const auto& link : links) {
      there_.push_back(std::make_unique<RemoteObject>(*link));
      link->ask(RankCommand::record, there_.back()->id());
    }
    const auto end = [&] {
      for (const auto& link : links) link->ask(RankCommand::end_record);
    };
    try {
      here_ = launcher.record(work);
    } catch (...) {
      end();
      throw;
    }
    end();
  }
  void replay() override {
    for (const auto& recording : there_) recording->link().ask(RankCommand::replay, recording->id());
    here_->replay();
  }

 private:
  std::vector<std::unique_ptr<RemoteObject>> there_;
  std::unique_ptr<Recording> here_;
};

}  // namespace

RankDevice::RankDevice(std::unique_ptr<Gpu> gpu, Precision precision, Ranks& ranks)
    : gpu_(std::move(gpu)), precision_(precision), ranks_(ranks), launcher_(gpu_->make_launcher()) {}

RankDevice::~RankDevice() { ranks_.watch_over(nullptr); }

std::string RankDevice::description_of_all() const {
  const GpuProperties& gpu = gpu_->properties();
  return std::to_string(ranks_.n()) + " processes with a GPU each, the first: " + gpu.name + ", " +
         gpu.architecture + ", " + gigabytes_text(gpu.memory_bytes);
}

/// By what they copy, where they differ: stages are bound by memory.
std::vector<double> RankDevice::find_speeds() {
  const std::vector<std::string> serials = ranks_.to_first(gpu_->properties().serial),
                                 identities = ranks_.to_first(gpu_->properties().identity);
  if (ranks_.leads()) expect_gpu_each(serials);
  const bool differ =
      std::ranges::any_of(identities, [&](const auto& identity) { return identity != identities[0]; });
  if (ranks_.from_first(differ ? "they differ" : "").empty())
    return std::vector<double>(identities.size(), 1.0);
  const double own = cuda::measure_limits(precision_, *gpu_->make_launcher()).byte_per_s;
  std::vector<double> speeds;
  for (const std::string& text : ranks_.to_first(bytes_of(std::vector<double>{own})))
    speeds.push_back(values_of<double>(text)[0]);
  return speeds;
}

std::vector<double> RankDevice::find_all_speeds() {
  return values_of<double>(ranks_.from_first(bytes_of(find_speeds())));
}

bool RankDevice::sends_by_hosts() {
  const bool is_near = gpu_->reaches_other_processes() && (ranks_.rank_on_host() == 0) == ranks_.leads();
  const std::vector<std::string> all = ranks_.to_first(is_near ? "near" : "far");
  return ranks_.from_first(std::ranges::count(all, "far") > 0 ? "far" : "near") == "far";
}

void RankDevice::begin_communicator() { coming_ = launcher_->communicator(ranks_); }

void RankDevice::have_communicator() {
  communicator_ = coming_.get();
  ranks_.watch_over(communicator_.get());
}

void RankDevice::leave_others() {
  for (int rank = 0; rank < ranks_.n(); ++rank)
    if (rank != ranks_.rank()) ranks_.commands(rank).socket().hang_up();
  ranks_.watch_over(nullptr);
  if (communicator_) communicator_->abandon();
}

LedDevice::LedDevice(std::unique_ptr<Gpu> gpu, Precision precision, Ranks& ranks)
    : RankDevice(std::move(gpu), precision, ranks),
      speeds_(find_speeds()),
      sends_by_hosts_(sends_by_hosts()) {
  begin_communicator();
}

LinearAlgebra& LedDevice::linear_algebra() {
  throw std::logic_error("rank 0 leads these processes through waves");
}
PenaltyMaps& LedDevice::penalty_maps() {
  throw std::logic_error("rank 0 leads these processes through waves");
}

LeadingDevice::~LeadingDevice() {
  if (links_.empty()) {  // there was no problem to share
    leave_others();
    return;
  }
  try {
    for (const auto& link : links_) link->ask_reader(RankCommand::end);
    for (const auto& link : links_) link->ask(RankCommand::end);
    for (const auto& link : links_) link->commands().socket().limit_waits(farewell_seconds);
    for (const auto& link : links_) link->commands().take<RankCommand>();  // what they served is gone
    ranks_.let_go();
    for (const auto& link : links_) link->ask(RankCommand::end);
  } catch (const RankLost&) {
  }
}

std::string LeadingDevice::description() const { return description_of_all(); }

/// A part is sent while the next one is cut out, and the last while this process makes its own. The others
/// copy theirs to their GPUs while this one chooses the variant for all.
std::unique_ptr<WaveOperator> LeadingDevice::wave(const WaveProblem& problem) {
  if (!links_.empty()) throw std::logic_error("processes share one wave problem");
  PhaseClock set_up;
  const std::vector<CellRange> cells = split_cells(problem, speeds_);
  WaveProblem of_part = problem;
  of_part.steps.rim_first = sends_by_hosts_;
  const StageShape shape(of_part, precision_);

  std::vector<std::unique_ptr<PartLink>> links;
  std::vector<std::unique_ptr<WavePart>> parts(1);
  std::future<void> sending;
  for (int rank = 1; rank < ranks_.n(); ++rank) {
    links.push_back(std::make_unique<PartLink>(ranks_, rank));
    of_part.part = cells[rank];
    StagePlan plan(of_part, shape, precision_);
    if (sending.valid()) sending.get();
    sending = std::async(std::launch::async, [&channel = ranks_.commands(rank), pieces = plan.take_pieces()] {
      put_plan(channel, pieces);
    });
    parts.push_back(std::make_unique<RemotePart>(
        plan.numbering, static_cast<std::size_t>(plan.n_fields) * plan.Np, *links.back()));
  }
  set_up.mark("parts of other processes");
  of_part.part = cells[0];
  auto own = std::make_unique<GpuWaveOperator>(of_part, shape, precision_, *launcher_);
  GpuWaveOperator& chooser = *own;
  set_up.mark_all(own->set_up_times());
  parts[0] = std::move(own);
  sending.get();

  std::vector<const Numbering*> numberings;
  for (const auto& part : parts) numberings.push_back(&part->numbering());
  const std::vector<RimFaces> rims = find_rim_faces(problem, cells, numberings);
  for (int rank = 1; rank < ranks_.n(); ++rank) put_rims(ranks_.commands(rank), rims[rank]);
  have_communicator();
  std::vector<std::size_t> n_sent;
  for (const RimFaces& rim : rims) n_sent.push_back(rim.n_sent());
  links_ = std::move(links);
  auto exchange = std::make_unique<RankExchange>(
      links_, std::make_unique<RimExchange>(rims[0], chooser, *communicator_), std::move(n_sent));
  for (int rank = 1; rank < ranks_.n(); ++rank) parts[rank]->use(chooser.variant());
  set_up.mark("exchange between processes");
  return std::make_unique<PartedWaveOperator>(problem, precision_, std::move(parts), chooser,
                                              std::move(exchange), set_up);
}

std::unique_ptr<Recording> LeadingDevice::record(std::function<void()> work) {
  return std::make_unique<RankRecording>(links_, *launcher_, work);
}

void LeadingDevice::synchronise() {
  for (const auto& link : links_) link->ask(RankCommand::synchronise);
  launcher_->synchronise();
  ranks_.check();
  for (const auto& link : links_) link->commands().take<RankCommand>();
}

std::size_t LeadingDevice::memory() const {
  std::size_t bytes = gpu_->memory();
  for (const auto& link : links_) {
    Channel& channel = link->ask(RankCommand::report);
    channel.take_text();
    bytes += channel.take<std::size_t>();
  }
  return bytes;
}

DeviceLimits LeadingDevice::measure_limits() const {
  const DeviceLimits own = cuda::measure_limits(precision_, *gpu_->make_launcher());
  const double all = std::accumulate(speeds_.begin(), speeds_.end(), 0.0) / speeds_[0];
  return {own.flop_per_s * all, own.byte_per_s * all};
}

std::unique_ptr<WaveOperator> FollowingDevice::wave(const WaveProblem&) {
  throw std::logic_error("rank 0 has the problem");
}

void FollowingDevice::serve(const PartProgram& program) {
  Channel& rank_0 = ranks_.commands(0);
  {
    GpuWaveOperator part(std::make_unique<StagePlan>(take_plan(rank_0)), *launcher_);
    const RimFaces rims = take_rims(rank_0);
    have_communicator();
    const RimExchange exchange(rims, part, *communicator_);
    PartServer(ranks_, *launcher_, part, exchange, program).serve();
  }
  rank_0.put(RankCommand::end);
  rank_0.flush();
  ranks_.let_go();
  rank_0.socket().limit_waits(farewell_seconds);
  rank_0.take<RankCommand>();  // all others are done as well: whoever closes connections now is not lost
}

DeviceLimits FollowingDevice::measure_limits() const {
  return cuda::measure_limits(precision_, *gpu_->make_launcher());
}

}  // namespace dgsolve::cuda
