#include "kernels/cuda/waves/ranks/rim_exchange.hpp"

namespace dgsolve::cuda {
namespace {

const KernelText push_text{"kernels/cuda/waves/parts/push.cu", {}};

KernelLaunch launch_of(const char* kernel, std::size_t word_bytes, std::size_t n_words) {
  return {kernel + std::to_string(word_bytes), (n_words + push_threads - 1) / push_threads, push_threads};
}

}  // namespace

RimExchange::RimExchange(const RimFaces& faces, const GpuWaveOperator& part, Communicator& communicator)
    : part_(part),
      communicator_(communicator),
      sender_(part.launcher().gpu.make_launcher()),
      module_(sender_->load(push_text)),
      made_(part.launcher().event()),
      done_(part.launcher().event()) {
  const StagePlan& plan = part.device_stage().plan();
  const std::size_t bytes = bytes_of(plan.precision), record = plan.n_fields * bytes;
  word_bytes_ = record % 16 == 0 ? 16 : record % 8 == 0 ? 8 : 4;
  face_bytes_ = faces.Nfp * record;
  sizes_.nodes = part.device_stage().arguments(nullptr, nullptr, nullptr).traces.neighbor_nodes;
  sizes_.Nfp = faces.Nfp;
  sizes_.record = static_cast<int>(record / word_bytes_);
  sizes_.stride = static_cast<int>(plan.layout.stride * bytes / word_bytes_);
  sent_ = direction(faces.sent);
  received_ = direction(faces.received);
  for (const char* kernel : {"pack_", "unpack_"}) module_->prepare(launch_of(kernel, word_bytes_, 0));
}

RimExchange::Direction RimExchange::direction(const std::vector<std::vector<PackedFace>>& faces) const {
  std::vector<PackedFace> all;
  for (const auto& of_rank : faces) all.insert(all.end(), of_rank.begin(), of_rank.end());
  Direction made{Array<PackedFace>(part_.launcher(), all, "faces between parts"),
                 Array<std::byte>(part_.launcher().gpu, all.size() * face_bytes_, "nodes between parts"),
                 {}};
  std::byte* at = made.buffer.data();
  for (std::size_t rank = 0; rank < faces.size(); ++rank) {
    const std::size_t bytes = faces[rank].size() * face_bytes_;
    if (bytes > 0) made.pieces.push_back({static_cast<int>(rank), at, bytes});
    at += bytes;
  }
  return made;
}

void RimExchange::copy(const char* kernel, const Direction& direction, const WaveState& state) const {
  RimPacking packing = sizes_;
  packing.faces = direction.faces.data();
  packing.state = data_of(state);
  packing.buffer = direction.buffer.data();
  packing.n_faces = static_cast<int>(direction.faces.size());
  module_->launch(launch_of(kernel, word_bytes_, direction.buffer.bytes() / word_bytes_), packing);
}

void RimExchange::exchange(const WaveState& state) const {
  part_.launcher().record(*made_);
  sender_->follow(*made_);
  copy("pack_", sent_, state);
  communicator_.exchange(*sender_, sent_.pieces, received_.pieces);
  copy("unpack_", received_, state);
  sender_->record(*done_);
}

}  // namespace dgsolve::cuda
