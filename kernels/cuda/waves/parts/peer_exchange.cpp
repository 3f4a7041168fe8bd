#include "kernels/cuda/waves/parts/peer_exchange.hpp"

#include <set>

#include "kernels/base/device_error.hpp"
#include "kernels/base/face_matches.hpp"

namespace dgsolve::cuda {
namespace {

const KernelText push_text{"kernels/cuda/waves/parts/push.cu", {}};

/// The part that computes a cell.
int part_of(const std::vector<GpuWaveOperator*>& parts, int e) {
  const auto after = std::ranges::upper_bound(
      parts, e, {}, [](const GpuWaveOperator* op) { return op->device_stage().plan().numbering.cells.last; });
  return static_cast<int>(after - parts.begin());
}

/// [part]: the faces that each sends.
std::vector<std::vector<RimFace>> rim_faces(const WaveProblem& problem,
                                            const std::vector<GpuWaveOperator*>& parts) {
  const FaceMatches places(problem.reference);
  const TraceView& trace = problem.trace;
  const auto n_faces = static_cast<std::size_t>(problem.reference.n_faces);
  std::vector<std::vector<RimFace>> rims(parts.size());
  for (int reader = 0; reader < static_cast<int>(parts.size()); ++reader) {
    const Numbering& here = parts[reader]->device_stage().plan().numbering;
    for (std::size_t side = here.cells.first * n_faces; side < here.cells.last * n_faces; ++side) {
      const int across = trace.neighbor[side];
      if (trace.boundary[side] >= 0 || here.cells.contains(across)) continue;
      const int owner = part_of(parts, across);
      rims[owner].push_back({parts[owner]->device_stage().plan().numbering.slot_of(across),
                             here.slot_of(across), reader, places.row(trace, side)});
    }
  }
  return rims;
}

}  // namespace

PeerExchange::PeerExchange(const WaveProblem& problem, const std::vector<GpuWaveOperator*>& parts) {
  const std::vector<std::vector<RimFace>> rims = rim_faces(problem, parts);
  std::vector<std::set<int>> neighbors(parts.size());
  for (int part = 0; part < static_cast<int>(parts.size()); ++part)
    for (const RimFace& face : rims[part]) {
      neighbors[part].insert(face.part);
      neighbors[face.part].insert(part);
    }
  for (std::size_t part = 0; part < parts.size(); ++part) {
    Launcher& launcher = parts[part]->launcher();
    for (const int other : neighbors[part]) launcher.gpu.reach(parts[other]->launcher().gpu);
    parts_.push_back({parts[part],
                      {neighbors[part].begin(), neighbors[part].end()},
                      Array<RimFace>(launcher, rims[part], "faces between parts"),
                      launcher.load(push_text),
                      launcher.event()});
  }
  const StagePlan& plan = parts[0]->device_stage().plan();
  states_ = kind_of(problem, plan.n_fields, plan.layout.stride);
  if (plan.n_gradients > 0)
    gradients_ = kind_of(problem, plan.n_gradients,
                         gradient_stride(plan.n_gradients, plan.Np, bytes_of(plan.precision)));
}

PeerExchange::Kind PeerExchange::kind_of(const WaveProblem& problem, std::size_t values,
                                         std::size_t stride) const {
  const std::size_t bytes = bytes_of(parts_[0].op->device_stage().plan().precision), record = values * bytes;
  const std::size_t word = record % 16 == 0 ? 16 : record % 8 == 0 ? 8 : 4;
  Kind kind;
  kind.sizes.Nfp = problem.reference.Nfp;
  kind.sizes.record = static_cast<int>(record / word);
  kind.sizes.stride = static_cast<int>(stride * bytes / word);
  kind.launch = {"push_" + std::to_string(word), 0, push_threads};
  for (const Part& part : parts_) part.module->prepare(kind.launch);
  return kind;
}

void PeerExchange::meet() {
  for (Part& part : parts_) part.op->launcher().record(*part.done);
  for (Part& part : parts_)
    for (const int other : part.neighbors) part.op->launcher().follow(*parts_[other].done);
}

void PeerExchange::push(const std::vector<std::unique_ptr<WaveState>>& states) {
  std::vector<void*> arrays;
  for (const auto& state : states) arrays.push_back(data_of(*state));
  push(states_, arrays);
}

void PeerExchange::push_gradients() {
  std::vector<void*> arrays;
  for (const Part& part : parts_) arrays.push_back(part.op->device_stage().gradients());
  push(gradients_, arrays);
}

void PeerExchange::push(const Kind& kind, const std::vector<void*>& arrays) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    RimPush push = kind.sizes;
    push.faces = part.faces.data();
    push.nodes = part.op->device_stage().arguments(nullptr, nullptr, nullptr).traces.neighbor_nodes;
    push.from = arrays[i];
    push.n_faces = static_cast<int>(part.faces.size());
    for (const int other : part.neighbors) push.to[other] = arrays[other];
    KernelLaunch launch = kind.launch;
    const std::size_t n_words = part.faces.size() * push.Nfp * push.record;
    launch.blocks = (n_words + push_threads - 1) / push_threads;
    part.module->launch(launch, push);
  }
}

void PeerExchange::finish() noexcept {
  for (const Part& part : parts_) try {
      part.op->launcher().synchronise();
    } catch (const DeviceError&) {
    }
}

}  // namespace dgsolve::cuda
