/// Wrong input gives exit status 2 and a message, and writes nothing.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <sstream>

#include "tests/support/meshes/places.hpp"
#include "tests/support/programs/run_case.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

using test::ProgramResult;
using test::TemporaryFolder;

const std::filesystem::path tests = test::source_folder() / "tests";

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            const std::string& extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Runs a case that must be refused; what was said about it.
std::string refusal(const std::vector<std::string>& arguments) {
  const TemporaryFolder folder;
  const std::filesystem::path results = folder.path() / "results";
  std::vector<std::string> all = arguments;
  all.insert(all.end(), {"--output", results.string()});
  const ProgramResult result = test::run_program(all, folder.path());
  EXPECT_EQ(result.status, 2) << result.errors;
  EXPECT_EQ(result.output, "");
  EXPECT_FALSE(std::filesystem::exists(results));
  return result.errors;
}

TEST(BadInput, a_broken_case_is_refused_at_its_place) {
  const auto files = files_in(tests / "broken_cases", ".yaml");
  EXPECT_GE(files.size(), 40u);
  for (const std::filesystem::path& file : files) {
    SCOPED_TRACE(file.filename());
    const std::string said = refusal({file.string()});
    int line = 0, column = 0;
    const std::size_t name = said.find(file.string() + ':');
    ASSERT_NE(name, std::string::npos) << said;
    EXPECT_EQ(std::sscanf(said.c_str() + name + file.string().size(), ":%d:%d: ", &line, &column), 2) << said;
  }
}

/// Some of those that the reader refuses (mesh/gmsh/broken.cpp).
TEST(BadInput, a_broken_mesh_is_refused_by_name) {
  const auto files = files_in(tests / "meshes" / "broken", ".msh");
  EXPECT_GE(files.size(), 45u);
  const std::string square = (tests / "meshes" / "square.yaml").string();
  for (std::size_t i = 0; i < files.size(); i += 8) {
    SCOPED_TRACE(files[i].filename());
    const std::string said = refusal({square, "--set", "mesh.file=" + files[i].string()});
    EXPECT_NE(said.find(files[i].filename().string()), std::string::npos) << said;
  }
}

TEST(BadInput, a_wrong_command_line_is_refused) {
  const std::string square = (tests / "meshes" / "square.yaml").string();
  const std::string no_such_case = (tests / "none.yaml").string();
  struct Wrong {
    std::vector<std::string> arguments;
    std::string message;
  };
  for (const Wrong& wrong :
       std::vector<Wrong>{{{}, "CASE.yaml"},
                          {{no_such_case}, "none.yaml: there is no such file"},
                          {{tests.string()}, "expected a case file"},
                          {{square, "--set", "order=99"}, "--set order=99: order: got \"99\""},
                          {{square, "--set", "order"}, "--set order: expected KEY=VALUE"},
                          {{square, "--set", "oder=3"}, "did you mean order?"},
                          {{square, "--device", "gpu"}, "device: got \"gpu\"; expected one of auto, "},
                          {{square, "--device", "cuda:99"}, "device: got \"cuda:99\": "},
                          {{square, "--no-such-option"}, "--no-such-option"}}) {
    SCOPED_TRACE(wrong.message);
    const std::string said = refusal(wrong.arguments);
    EXPECT_NE(said.find(wrong.message), std::string::npos) << said;
  }
}

TEST(BadInput, a_parameter_with_which_gmsh_fails_is_refused_after_the_log_said_that_it_meshes) {
  const std::string said = refusal({test::cavity.string(), "--set", "mesh.parameters.h=-1"});
  const std::size_t meshes = said.find("Gmsh meshes cavity.geo, with h = -1");
  EXPECT_LT(meshes, said.find("Gmsh says: ")) << said;
  EXPECT_NE(said.find("Gmsh says: "), std::string::npos) << said;
}

TEST(BadInput, probes_outside_the_mesh_are_all_refused_at_their_places) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "square.yaml";
  std::filesystem::copy_file(tests / "meshes" / "square.yaml", file);
  std::ofstream(file, std::ios::app) << "output:\n  probes:\n    - {name: far, at: [3, 0]}\n"
                                        "    - {name: near, at: [0.5, 1.0000001]}\n";
  const std::string mesh = (tests / "meshes" / "square.msh").string();
  for (const char* how : {"--check", "--quiet"}) {
    const std::string said = refusal({file.string(), "--set", "mesh.file=" + mesh, how});
    for (const char* probe : {"probes: far: point (3, 0)", "probes: near: point (0.5, 1.0000001)"})
      EXPECT_NE(said.find(probe), std::string::npos) << said;
    const std::size_t place = said.find(file.string() + ':');
    EXPECT_LT(place, said.find("probes: far")) << said;
  }
}

TEST(BadInput, the_case_around_the_broken_meshes_is_right) {
  const TemporaryFolder folder;
  const std::string square = (tests / "meshes" / "square.yaml").string();
  const ProgramResult result = test::run_program({square, "--check"}, folder.path());
  EXPECT_EQ(result.status, 0) << result.errors;
}

TEST(BadInput, of_any_length_and_size_is_refused_in_a_few_lines) {
  std::string device = "cuda:0";
  for (int i = 0; i < 16000; ++i) device += ",0";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--set", "device=" + device}, {"--device", device}}) {
    std::vector<std::string> all = {test::cavity.string(), "--set", test::coarse};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const std::string said = refusal(all);
    EXPECT_NE(said.find("device: got \"cuda:0,0,0,0"), std::string::npos) << said.substr(0, 300);
    EXPECT_LT(said.size(), 2000u);
  }
  const std::string ranks = refusal({test::cavity.string(), "--ranks", "1073741825", "--rank", "0"});
  EXPECT_NE(ranks.find("--ranks: got \"1073741825\"; expected a whole number from 1 to 65536"),
            std::string::npos)
      << ranks;
}

/// A strip of squares of one triangle each, region by region.
std::string strip_of_regions(int n, const std::function<std::string(int)>& name_of) {
  std::ostringstream msh;
  msh << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n" << n + 1 << "\n1 1 \"walls\"\n";
  for (int i = 0; i < n; ++i) msh << "2 " << i + 2 << " \"" << name_of(i) << "\"\n";
  msh << "$EndPhysicalNames\n$Nodes\n" << n + 2 << '\n';
  for (int i = 0; i < n + 2; ++i) msh << i + 1 << ' ' << i << ' ' << i % 2 << " 0\n";
  msh << "$EndNodes\n$Elements\n" << 2 * n + 2 << '\n';
  int element = 0;
  const auto edge = [&](int a, int b) { msh << ++element << " 1 2 1 1 " << a << ' ' << b << '\n'; };
  edge(1, 2);
  for (int i = 1; i <= n; ++i) edge(i, i + 2);
  edge(n + 1, n + 2);
  for (int i = 1; i <= n; ++i)
    msh << ++element << " 2 2 " << i + 1 << ' ' << i + 1 << ' ' << i << ' ' << i + 1 << ' ' << i + 2 << '\n';
  msh << "$EndElements\n";
  return msh.str();
}

TEST(BadInput, of_thousands_of_mistakes_the_first_ten_are_told_and_how_many_there_are) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "strip.msh")
      << strip_of_regions(2000, [](int i) { return "region_" + std::to_string(i); });
  const std::string said = refusal({test::cavity.string(), "--set", "mesh.parameters=null", "--set",
                                    "mesh.file=" + (folder.path() / "strip.msh").string()});
  EXPECT_NE(said.find("region_3 has no entry"), std::string::npos) << said.substr(0, 3000);
  EXPECT_NE(said.find("case.yaml:10:3: regions: 1991 more mistakes"), std::string::npos)
      << said.substr(0, 3000);
  EXPECT_LT(said.size(), 20000u);
}

TEST(BadInput, names_of_groups_in_latin_1_or_with_control_characters_are_recoded_and_said) {
  const TemporaryFolder folder;
  const std::string names[] = {"K\xfchler", "a\x1b[31m\x07"};
  std::ofstream(folder.path() / "strip.msh") << strip_of_regions(2, [&](int i) { return names[i]; });
  const ProgramResult run =
      test::run_program({test::cavity.string(), "--set", "mesh.parameters=null", "--set", "order=1", "--set",
                         "exact={}", "--set", "mesh.file=" + (folder.path() / "strip.msh").string(), "--set",
                         "regions={Kühler: {epsilon_r: 1}, \"a_[31m_\": {epsilon_r: 2}}", "--output",
                         folder.path() / "results"},
                        folder.path());
  EXPECT_EQ(run.status, 0) << run.errors;
  EXPECT_NE(run.errors.find("is called Kühler: its name in the file is not UTF-8"), std::string::npos)
      << run.errors;
  EXPECT_EQ(run.errors.find('\x1b'), std::string::npos);
  const std::string vtu = test::read_text(folder.path() / "results/fields/fields_000000.vtu");
  EXPECT_NE(vtu.find("Name=\"region: Kühler\""), std::string::npos);
  EXPECT_NE(vtu.find("Name=\"region: a_[31m_\""), std::string::npos);
}

}  // namespace
}  // namespace dgsolve
