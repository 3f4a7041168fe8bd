#include "kernels/backend.hpp"

#include "kernels/host/host_backend.hpp"

namespace dgsolve {
namespace {

/// One row a backend, the preferred one first.
struct Row {
  const char* name;
  std::unique_ptr<Backend> (*make)(Precision);
};

template <template <class> class B>
std::unique_ptr<Backend> make(Precision precision) {
  if (precision == Precision::single) return std::make_unique<B<float>>();
  return std::make_unique<B<double>>();
}

constexpr Row rows[] = {
    {"cpu", make<host::HostBackend>},
};

}  // namespace

std::vector<std::string> backend_names() {
  std::vector<std::string> names;
  for (const Row& row : rows) names.push_back(row.name);
  return names;
}

std::unique_ptr<Backend> make_backend(const std::string& device, Precision precision) {
  if (device == "auto") return rows[0].make(precision);
  std::string valid = "auto";
  for (const Row& row : rows) {
    if (device == row.name) return row.make(precision);
    valid += std::string(", ") + row.name;
  }
  throw BackendError("device: got \"" + device + "\"; expected one of " + valid);
}

}  // namespace dgsolve
