#include "io/probes.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <numeric>
#include <stdexcept>

#include "io/files.hpp"
#include "io/writer.hpp"

namespace dgsolve {

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
    probes_.push_back({probe.name, select_fields(probe.fields, field_names), {}, {}});
  }
}

std::string Probes::header(const Probe& probe) const {
  std::string line = "time";
  for (const int field : probe.fields) line += ',' + field_names_[field];
  return line;
}

void Probes::open(const std::filesystem::path& directory) {
  if (!probes_.empty()) make_folder(directory / "probes");
  for (Probe& probe : probes_) {
    probe.path = directory / "probes" / (probe.name + ".csv");
    begin(probe);
  }
}

void Probes::begin(Probe& probe) const {
  errno = 0;
  probe.out.open(probe.path);
  probe.out << std::setprecision(17) << header(probe);
  end_line(probe);
}

std::vector<std::string> Probes::resume(const std::filesystem::path& directory, double time) {
  std::vector<std::string> incomplete;
  if (!probes_.empty()) make_folder(directory / "probes");
  for (Probe& probe : probes_) {
    probe.path = directory / "probes" / (probe.name + ".csv");
    if (!cut_back(probe, time)) incomplete.push_back(probe.name);
  }
  return incomplete;
}

bool Probes::cut_back(Probe& probe, double time) const {
  probe.out.close();  // where this run had it open
  probe.out.clear();
  std::ifstream in(probe.path);
  std::string line;
  // A line without its end is what a killed run left.
  if (!std::getline(in, line) || in.eof() || line != header(probe)) {
    begin(probe);
    return false;
  }
  std::uintmax_t bytes = line.size() + 1;
  double last = -1;
  while (std::getline(in, line) && !in.eof() && std::strtod(line.c_str(), nullptr) <= time) {
    last = std::strtod(line.c_str(), nullptr);
    bytes += line.size() + 1;
  }
  in.close();
  std::filesystem::resize_file(probe.path, bytes);
  errno = 0;
  probe.out.open(probe.path, std::ios::app);
  probe.out << std::setprecision(17);
  if (!probe.out) throw std::runtime_error(cannot_write(probe.path, std::strerror(errno)));
  return last == time;
}

void Probes::sync() const {
  for (const Probe& probe : probes_) sync_file(probe.path);
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
  for (std::size_t p = 0; p < probes_.size(); ++p) {
    probes_[p].out << time;
    for (const int field : probes_[p].fields)
      probes_[p].out << ',' << values_[p * field_names_.size() + field];
    end_line(probes_[p]);
  }
}

/// Each line reaches the file at once: a running case can be plotted, and a full disk shows.
void Probes::end_line(Probe& probe) {
  probe.out << '\n' << std::flush;
  if (!probe.out) throw std::runtime_error(cannot_write(probe.path, std::strerror(errno)));
}

}  // namespace dgsolve
