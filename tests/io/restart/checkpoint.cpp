/// Checkpoint files: what is read is what was written, or an error.

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "io/restart/checkpoint_folder.hpp"
#include "io/restart/mesh_digest.hpp"
#include "tests/support/programs/io_fixture.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

Checkpoint example(const Box& box) {
  Checkpoint c;
  c.identity = {"maxwell TM, natural units", 2, "box.geo, h = 0.1"};
  c.case_text = "title: \"a\"\norder: 2\n";
  c.precision = Precision::double_;
  c.device = "CPU";
  c.variant = "straight";
  c.layout = "CPU, double";
  std::mt19937_64 generator(1);
  c.canonical.resize(box.discretization.n_dofs(3));
  for (double& value : c.canonical) value = static_cast<double>(generator()) * 1e-19;
  for (int i = 0; i < 5000; ++i) c.raw.push_back(static_cast<std::byte>(generator()));
  c.position = {{0.1, 0.2, 7, 0.1 / 7}, 3, 10};
  c.record = {0.5, 0.01, 1.25, 2.5, 4, {{0, "fields/fields_000000.vtu"}, {0.1, "fields/fields_000001.vtu"}},
              {},  {},   {}};
  c.record.tables = {{"ledger.csv", Digest().text()}, {"probes/p.csv", Digest().add("p").text()}};
  c.record.ledger = {
      0.5, 0.4, {.source = 1. / 3, .dissipation = 0.1}, {{0.1, {.loss = 0.7}}, {0.2, {.incoming = 2}}}};
  for (int i = 0; i < 3000; ++i) c.record.energy.add(i * 0.1, 1.0 / (1 + i));
  return c;
}

bool same(const Mesh& a, const Mesh& b) {
  return a.dim == b.dim && a.geometry_order == b.geometry_order &&
         a.nodes_per_element == b.nodes_per_element && a.reference_nodes == b.reference_nodes &&
         a.nodes == b.nodes && a.elements == b.elements && a.region_names == b.region_names &&
         a.region == b.region && a.boundary_names == b.boundary_names && a.neighbor == b.neighbor &&
         a.neighbor_face == b.neighbor_face && a.orientation == b.orientation && a.boundary == b.boundary &&
         a.periodic_pairs == b.periodic_pairs;
}

bool same(const Powers& a, const Powers& b) {
  return std::all_of(std::begin(power_parts), std::end(power_parts),
                     [&](const PowerPart& part) { return a.*part.value == b.*part.value; });
}

bool same(const LedgerRecord& a, const LedgerRecord& b) {
  return a.energy_initial == b.energy_initial && a.energy == b.energy && same(a.work, b.work) &&
         std::equal(
             a.samples.begin(), a.samples.end(), b.samples.begin(), b.samples.end(),
             [](const auto& x, const auto& y) { return x.time == y.time && same(x.powers, y.powers); });
}

bool same(const RunRecord& a, const RunRecord& b) {
  return a.energy_initial == b.energy_initial && a.largest_dt == b.largest_dt &&
         a.solve_seconds == b.solve_seconds && a.output_seconds == b.output_seconds &&
         a.wall_seconds == b.wall_seconds && a.energy.time() == b.energy.time() &&
         a.energy.values() == b.energy.values() && a.energy.n_given() == b.energy.n_given() &&
         std::equal(a.snapshots.begin(), a.snapshots.end(), b.snapshots.begin(), b.snapshots.end(),
                    [](const auto& x, const auto& y) { return x.time == y.time && x.file == y.file; }) &&
         same(a.ledger, b.ledger) && a.tables == b.tables;
}

bool same(const Checkpoint& a, const Checkpoint& b) {
  return a.identity == b.identity && a.case_text == b.case_text && a.precision == b.precision &&
         a.device == b.device && a.variant == b.variant && a.layout == b.layout && a.raw == b.raw &&
         a.canonical == b.canonical && a.position.done == b.position.done &&
         a.position.steps == b.position.steps && a.position.interval.start == b.position.interval.start &&
         a.position.interval.target == b.position.interval.target &&
         a.position.interval.n_steps == b.position.interval.n_steps &&
         a.position.interval.dt == b.position.interval.dt && same(a.record, b.record);
}

TEST(CheckpointFile, holds_every_bit_of_state_mesh_and_record) {
  const TemporaryFolder folder;
  for (const int geometry_order : {1, 3}) {
    Box box(3, 2, 2, geometry_order, [](Mesh& mesh) { mesh.periodic_pairs = {{"left", "right"}}; });
    Checkpoint written = example(box);
    if (geometry_order == 3) written.record = {};
    write_checkpoint(folder.path() / "c.h5", written, box.mesh);
    Mesh mesh;
    EXPECT_TRUE(same(read_checkpoint(folder.path() / "c.h5", mesh), written));
    EXPECT_TRUE(same(mesh, box.mesh));
  }
}

TEST(CheckpointFile, keeps_single_precision_in_half_the_room) {
  const TemporaryFolder folder;
  const Box box(2, 8, 4);
  Checkpoint written = example(box);
  write_checkpoint(folder.path() / "double.h5", written, box.mesh);
  written.precision = Precision::single;
  for (double& value : written.canonical) value = static_cast<float>(value);
  write_checkpoint(folder.path() / "single.h5", written, box.mesh);
  Mesh mesh;
  EXPECT_TRUE(same(read_checkpoint(folder.path() / "single.h5", mesh), written));
  EXPECT_LT(std::filesystem::file_size(folder.path() / "single.h5") + 4 * written.canonical.size() - 2000,
            std::filesystem::file_size(folder.path() / "double.h5"));
}

/// A byte may be in a gap of the file; anywhere else its change must show.
TEST(CheckpointFile, with_any_byte_changed_or_cut_off_is_refused_or_read_as_it_was) {
  const TemporaryFolder folder;
  const Box box(2, 2, 2);
  const Checkpoint written = example(box);
  const std::filesystem::path good = folder.path() / "good.h5", bad = folder.path() / "bad.h5";
  write_checkpoint(good, written, box.mesh);
  const std::string bytes = read_text(good);
  std::mt19937 generator(2);
  int refused = 0;
  const int n = 400;
  for (int i = 0; i < n; ++i) {
    std::string damaged = bytes;
    const std::size_t at = generator() % bytes.size();
    if (i % 10 == 0)
      damaged.resize(at);
    else
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << generator() % 8));
    std::ofstream(bad, std::ios::binary) << damaged;
    Mesh mesh;
    try {
      EXPECT_TRUE(same(read_checkpoint(bad, mesh), written) && same(mesh, box.mesh)) << "byte " << at;
    } catch (const std::runtime_error& error) {
      ++refused;
      EXPECT_EQ(std::string(error.what()).rfind(bad.string(), 0), 0u) << error.what();
    }
  }
  EXPECT_GT(refused, n / 2);
}

TEST(CheckpointFile, is_of_another_mesh_where_a_file_that_the_script_takes_in_is_another) {
  const TemporaryFolder folder;
  const std::filesystem::path script = folder.path() / "a.geo", sizes = folder.path() / "sizes.geo";
  std::ofstream(script) << "Include \"sizes.geo\";\nRectangle(1) = {0, 0, 0, L, 1};\n";
  std::ofstream(sizes) << "Merge  \"a.geo\"; L = 1;\n";  // round in a circle
  const std::string before = digest_of_mesh_file(script);
  EXPECT_EQ(digest_of_mesh_file(script), before);
  std::ofstream(sizes) << "L = 3;\n";
  EXPECT_NE(digest_of_mesh_file(script), before);
  EXPECT_THROW(digest_of_mesh_file(folder.path() / "none.geo"), std::runtime_error);
}

TEST(CheckpointFile, that_does_not_fit_on_the_disk_leaves_the_ones_before_as_they_were) {
  const TemporaryFolder folder;
  const Box box(2, 4, 3);
  const CheckpointFolder checkpoints(folder.path(), 1);
  Checkpoint checkpoint = example(box);
  const std::filesystem::path first = checkpoints.write(checkpoint, box.mesh);
  checkpoint.position.steps = 11;
  {
    const FullDisk full(std::filesystem::file_size(first) - 100);
    EXPECT_THROW(checkpoints.write(checkpoint, box.mesh), std::runtime_error);
  }
  EXPECT_EQ(checkpoints.newest_first(), std::vector{first});
  Mesh mesh;
  EXPECT_EQ(read_checkpoint(first, mesh).position.steps, 10);
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(checkpoints.path()))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 1) << "half of a checkpoint was left";
  const std::filesystem::path second = checkpoints.write(checkpoint, box.mesh);
  EXPECT_EQ(checkpoints.newest_first(), std::vector{second});
}

}  // namespace
}  // namespace dgsolve::test
