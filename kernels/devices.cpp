#include "kernels/devices.hpp"

#include <charconv>
#include <optional>

#include "kernels/base/device_error.hpp"
#include "kernels/cuda/module/load.hpp"
#include "kernels/host/host_device.hpp"

namespace dgsolve {
namespace {

/// One row a kind of device, the preferred one first.
struct Row {
  std::string name;
  bool numbered;  ///< name:0, name:1, … are devices of their own
  std::vector<std::string> (*devices)();
  std::unique_ptr<Device> (*make)(std::optional<int> device, Precision precision);
};

std::vector<std::string> host_names() { return {"cpu"}; }

std::unique_ptr<Device> make_host(std::optional<int>, Precision precision) {
  if (precision == Precision::single) return std::make_unique<host::HostDevice<float>>();
  return std::make_unique<host::HostDevice<double>>();
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all{{"cuda", true, cuda::device_names, cuda::make_device},
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
std::unique_ptr<Device> make_or_say_why(const Row& row, std::optional<int> number, const std::string& name,
                                        Precision precision) {
  try {
    return row.make(number, precision);
  } catch (const DeviceError& reason) {
    throw DeviceError("device: got \"" + name + "\": " + reason.what());
  }
}

/// The number of "name:number".
std::optional<int> number_of(const std::string& device, const std::string& name) {
  int number = 0;
  const char* const end = device.data() + device.size();
  if (!device.starts_with(name + ":")) return {};
  const auto [rest, error] = std::from_chars(device.data() + name.size() + 1, end, number);
  if (error != std::errc() || rest != end || number < 0) return {};
  return number;
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
    const std::optional<int> number = row.numbered ? number_of(device, row.name) : std::nullopt;
    if (device == row.name || number) return make_or_say_why(row, number, device, precision);
    valid += ", " + row.name;
  }
  for (const std::string& name : device_names())
    if (name.find(':') != std::string::npos) valid += ", " + name;
  throw DeviceError("device: got \"" + device + "\"; expected one of " + valid);
}

}  // namespace dgsolve
