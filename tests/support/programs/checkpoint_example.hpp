/// A checkpoint with something in every part, and what equality of checkpoints is.
#pragma once

#include <algorithm>
#include <random>

#include "io/hdf5/hdf5_file.hpp"
#include "io/restart/checkpoint.hpp"
#include "tests/support/programs/io_fixture.hpp"

namespace dgsolve::test {

/// A checkpoint with its state.
struct WholeCheckpoint : Checkpoint {
  SavedState saved;
};

inline void write_checkpoint(const std::filesystem::path& file, WholeCheckpoint c, const Mesh& mesh) {
  c.state.file = file;
  write_checkpoint(c, mesh, [&](const hdf5::Group& root) { write_state(root, c.state, c.saved); });
}

inline WholeCheckpoint read_whole_checkpoint(const std::filesystem::path& file, Mesh& mesh) {
  WholeCheckpoint c{read_checkpoint(file, mesh), {}};
  c.saved = {read_raw(c.state), read_canonical(c.state)};
  return c;
}

inline WholeCheckpoint example(const Box& box) {
  WholeCheckpoint c;
  c.identity = {"maxwell TM, natural units", 2, "box.geo, h = 0.1"};
  c.case_text = "title: \"a\"\norder: 2\n";
  c.device = "CPU";
  c.variant = "straight";
  c.layout = "CPU, double";
  std::mt19937_64 generator(1);
  c.state.K = box.discretization.K();
  c.state.of_cell = box.discretization.n_dofs(3) / c.state.K;
  c.state.raw_bytes = 5000;
  c.saved.canonical.resize(c.state.n_fields());
  for (double& value : c.saved.canonical) value = static_cast<double>(generator()) * 1e-19;
  for (std::size_t i = 0; i < c.state.raw_bytes; ++i)
    c.saved.raw.push_back(static_cast<std::byte>(generator()));
  c.position = {{0.1, 0.2, 7, 0.1 / 7}, 3, 10};
  c.record = {0.5,
              0.01,
              1.25,
              2.5,
              4,
              {{0, "fields/fields_000000.vtu"}, {0.1, "fields/fields_000001.vtu"}},
              {},
              {},
              {},
              {2.5, 0.75},
              StepRecord{0.01, 0.3, 1e-7, 0.5, 1. / 3, 0.02, 40, 3},
              {},
              {1. / 3, 2},
              std::make_shared<MeanSums>(MeanSums{0.1, 1. / 3, 4, {0.5, 1. / 7}, {2, 3}}),
              {0.5, 0, 1. / 3}};
  c.record.tables = {{"ledger.csv", Digest().text()}, {"probes/p.csv", Digest().add("p").text()}};
  c.record.ledger = {
      0.5, 0.4, {.source = 1. / 3, .dissipation = 0.1}, {{0.1, {.loss = 0.7}}, {0.2, {.incoming = 2}}}};
  MonitorRecord& monitor = c.record.monitors["m"];
  monitor.definition = "2 1 surface total f 3";
  monitor.stride = 7;
  monitor.sums.taken = 22;
  monitor.sums.values = {0.5, -1. / 3};
  monitor.reference = {1e-9, 4};
  monitor.tail = {{0.5, {{1, -1. / 3}, {0, 2}}}, {0.75, {{3, 4}, {5, 6}}}};
  for (int i = 0; i < 3000; ++i) c.record.energy.add(i * 0.1, 1.0 / (1 + i));
  return c;
}

inline bool same(const Mesh& a, const Mesh& b) {
  return a.dim == b.dim && a.geometry_order == b.geometry_order &&
         a.nodes_per_element == b.nodes_per_element && a.reference_nodes == b.reference_nodes &&
         a.nodes == b.nodes && a.elements == b.elements && a.region_names == b.region_names &&
         a.region == b.region && a.boundary_names == b.boundary_names && a.neighbor == b.neighbor &&
         a.neighbor_face == b.neighbor_face && a.orientation == b.orientation && a.boundary == b.boundary &&
         a.periodic_pairs == b.periodic_pairs;
}

inline bool same(const Powers& a, const Powers& b) {
  return std::all_of(std::begin(power_terms), std::end(power_terms),
                     [&](const PowerTerm& part) { return a.*part.value == b.*part.value; });
}

inline bool same(const LedgerRecord& a, const LedgerRecord& b) {
  return a.energy_initial == b.energy_initial && a.energy == b.energy && same(a.work, b.work) &&
         std::equal(
             a.samples.begin(), a.samples.end(), b.samples.begin(), b.samples.end(),
             [](const auto& x, const auto& y) { return x.time == y.time && same(x.powers, y.powers); });
}

inline bool same(const MonitorRecord& a, const MonitorRecord& b) {
  return a.definition == b.definition && a.stride == b.stride && a.sums.taken == b.sums.taken &&
         a.sums.values == b.sums.values && a.reference == b.reference && a.tail == b.tail;
}

inline bool same(const std::shared_ptr<const MeanSums>& a, const std::shared_ptr<const MeanSums>& b) {
  if (!a || !b) return a == b;
  return a->from == b->from && a->to == b->to && a->samples == b->samples && a->moments == b->moments &&
         a->newest == b->newest;
}

inline bool same(const RunRecord& a, const RunRecord& b) {
  return same(a.means, b.means) && a.limited == b.limited && a.energy_initial == b.energy_initial &&
         a.integrals_initial == b.integrals_initial && a.largest_dt == b.largest_dt &&
         a.solve_seconds == b.solve_seconds && a.output_seconds == b.output_seconds &&
         a.wall_seconds == b.wall_seconds && a.energy.time() == b.energy.time() &&
         a.energy.values() == b.energy.values() && a.energy.n_given() == b.energy.n_given() &&
         std::equal(a.snapshots.begin(), a.snapshots.end(), b.snapshots.begin(), b.snapshots.end(),
                    [](const auto& x, const auto& y) { return x.time == y.time && x.file == y.file; }) &&
         std::equal(
             a.monitors.begin(), a.monitors.end(), b.monitors.begin(), b.monitors.end(),
             [](const auto& x, const auto& y) { return x.first == y.first && same(x.second, y.second); }) &&
         same(a.ledger, b.ledger) && a.tables == b.tables && a.decay == b.decay && a.steps == b.steps;
}

inline bool same(const WholeCheckpoint& a, const WholeCheckpoint& b) {
  return a.identity == b.identity && a.case_text == b.case_text && a.state.precision == b.state.precision &&
         a.device == b.device && a.variant == b.variant && a.layout == b.layout &&
         a.saved.raw == b.saved.raw && a.saved.canonical == b.saved.canonical &&
         a.position.done == b.position.done && a.position.steps == b.position.steps &&
         a.position.interval.start == b.position.interval.start &&
         a.position.interval.target == b.position.interval.target &&
         a.position.interval.n_steps == b.position.interval.n_steps &&
         a.position.interval.dt == b.position.interval.dt && same(a.record, b.record);
}

}  // namespace dgsolve::test
