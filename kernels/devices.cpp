#include "kernels/devices.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

#include "kernels/base/device_error.hpp"
#include "kernels/base/names.hpp"
#include "kernels/cuda/module/load.hpp"
#include "kernels/host/host_device.hpp"

namespace dgsolve {
namespace {

/// One row a kind of device, the preferred one first.
struct Row {
  std::string name;
  bool numbered;  ///< name:0, name:1, … are devices of their own, name:0,1,… and name:all several of them
  std::vector<std::string> (*devices)();
  std::unique_ptr<Device> (*make)(const std::vector<int>& devices, Precision precision);
};

std::vector<std::string> host_names() { return {"cpu"}; }

std::unique_ptr<Device> make_host(const std::vector<int>&, Precision precision) {
  if (precision == Precision::single) return std::make_unique<host::HostDevice<float>>();
  return std::make_unique<host::HostDevice<double>>();
}

std::unique_ptr<Device> make_gpus(const std::vector<int>& devices, Precision precision) {
  return cuda::make_device(devices, precision);
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all{{"cuda", true, cuda::device_names, make_gpus},
                                    {"cpu", false, host_names, make_host}};
  return all;
}

/// The first that can be used.
std::unique_ptr<Device> make_first(Precision precision, std::string& passed_over) {
  for (std::size_t i = 0; i + 1 < rows().size(); ++i) {
    const Row& row = rows()[i];
    try {
      return row.make({}, precision);
    } catch (const DeviceError& reason) {
      passed_over += row.name + ": " + reason.what();
    }
  }
  return rows().back().make({}, precision);
}

/// The device asked for by name; an error repeats the name.
std::unique_ptr<Device> make_or_say_why(const Row& row, const std::vector<int>& numbers,
                                        const std::string& name, Precision precision) {
  try {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (std::count(numbers.begin(), numbers.end(), numbers[i]) > 1)
        throw DeviceError(row.name + ":" + std::to_string(numbers[i]) +
                          " is named twice; expected each GPU once");
    return row.make(numbers, precision);
  } catch (const DeviceError& reason) {
    throw DeviceError("device: got \"" + shortened(name) + "\": " + reason.what());
  }
}

/// All numbered devices of a row; none where it has none that can be used.
std::vector<int> all_numbers(const Row& row) {
  const std::vector<std::string> names = row.devices();
  std::vector<int> numbers;
  for (int i = 0; i < static_cast<int>(names.size()); ++i)
    if (names[i].find(':') != std::string::npos) numbers.push_back(i);
  return numbers;
}

/// The numbers of "name:number,number,…" or "name:all".
std::optional<std::vector<int>> numbers_of(const std::string& device, const Row& row) {
  if (!row.numbered || !device.starts_with(row.name + ":")) return {};
  if (device == row.name + ":all") return all_numbers(row);
  std::vector<int> numbers;
  const char *at = device.data() + row.name.size(), *const end = device.data() + device.size();
  while (at != end) {  // at a colon or a comma
    int number = 0;
    const auto [rest, error] = std::from_chars(at + 1, end, number);
    if (error != std::errc() || number < 0 || (rest != end && *rest != ',')) return {};
    numbers.push_back(number);
    at = rest;
  }
  return numbers;
}

}  // namespace

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  for (const Row& row : rows())
    for (const std::string& device : row.devices()) names.push_back(device);
  return names;
}

std::unique_ptr<Device> make_device(const std::string& device, Precision precision,
                                    std::string* passed_over) {
  std::string unread;
  if (device == "auto") return make_first(precision, passed_over != nullptr ? *passed_over : unread);
  std::string valid = "auto";
  for (const Row& row : rows()) {
    const std::optional<std::vector<int>> numbers = numbers_of(device, row);
    if (device == row.name || numbers)
      return make_or_say_why(row, numbers.value_or(std::vector<int>{}), device, precision);
    valid += ", " + row.name;
    if (row.numbered) valid += ", " + row.name + ":all";
  }
  for (const std::string& name : device_names())
    if (name.find(':') != std::string::npos) valid += ", " + name;
  throw DeviceError("device: got \"" + shortened(device) + "\"; expected one of " + valid);
}

/// Multicast on NVSwitch is off: sends and receives do not need it.
void prepare_for_ranks() { setenv("NCCL_NVLS_ENABLE", "0", 1); }

std::unique_ptr<Device> make_device(const std::string& device, Precision precision, Ranks& ranks,
                                    RankWork work) {
  const Row& row = rows().front();
  const bool is_any = device == "auto" || device == row.name;
  const std::optional<std::vector<int>> numbers = is_any ? std::vector<int>{} : numbers_of(device, row);
  try {
    if (!numbers) throw DeviceError("several processes share a problem on GPUs only, one each");
    return cuda::make_device(*numbers, precision, &ranks, work);
  } catch (const DeviceError& reason) {
    throw DeviceError("device: got \"" + shortened(device) + "\" with --ranks: " + reason.what());
  }
}

}  // namespace dgsolve
