#include "io/report/results/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support/programs/full_disk.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

nlohmann::json written(const Summary& summary) {
  const TemporaryFolder folder;
  write_summary(summary, folder.path());
  return read_json(folder.path() / "summary.json");
}

TEST(Summary, every_value_is_found_under_the_documented_key) {
  Summary summary;
  summary.description = {"Cavity \"mode\"",
                         "maxwell",
                         4,
                         Precision::single,
                         "cpu",
                         10,
                         450,
                         {{"cuda:0", 6, 512, PartReport::Rim{2, 3, 96}}, {"cuda:1", 4, 256}}};
  summary.wave().time = {0.1 / 3, 30, 1, {}, 0.25, 0.5};
  summary.cost = {1.5, 2.5, 0.5, {{"meshing", 1.25}, {"steps", 2.5}}, 4096, 1u << 20};
  summary.errors.fields["Ez"] = {1e-7, 1e-6};
  summary.wave().initial_energy = 0.5;
  summary.energy.final = 0.25;
  summary.warnings = {"Ez \"vanishes\""};
  summary.outcome = Outcome::completed;
  EXPECT_EQ(written(summary), parse_json(R"({
    "title": "Cavity \"mode\"", "physics": "maxwell", "order": 4, "precision": "single", "device": "cpu",
    "elements": 10, "dofs": 450, "parts": [{"device": "cuda:0", "cells": 6, "share": 0.6, "ghosts": 2, "faces_sent": 3,
    "bytes_sent": 96, "memory_bytes": 512}, {"device": "cuda:1", "cells": 4, "share": 0.4, "memory_bytes": 256}], "dt": 0.03333333333333333, "steps": 30, "time": 1.0,
    "wall_seconds": {"setup": 1.5, "solve": 2.5, "output": 0.5, "parts": {"meshing": 1.25, "steps": 2.5},
    "total": 3.75}, "throughput_gdof_per_s": 0.25, "fraction_of_bound": 0.5, "memory_bytes": {"device": 4096, "host": 1048576},
    "errors": {"Ez": {"l2": 1e-7, "linf": 1e-6}}, "energy": {"initial": 0.5, "final": 0.25},
    "warnings": ["Ez \"vanishes\""], "outcome": "completed"})"));
}

TEST(Summary, of_an_elliptic_problem_has_its_values_and_no_time) {
  Summary summary;
  EllipticSummary& elliptic = summary.problem.emplace<EllipticSummary>();
  EXPECT_FALSE(written(summary).contains("dt")) << "before the solver has run";
  summary.errors.fields["u"] = {1e-7, 1e-6};
  summary.energy.final = 0.25;
  elliptic.solver.emplace().operator_form = "assembled";
  elliptic.gradient_error = 1e-5;
  elliptic.lambda_energy = 0.125;
  elliptic.boundaries["left"] = {2, 1, {}, {}};
  elliptic.capacitance["left"]["left"] = 2;
  elliptic.interior_fluxes = {{"cut", InteriorFlux{3, "out of glass"}}, {"bent", {}}};
  elliptic.means["glass"] = 0.5;
  const nlohmann::json json = written(summary);
  for (const char* key : {"dt", "steps", "time", "spectra", "ledger"})
    EXPECT_FALSE(json.contains(key)) << key;
  EXPECT_EQ(json["errors"]["u"], parse_json(R"({"l2": 1e-7, "linf": 1e-6, "h1_seminorm": 1e-5})"));
  EXPECT_EQ(json["energy"], parse_json(R"({"final": 0.25, "lambda": 0.125})"));
  EXPECT_EQ(json["solver"]["operator"], "assembled");
  EXPECT_EQ(json["boundaries"]["left"], parse_json(R"({"flux": 2.0, "potential": 1.0})"));
  EXPECT_EQ(json["capacitance"]["left"]["left"], 2);
  EXPECT_EQ(json["interior"], parse_json(R"({"cut": {"flux": 3.0, "normal": "out of glass"}})"));
  EXPECT_EQ(json["regions"], parse_json(R"({"glass": {"mean": 0.5}})"));
}

TEST(Summary, what_is_not_known_is_left_out) {
  const nlohmann::json json = written({});
  for (const char* key :
       {"title", "throughput_gdof_per_s", "fraction_of_bound", "memory_bytes", "errors", "energy"})
    EXPECT_FALSE(json.contains(key)) << key;
  EXPECT_EQ(json.at("outcome"), "failed");
}

TEST(Summary, a_diverged_run_still_leaves_valid_json) {
  Summary summary;
  summary.description.title = "not UTF-8: \xff";
  summary.energy.final = std::nan("");
  summary.outcome = Outcome::interrupted;
  const nlohmann::json json = written(summary);
  EXPECT_TRUE(json.at("energy").at("final").is_null());
  EXPECT_EQ(json.at("outcome"), "interrupted");
}

TEST(Summary, a_full_disk_is_an_error_that_names_the_file_and_keeps_the_old_one) {
  const TemporaryFolder folder;
  write_summary({}, folder.path());
  const std::string before = read_text(folder.path() / "summary.json");
  std::string message;
  try {
    const FullDisk full(16);
    write_summary({}, folder.path());
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("summary.json: cannot be written"), std::string::npos) << message;
  EXPECT_EQ(read_text(folder.path() / "summary.json"), before);
  EXPECT_THROW(write_summary({}, folder.path() / "missing"), std::runtime_error);
}

}  // namespace
}  // namespace dgsolve::test
