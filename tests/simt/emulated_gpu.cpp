#include "tests/simt/emulated_gpu.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <utility>

#include "kernels/base/device_error.hpp"
#include "kernels/base/digest.hpp"
#include "tests/simt/capture.hpp"
#include "tests/simt/emulated_communicator.hpp"
#include "tests/simt/library_products.hpp"
#include "tests/simt/penalty_shapes.hpp"
#include "tests/simt/text_of_parts.hpp"

namespace dgsolve::simt {

Device device;
Program (*make_program)(const std::string& prefix) = nullptr;

namespace {

using Work = Capture::Work;

class EmulatedLauncher;

/// Threads take turns: kernels run in the one that waits for them.
std::recursive_mutex mutex;
using Lock = std::lock_guard<std::recursive_mutex>;
std::set<EmulatedLauncher*> launchers;
thread_local Capture* recorded = nullptr;
long work_done = 0;

void refuse_while_recording(const char* what) {
  if (recorded != nullptr)
    throw DeviceError(std::string("the emulated GPU refuses while recording: ") + what);
}

class EmulatedEvent : public cuda::Event {
 public:
  EmulatedLauncher* launcher = nullptr;  ///< by which it was recorded last
  long records = 0, reached = 0;
  long time = 0;
};
EmulatedEvent& emulated(const cuda::Event& event) {
  return const_cast<EmulatedEvent&>(dynamic_cast<const EmulatedEvent&>(event));
}

class ReplayedWork : public Recording {
 public:
  explicit ReplayedWork(std::vector<Work> calls) : calls_(std::move(calls)) {}
  ~ReplayedWork() override;
  void replay() override;

 private:
  const std::vector<Work> calls_;
};

class EmulatedModule : public cuda::KernelModule {
 public:
  EmulatedModule(Program program, bool kernels_wait, Order order, EmulatedLauncher& launcher)
      : KernelModule(kernels_wait), program_(program), order_(order), launcher_(launcher) {}
  using cuda::KernelModule::prepare;
  void prepare(const cuda::KernelLaunch&, const cuda::KernelLaunch&) override {
    refuse_while_recording("loading a kernel");
  }
  cuda::KernelResources resources(const std::string&) const override { return {64, 0}; }

 protected:
  void start(const cuda::KernelLaunch& launch, std::initializer_list<cuda::KernelParameter> parameters,
             cuda::Launcher* launcher) override;

 private:
  const Program program_;
  const Order order_;
  EmulatedLauncher& launcher_;
};

std::map<std::string, Program>& programs() {
  static std::map<std::string, Program> all;
  return all;
}

template <int... shape>
constexpr std::array<Program, sizeof...(shape)> all_penalties(std::integer_sequence<int, shape...>) {
  return {run_interior_penalty<shape>...};
}
constexpr auto penalties = all_penalties(std::make_integer_sequence<int, std::size(test::penalty_shapes)>());

/// "Machine code" is the text's file and prefix.
std::string code_of(const cuda::KernelText& text) { return text.file + "\n" + text_of_parts(text.prefix); }

Program find_program(const std::string& code) {
  const std::size_t end = code.find('\n');
  const std::string file = code.substr(0, end), prefix = code.substr(end + 1);
  if (file == "kernels/cuda/algebra/linear_algebra.cu") return run_linear_algebra;
  if (file == "kernels/cuda/elliptic/cell_blocks.cu") return run_cell_blocks;
  if (file == "kernels/cuda/waves/parts/push.cu") return run_push;
  for (std::size_t i = 0; i < penalties.size(); ++i)
    if (file == "kernels/cuda/elliptic/interior_penalty.cu" &&
        prefix == test::penalty_prefix(test::penalty_shapes[i]))
      return penalties[i];
  const auto found = programs().find(prefix);
  if (found == programs().end() && make_program != nullptr) return programs()[prefix] = make_program(prefix);
  if (found == programs().end())
    throw DeviceError("no such text was compiled with the tests: " + file + "\n" + prefix);
  return found->second;
}

class EmulatedLauncher : public cuda::Launcher {
 public:
  EmulatedLauncher(cuda::Gpu& gpu, Order order) : Launcher(gpu), order_(order) {
    const Lock lock(mutex);
    launchers.insert(this);
  }
  ~EmulatedLauncher() override {
    const Lock lock(mutex);
    run_all();
    launchers.erase(this);
  }

  void put(const Work& work) {
    const Lock lock(mutex);
    if (!record_call([this, work] { put(work); })) queue_.push_back(work);
  }
  /// Whether a recording takes in what this launcher is asked for; then it has the call.
  bool record_call(const Work& call) {
    if (recorded == nullptr || !recorded->has(*this)) return false;
    recorded->add(*this, call);
    return true;
  }
  void run_next() {
    const Work work = queue_.front();
    queue_.pop_front();
    ++work_done;
    work();
  }
  void run_all() {
    while (!queue_.empty()) run_next();
  }
  static void wait_for(const EmulatedEvent& event, long record) {
    while (event.reached < record) event.launcher->run_next();
  }

  using Launcher::load;
  std::unique_ptr<cuda::KernelModule> load(const std::string& code, const cuda::KernelText& text) override {
    refuse_while_recording("loading kernels");
    const Program program = find_program(code);
    ++device.loads;
    return std::make_unique<EmulatedModule>(program, text.kernels_wait, order_, *this);
  }
  void start_copy(void* to, const void* from, std::size_t bytes, const std::string&) override {
    put([=] { std::memcpy(to, from, bytes); });
  }
  void set_zero(void* memory, std::size_t bytes) override {
    put([=] { std::memset(memory, 0, bytes); });
  }
  void synchronise() override {
    const Lock lock(mutex);
    refuse_while_recording("waiting");
    ++device.waits;
    run_all();
  }
  std::unique_ptr<Recording> record(const std::function<void()>& work) override {
    Capture capture(*this);
    recorded = &capture;
    try {
      work();
    } catch (...) {
      recorded = nullptr;
      throw;
    }
    recorded = nullptr;
    if (!capture.ends_behind_all())
      throw DeviceError("the emulated GPU refuses a recording that does not end behind all it took in");
    return std::make_unique<ReplayedWork>(capture.take_calls());
  }
  std::unique_ptr<cuda::Event> event() override {
    refuse_while_recording("making an event");  // what waits are made of is made before
    return std::make_unique<EmulatedEvent>();
  }
  void record(cuda::Event& event) override {
    const Lock lock(mutex);
    if (record_call([this, &event] { record(event); })) return recorded->record(*this, event);
    EmulatedEvent& recorded_event = emulated(event);
    recorded_event.launcher = this;
    put([&recorded_event, record = ++recorded_event.records] {
      recorded_event.reached = record;
      recorded_event.time = work_done;
    });
  }
  void wait(const cuda::Event& event) override {
    const Lock lock(mutex);
    ++device.waits;
    wait_for(emulated(event), emulated(event).records);
  }
  void follow(const cuda::Event& event) override {
    const Lock lock(mutex);
    if (recorded != nullptr) {
      if (recorded->has(event)) {
        recorded->follow(*this, event);
        record_call([this, &event] { follow(event); });
        return;
      }
      if (recorded->has(*this))
        throw DeviceError("the emulated GPU refuses a recording that follows what is not in it");
    }
    put([&event, record = emulated(event).records] { wait_for(emulated(event), record); });
  }
  double seconds_between(const cuda::Event& first, const cuda::Event& second) override {
    wait(second);
    return 1e-3 * static_cast<double>(emulated(second).time - emulated(first).time);
  }
  std::future<std::unique_ptr<cuda::Communicator>> communicator(Ranks& ranks) override;
  std::unique_ptr<cuda::LibraryProduct> sliced_product(const cuda::SlicedRows& matrix) override {
    return with_type(matrix.precision, [&]<class T>(T) -> std::unique_ptr<cuda::LibraryProduct> {
      return std::make_unique<SlicedProduct<T>>(matrix, [this](const Work& work) { put(work); });
    });
  }
  std::unique_ptr<cuda::DenseProducts> dense_products(Precision precision) override {
    return with_type(precision, [&]<class T>(T) -> std::unique_ptr<cuda::DenseProducts> {
      return std::make_unique<DenseProducts<T>>([] { refuse_while_recording("loading a kernel"); },
                                                [this](const Work& work) { put(work); });
    });
  }

 private:
  const Order order_;
  std::deque<Work> queue_;
};

std::future<std::unique_ptr<cuda::Communicator>> EmulatedLauncher::communicator(Ranks& ranks) {
  std::promise<std::unique_ptr<cuda::Communicator>> made;
  made.set_value(
      std::make_unique<EmulatedCommunicator>(ranks, [](cuda::Launcher& launcher, const Work& work) {
        const Lock lock(mutex);
        auto& on = dynamic_cast<EmulatedLauncher&>(launcher);
        if (on.record_call(work)) return false;
        on.run_all();
        return true;
      }));
  return made.get_future();
}

void run_everything() {
  for (EmulatedLauncher* const launcher : launchers) launcher->run_all();
}

ReplayedWork::~ReplayedWork() {
  const Lock lock(mutex);
  run_everything();
}
void ReplayedWork::replay() {
  ++device.replays;
  for (const Work& call : calls_) call();
}

/// Parameters are read now, and the kernel runs later.
void EmulatedModule::start(const cuda::KernelLaunch& launch,
                           std::initializer_list<cuda::KernelParameter> parameters,
                           cuda::Launcher* launcher) {
  if (launch.blocks == 0) return;
  std::vector<std::vector<std::byte>> values;
  for (const cuda::KernelParameter& parameter : parameters) {
    const auto* const from = static_cast<const std::byte*>(parameter.address);
    values.emplace_back(from, from + parameter.bytes);
  }
  EmulatedLauncher& on = launcher == nullptr ? launcher_ : dynamic_cast<EmulatedLauncher&>(*launcher);
  on.put([this, launch, values]() mutable {
    std::vector<void*> addresses;
    for (std::vector<std::byte>& value : values) addresses.push_back(value.data());
    program_(launch, addresses.data(), order_);
    if ((kernels_wait || launch.beside_last) && !every_thread_waited())
      throw std::logic_error("kernel " + launch.kernel + ": a thread did not wait for earlier work");
  });
}

class EmulatedGpu : public cuda::Gpu {
 public:
  explicit EmulatedGpu(const GpuOptions& options) : options_(options) {
    properties_ = {.name = "emulated GPU",
                   .identity = "emulated GPU",
                   .serial = options.serial.empty() ? std::to_string(getpid()) : options.serial,
                   .architecture = options.tensor_cores ? "sm_90" : "sm_75",
                   .compiler = "none",
                   .memory_bytes = device.free_memory,
                   .multiprocessors = 1,
                   .most_shared_bytes = 227 * 1024};
  }
  const cuda::GpuProperties& properties() const override { return properties_; }
  std::string status() const override { return {}; }
  std::size_t free_memory() const override { return device.free_memory; }
  std::shared_ptr<void> allocate(std::size_t bytes, const std::string& purpose) override {
    const std::shared_ptr<void> memory = allocate_pinned(bytes, purpose);
    *bytes_ += bytes;
    return {memory.get(), [bytes, total = bytes_, memory](void*) { *total -= bytes; }};
  }
  /// Small, so that small arrays have pieces too.
  std::size_t page_bytes() override { return 64; }
  std::shared_ptr<void> allocate_over(const std::vector<cuda::GpuPiece>& pieces,
                                      const std::string& purpose) override {
    std::size_t all = 0;
    for (const cuda::GpuPiece& piece : pieces) all += piece.bytes;
    const std::shared_ptr<void> memory = allocate_pinned(all, purpose);
    std::vector<std::shared_ptr<std::size_t>> totals;
    for (const cuda::GpuPiece& piece : pieces) {
      totals.push_back(dynamic_cast<const EmulatedGpu&>(*piece.gpu).bytes_);
      *totals.back() += piece.bytes;
    }
    return {memory.get(), [pieces, totals, memory](void*) {
              for (std::size_t i = 0; i < totals.size(); ++i) *totals[i] -= pieces[i].bytes;
            }};
  }
  std::shared_ptr<void> allocate_pinned(std::size_t bytes, const std::string&) override {
    const Lock lock(mutex);
    refuse_while_recording("allocating memory");
    return {std::memset(::operator new(bytes), 0xff, bytes), [](void* memory) {
              const Lock lock_to_free(mutex);
              run_everything();
              ::operator delete(memory);
            }};
  }
  std::size_t memory() const override { return *bytes_; }
  std::string compile(const cuda::KernelText& text) const override {
    const Lock lock(mutex);
    const std::string entry = Digest().add(code_of(text)).text() + ".code";
    if (auto code = cache.find(entry)) return *code;
    ++device.compilations;
    cache.store(entry, code_of(text));
    return code_of(text);
  }
  void reach(const Gpu&) override {
    if (!options_.reaches_others) throw DeviceError("the emulated GPU cannot reach another's memory");
  }
  bool reaches_other_processes() const override { return options_.reaches_other_processes; }
  /// Kernels run where somebody waits for them, one after the other.
  bool runs_beside(const Gpu&) const override { return false; }
  std::unique_ptr<cuda::Launcher> make_launcher() override {
    return std::make_unique<EmulatedLauncher>(*this, options_.order);
  }

 private:
  const GpuOptions options_;
  cuda::GpuProperties properties_;
  std::shared_ptr<std::size_t> bytes_ = std::make_shared<std::size_t>(0);
};

}  // namespace

void add_program(const std::string& prefix, Program program) { programs()[text_of_parts(prefix)] = program; }

std::unique_ptr<cuda::Gpu> make_gpu(const GpuOptions& options) {
  return std::make_unique<EmulatedGpu>(options);
}

std::unique_ptr<dgsolve::Device> make_device(Precision precision, const GpuOptions& options) {
  return std::make_unique<cuda::GpuDevice>(make_gpu(options), precision);
}

std::unique_ptr<dgsolve::Device> make_rank(Ranks& ranks, Precision precision, const GpuOptions& options) {
  if (ranks.leads()) return std::make_unique<cuda::LeadingDevice>(make_gpu(options), precision, ranks);
  return std::make_unique<cuda::FollowingDevice>(make_gpu(options), precision, ranks);
}

std::unique_ptr<dgsolve::Device> make_team_rank(Ranks& ranks, Precision precision, const GpuOptions& options,
                                                std::size_t shortest_shared) {
  return std::make_unique<cuda::TeamDevice>(make_gpu(options), precision, ranks, shortest_shared);
}

std::unique_ptr<dgsolve::Device> make_group(int n, Precision precision, const GpuOptions& options,
                                            std::size_t shortest_shared) {
  std::vector<std::unique_ptr<cuda::Gpu>> gpus;
  for (int i = 0; i < n; ++i) gpus.push_back(make_gpu(options));
  return std::make_unique<cuda::GpuTeam>(std::move(gpus), precision, shortest_shared);
}

}  // namespace dgsolve::simt
