/// Fields are written while the run goes on; what is in the files is what it had then.

#include <gtest/gtest.h>

#include "io/fields/formats.hpp"
#include "io/restart/checkpoint.hpp"
#include "solver/discretization/discretization.hpp"
#include "tests/support/programs/checkpoint_setup.hpp"

namespace dgsolve::test {
namespace {

TEST(Output, of_a_run_is_what_its_states_give_when_they_are_written_at_leisure) {
  // So many in so few steps that the run must wait for the thread that writes them.
  const std::vector<std::string> settings = {"initial={}",
                                             "exact={}",
                                             "source={Ez: sin(pi*x)*sin(pi*y)*cos(3*t)}",
                                             "time.final=0.2",
                                             "output.fields.every=0.01",
                                             "output.checkpoint={every: 0.01, keep: 1000}"};
  for (const std::string& format : writer_formats()) {
    SCOPED_TRACE(format);
    std::vector<std::string> all = settings;
    all.push_back("output.fields.format=" + format);
    const CaseRun run(cavity, all);
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    const auto checkpoints = checkpoints_in(run.results);
    ASSERT_EQ(checkpoints.size(), 20u);
    const TemporaryFolder folder;
    Mesh mesh;
    const std::vector<double> zero(read_canonical(read_checkpoint(checkpoints.front(), mesh).state).size(),
                                   0.0);
    const Discretization discretization(mesh, 4, std::vector<bool>(mesh.boundary_names.size(), true));
    const FieldOutput options{format, 0.01, Precision::single, {}};
    const auto writer = make_writer(
        {options, folder.path(), discretization, {{"Hx", "Hy", "Ez"}, {"1", "1", "1"}, {{"H", {0, 1, -1}}}}});
    writer->write({0, 0, zero});
    for (const auto& file : checkpoints) {
      const Checkpoint checkpoint = read_checkpoint(file, mesh);
      const std::vector<double> state = read_canonical(checkpoint.state);
      writer->write({checkpoint.position.time(), checkpoint.position.steps, state});
    }
    EXPECT_EQ(writer->written().size(), 21u);
    for (const WrittenSnapshot& snapshot : writer->written())
      EXPECT_TRUE(read_text(run.results / snapshot.file) == read_text(folder.path() / snapshot.file))
          << snapshot.file;
  }
}

/// Fields grow beyond the limit as soon as all of them are there; checkpoints, in single precision, stay
/// below.
TEST(Output, that_finds_a_full_disk_while_the_run_goes_on_ends_it_and_leaves_its_last_checkpoint) {
  const std::vector<std::string> settings = {"precision=single",
                                             "output.fields={every: 0.1, precision: double}",
                                             "output.checkpoint={every: 0.05, keep: 2}"};
  const CaseRun whole(cavity, settings);
  ASSERT_EQ(whole.program.status, 0) << whole.program.errors;
  const auto size = [&](const char* file) { return std::filesystem::file_size(whole.results / file); };
  const auto limit = size("fields/fields_000001.vtu") - 1;
  ASSERT_LT(size("fields/fields_000000.vtu"), limit);
  expect_to_survive_full_disk(whole, cavity, settings, limit, "fields_000001.vtu");
}

}  // namespace
}  // namespace dgsolve::test
