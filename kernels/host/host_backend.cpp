#include "kernels/host/host_backend.hpp"

#include <omp.h>

#include <algorithm>
#include <cstring>

#include "kernels/host/simd/layout.hpp"

namespace dgsolve::host {
namespace {

template <class T>
class HostArray : public DeviceArray {
 public:
  HostArray(std::size_t size, std::shared_ptr<std::size_t> total) : values(size), total_(std::move(total)) {
    *total_ += values.bytes();
  }
  ~HostArray() override { *total_ -= values.bytes(); }

  AlignedArray<T> values;  ///< [block][node][lane][field]

 private:
  std::shared_ptr<std::size_t> total_;
};

/// There is one memory only, and other threads may read it.
class HostCopy : public StateCopy {
 public:
  explicit HostCopy(Backend& backend) : backend_(backend), state_(backend.allocate()) {}
  void take(const DeviceArray& state) override { backend_.copy(state, *state_); }
  void download(std::span<double> canonical) const override { backend_.download(*state_, canonical); }
  std::vector<std::byte> save() const override { return backend_.save(*state_); }

 private:
  Backend& backend_;
  const std::unique_ptr<DeviceArray> state_;
};

template <class T>
AlignedArray<T>& values_of(DeviceArray& array) {
  return dynamic_cast<HostArray<T>&>(array).values;
}
template <class T>
const AlignedArray<T>& values_of(const DeviceArray& array) {
  return dynamic_cast<const HostArray<T>&>(array).values;
}

}  // namespace

template <class T>
HostBackend<T>::HostBackend(const HostOptions& options)
    : options_(options), threads_(options.threads > 0 ? options.threads : omp_get_max_threads()) {
  if (!is_available(options.instruction_set))
    throw BackendError(std::string("this build on this processor has no instruction set ") +
                       name_of(options.instruction_set));
}

template <class T>
std::string HostBackend<T>::description() const {
  constexpr const char* names[] = {"baseline instructions", "AVX2", "AVX-512"};
  return std::string("CPU, ") + names[static_cast<int>(options_.instruction_set)] + ", " +
         std::to_string(threads_) + (threads_ == 1 ? " thread" : " threads");
}

template <class T>
void HostBackend<T>::prepare(const WaveProblem& problem) {
  kernels_ = &kernels_for<T>(options_.instruction_set, problem.type);
  problem_ = std::make_unique<PreparedProblem<T>>(problem, kernels_->width, kernels_->panel_rows);
  scratch_.clear();
  for (int i = 0; i < threads_; ++i) scratch_.emplace_back(kernels_->scratch(problem_->tables()));
}

template <class T>
const PreparedProblem<T>& HostBackend<T>::prepared() const {
  if (!problem_) throw BackendError("the CPU backend was not given a problem yet");
  return *problem_;
}

template <class T>
std::size_t HostBackend<T>::n_dofs() const {
  return prepared().numbering.slot.size() * prepared().n_fields * prepared().Np;
}

template <class T>
std::unique_ptr<DeviceArray> HostBackend<T>::allocate() {
  const auto& p = prepared();
  return std::make_unique<HostArray<T>>(static_cast<std::size_t>(p.numbering.n_slots()) * p.n_fields * p.Np,
                                        state_bytes_);
}

template <class T>
void HostBackend<T>::upload(std::span<const double> canonical, DeviceArray& to) {
  const auto& p = prepared();
  if (canonical.size() != n_dofs())
    throw std::invalid_argument("upload: got " + std::to_string(canonical.size()) + " values; expected " +
                                std::to_string(n_dofs()));
  const int W = p.numbering.W, n = p.n_fields * p.Np, K = static_cast<int>(p.numbering.slot.size());
  AlignedArray<T>& values = values_of<T>(to);
#pragma omp parallel for num_threads(threads_)
  for (int e = 0; e < K; ++e) {
    const double* from = &canonical[static_cast<std::size_t>(e) * n];
    const int slot = p.numbering.slot[e];
    T* block = values.data() + layout::block(slot / W, n, W);
    for (int field = 0; field < p.n_fields; ++field)
      for (int node = 0; node < p.Np; ++node)
        block[layout::record(p.n_fields, node, slot % W, W) + field] =
            static_cast<T>(from[field * p.Np + node]);
  }
}

template <class T>
void HostBackend<T>::download(const DeviceArray& from, std::span<double> canonical) {
  const auto& p = prepared();
  if (canonical.size() != n_dofs())
    throw std::invalid_argument("download: got room for " + std::to_string(canonical.size()) +
                                " values; expected " + std::to_string(n_dofs()));
  const int W = p.numbering.W, n = p.n_fields * p.Np, K = static_cast<int>(p.numbering.slot.size());
  const AlignedArray<T>& values = values_of<T>(from);
  // A thread that reads a copy, beside those that take steps, has its own number.
#pragma omp parallel for num_threads(std::min(threads_, omp_get_max_threads()))
  for (int e = 0; e < K; ++e) {
    double* to = &canonical[static_cast<std::size_t>(e) * n];
    const int slot = p.numbering.slot[e];
    const T* block = values.data() + layout::block(slot / W, n, W);
    for (int field = 0; field < p.n_fields; ++field)
      for (int node = 0; node < p.Np; ++node)
        to[field * p.Np + node] = block[layout::record(p.n_fields, node, slot % W, W) + field];
  }
}

template <class T>
std::string HostBackend<T>::layout() const {
  return std::string("CPU, ") + (precision_of<T> == Precision::single ? "single" : "double") +
         " [block][node][lane][field], " + std::to_string(prepared().numbering.W) + " lanes";
}

template <class T>
std::vector<std::byte> HostBackend<T>::save(const DeviceArray& from) {
  const AlignedArray<T>& values = values_of<T>(from);
  std::vector<std::byte> raw(values.bytes());
  std::memcpy(raw.data(), values.data(), raw.size());
  return raw;
}

template <class T>
void HostBackend<T>::restore(std::span<const std::byte> raw, DeviceArray& to) {
  AlignedArray<T>& values = values_of<T>(to);
  if (raw.size() != values.bytes())
    throw std::invalid_argument("restore: got " + std::to_string(raw.size()) + " bytes; expected " +
                                std::to_string(values.bytes()));
  std::memcpy(values.data(), raw.data(), raw.size());
}

template <class T>
void HostBackend<T>::copy(const DeviceArray& from, DeviceArray& to) {
  const T* const first = values_of<T>(from).data();
  T* const to_first = values_of<T>(to).data();
  const auto n = static_cast<std::int64_t>(values_of<T>(from).size());
#pragma omp parallel for simd num_threads(threads_)
  for (std::int64_t i = 0; i < n; ++i) to_first[i] = first[i];
}

template <class T>
std::unique_ptr<StateCopy> HostBackend<T>::allocate_copy() {
  return std::make_unique<HostCopy>(*this);
}

template <class T>
void HostBackend<T>::sample(const DeviceArray& u, std::span<const int> elements,
                            std::span<const double> weights, std::span<double> values) {
  const auto& p = prepared();
  const int W = p.numbering.W;
  for (std::size_t point = 0; point < elements.size(); ++point) {
    const int slot = p.numbering.slot[elements[point]];
    const T* block = values_of<T>(u).data() + layout::block(slot / W, p.n_fields * p.Np, W);
    for (int field = 0; field < p.n_fields; ++field) {
      double sum = 0;
      for (int node = 0; node < p.Np; ++node)
        sum += weights[point * p.Np + node] * block[layout::record(p.n_fields, node, slot % W, W) + field];
      values[point * p.n_fields + field] = sum;
    }
  }
}

/// Calls body(first block, last, scratch) on all threads.
template <class T>
template <class Body>
void HostBackend<T>::for_blocks(Body body) {
  const Numbering& numbering = prepared().numbering;
  const int kinds[] = {0, numbering.n_straight_blocks, numbering.n_blocks};
#pragma omp parallel num_threads(threads_)
  {
    // Of each kind one run of blocks a thread: most neighbours are then in the thread's own cache.
    const std::int64_t thread = omp_get_thread_num(), n_threads = omp_get_num_threads();
    for (int kind = 0; kind < 2; ++kind) {
      const std::int64_t n = kinds[kind + 1] - kinds[kind];
      body(kinds[kind] + static_cast<int>(n * thread / n_threads),
           kinds[kind] + static_cast<int>(n * (thread + 1) / n_threads), scratch_[thread].data());
    }
  }
}

template <class T>
double HostBackend<T>::energy(const DeviceArray& u) {
  const Numbering& numbering = prepared().numbering;
  const Tables<T> tables = problem_->tables();
  std::vector<double> of_slots(numbering.n_slots());
  for_blocks([&](int first, int last, T* scratch) {
    kernels_->energy(tables, values_of<T>(u).data(), first, last, scratch, of_slots.data());
  });
  double sum = 0;  // in the cells' order, whatever the number of threads and lanes
  for (const int slot : numbering.slot) sum += of_slots[slot];
  return sum;
}

template <class T>
Powers HostBackend<T>::powers(const DeviceArray& u, double t) {
  const Numbering& numbering = prepared().numbering;
  problem_->boundaries.evaluate(t);
  problem_->source.evaluate(t);
  const Tables<T> tables = problem_->tables();
  const Step<T> step{T(0),
                     T(0),
                     T(0),
                     static_cast<T>(t),
                     values_of<T>(u).data(),
                     nullptr,
                     nullptr,
                     problem_->source.terms(),
                     problem_->source.begin()};
  std::vector<Powers> of_slots(numbering.n_slots());
  for_blocks([&](int first, int last, T* scratch) {
    kernels_->powers(tables, step, first, last, scratch, of_slots.data());
  });
  Powers sum;  // in the cells' order, as the energy
  for (const int slot : numbering.slot)
    for (const PowerPart& part : power_parts) sum.*part.value += of_slots[slot].*part.value;
  return sum;
}

template <class T>
void HostBackend<T>::stage(const Stage& stage, const DeviceArray& u, DeviceArray& residual,
                           DeviceArray& u_next) {
  if (&u == &u_next) throw std::invalid_argument("a stage needs two arrays for the states before and after");
  prepared();
  const double t = clock_.time(stage.step, stage.c);
  problem_->boundaries.evaluate(t);
  problem_->source.evaluate(t);
  const Tables<T> tables = problem_->tables();
  const Step<T> step{static_cast<T>(stage.a),     static_cast<T>(stage.b),  static_cast<T>(clock_.dt),
                     static_cast<T>(t),           values_of<T>(u).data(),   values_of<T>(residual).data(),
                     values_of<T>(u_next).data(), problem_->source.terms(), problem_->source.begin()};
  const auto kernel = options_.use_traits ? kernels_->stage : kernels_->generic_stage;
  for_blocks([&](int first, int last, T* scratch) { kernel(tables, step, first, last, scratch); });
}

template <class T>
std::unique_ptr<Recording> HostBackend<T>::record(std::function<void()> work) {
  return std::make_unique<PlainRecording>(std::move(work));
}

template <class T>
std::size_t HostBackend<T>::memory() const {
  std::size_t bytes = *state_bytes_ + linear_algebra_.memory() + (problem_ ? problem_->bytes() : 0);
  for (const auto& scratch : scratch_) bytes += scratch.bytes();
  return bytes;
}

template class HostBackend<double>;
template class HostBackend<float>;

}  // namespace dgsolve::host
