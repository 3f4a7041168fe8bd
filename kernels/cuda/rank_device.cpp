#include "kernels/cuda/rank_device.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

#include "kernels/base/digest.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/cuda/gpu/gpu_limits.hpp"
#include "kernels/cuda/waves/parts/parted_wave_operator.hpp"
#include "kernels/cuda/waves/ranks/part_server.hpp"
#include "kernels/cuda/waves/ranks/rank_exchange.hpp"
#include "kernels/waves/cell_split.hpp"

namespace dgsolve::cuda {
namespace {

constexpr int farewell_seconds = 20;

[[noreturn]] void refuse_elliptic() {
  throw DeviceError(
      "elliptic problems run in one process: they are not shared among several yet; expected a run without "
      "--ranks");
}

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

/// The same where processes have the same mesh and order.
std::string digest_of(const WaveProblem& problem) {
  const auto text = [](const auto& values) {
    return std::string_view(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  };
  Digest digest;
  digest.add(problem.equation).add(problem.type).add(std::to_string(problem.reference.N));
  digest.add_words(text(problem.trace.neighbor)).add_words(text(problem.trace.boundary));
  return digest.text();
}

void expect_same_problem(const std::vector<std::string>& digests) {
  for (std::size_t rank = 1; rank < digests.size(); ++rank)
    if (digests[rank] != digests[0])
      throw DeviceError("ranks: rank " + std::to_string(rank) +
                        " has another mesh than rank 0; expected the same version of Gmsh, or the same .msh "
                        "file, on all hosts");
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

void RankDevice::prepare_elliptic(const ReferenceView&) { refuse_elliptic(); }
LinearAlgebra& RankDevice::linear_algebra() { refuse_elliptic(); }
PenaltyMaps& RankDevice::penalty_maps() { refuse_elliptic(); }

/// By what they copy, where they differ: stages are bound by memory.
std::vector<double> RankDevice::find_speeds(const std::vector<std::string>& identities) {
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

std::vector<CellRange> RankDevice::share_cells(const WaveProblem& problem) {
  const std::vector<std::string> digests = ranks_.to_first(digest_of(problem)),
                                 serials = ranks_.to_first(gpu_->properties().serial);
  if (ranks_.leads()) {
    expect_same_problem(digests);
    expect_gpu_each(serials);
  }
  const std::vector<double> speeds = find_speeds(ranks_.to_first(gpu_->properties().identity));
  std::vector<CellRange> cells;
  if (ranks_.leads()) {
    cells = split_cells(problem, speeds);
    all_speeds_ = std::accumulate(speeds.begin(), speeds.end(), 0.0) / speeds[0];
  }
  return values_of<CellRange>(ranks_.from_first(bytes_of(cells)));
}

bool RankDevice::sends_by_hosts() {
  const bool is_near = gpu_->reaches_other_processes() && (ranks_.place_on_host() == 0) == ranks_.leads();
  const std::vector<std::string> all = ranks_.to_first(is_near ? "near" : "far");
  return ranks_.from_first(std::ranges::count(all, "far") > 0 ? "far" : "near") == "far";
}

std::unique_ptr<GpuWaveOperator> RankDevice::make_part(const WaveProblem& problem, CellRange cells) {
  WaveProblem with_part = problem;
  with_part.part = cells;
  with_part.rim_first = sends_by_hosts();
  if (!ranks_.leads())
    return std::make_unique<GpuWaveOperator>(with_part, precision_, *launcher_, ranks_.from_first(""));
  auto part = std::make_unique<GpuWaveOperator>(with_part, precision_, *launcher_);
  ranks_.from_first(part->variant());
  return part;
}

std::unique_ptr<RimExchange> RankDevice::make_rims(const WaveProblem& problem,
                                                   const std::vector<CellRange>& cells,
                                                   const GpuWaveOperator& part) {
  communicator_ = launcher_->communicator(ranks_);
  ranks_.watch_over(communicator_.get());
  return std::make_unique<RimExchange>(problem, cells, part, *communicator_);
}

LeadingDevice::LeadingDevice(std::unique_ptr<Gpu> gpu, Precision precision, Ranks& ranks)
    : RankDevice(std::move(gpu), precision, ranks) {}

LeadingDevice::~LeadingDevice() {
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

std::string LeadingDevice::description() const {
  const GpuProperties& gpu = gpu_->properties();
  return std::to_string(ranks_.n()) + " processes with a GPU each, the first: " + gpu.name + ", " +
         gpu.architecture + ", " + gigabytes_text(gpu.memory_bytes);
}

std::unique_ptr<WaveOperator> LeadingDevice::wave(const WaveProblem& problem) {
  if (!links_.empty()) throw std::logic_error("processes share one wave problem");
  PartClock set_up;
  const std::vector<CellRange> cells = share_cells(problem);
  std::vector<std::unique_ptr<WavePart>> parts;
  std::unique_ptr<GpuWaveOperator> own = make_part(problem, cells[0]);
  GpuWaveOperator& chooser = *own;
  set_up.mark_all(own->set_up_times());
  parts.push_back(std::move(own));
  std::unique_ptr<RimExchange> rims = make_rims(problem, cells, chooser);
  std::vector<std::size_t> n_faces;
  for (const std::string& text : ranks_.to_first(bytes_of(std::vector<std::size_t>{rims->n_faces_sent()})))
    n_faces.push_back(values_of<std::size_t>(text)[0]);
  WaveProblem with_part = problem;
  for (int rank = 1; rank < ranks_.n(); ++rank) {
    links_.push_back(std::make_unique<PartLink>(ranks_, rank));
    with_part.part = cells[rank];
    parts.push_back(std::make_unique<RemotePart>(with_part, *links_.back()));
  }
  set_up.mark("other processes");
  return std::make_unique<PartedWaveOperator>(
      problem, precision_, std::move(parts), chooser,
      std::make_unique<RankExchange>(links_, std::move(rims), std::move(n_faces)), set_up);
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
  return {own.flop_per_s * all_speeds_, own.byte_per_s * all_speeds_};
}

std::unique_ptr<WaveOperator> FollowingDevice::wave(const WaveProblem& problem) {
  const std::vector<CellRange> cells = share_cells(problem);
  std::unique_ptr<GpuWaveOperator> part = make_part(problem, cells[ranks_.rank()]);
  rims_ = make_rims(problem, cells, *part);
  ranks_.to_first(bytes_of(std::vector<std::size_t>{rims_->n_faces_sent()}));
  part_ = part.get();
  return part;
}

void FollowingDevice::serve() {
  PartServer(ranks_, *launcher_, *part_, *rims_).serve();
  rims_.reset();
  Channel& rank_0 = ranks_.commands(0);
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
