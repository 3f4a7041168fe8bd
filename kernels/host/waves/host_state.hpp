/// A state in the CPU's memory.
#pragma once

#include <omp.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/loop_threads.hpp"
#include "kernels/base/unset_vector.hpp"
#include "kernels/host/simd/layout.hpp"
#include "kernels/host/simd/memory.hpp"
#include "kernels/host/waves/problem/prepared_problem.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve::host {

template <class T>
class HostState : public WaveState {
 public:
  HostState(const PreparedProblem<T>& problem, int threads, const ByteCount& total)
      : values(problem.state_size()), problem_(problem), threads_(threads), counted_(total, values.bytes()) {}

  void upload(std::span<const double> canonical) override {
    check_canonical("upload", canonical.size());
    for_each_cell(
        K(), [&](int e) { put(e, &canonical[static_cast<std::size_t>(e) * n()]); }, loop_threads(threads_));
    const bool all = canonical.size() > n_dofs();
    for_auxiliaries(
        [&](std::size_t i, T& value) { value = all ? static_cast<T>(canonical[n_dofs() + i]) : T(0); });
  }
  void download(std::span<double> canonical) const override {
    check_canonical("download", canonical.size());
    // A thread that reads a copy, beside those that take steps, has its own number.
    for_each_cell(
        K(), [&](int e) { get(e, &canonical[static_cast<std::size_t>(e) * n()]); },
        std::min(threads_, omp_get_max_threads()));
    if (canonical.size() > n_dofs())
      for_auxiliaries([&](std::size_t i, const T& value) { canonical[n_dofs() + i] = value; });
  }
  void fill(const RunsOfCells& runs, const CellWriter& write) override {
    const auto fill_run = [&](int, int first, int last) {
      UnsetVector<double> cells(static_cast<std::size_t>(last - first) * n());
      write(first, last, cells);
      for (int e = first; e < last; ++e) put(e, &cells[static_cast<std::size_t>(e - first) * n()]);
    };
    for_each_run(runs, fill_run, loop_threads(threads_));
    for_auxiliaries([](std::size_t, T& value) { value = T(0); });
  }
  void visit(const RunsOfCells& runs, const CellReader& read) const override {
    const auto read_run = [&](int, int first, int last) {
      UnsetVector<double> cells(static_cast<std::size_t>(last - first) * n());
      for (int e = first; e < last; ++e) get(e, &cells[static_cast<std::size_t>(e - first) * n()]);
      read(first, last, cells);
    };
    for_each_run(runs, read_run, loop_threads(threads_));
  }
  std::vector<std::byte> save() const override {
    std::vector<std::byte> raw(values.bytes());
    std::memcpy(raw.data(), values.data(), raw.size());
    return raw;
  }
  void restore(std::span<const std::byte> raw) override {
    check_size("restore", raw.size(), values.bytes(), "bytes");
    std::memcpy(values.data(), raw.data(), raw.size());
  }
  void assign(const WaveState& other) override {
    const T* const from = dynamic_cast<const HostState&>(other).values.data();
    T* const to = values.data();
    const auto n = static_cast<std::int64_t>(values.size());
#pragma omp parallel for simd num_threads(threads_for(values.size(), threads_))
    for (std::int64_t i = 0; i < n; ++i) to[i] = from[i];
  }

  /// Σ_i weights[i] · u[element][field][i]
  double weighted_sum(int element, int field, const double* weights) const {
    const int slot = problem_.numbering.slot[element], W = problem_.numbering.W;
    const T* block = values.data() + layout::block(slot / W, n(), W);
    double sum = 0;
    for (int node = 0; node < problem_.Np; ++node)
      sum += weights[node] * block[place(node, slot % W) + field];
    return sum;
  }

  double value(int element, int field, int node) const {
    const int slot = problem_.numbering.slot[element], W = problem_.numbering.W;
    return values.data()[layout::block(slot / W, n(), W) + place(node, slot % W) + field];
  }

  mutable AlignedArray<T> values;  ///< [block][node][lane][field]; kernels take pointers that may write

 private:
  int n() const { return problem_.n_fields * problem_.Np; }
  int K() const { return static_cast<int>(problem_.numbering.slot.size()); }
  std::size_t n_dofs() const { return problem_.numbering.slot.size() * n(); }
  std::size_t place(int node, int lane) const {
    return layout::record(problem_.n_fields, node, lane, problem_.numbering.W);
  }
  void check_canonical(const char* call, std::size_t found) const {
    if (found != n_dofs() + problem_.n_auxiliaries()) check_size(call, found, n_dofs(), "values");
  }
  /// Calls body(place in canonical order, auxiliary).
  template <class Body>
  void for_auxiliaries(Body body) const {
    const Numbering& numbering = problem_.numbering;
    const int W = numbering.W;
    std::size_t i = 0;
    for (int g = 0; g < static_cast<int>(numbering.groups.size()); ++g) {
      const int n_aux = numbering.groups[g].n_aux;
      T* const first = values.data() + problem_.auxiliaries(g);
      for (int cell = 0; n_aux > 0 && cell < numbering.groups[g].n_cells; ++cell)
        for (int aux = 0; aux < n_aux; ++aux)
          for (int node = 0; node < problem_.Np; ++node)
            body(
                i++,
                first[layout::block(cell / W, problem_.Np * n_aux, W) + (node * n_aux + aux) * W + cell % W]);
    }
    T* const of_circuits = values.data() + problem_.circuits().first_state();
    for (std::size_t k = 0; k < problem_.circuits().n_values(); ++k) body(i++, of_circuits[k]);
  }
  /// The values of a cell's block.
  T* block_of(int e) const {
    const Numbering& numbering = problem_.numbering;
    return values.data() + layout::block(numbering.slot[e] / numbering.W, n(), numbering.W);
  }
  int lane_of(int e) const { return problem_.numbering.slot[e] % problem_.numbering.W; }
  /// The fields of a cell, from canonical order and to it: [n_fields][Np].
  void put(int e, const double* from) {
    T* const block = block_of(e);
    for (int field = 0; field < problem_.n_fields; ++field)
      for (int node = 0; node < problem_.Np; ++node)
        block[place(node, lane_of(e)) + field] = static_cast<T>(from[field * problem_.Np + node]);
  }
  void get(int e, double* to) const {
    const T* const block = block_of(e);
    for (int field = 0; field < problem_.n_fields; ++field)
      for (int node = 0; node < problem_.Np; ++node)
        to[field * problem_.Np + node] = block[place(node, lane_of(e)) + field];
  }

  const PreparedProblem<T>& problem_;
  const int threads_;  ///< at most
  const CountedBytes counted_;
};

template <class T>
const HostState<T>& host_state(const WaveState& state) {
  return dynamic_cast<const HostState<T>&>(state);
}
template <class T>
T* values_of(const WaveState& state) {
  return host_state<T>(state).values.data();
}

}  // namespace dgsolve::host
