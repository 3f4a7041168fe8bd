#include "kernels/cuda/waves/parts/parted_state.hpp"

#include <algorithm>
#include <cstring>
#include <map>

namespace dgsolve::cuda {
namespace {

/// Whether a canonical state has auxiliaries.
bool has_auxiliaries(const char* call, const PartLayout& layout, std::size_t n_values) {
  if (n_values == layout.n_dofs() + layout.n_auxiliaries) return layout.n_auxiliaries > 0;
  check_size(call, n_values, layout.n_dofs(), "values");
  return false;
}

/// From the parts of a state, or of a copy of one.
template <class Part>
void download_parts(const std::vector<std::unique_ptr<Part>>& parts, const PartLayout& layout,
                    std::span<double> canonical) {
  const bool with_auxiliaries = has_auxiliaries("download", layout, canonical.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const StatePart& part = layout.parts[i];
    const std::size_t n_dofs = part.cells.size() * layout.of_cell;
    std::vector<double> own(n_dofs + (with_auxiliaries ? part.n_auxiliaries : 0));
    parts[i]->download(own);
    std::copy_n(own.begin(), n_dofs, canonical.begin() + part.cells.first * layout.of_cell);
    for (const PartRun& run : part.auxiliaries)
      if (with_auxiliaries)
        std::copy_n(own.begin() + n_dofs + run.in_part, run.size,
                    canonical.begin() + layout.n_dofs() + run.in_whole);
  }
}

template <class Part>
std::vector<std::byte> save_parts(const std::vector<std::unique_ptr<Part>>& parts, const PartLayout& layout) {
  std::vector<std::byte> whole(layout.raw_bytes);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::vector<std::byte> own = parts[i]->save();
    for (const PartRun& run : layout.parts[i].raw)
      std::memcpy(whole.data() + run.in_whole, own.data() + run.in_part, run.size);
  }
  return whole;
}

}  // namespace

PartedState::PartedState(const std::vector<std::unique_ptr<WavePart>>& operators, const PartLayout& layout,
                         PartExchange& exchange)
    : layout_(layout), exchange_(exchange) {
  for (const auto& op : operators) parts_.push_back(op->allocate());
}

void PartedState::send_to_ghosts() {
  exchange_.meet();
  exchange_.push(parts_);
  exchange_.join();
}

void PartedState::upload(std::span<const double> canonical) {
  const bool with_auxiliaries = has_auxiliaries("upload", layout_, canonical.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const StatePart& part = layout_.parts[i];
    const auto fields =
        canonical.subspan(part.cells.first * layout_.of_cell, part.cells.size() * layout_.of_cell);
    std::vector<double> own(fields.begin(), fields.end());
    for (const PartRun& run : part.auxiliaries)
      if (with_auxiliaries) {
        const auto values = canonical.subspan(layout_.n_dofs() + run.in_whole, run.size);
        own.insert(own.end(), values.begin(), values.end());
      }
    parts_[i]->upload(own);
  }
  send_to_ghosts();
}

void PartedState::download(std::span<double> canonical) const { download_parts(parts_, layout_, canonical); }

void PartedState::fill(const RunsOfCells& runs, const CellWriter& write) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const CellRange cells = layout_.parts[i].cells;
    parts_[i]->fill(runs.within(cells.first, cells.last), cut_to(cells, runs, layout_.of_cell, write));
  }
  send_to_ghosts();
}

/// Runs that parts share are read last.
void PartedState::visit(const RunsOfCells& runs, const CellReader& read) const {
  std::map<int, std::vector<double>> shared;  // by first cell
  for (const StatePart& part : layout_.parts)
    if (const CellRange run = runs.around(part.cells.first); run.first != part.cells.first)
      shared[run.first].resize(run.size() * layout_.of_cell);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const CellRange cells = layout_.parts[i].cells;
    parts_[i]->visit(runs.within(cells.first, cells.last), [&](int first, int last,
                                                               std::span<const double> values) {
      const CellRange found{cells.first + first, cells.first + last};
      const CellRange run = runs.around(found.first);
      if (run == found) return read(run.first, run.last, values);
      std::ranges::copy(values, shared.at(run.first).begin() + (found.first - run.first) * layout_.of_cell);
    });
  }
  for (const auto& [first, values] : shared) read(first, runs.around(first).last, values);
}

std::vector<std::byte> PartedState::save() const { return save_parts(parts_, layout_); }

void PartedState::restore(std::span<const std::byte> raw) {
  check_size("restore", raw.size(), layout_.raw_bytes, "bytes");
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    std::vector<std::byte> own(layout_.parts[i].raw_bytes);
    for (const PartRun& run : layout_.parts[i].raw)
      std::memcpy(own.data() + run.in_part, raw.data() + run.in_whole, run.size);
    parts_[i]->restore(own);
  }
  send_to_ghosts();
}

/// The other's ghosts may still be on their way.
void PartedState::assign(const WaveState& other) {
  for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i]->assign(parted(other).part(i));
  send_to_ghosts();
}

PartedStateCopy::PartedStateCopy(const std::vector<std::unique_ptr<WavePart>>& operators,
                                 const PartLayout& layout)
    : layout_(layout) {
  for (const auto& op : operators) parts_.push_back(op->allocate_copy());
}

void PartedStateCopy::take(const WaveState& state) {
  for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i]->take(parted(state).part(i));
}

void PartedStateCopy::download(std::span<double> canonical) const {
  download_parts(parts_, layout_, canonical);
}

std::vector<std::byte> PartedStateCopy::save() const { return save_parts(parts_, layout_); }

}  // namespace dgsolve::cuda
