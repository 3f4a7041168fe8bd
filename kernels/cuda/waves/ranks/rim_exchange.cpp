#include "kernels/cuda/waves/ranks/rim_exchange.hpp"

namespace dgsolve::cuda {
namespace {

const KernelText push_text{"kernels/cuda/waves/parts/push.cu", {}};

KernelLaunch launch_of(const char* kernel, std::size_t word_bytes, std::size_t n_words) {
  return {kernel + std::to_string(word_bytes), (n_words + push_threads - 1) / push_threads, push_threads};
}

const StagePlan& plan_of(const GpuWaveOperator& part) { return part.device_stage().plan(); }

}  // namespace

RimExchange::RimExchange(const RimFaces& faces, const GpuWaveOperator& part, Communicator& communicator)
    : part_(part),
      communicator_(communicator),
      sender_(part.launcher().gpu.make_launcher()),
      module_(sender_->load(push_text)),
      made_(part.launcher().event()),
      done_(part.launcher().event()),
      states_(kind_of(faces, plan_of(part).n_fields, plan_of(part).layout.stride)),
      gradients_(plan_of(part).n_gradients == 0
                     ? Kind{}
                     : kind_of(faces, plan_of(part).n_gradients,
                               gradient_stride(plan_of(part).n_gradients, plan_of(part).Np,
                                               bytes_of(plan_of(part).precision)))) {}

RimExchange::Kind RimExchange::kind_of(const RimFaces& faces, std::size_t values, std::size_t stride) const {
  const std::size_t bytes = bytes_of(plan_of(part_).precision), record = values * bytes;
  Kind kind;
  kind.word_bytes = record % 16 == 0 ? 16 : record % 8 == 0 ? 8 : 4;
  kind.face_bytes = faces.Nfp * record;
  kind.sizes.nodes = part_.device_stage().arguments(nullptr, nullptr, nullptr).traces.neighbor_nodes;
  kind.sizes.Nfp = faces.Nfp;
  kind.sizes.record = static_cast<int>(record / kind.word_bytes);
  kind.sizes.stride = static_cast<int>(stride * bytes / kind.word_bytes);
  kind.sent = direction(faces.sent, kind.face_bytes);
  kind.received = direction(faces.received, kind.face_bytes);
  for (const char* kernel : {"pack_", "unpack_"}) module_->prepare(launch_of(kernel, kind.word_bytes, 0));
  return kind;
}

RimExchange::Direction RimExchange::direction(const std::vector<std::vector<PackedFace>>& faces,
                                              std::size_t face_bytes) const {
  std::vector<PackedFace> all;
  for (const auto& of_rank : faces) all.insert(all.end(), of_rank.begin(), of_rank.end());
  Direction made{Array<PackedFace>(part_.launcher(), all, "faces between parts"),
                 Array<std::byte>(part_.launcher().gpu, all.size() * face_bytes, "nodes between parts"),
                 {}};
  std::byte* at = made.buffer.data();
  for (std::size_t rank = 0; rank < faces.size(); ++rank) {
    const std::size_t bytes = faces[rank].size() * face_bytes;
    if (bytes > 0) made.pieces.push_back({static_cast<int>(rank), at, bytes});
    at += bytes;
  }
  return made;
}

void RimExchange::copy(const char* kernel, const Kind& kind, const Direction& direction, void* array) const {
  RimPacking packing = kind.sizes;
  packing.faces = direction.faces.data();
  packing.state = array;
  packing.buffer = direction.buffer.data();
  packing.n_faces = static_cast<int>(direction.faces.size());
  module_->launch(launch_of(kernel, kind.word_bytes, direction.buffer.bytes() / kind.word_bytes), packing);
}

void RimExchange::exchange(const WaveState& state) const { exchange(states_, data_of(state)); }

void RimExchange::exchange_gradients() const { exchange(gradients_, part_.device_stage().gradients()); }

void RimExchange::exchange(const Kind& kind, void* array) const {
  part_.launcher().record(*made_);
  sender_->follow(*made_);
  copy("pack_", kind, kind.sent, array);
  communicator_.exchange(*sender_, kind.sent.pieces, kind.received.pieces);
  copy("unpack_", kind, kind.received, array);
  sender_->record(*done_);
}

}  // namespace dgsolve::cuda
