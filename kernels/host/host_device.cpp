#include "kernels/host/host_device.hpp"

#include <stdexcept>

#include "kernels/base/device_error.hpp"
#include "kernels/base/loop_threads.hpp"
#include "kernels/host/simd/machine_limits.hpp"

namespace dgsolve::host {
namespace {

HostOptions resolved(HostOptions options) {
  if (options.threads <= 0) options.threads = most_loop_threads();
  if (!is_available(options.instruction_set))
    throw DeviceError(std::string("this build on this processor has no instruction set ") +
                      name_of(options.instruction_set));
  return options;
}

}  // namespace

template <class T>
HostDevice<T>::HostDevice(const HostOptions& options) : options_(resolved(options)) {}

template <class T>
std::string HostDevice<T>::description() const {
  constexpr const char* names[] = {"baseline instructions", "AVX2", "AVX-512"};
  return std::string("CPU, ") + names[static_cast<int>(options_.instruction_set)] + ", " +
         std::to_string(options_.threads) + (options_.threads == 1 ? " thread" : " threads");
}

template <class T>
std::unique_ptr<WaveOperator> HostDevice<T>::wave(const WaveProblem& problem) {
  if (problem.part) throw std::logic_error("the CPU computes whole problems, not parts of them");
  return std::make_unique<HostWaveOperator<T>>(problem, options_, bytes_);
}

template <class T>
std::unique_ptr<Recording> HostDevice<T>::record(std::function<void()> work) {
  return std::make_unique<PlainRecording>(std::move(work));
}

template <class T>
DeviceLimits HostDevice<T>::measure_limits() const {
  return host::measure_limits<T>(options_.instruction_set, options_.threads);
}

template class HostDevice<double>;
template class HostDevice<float>;

}  // namespace dgsolve::host
