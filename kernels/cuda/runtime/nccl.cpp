#include "kernels/cuda/runtime/nccl.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

#include "kernels/cuda/runtime/library.hpp"

namespace dgsolve::cuda {
namespace {

// The few declarations needed here (NCCL's reference), since its header is not in every toolkit.
struct NcclId {
  char bytes[128];
};
using NcclComm = struct NcclCommState*;
constexpr int nccl_success = 0, nccl_in_progress = 7, nccl_uint8 = 1;

/// 2.18: sends and receives in recordings beside such outside, and communicators that another thread ends.
constexpr int oldest_version = 21800;

/// 22809 → "2.28.9"
std::string nccl_version_text(int version) {
  return std::to_string(version / 10000) + '.' + std::to_string(version / 100 % 100) + '.' +
         std::to_string(version % 100);
}

/// The functions that are used here.
struct Nccl {
  const Library library{"libnccl.so.2", "a run of several processes needs NVIDIA's NCCL"};
  int (*const get_version)(int*) = library.get<int(int*)>("ncclGetVersion");
  int (*const get_id)(NcclId*) = library.get<int(NcclId*)>("ncclGetUniqueId");
  int (*const init)(NcclComm*, int, NcclId,
                    int) = library.get<int(NcclComm*, int, NcclId, int)>("ncclCommInitRank");
  int (*const destroy)(NcclComm) = library.get<int(NcclComm)>("ncclCommDestroy");
  int (*const abort)(NcclComm) = library.get<int(NcclComm)>("ncclCommAbort");
  int (*const get_async_error)(NcclComm, int*) = library.get<int(NcclComm, int*)>("ncclCommGetAsyncError");
  int (*const start_group)() = library.get<int()>("ncclGroupStart");
  int (*const end_group)() = library.get<int()>("ncclGroupEnd");
  int (*const send)(const void*, std::size_t, int, int, NcclComm, cudaStream_t) =
      library.get<int(const void*, std::size_t, int, int, NcclComm, cudaStream_t)>("ncclSend");
  int (*const receive)(void*, std::size_t, int, int, NcclComm, cudaStream_t) =
      library.get<int(void*, std::size_t, int, int, NcclComm, cudaStream_t)>("ncclRecv");
  const char* (*const text_of)(int) = library.get<const char*(int)>("ncclGetErrorString");
  const char* (*const last_error)(NcclComm) = library.get<const char*(NcclComm)>("ncclGetLastError");
};

const Nccl& nccl() {
  static const Nccl loaded;
  return loaded;
}

void check_nccl(int result, const char* call) {
  if (result == nccl_success) return;
  throw DeviceError(std::string("NCCL: ") + call + " failed: " + nccl().text_of(result) + "; " +
                    nccl().last_error(nullptr));
}

class NcclCommunicator : public Communicator {
 public:
  /// id: the first process's.
  NcclCommunicator(CudaLauncher& launcher, Ranks& ranks, const NcclId& id) : ranks_(ranks) {
    launcher.use_device();
    check_nccl(nccl().init(&communicator_, ranks.n(), id, ranks.rank()), "ncclCommInitRank");
  }
  NcclCommunicator(const NcclCommunicator&) = delete;
  NcclCommunicator& operator=(const NcclCommunicator&) = delete;
  /// Behind all recordings of it, for which NCCL waits.
  ~NcclCommunicator() override {
    if (aborts_.joinable())
      aborts_.join();
    else
      nccl().destroy(communicator_);
  }

  void exchange(Launcher& launcher, const std::vector<Piece>& sent,
                const std::vector<Piece>& received) override {
    const auto& on = dynamic_cast<CudaLauncher&>(launcher);
    const std::lock_guard lock(mutex_);
    if (is_abandoned_) ranks_.check();
    on.use_device();
    check_nccl(nccl().start_group(), "ncclGroupStart");
    for (const Piece& piece : sent)
      check_nccl(nccl().send(piece.data, piece.bytes, nccl_uint8, piece.rank, communicator_, on.stream()),
                 "ncclSend");
    for (const Piece& piece : received)
      check_nccl(nccl().receive(piece.data, piece.bytes, nccl_uint8, piece.rank, communicator_, on.stream()),
                 "ncclRecv");
    check_nccl(nccl().end_group(), "ncclGroupEnd");
  }

  std::string trouble() override {
    int found = nccl_success;
    if (nccl().get_async_error(communicator_, &found) != nccl_success || found == nccl_success ||
        found == nccl_in_progress)
      return "";
    return std::string("NCCL: ") + nccl().text_of(found) + "; " + nccl().last_error(communicator_);
  }

  /// Kernels that wait for other processes end then. The call itself waits until recordings are gone.
  void abandon() override {
    if (is_abandoned_.exchange(true)) return;
    aborts_ = std::thread([this] {
      const std::lock_guard lock(mutex_);
      nccl().abort(communicator_);
    });
  }

 private:
  Ranks& ranks_;
  NcclComm communicator_ = nullptr;
  std::mutex mutex_;
  std::atomic<bool> is_abandoned_ = false;
  std::thread aborts_;
};

}  // namespace

int nccl_version() {
  int version = 0;
  check_nccl(nccl().get_version(&version), "ncclGetVersion");
  if (version < oldest_version)
    throw DeviceError("NCCL is too old: got version " + nccl_version_text(version) + "; expected at least " +
                      nccl_version_text(oldest_version));
  return version;
}

std::future<std::unique_ptr<Communicator>> make_nccl_communicator(CudaLauncher& launcher, Ranks& ranks) {
  NcclId id{};
  if (ranks.leads()) check_nccl(nccl().get_id(&id), "ncclGetUniqueId");
  const std::string bytes = ranks.from_first({id.bytes, sizeof id.bytes});
  std::memcpy(id.bytes, bytes.data(), sizeof id.bytes);
  return std::async(std::launch::async, [&launcher, &ranks, id]() -> std::unique_ptr<Communicator> {
    return std::make_unique<NcclCommunicator>(launcher, ranks, id);
  });
}

std::future<std::unique_ptr<Communicator>> CudaLauncher::communicator(Ranks& ranks) {
  return make_nccl_communicator(*this, ranks);
}

}  // namespace dgsolve::cuda
