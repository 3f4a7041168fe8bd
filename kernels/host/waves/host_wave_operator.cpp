#include "kernels/host/waves/host_wave_operator.hpp"

#include <omp.h>

#include <algorithm>
#include <cstring>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/precision.hpp"
#include "kernels/base/unset_vector.hpp"
#include "kernels/host/simd/layout.hpp"

namespace dgsolve::host {
namespace {

template <class T>
class HostState : public WaveState {
 public:
  HostState(const PreparedProblem<T>& problem, int threads, const ByteCount& total)
      : values(problem.state_size()), problem_(problem), threads_(threads), counted_(total, values.bytes()) {}

  void upload(std::span<const double> canonical) override {
    check_canonical("upload", canonical.size());
    for_each_cell(
        K(), [&](int e) { put(e, &canonical[static_cast<std::size_t>(e) * n()]); }, threads_);
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
    for_each_run(runs, fill_run, threads_);
    for_auxiliaries([](std::size_t, T& value) { value = T(0); });
  }
  void visit(const RunsOfCells& runs, const CellReader& read) const override {
    const auto read_run = [&](int, int first, int last) {
      UnsetVector<double> cells(static_cast<std::size_t>(last - first) * n());
      for (int e = first; e < last; ++e) get(e, &cells[static_cast<std::size_t>(e - first) * n()]);
      read(first, last, cells);
    };
    for_each_run(runs, read_run, threads_);
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
#pragma omp parallel for simd num_threads(threads_)
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

  mutable AlignedArray<T> values;  ///< [block][node][lane][field]; kernels take pointers that may write

 private:
  int n() const { return problem_.n_fields * problem_.Np; }
  int K() const { return static_cast<int>(problem_.numbering.slot.size()); }
  std::size_t n_dofs() const { return problem_.numbering.slot.size() * n(); }
  std::size_t place(int node, int lane) const {
    return layout::record(problem_.n_fields, node, lane, problem_.numbering.W);
  }
  void check_canonical(const char* call, std::size_t found) const {
    if (found != n_dofs() + problem_.numbering.n_auxiliaries() * problem_.Np)
      check_size(call, found, n_dofs(), "values");
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
  const int threads_;
  const CountedBytes counted_;
};

/// There is one memory only, and other threads may read it.
class HostCopy : public StateCopy {
 public:
  explicit HostCopy(std::unique_ptr<WaveState> state) : state_(std::move(state)) {}
  void take(const WaveState& state) override { state_->assign(state); }
  void download(std::span<double> canonical) const override { state_->download(canonical); }
  std::vector<std::byte> save() const override { return state_->save(); }

 private:
  const std::unique_ptr<WaveState> state_;
};

template <class T>
const HostState<T>& host_state(const WaveState& state) {
  return dynamic_cast<const HostState<T>&>(state);
}
template <class T>
T* values_of(const WaveState& state) {
  return host_state<T>(state).values.data();
}

template <class T>
class HostSampler : public Sampler {
 public:
  HostSampler(const std::vector<int>& elements, const std::vector<double>& weights,
              const PreparedProblem<T>& problem, std::size_t capacity)
      : elements_(elements),
        weights_(weights),
        n_fields_(problem.n_fields),
        Np_(problem.Np),
        capacity_(capacity) {}

  void take(const WaveState& u) override {
    if (++n_rows_ > capacity_) return;  // `read` tells
    for (std::size_t point = 0; point < elements_.size(); ++point)
      for (int field = 0; field < n_fields_; ++field)
        rows_.push_back(host_state<T>(u).weighted_sum(elements_[point], field, &weights_[point * Np_]));
  }
  void read(std::span<double> values) override {
    check_rows_read(values.size(), elements_.size() * n_fields_, n_rows_, capacity_);
    std::copy(rows_.begin(), rows_.end(), values.begin());
    rows_.clear();
    n_rows_ = 0;
  }

 private:
  const std::vector<int> elements_;
  const std::vector<double> weights_;  ///< [point][Np]
  const int n_fields_, Np_;
  const std::size_t capacity_;
  std::size_t n_rows_ = 0;    ///< taken since the last read
  std::vector<double> rows_;  ///< [row][point][n_fields]
};

}  // namespace

template <class T>
HostWaveOperator<T>::HostWaveOperator(const WaveProblem& problem, const HostOptions& options,
                                      const ByteCount& bytes)
    : threads_(options.threads),
      form_(problem.stage_form),
      use_traits_(options.use_traits),
      kernels_(kernels_for<T>(options.instruction_set, problem.type)),
      problem_(problem, kernels_.width, kernels_.panel_rows),
      groups_(find_groups(problem, options)),
      bytes_(bytes),
      counted_(bytes, problem_.bytes() + threads_ * scratch_size() * sizeof(T)) {
  for (int i = 0; i < threads_; ++i) scratch_.emplace_back(scratch_size());
  set_up_.mark("tables");
}

template <class T>
std::vector<typename HostWaveOperator<T>::Group> HostWaveOperator<T>::find_groups(
    const WaveProblem& problem, const HostOptions& options) const {
  std::vector<Group> groups;
  for (const Numbering::Group& blocks : problem_.numbering.groups) {
    const int model = blocks.kind.model;
    const Kernels<T>& kernels = model < 0 ? kernels_
                                          : model_kernels_for<T>(options.models, options.instruction_set,
                                                                 problem.type, problem.models[model].type);
    groups.push_back({blocks, blocks.kind.curved ? kernels.curved : kernels.straight,
                      problem_.tables(static_cast<int>(groups.size()))});
  }
  return groups;
}

template <class T>
std::size_t HostWaveOperator<T>::scratch_size() const {
  std::size_t most = 0;
  for (const Group& group : groups_) most = std::max(most, group.kernels.scratch(group.tables));
  return most;
}

template <class T>
std::string HostWaveOperator<T>::layout() const {
  return std::string("CPU, ") + (precision_of<T> == Precision::single ? "single" : "double") +
         " [block][node][lane][field], " + std::to_string(problem_.numbering.W) + " lanes";
}

template <class T>
std::unique_ptr<WaveState> HostWaveOperator<T>::allocate() {
  return std::make_unique<HostState<T>>(problem_, threads_, bytes_);
}

template <class T>
std::unique_ptr<StateCopy> HostWaveOperator<T>::allocate_copy() {
  return std::make_unique<HostCopy>(allocate());
}

template <class T>
std::unique_ptr<Sampler> HostWaveOperator<T>::sampler(const std::vector<int>& elements,
                                                      const std::vector<double>& weights,
                                                      std::size_t capacity) {
  check_size("sampler", weights.size(), elements.size() * problem_.Np, "weights");
  return std::make_unique<HostSampler<T>>(elements, weights, problem_, capacity);
}

template <class T>
template <class Body>
void HostWaveOperator<T>::for_blocks(Body body) {
#pragma omp parallel num_threads(threads_)
  {
    // Of each group one run of blocks a thread: most neighbours are then in the thread's own cache.
    const std::int64_t thread = omp_get_thread_num(), n_threads = omp_get_num_threads();
    for (const Group& group : groups_) {
      const std::int64_t n = group.blocks.n_blocks;
      const int begin = group.blocks.first_block;
      body(group, begin + static_cast<int>(n * thread / n_threads),
           begin + static_cast<int>(n * (thread + 1) / n_threads), scratch_[thread].data());
    }
  }
}

template <class T>
double HostWaveOperator<T>::energy(const WaveState& u) {
  const Numbering& numbering = problem_.numbering;
  std::vector<double> of_slots(numbering.n_slots());
  for_blocks([&](const Group& group, int first, int last, T* scratch) {
    group.kernels.energy(group.tables, values_of<T>(u), first, last, scratch, of_slots.data());
  });
  double sum = 0;  // in the cells' order, whatever the number of threads and lanes
  for (const int slot : numbering.slot) sum += of_slots[slot];
  return sum;
}

template <class T>
Powers HostWaveOperator<T>::powers(const WaveState& u, double t) {
  const Numbering& numbering = problem_.numbering;
  problem_.evaluate(t);
  const Step<T> step{T(0),
                     T(0),
                     T(0),
                     static_cast<T>(t),
                     values_of<T>(u),
                     nullptr,
                     nullptr,
                     problem_.source.terms(),
                     problem_.source.begin()};
  std::vector<Powers> of_slots(numbering.n_slots());
  for_blocks([&](const Group& group, int first, int last, T* scratch) {
    group.kernels.powers(group.tables, step, first, last, scratch, of_slots.data());
  });
  Powers sum;  // in the cells' order, as the energy
  for (const int slot : numbering.slot)
    for (const PowerPart& part : power_parts) sum.*part.value += of_slots[slot].*part.value;
  return sum;
}

template <class T>
void HostWaveOperator<T>::stage(const Stage& stage, const WaveState& u, WaveState& residual,
                                WaveState& u_next) {
  check_stage(form_, stage, u, u_next);
  const double t = clock_.time(stage.step, stage.c);
  problem_.evaluate(t);
  const Step<T> step{.a = static_cast<T>(stage.a),
                     .b = static_cast<T>(stage.b),
                     .dt = static_cast<T>(clock_.dt),
                     .t = static_cast<T>(t),
                     .u = values_of<T>(u),
                     .residual = values_of<T>(residual),
                     .u_next = values_of<T>(u_next),
                     .source = problem_.source.terms(),
                     .source_begin = problem_.source.begin(),
                     .general = form_ == StageForm::general,
                     .p = static_cast<T>(stage.p),
                     .q = static_cast<T>(stage.q),
                     .e = static_cast<T>(stage.e),
                     .u0 = stage.u0 == nullptr ? nullptr : values_of<T>(*stage.u0)};
  for_blocks([&](const Group& group, int first, int last, T* scratch) {
    const auto run = use_traits_ ? group.kernels.stage : group.kernels.generic_stage;
    run(group.tables, step, first, last, scratch);
  });
}

template class HostWaveOperator<double>;
template class HostWaveOperator<float>;

}  // namespace dgsolve::host
