/// A run that goes on from a checkpoint is the run that was never stopped.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/hdf5_values.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

/// Every checkpoint stays, and none falls on an output time.
const std::string often = "output.checkpoint={every: 0.07, keep: 1000}";

TEST(Restart, from_any_checkpoint_gives_the_bits_of_the_whole_run) {
  struct Example {
    std::string name;
    std::vector<std::string> settings;
  };
  for (const auto& [name, settings] :
       {Example{"maxwell_cavity_2d", {coarse, "order=3", "output.fields.every=0.2"}},
        Example{"maxwell_cavity_2d", {coarse, "order=2", "precision=single", "output.fields.format=hdf5"}},
        Example{"maxwell_dielectric_interface",
                {"order=2", "time.final=0.4", "output.fields.every=0.1", "output.ledger=true"}},
        Example{"maxwell_cavity_2d", {coarse, "order=2", "time.scheme=ssprk43"}},
        Example{"maxwell_cavity_2d",
                {coarse, "order=2", "time.tolerance=1e-5", "waveforms={pulse: {type: ricker, frequency: 5}}",
                 "sources=[{type: dipole, at: [0.1, 0.2], moment: [0, 0, 1], waveform: pulse}]",
                 "output.probes=[{name: p, at: [0.1, 0.2]}]", "output.ledger=true"}},
        Example{"maxwell_cavity_2d",
                {coarse, "order=2",
                 "output.probes=[{name: line, from: [-0.5, 0.1], to: [0.5, 0.3], count: 5, every: 0.05, "
                 "fields: [Ez, E_magnitude]}, {name: p, at: [[0.1, 0.2], [0.3, 0.4]]}]"}},
        Example{"maxwell_cavity_2d", {coarse, "order=2", "time.scheme=rk4", "precision=single"}},
        Example{"maxwell_cavity_2d",
                {coarse, "order=2", "regions.vacuum.sigma=4", "time={final: 1.5, stop: {decay: 0.05}}",
                 "monitors=[{name: modes, type: resonances, at: [0.1, 0.2], band: [0.3, 2]}]"}},
        Example{"maxwell_cavity_2d",
                {coarse, "order=2", "waveforms={pulse: {type: ricker, frequency: 2}}",
                 "sources=[{type: dipole, at: [0.1, 0.2], moment: [0, 0, 1], waveform: pulse}]",
                 "output.ledger=true"}},
        Example{"euler_vortex",
                {"mesh.parameters.h=2", "order=2", "time={final: 0.5, scheme: ssprk43, tolerance: 1e-4}",
                 "output.fields.every=0.2"}},
        Example{"sod", {"mesh.parameters.h=0.1", "order=2", "time.final=0.5", "output.fields.every=0.2"}},
        Example{"sod",
                {"mesh.parameters.h=0.1", "order=3", "time.final=0.3", "shocks.method=artificial_viscosity"}},
        Example{"sod",
                {"mesh.parameters.h=0.1", "order=3", "time.final=0.3", "shocks.method=entropy_filter"}},
        Example{"advection_rotation",
                {"order=2", "mesh.geometry_order=2", "time.final=0.3", "output.ledger={every: 0.02}"}}}) {
    SCOPED_TRACE(name);
    const std::filesystem::path file = shipped_cases / name / "case.yaml";
    std::vector<std::string> all = settings;
    all.push_back(often);
    const CaseRun run(file, all);
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    const auto expected = results_of(run.results);
    const auto checkpoints = checkpoints_in(run.results);
    ASSERT_GE(checkpoints.size(), 4u);
    for (const std::size_t i : {checkpoints.size() - 1, checkpoints.size() / 2, std::size_t{0}}) {
      const ProgramResult result = go_on(run, file, all, {"--restart", checkpoints[i].string()});
      ASSERT_EQ(result.status, 0) << result.errors;
      EXPECT_TRUE(results_of(run.results) == expected) << checkpoints[i];
    }
  }
}

TEST(Restart, begins_a_vtkhdf_file_of_its_own_and_no_step_of_the_whole_run_is_missing_or_there_twice) {
  const std::vector<std::string> settings = {coarse, "order=2", "output.fields={format: vtkhdf, every: 0.1}",
                                             often};
  const CaseRun run(cavity, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto values = [&](const std::string& file, const std::string& name) {
    return read_dataset(run.results / file, "VTKHDF/" + name).values;
  };
  const std::vector<double> times = values("fields.vtkhdf", "Steps/Values");
  const std::vector<double> Ez = values("fields.vtkhdf", "PointData/Ez");
  ASSERT_EQ(times.size(), 11u);
  const auto checkpoint = checkpoints_in(run.results).at(6);
  const ProgramResult result = go_on(run, cavity, settings, {"--restart", checkpoint.string()});
  ASSERT_EQ(result.status, 0) << result.errors;
  const auto joined = [&](const std::string& name) {
    std::vector<double> all = values("fields.vtkhdf", name);
    const std::vector<double> later = values("fields_1.vtkhdf", name);
    EXPECT_FALSE(all.empty() || later.empty());
    all.insert(all.end(), later.begin(), later.end());
    return all;
  };
  EXPECT_EQ(joined("Steps/Values"), times);
  EXPECT_EQ(joined("PointData/Ez"), Ez);
}

/// Steps and files of the run since then have the same names as those that the checkpoint lists.
TEST(Restart, from_a_checkpoint_set_aside_lists_none_of_the_snapshots_in_the_folder_and_says_so) {
  for (const std::string format : {"vtu", "vtkhdf"}) {
    SCOPED_TRACE(format);
    const std::vector<std::string> settings = {coarse, "order=2",
                                               "output.fields={format: " + format + ", every: 0.1}", often};
    const CaseRun run(cavity, settings);
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    const auto checkpoints = checkpoints_in(run.results);
    std::vector<std::string> shorter = settings;
    shorter.push_back("time.final=0.25");
    ASSERT_EQ(go_on(run, cavity, shorter, {"--restart", checkpoints.at(2).string()}).status, 0);
    const auto newest = run.results / "checkpoints_before" / checkpoints.back().filename();
    const ProgramResult result = go_on(run, cavity, settings, {"--restart", newest.string()});
    ASSERT_EQ(result.status, 0) << result.errors;
    EXPECT_NE(result.errors.find("the 11 snapshots of fields written before it are not listed"),
              std::string::npos)
        << result.errors;
    EXPECT_FALSE(std::filesystem::is_empty(run.results / "fields_before"));
    if (format == "vtu") {
      EXPECT_EQ(read_text(run.results / "fields.pvd").find("fields_000003"), std::string::npos);
    }
  }
}

TEST(Restart, knows_the_checkpoints_of_its_own_folder_by_whatever_path_they_are_named) {
  const std::vector<std::string> settings = {coarse, "order=2", "output.fields={format: vtu, every: 0.1}",
                                             often};
  const CaseRun run(cavity, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto expected = results_of(run.results);
  const std::filesystem::path checkpoint = checkpoints_in(run.results).at(6),
                              here = std::filesystem::current_path();
  std::filesystem::current_path(checkpoint.parent_path());
  const ProgramResult result = go_on(run, cavity, settings, {"--restart", checkpoint.filename().string()});
  std::filesystem::current_path(here);
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_TRUE(results_of(run.results) == expected);
}

TEST(Restart, goes_on_behind_the_snapshots_of_a_run_before_one_that_wrote_none) {
  const std::string fields = "output.fields={format: vtu, every: 0.1}";
  for (const std::string between :
       {"output={checkpoint: {every: 0.1}}",
        "output={fields: {format: hdf5, every: 0.1}, checkpoint: {every: 0.1}}"}) {
    SCOPED_TRACE(between);
    const CaseRun run(cavity, {coarse, "order=2", fields, often, "time.final=0.5"});
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    ASSERT_EQ(go_on(run, cavity, {coarse, "order=2", between, "time.final=0.8"}, {"--restart"}).status, 0);
    const ProgramResult result = go_on(run, cavity, {coarse, "order=2", fields, often}, {"--restart"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const std::string list = read_text(run.results / "fields.pvd");
    for (const std::string name : {"fields_000000.vtu", "fields_000005.vtu", "fields_000007.vtu"}) {
      EXPECT_NE(list.find(name), std::string::npos) << name;
      EXPECT_TRUE(std::filesystem::exists(run.results / "fields" / name)) << name;
    }
    EXPECT_FALSE(std::filesystem::exists(run.results / "fields_before"));
  }
}

TEST(Restart, in_another_format_takes_back_what_the_one_before_wrote_later) {
  const auto of = [](const std::string& format) {
    return std::vector{coarse, std::string("order=2"), "output.fields={format: " + format + ", every: 0.1}",
                       often};
  };
  for (const auto& [format, index] :
       std::map<std::string, std::string>{{"vtu", "fields.pvd"},
                                          {"hdf5", "fields.h5"},
                                          {"vtkhdf", "fields.vtkhdf"},
                                          {"vtkhdf_series", "fields.hdf.series"}}) {
    SCOPED_TRACE(format);
    const std::string other = format == "vtu" ? "hdf5" : "vtu";
    const CaseRun run(cavity, of(format));
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    const std::string all = read_text(run.results / index);
    const auto checkpoint = checkpoints_in(run.results).at(6);
    ASSERT_EQ(go_on(run, cavity, of(other), {"--restart", checkpoint.string()}).status, 0);
    EXPECT_NE(read_text(run.results / index), all);
    std::size_t n = 0;
    for (const auto& entry : std::filesystem::directory_iterator(run.results / "fields"))
      n += entry.path().filename().string().starts_with("fields_");
    const std::size_t expected = format == "vtkhdf" ? 5 : 11;  // one file for those before the checkpoint
    EXPECT_EQ(n, expected) << "a snapshot is missing or there twice";

    ASSERT_EQ(go_on(run, cavity, of(other), {}).status, 0);
    EXPECT_FALSE(std::filesystem::exists(run.results / index)) << "of no run that is still there";
    EXPECT_TRUE(std::filesystem::exists(run.results / "fields_before" / index));
  }
}

TEST(Restart, takes_the_newest_checkpoint_that_is_whole_and_says_which_are_not) {
  const std::vector<std::string> settings = {coarse, "order=2", often};
  const CaseRun run(cavity, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto expected = results_of(run.results);
  const auto checkpoints = checkpoints_in(run.results);
  const auto &newest = checkpoints.back(), &second = checkpoints[checkpoints.size() - 2],
             &third = checkpoints[checkpoints.size() - 3];
  std::filesystem::resize_file(newest, std::filesystem::file_size(newest) / 2);
  std::fstream(second, std::ios::in | std::ios::out | std::ios::binary).seekp(20000) << "damage";
  std::filesystem::remove(run.results / "summary.json");

  const ProgramResult result = go_on(run, cavity, settings);
  EXPECT_EQ(result.status, 0) << result.errors;
  // The summary has what is said about them, and else what it had.
  auto found = results_of(run.results);
  nlohmann::json summary = parse_json(found["summary.json"]);
  const auto before = parse_json(expected.at("summary.json"))["warnings"];
  EXPECT_EQ(summary["warnings"].size(), before.size() + 2) << summary["warnings"];
  summary["warnings"] = before;
  found["summary.json"] = summary.dump();
  EXPECT_TRUE(found == expected);
  for (const auto& damaged : {newest, second})
    EXPECT_NE(result.errors.find("damaged, an older one is tried: " + damaged.string()), std::string::npos)
        << result.errors;
  EXPECT_EQ(result.errors.find("tried: " + third.string()), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("restart: goes on from " + third.string() + ", step "), std::string::npos)
      << result.errors;
}

TEST(Restart, needs_no_mesh_generator_and_takes_back_what_was_written_later) {
  const std::vector<std::string> settings = {coarse, "order=2", often, "output.fields.every=0.1"};
  const CaseRun run(cavity, settings);
  const auto checkpoints = checkpoints_in(run.results);
  ASSERT_GE(checkpoints.size(), 4u) << run.program.errors;
  const std::string file = checkpoints[2].string();
  // The checkpoint's own time as the final one ends the run at once.
  const std::string final = read_csv(run.results / "probes/antinode.csv").at(1 + steps_of(checkpoints[2]))[0];
  std::vector<std::string> shorter = settings;
  shorter.push_back("time.final=" + final);
  const ProgramResult result = go_on(run, cavity, shorter, {"--restart", file});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(result.errors.find("Hilbert"), std::string::npos) << "the mesh was made again";
  EXPECT_NE(result.errors.find("other than in the checkpoint's case: time: {final: "), std::string::npos)
      << result.errors;
  const double time = run.summary()["time"];
  EXPECT_EQ(run.summary()["steps"], steps_of(checkpoints[2]));
  const auto rows = read_csv(run.results / "probes/antinode.csv");
  EXPECT_EQ(std::stod(rows.back()[0]), time);
  EXPECT_EQ(rows.size(), 2u + static_cast<std::size_t>(steps_of(checkpoints[2])));
  const std::string list = read_text(run.results / "fields.pvd");
  EXPECT_NE(list.find("timestep=\"0.2\""), std::string::npos) << list;
  EXPECT_EQ(list.find("timestep=\"0.4\""), std::string::npos) << list;
  EXPECT_EQ(checkpoints_in(run.results).size(), 3u);
  EXPECT_FALSE(std::filesystem::is_empty(run.results / "checkpoints_before"));
  EXPECT_NE(result.errors.find(" of an earlier run beyond step " + std::to_string(steps_of(checkpoints[2])) +
                               " are"),
            std::string::npos)
      << result.errors;
}

TEST(Restart, may_change_the_precision_the_threads_and_the_time_step) {
  const std::vector<std::string> settings = {coarse, "order=4", "time.final=0.5", often};
  const CaseRun run(cavity, settings);
  const double error = run.summary()["errors"]["Ez"]["l2"];
  const std::string file = checkpoints_in(run.results).at(2).string();
  for (const auto& [change, tolerance] :
       std::map<std::string, double>{{"precision=single", 1e-5}, {"time.cfl=0.5", 1e-5}, {"title=x", 0}}) {
    SCOPED_TRACE(change);
    std::vector<std::string> changed = settings;
    changed.push_back(change);
    const ProgramResult result = go_on(run, cavity, changed, {"--restart", file}, 2);
    ASSERT_EQ(result.status, 0) << result.errors;
    EXPECT_NEAR(run.summary()["errors"]["Ez"]["l2"].get<double>(), error, tolerance);
    EXPECT_EQ(run.summary()["time"], 0.5);
    EXPECT_EQ(result.errors.find("was written on") != std::string::npos, change == "precision=single")
        << result.errors;
  }
}

TEST(Restart, is_refused_for_another_order_mesh_or_physics) {
  const std::vector<std::string> settings = {coarse, "order=2", "time.final=0.2", often};
  const CaseRun run(cavity, settings);
  const auto results = results_of(run.results);
  const TemporaryFolder folder;
  for (const auto& [change, expected] :
       std::map<std::string, std::string>{{"order=3", "order: the checkpoint has 2; the case has 3"},
                                          {"mesh.parameters.h=0.4", "h = 0.5; the case has"},
                                          {"units=si", "natural units; the case has"}}) {
    std::vector<std::string> changed = settings;
    changed.push_back(change);
    const ProgramResult result = go_on(run, cavity, changed);
    EXPECT_EQ(result.status, 2) << change;
    EXPECT_NE(result.errors.find(expected), std::string::npos) << result.errors;
  }
  const ProgramResult none = go_on(run, cavity, settings, {"--restart", (folder.path() / "no.h5").string()});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.errors.find("no.h5"), std::string::npos) << none.errors;
  const ProgramResult elliptic = go_on(run, shipped_cases / "poisson_lshape/case.yaml", {});
  EXPECT_EQ(elliptic.status, 2);
  EXPECT_NE(elliptic.errors.find("poisson has no steps"), std::string::npos) << elliptic.errors;
  EXPECT_TRUE(results_of(run.results) == results) << "something was written";
}

TEST(Restart, is_refused_beyond_the_final_time_and_names_both) {
  const CaseRun run(cavity, {coarse, "order=2", often});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto results = results_of(run.results);
  const std::vector<std::string> shorter = {coarse, "order=2", often, "time.final=0.5"};
  const ProgramResult refused = go_on(run, cavity, shorter);
  EXPECT_EQ(refused.status, 2);
  for (const std::string part : {"is of t = 1, beyond time.final = 0.5", "--restart FILE"})
    EXPECT_NE(refused.errors.find(part), std::string::npos) << refused.errors;
  EXPECT_TRUE(results_of(run.results) == results) << "something was written";
  const std::string earlier = checkpoints_in(run.results).at(2).string();
  EXPECT_EQ(go_on(run, cavity, shorter, {"--restart", earlier}).status, 0);
  EXPECT_EQ(run.summary()["time"], 0.5);
}

TEST(Restart, tells_what_the_case_had_and_has_no_longer) {
  const std::string source = "source={Ez: sin(t)}";
  const CaseRun run(cavity, {coarse, "order=2", often, source});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const std::string earlier = checkpoints_in(run.results).at(2).string();
  const ProgramResult result = go_on(run, cavity, {coarse, "order=2", often}, {"--restart", earlier});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NE(result.errors.find("in the checkpoint's case, and no longer: source: {Ez: "), std::string::npos)
      << result.errors;
}

TEST(Restart, is_refused_for_other_cells_of_fields_whose_mesh_the_snapshots_share) {
  const std::vector<std::string> settings = {coarse, "order=2", "time.final=0.2", often,
                                             "output.fields={format: hdf5, every: 0.1}"};
  const CaseRun run(cavity, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto results = results_of(run.results);
  const auto checkpoints = checkpoints_in(run.results);
  std::vector<std::string> thinned = settings;
  thinned.push_back("output.fields.stride=2");
  const ProgramResult result = go_on(run, cavity, thinned, {"--restart", checkpoints.at(0).string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.errors.find("expected the same regions and stride"), std::string::npos) << result.errors;
  EXPECT_TRUE(results_of(run.results) == results) << "something was written";
  EXPECT_EQ(checkpoints_in(run.results), checkpoints);
}

TEST(Checkpoints, stay_as_many_as_the_case_asks_for_and_none_of_an_earlier_run_is_mistaken_for_one) {
  const std::vector<std::string> settings = {coarse, "order=2", "output.checkpoint={every: 0.1, keep: 3}"};
  const CaseRun run(cavity, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto first = checkpoints_in(run.results);
  EXPECT_EQ(first.size(), 3u);
  EXPECT_EQ(steps_of(first.back()), run.summary()["steps"]);

  const ProgramResult again = go_on(run, cavity, {coarse, "order=2", "time.final=0.25"}, {});
  ASSERT_EQ(again.status, 0) << again.errors;
  EXPECT_TRUE(checkpoints_in(run.results).empty());
  for (const auto& file : first)
    EXPECT_TRUE(std::filesystem::exists(run.results / "checkpoints_before" / file.filename()));
}

TEST(Checkpoints, set_aside_before_are_never_overwritten) {
  const std::vector<std::string> settings = {coarse, "order=2", often, "time.final=0.2"};
  const CaseRun run(cavity, settings);
  const std::string first = checkpoints_in(run.results).back().filename();
  const std::string bytes = read_text(checkpoints_in(run.results).back());
  for (const std::string folder : {"checkpoints_before/", "checkpoints_before_2/"}) {
    std::vector<std::string> other = settings;
    other.push_back("title=" + folder);
    const ProgramResult again = go_on(run, cavity, other, {});
    ASSERT_EQ(again.status, 0) << again.errors;
    EXPECT_NE(again.errors.find(" of an earlier run are now in " + folder), std::string::npos)
        << again.errors;
    EXPECT_TRUE(std::filesystem::exists(run.results / folder / first));
  }
  EXPECT_TRUE(read_text(run.results / "checkpoints_before" / first) == bytes);
}

}  // namespace
}  // namespace dgsolve::test
