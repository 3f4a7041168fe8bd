#include "kernels/cuda/waves/device/transfer.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "kernels/base/cell_loop.hpp"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace dgsolve::cuda {
namespace {

std::size_t bytes_of_half(const StagePlan& plan) {
  constexpr std::size_t least = std::size_t{64} << 10, most = std::size_t{16} << 20;
  return std::clamp(plan.n_dofs() * sizeof(double), least, most);
}

}  // namespace

std::size_t StateTransfer::device_bytes(const StagePlan& plan) { return 2 * bytes_of_half(plan); }

StateTransfer::StateTransfer(const DeviceStage& stage, Launcher& launcher)
    : stage_(stage),
      plan_(stage.plan()),
      launcher_(launcher),
      half_bytes_(bytes_of_half(plan_)),
      per_element_(static_cast<std::size_t>(plan_.n_fields) * plan_.Np),
      piece_(static_cast<int>(half_bytes_ / (per_element_ * sizeof(double)))),
      staging_(launcher.gpu, 2 * half_bytes_, "moving states"),
      exported_(launcher.gpu, 2 * half_bytes_, "moving states"),
      halves_{{staging_.data(), exported_.data(), launcher.event()},
              {staging_.data() + half_bytes_, exported_.data() + half_bytes_, launcher.event()}} {}

void StateTransfer::upload(std::span<const double> canonical, void* state) {
  const RunsOfCells runs(plan_.numbering.cells.size(), static_cast<int>(per_element_));
  fill_fields(
      runs,
      [&](int first, int, std::span<double> values) {
        std::copy_n(&canonical[first * per_element_], values.size(), values.begin());
      },
      state);
  put_auxiliaries(canonical.subspan(runs.K * per_element_), state);
}

void StateTransfer::download(const void* state, std::span<double> canonical) {
  const RunsOfCells runs(plan_.numbering.cells.size(), static_cast<int>(per_element_));
  visit(state, runs, [&](int first, int, std::span<const double> values) {
    std::ranges::copy(values, &canonical[first * per_element_]);
  });
  get_auxiliaries(state, canonical.subspan(runs.K * per_element_));
}

void StateTransfer::fill(const RunsOfCells& runs, const CellWriter& write, void* state) {
  fill_fields(runs, write, state);
  put_auxiliaries({}, state);
}

/// Pieces are of whole runs.
int StateTransfer::runs_in_piece(const RunsOfCells& runs) const {
  if (runs.length > piece_ && runs.K > piece_)
    throw std::logic_error("moving a state: runs of " + std::to_string(runs.length) +
                           " cells; expected at most " + std::to_string(piece_));
  return std::max(1, piece_ / runs.length);
}

void StateTransfer::fill_fields(const RunsOfCells& runs, const CellWriter& write, void* state) {
  const int at_once = runs_in_piece(runs);
  for (int run = 0; run < runs.n; run += at_once) {
    const Half& half = halves_[run / at_once % 2];
    auto* const values = reinterpret_cast<double*>(half.memory);
    const int end = std::min(run + at_once, runs.n), first = runs.first(run);
    launcher_.wait(*half.used);
    for_each_run(runs, run, end, [&](int, int begin, int last) {
      write(begin, last, {values + (begin - first) * per_element_, (last - begin) * per_element_});
    });
    const Transfer transfer{nullptr, first, runs.first(end) - first, values};
    stage_.launch_on(launcher_, plan_.transfer_launch("import_state", transfer.n),
                     stage_.arguments(nullptr, nullptr, state), transfer);
    launcher_.record(*half.used);
  }
  launcher_.synchronise();
}

void StateTransfer::visit(const void* state, const RunsOfCells& runs, const CellReader& read) {
  const int at_once = runs_in_piece(runs);
  for (int run = 0; run < runs.n + at_once; run += at_once) {  // exports a piece and reads the one before
    const Half& half = halves_[run / at_once % 2];
    const Half& before = halves_[1 - run / at_once % 2];
    if (run < runs.n) {
      const int first = runs.first(run), last = runs.first(std::min(run + at_once, runs.n));
      const Transfer transfer{nullptr, first, last - first, reinterpret_cast<double*>(half.exported)};
      stage_.launch_on(launcher_, plan_.transfer_launch("export_state", transfer.n),
                       stage_.arguments(state, nullptr, nullptr), transfer);
      launcher_.start_copy(half.memory, half.exported, transfer.n * per_element_ * sizeof(double),
                           "moving a state");
      launcher_.record(*half.used);
    }
    if (run == 0) continue;
    const auto* const values = reinterpret_cast<const double*>(before.memory);
    const int first = runs.first(run - at_once);
    launcher_.wait(*before.used);
    for_each_run(runs, run - at_once, std::min(run, runs.n), [&](int, int begin, int last) {
      read(begin, last, {values + (begin - first) * per_element_, (last - begin) * per_element_});
    });
  }
}

/// Calls body(auxiliaries of a group, or states of circuits, on the device, room for them, place of their
/// first in canonical order, place on the device of the i-th from there).
template <class Body>
void StateTransfer::for_auxiliaries(const void* state, Body body) const {
  std::size_t first = 0;
  for (int g = 0; g < static_cast<int>(plan_.groups().size()); ++g) {
    const Numbering::Group& group = plan_.numbering.groups[g];
    const std::size_t n_aux = group.n_aux, n = n_aux * group.n_cells * plan_.Np;
    if (n == 0) continue;
    with_type(plan_.precision, [&]<class T>(T) {
      T* const at = static_cast<T*>(const_cast<void*>(state)) + plan_.groups()[g].auxiliaries;
      // From [cell][aux][node].
      const auto place = [n = group.n_aux, Np = plan_.Np](std::size_t i) {
        const std::size_t of_cell = static_cast<std::size_t>(n) * Np, in_cell = i % of_cell;
        return i - in_cell +
               auxiliary_offset(n, Np, sizeof(T), static_cast<int>(in_cell) % Np,
                                static_cast<int>(in_cell) / Np);
      };
      body(at, std::vector<T>(n), first, place);
    });
    first += n;
  }
  if (plan_.n_circuit_states() == 0) return;
  with_type(plan_.precision, [&]<class T>(T) {
    body(static_cast<T*>(const_cast<void*>(state)) + plan_.layout.circuits,
         std::vector<T>(plan_.n_circuit_states()), first, [](std::size_t i) { return i; });
  });
}

/// canonical: empty for zeros.
void StateTransfer::put_auxiliaries(std::span<const double> canonical, void* state) {
  for_auxiliaries(state, [&](auto* at, auto values, std::size_t first, auto place) {
    using T = typename decltype(values)::value_type;
    for (std::size_t i = 0; i < values.size(); ++i)
      values[place(i)] = canonical.empty() ? T(0) : static_cast<T>(canonical[first + i]);
    launcher_.copy(at, values.data(), values.size() * sizeof(T), "moving auxiliaries");
  });
}

/// canonical: empty where nobody asks for them.
void StateTransfer::get_auxiliaries(const void* state, std::span<double> canonical) {
  if (canonical.empty()) return;
  for_auxiliaries(state, [&](auto* at, auto values, std::size_t first, auto place) {
    using T = typename decltype(values)::value_type;
    launcher_.copy(values.data(), at, values.size() * sizeof(T), "moving auxiliaries");
    for (std::size_t i = 0; i < values.size(); ++i) canonical[first + i] = values[place(i)];
  });
}

}  // namespace dgsolve::cuda
