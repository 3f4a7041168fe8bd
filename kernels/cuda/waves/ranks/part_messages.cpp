#include "kernels/cuda/waves/ranks/part_messages.hpp"

namespace dgsolve::cuda {
namespace {

template <class T>
void put_all(Channel& channel, const std::vector<T>& values) {
  channel.put_array(std::span<const T>(values));
}

/// put(value) for each; the other side takes as many.
template <class T, class Put>
void put_each(Channel& channel, const std::vector<T>& values, Put put) {
  channel.put(values.size());
  for (const T& value : values) put(value);
}
template <class T, class Take>
std::vector<T> take_each(Channel& channel, Take take) {
  std::vector<T> values;
  for (auto n = channel.take<std::size_t>(); n > 0; --n) values.push_back(take());
  return values;
}

void put_kernels(Channel& channel, const StageKernels& kernels) {
  channel.put_texts(kernels.shape_texts);
  put_all(channel, kernels.variants);
  channel.put(kernels.blocks);
  channel.put(kernels.rim_first);
  channel.put(kernels.has_projected_source);
  channel.put(kernels.has_limiter);
}

// Elements of a list in braces are evaluated in their order.

StageKernels take_kernels(Channel& channel) {
  return {channel.take_texts(), channel.take_array<Variant>(), channel.take<BlockSizes>(),
          channel.take<bool>(), channel.take<bool>(),          channel.take<bool>()};
}

}  // namespace

void put_plan(Channel& channel, const StagePlan::Pieces& pieces) {
  channel.put(pieces.precision);
  channel.put(pieces.stage_form);
  channel.put(pieces.follows_state);
  put_each(channel, pieces.groups, [&](const CellGroup& group) {
    channel.put(group.kind);
    channel.put(group.n_aux);
    put_all(channel, group.cells);
    channel.put(group.n_before);
  });
  channel.put(pieces.n_fields);
  channel.put(pieces.n_gradients);
  channel.put(pieces.Np);
  channel.put(pieces.flux_parameters);
  put_kernels(channel, pieces.kernels);
  channel.put(pieces.n_circuit_points);
  put_all(channel, pieces.rim_slots);
  put_each(channel, pieces.tables, [&](const StagePlan::Table& table) {
    channel.put_text(table.name);
    channel.put(table.offset);
    channel.put_array(std::span<const std::byte>(table.bytes));
    channel.put(table.group);
  });
  channel.flush();
}

StagePlan::Pieces take_plan(Channel& channel) {
  const auto group = [&] {
    return CellGroup{channel.take<CellKind>(), channel.take<int>(), channel.take_array<int>(),
                     channel.take<int>()};
  };
  const auto table = [&] {
    return StagePlan::Table{channel.take_text(), channel.take<std::size_t>(),
                            channel.take_array<std::byte, UnsetVector<std::byte>>(), channel.take<int>()};
  };
  return {channel.take<Precision>(), channel.take<StageForm>(),
          channel.take<bool>(),      take_each<CellGroup>(channel, group),
          channel.take<int>(),       channel.take<int>(),
          channel.take<int>(),       channel.take<FluxValues>(),
          take_kernels(channel),     channel.take<std::size_t>(),
          channel.take_array<int>(), take_each<StagePlan::Table>(channel, table)};
}

void put_rims(Channel& channel, const RimFaces& faces) {
  channel.put(faces.Nfp);
  for (const auto* direction : {&faces.sent, &faces.received})
    put_each(channel, *direction, [&](const std::vector<PackedFace>& of_rank) { put_all(channel, of_rank); });
  channel.flush();
}

RimFaces take_rims(Channel& channel) {
  const auto direction = [&] {
    return take_each<std::vector<PackedFace>>(channel, [&] { return channel.take_array<PackedFace>(); });
  };
  return {channel.take<int>(), direction(), direction()};
}

}  // namespace dgsolve::cuda
