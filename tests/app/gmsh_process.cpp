/// Whatever a script or a CAD file makes Gmsh do, the program says it, or has the right mesh.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "tests/support/programs/run_case.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

const std::string square = R"(SetFactory("OpenCASCADE"); Rectangle(1) = {0, 0, 0, 1, 1};
Physical Surface("r") = {1}; Physical Curve("e") = {1:4}; Mesh.MeshSizeMax = 0.5;
)";

/// −Δu = 1 on any mesh, u = 0 on its boundary.
class GmshProcess : public testing::Test {
 protected:
  void SetUp() override { write("any.yaml", problem); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name, std::ios::binary) << text;
  }
  std::filesystem::path place(const std::string& name) const { return folder_.path() / name; }

  CaseRun run(const std::string& mesh, std::vector<std::string> settings = {},
              const std::vector<std::string>& options = {}) const {
    settings.push_back("mesh.file=" + place(mesh).string());
    return CaseRun(place("any.yaml"), settings, options);
  }
  CaseRun run_script(const std::string& text, const std::vector<std::string>& settings = {},
                     const std::vector<std::string>& options = {}) const {
    write("model.geo", text);
    return run("model.geo", settings, options);
  }
  /// The message about a script that must be refused.
  std::string refusal(const std::string& text, const std::vector<std::string>& settings = {},
                      const std::vector<std::string>& options = {}) const {
    return refusal_of(run_script(text, settings, options));
  }
  static std::string refusal_of(const CaseRun& run) {
    EXPECT_EQ(run.program.status, 2) << run.program.errors;
    EXPECT_FALSE(std::filesystem::exists(run.results));
    return run.program.errors;
  }

  static constexpr const char* problem = R"(
physics: poisson
order: 1
mesh: {file: none.geo, cache: false}
regions: {"*": {kappa: 1}}
boundaries: {default: {type: dirichlet, value: 0}}
source: 1
)";
  const TemporaryFolder folder_;
};

void expect_text(const std::string& said, const std::string& text) {
  EXPECT_NE(said.find(text), std::string::npos) << "expected: " << text << "\nin: " << said;
}

TEST_F(GmshProcess, a_script_that_crashes_gmsh_is_refused_with_its_last_message) {
  // Gmsh 4.8 has no quadrilaterals' algorithm in this build; others mesh it.
  const CaseRun run = run_script(square + "Mesh.Algorithm = 8;");
  if (run.program.status == 0) GTEST_SKIP() << "this version of Gmsh takes the script";
  const std::string said = refusal_of(run);
  expect_text(said, "model.geo: Gmsh was ended by signal 11 (Segmentation fault)");
  expect_text(said, "its last message: Meshing surface 1");
}

TEST_F(GmshProcess, a_script_that_exits_is_refused_and_no_result) {
  for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--check"}})
    expect_text(refusal(square + "Exit;", {}, options), "model.geo: Gmsh ended without a mesh, as by Exit");
}

TEST_F(GmshProcess, a_script_that_never_ends_or_eats_memory_meets_its_limits) {
  expect_text(refusal("For i In {1:2000000000}\n a = i;\nEndFor\n", {"mesh.limits.time=0.3"}),
              "Gmsh took longer than 0.3 s (mesh.limits.time)");
  const std::string grows = "a[] = {};\nFor i In {1:2000000000}\n a[] += {1:1000000};\nEndFor\n";
  expect_text(refusal(grows, {"mesh.limits.memory=0.2"}), "more memory than 0.2 GB (mesh.limits.memory)");
}

TEST_F(GmshProcess, a_script_that_takes_in_what_never_ends_is_refused_at_once) {
  ASSERT_EQ(mkfifo(place("fifo").c_str(), 0600), 0);
  for (const std::string file : {"fifo", "/dev/zero"})
    expect_text(refusal("Include \"" + file + "\";\n" + square), file + ", which is not a regular file");
  expect_text(refusal("name = \"fifo\"; Include Str(name);\n", {"mesh.limits.time=0.3"}),
              "longer than 0.3 s");
}

TEST_F(GmshProcess, a_script_starts_programs_in_runs_only_and_they_do_not_reach_the_terminal) {
  const std::string made = place("made").string();
  const std::string script =
      "SystemCall \"touch " + made + "; echo from a program; echo another >&2\";\n" + square;
  const std::string said = refusal(script, {}, {"--check"});
  expect_text(said, "a check starts no program");
  EXPECT_FALSE(std::filesystem::exists(made));
  const CaseRun run = run_script(script);
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_TRUE(std::filesystem::exists(made));
  EXPECT_EQ((run.program.output + run.program.errors).find("from a program"), std::string::npos);
  EXPECT_EQ(run.program.errors.find("another"), std::string::npos);
}

TEST_F(GmshProcess, a_script_s_factor_and_order_act) {
  const CaseRun scaled = run_script(square + "Mesh.ScalingFactor = 0.001;", {}, {"--check"});
  EXPECT_EQ(scaled.program.status, 0) << scaled.program.errors;
  expect_text(scaled.program.errors, "Mesh.ScalingFactor, 0.001: the model measures 0.001 x 0.001 x 0");
  const CaseRun of_order_2 = run_script(square + "Mesh.ElementOrder = 2;", {}, {"--check"});
  EXPECT_EQ(of_order_2.program.status, 0) << of_order_2.program.errors;
  expect_text(of_order_2.program.errors, "geometric order 2");
  const CaseRun overruled =
      run_script(square + "Mesh.ElementOrder = 2;", {"mesh.geometry_order=1"}, {"--check"});
  expect_text(overruled.program.errors, "mesh.geometry_order, 1, goes before it");
  expect_text(overruled.program.errors, "geometric order 1");
  expect_text(refusal(square + "Mesh.ElementOrder = 7;"), "Mesh.ElementOrder: found 7; expected 1…4");
  expect_text(refusal(square + "Mesh.ScalingFactor = -1;"), "Mesh.ScalingFactor: found -1; expected");
  expect_text(refusal("DefineConstant[ h = 1 ];\n" + square + "Mesh.ScalingFactor = 0.001;",
                      {"mesh.parameters.h=20 mm"}),
              "mesh.parameters has lengths with a unit (h)");
}

TEST_F(GmshProcess, a_mesh_that_cannot_be_measured_is_a_mesh_all_the_same) {
  // Gmsh has no bounding box of an extruded curve that is no curve of the model's.
  const CaseRun run = run_script(R"(h = 0.5;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {0, 1, 0, h}; Point(4) = {-1, 0, 0, h};
Point(5) = {0, -1, 0, h};
Circle(1) = {2, 1, 3}; Circle(2) = {3, 1, 4}; Circle(3) = {4, 1, 5}; Circle(4) = {5, 1, 2};
Curve Loop(1) = {1:4}; Plane Surface(1) = {1};
ext[] = Extrude { Curve{1:4}; Layers{ {1, 1}, {0.05, 0.1} }; };
Physical Surface("disk") = {1}; Physical Surface("layer") = {ext[1], ext[5], ext[9], ext[13]};
Physical Curve("rim") = {ext[0], ext[4], ext[8], ext[12]};
)");
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
}

/// The STEP file of two boxes, air of 1 mm³ and glass of 0.5 mm³, with other texts in it.
std::string two_boxes(const std::vector<std::pair<std::string, std::string>>& changes) {
  std::string text = read_text(meshes / "two_boxes.step");
  for (const auto& [from, to] : changes)
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  return text;
}

TEST_F(GmshProcess, a_step_file_s_lengths_are_metres_whatever_its_unit) {
  for (const auto& [unit, size] : {std::pair(".MILLI.", "0.002 x 0.001 x 0.001"), {"$", "2 x 1 x 1"}}) {
    write("boxes.step",
          two_boxes({{"SI_UNIT(.MILLI.,.METRE.)", std::string("SI_UNIT(") + unit + ",.METRE.)"}}));
    const std::string h = unit[0] == '$' ? "0.6" : "0.6 mm";
    const CaseRun run = this->run("boxes.step", {"mesh.parameters.h=" + h}, {"--check"});
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    expect_text(run.program.errors, std::string("in metres, whatever its unit: the model measures ") + size);
  }
  const std::string said = refusal_of(run("boxes.step", {"mesh.scale=0.001"}));
  expect_text(said, "the factor 0.001 of Gmsh's millimetres is built in; expected no scale");
}

TEST_F(GmshProcess, parts_whose_names_have_slashes_are_regions_of_their_own) {
  write("slashes.step", two_boxes({{"'air'", "'left/core'"}, {"'glass'", "'right/core'"}}));
  const CaseRun run = this->run("slashes.step", {"mesh.parameters.h=0.6 mm"}, {"--check"});
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  for (const char* name : {"left/core", "right/core"}) expect_text(run.program.errors, name);
}

TEST_F(GmshProcess, names_in_latin_1_are_recoded_and_said) {
  write("latin.step", two_boxes({{"'glass'", "'gl\xe4ser'"}}));
  const CaseRun step = this->run("latin.step", {"mesh.parameters.h=0.6 mm"}, {"--check"});
  EXPECT_EQ(step.program.status, 0) << step.program.errors;
  expect_text(step.program.errors, "names are read as Latin-1");
  expect_text(step.program.errors, "gläser");
  std::string script = square;
  script.replace(script.find("\"r\""), 3, "\"R\xf6hre\"");
  const CaseRun geo = run_script(script, {}, {"--check"});
  EXPECT_EQ(geo.program.status, 0) << geo.program.errors;
  expect_text(geo.program.errors, "is called Röhre: its name in the file is not UTF-8");
}

TEST_F(GmshProcess, a_brep_file_cut_short_anywhere_is_refused) {
  const std::string whole = read_text(meshes / "disk.brep");
  for (const std::size_t left : {whole.size() - 8, whole.size() / 2, whole.size() / 4}) {
    write("cut.brep", whole.substr(0, left));
    expect_text(refusal_of(run("cut.brep")), "cut.brep: the file is cut short");
  }
}

}  // namespace
}  // namespace dgsolve::test
