#include "io/probes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "io/field_names.hpp"
#include "io/files.hpp"

namespace dgsolve {

std::filesystem::path probe_file(const std::filesystem::path& directory, const std::string& name) {
  return directory / "probes" / (name + ".csv");
}

Location locate(const ProbeOutput& probe, const Discretization& discretization) {
  try {
    return discretization.locate(probe.at);
  } catch (const MeshError& error) {
    throw MeshError("output.probes: " + probe.name + ": " + error.what());
  }
}

Probes::Probes(const std::vector<ProbeOutput>& probes, const Discretization& discretization,
               const std::vector<std::string>& field_names)
    : field_names_(field_names), values_(probes.size() * field_names.size()) {
  for (const ProbeOutput& probe : probes) {
    const Location where = locate(probe, discretization);
    elements_.push_back(where.element);
    for (const double w : discretization.interpolation_weights(where)) weights_.push_back(w);
    probes_.push_back({probe.name, select_fields(probe.fields, field_names), {}});
  }
}

std::string Probes::header(const Probe& probe) const {
  std::string line = "time";
  for (const int field : probe.fields) line += ',' + field_names_[field];
  return line;
}

void Probes::open(const std::filesystem::path& directory) {
  find_files(directory);
  for (Probe& probe : probes_) probe.file->begin();
}

std::vector<std::string> Probes::resume(const std::filesystem::path& directory, double time) {
  std::vector<std::string> incomplete;
  find_files(directory);
  for (Probe& probe : probes_)
    if (probe.file->resume(time) != time) incomplete.push_back(probe.name);
  return incomplete;
}

void Probes::find_files(const std::filesystem::path& directory) {
  if (!probes_.empty()) make_folder(directory / "probes");
  for (Probe& probe : probes_) probe.file.emplace(probe_file(directory, probe.name), header(probe));
}

void Probes::sync() const {
  for (const Probe& probe : probes_) probe.file->sync();
}

bool Probes::sample(Backend& backend, const DeviceArray& state, double time) {
  backend.sample(state, elements_, weights_, values_);
  if (!std::all_of(values_.begin(), values_.end(), [](double value) { return std::isfinite(value); }))
    return false;
  write_values(time);
  return true;
}

void Probes::sample(std::span<const double> state, double time) {
  const std::size_t n_fields = field_names_.size();
  for (std::size_t p = 0; p < probes_.size(); ++p) {
    const std::size_t Np = weights_.size() / probes_.size();
    const double *u = &state[elements_[p] * n_fields * Np], *weights = &weights_[p * Np];
    for (std::size_t field = 0; field < n_fields; ++field)
      values_[p * n_fields + field] = std::inner_product(weights, weights + Np, u + field * Np, 0.0);
  }
  write_values(time);
}

void Probes::write_values(double time) {
  std::vector<double> line;
  for (std::size_t p = 0; p < probes_.size(); ++p) {
    line.clear();
    for (const int field : probes_[p].fields) line.push_back(values_[p * field_names_.size() + field]);
    probes_[p].file->add(time, line);
  }
}

}  // namespace dgsolve
