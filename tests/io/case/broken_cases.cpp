/// Case files that are wrong: each mistake is found, with its place, what was found, and what is valid.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "io/case/case.hpp"
#include "io/case/case_on_mesh.hpp"
#include "io/case/case_reader.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

using test::TemporaryFolder;

/// What is said about a case, without its mesh and with it; empty where nothing is.
std::string mistakes(const std::filesystem::path& file) {
  try {
    const Case c = read_case(file);
    check_case_against_mesh(c, read_mesh(c.mesh));
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

std::string mistakes_of_text(const std::string& text) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
  std::ofstream(file, std::ios::binary) << text;
  return mistakes(file);
}

/// "file:line:column: …", counted from 1.
bool begins_with_place(const std::string& message, const std::filesystem::path& file) {
  int line = 0, column = 0;
  return message.starts_with(file.string()) &&
         std::sscanf(message.c_str() + file.string().size(), ":%d:%d: ", &line, &column) == 2 && line > 0 &&
         column > 0;
}

TEST(BrokenCases, each_is_refused_with_the_place_and_what_is_valid) {
  int n = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::source_folder() / "tests/broken_cases")) {
    SCOPED_TRACE(entry.path().filename());
    std::ifstream file(entry.path());
    std::string expected;
    std::getline(file, expected);
    const std::string marker = "# expect: ";
    ASSERT_EQ(expected.find(marker), 0u);
    expected.erase(0, marker.size());
    const std::string found = mistakes(entry.path());
    EXPECT_NE(found.find(expected), std::string::npos) << "found:    " << found << "\nexpected: " << expected;
    EXPECT_TRUE(begins_with_place(found, entry.path())) << found;
    ++n;
  }
  EXPECT_GE(n, 45);
}

TEST(BrokenCases, each_has_one_mistake_and_gets_one_message) {
  for (const auto& entry :
       std::filesystem::directory_iterator(test::source_folder() / "tests/broken_cases")) {
    const std::string found = mistakes(entry.path());
    const auto lines = std::count(found.begin(), found.end(), '\n') + 1;
    const bool several = entry.path().filename() == "boundaries_missing.yaml" ||
                         entry.path().filename() == "boundary_periodic_contradiction.yaml";
    EXPECT_TRUE(several || lines == 1) << found;
  }
}

TEST(BrokenCases, all_mistakes_of_a_file_are_found_in_one_go) {
  const std::string found = mistakes_of_text(R"(physics: maxwell
formulation: TM
formulation: TE
order: 99
mesh: {file: nowhere.msh, scale: -1}
regions: {vacuum: {epsilon_r: "2,25", colour: red}}
boundaries: {walls: pce, left: incoming}
initial: {Ez: sin(t)}
time: {final: soon}
output: {fields: {format: vtk}, probes: [{name: p}]}
oder: 3
)");
  for (const char* line :
       {":3:1: formulation: the key occurs twice", ":4:1: order: got \"99\"",
        ":5:8: mesh.file: got \"nowhere.msh\"", ":5:27: mesh.scale: got \"-1\"",
        ":6:20: regions.vacuum.epsilon_r: got \"2,25\"", ":6:39: regions.vacuum.colour: unknown parameter",
        ":7:14: boundaries.walls: got \"pce\"", ":7:26: boundaries.left: the exterior state",
        ":8:11: initial.Ez: got \"sin(t)\"", ":9:8: time.final: got \"soon\"",
        ":10:19: output.fields.format: got \"vtk\"", ":10:42: output.probes[0].at: missing",
        ":11:1: oder: unknown key"})
    EXPECT_NE(found.find(line), std::string::npos) << line << " is not in\n" << found;
}

TEST(BrokenCases, what_is_no_case_file_is_named) {
  const TemporaryFolder folder;
  EXPECT_NE(mistakes(folder.path() / "none.yaml").find("none.yaml: there is no such file"),
            std::string::npos);
  EXPECT_NE(mistakes(folder.path()).find("this is no file"), std::string::npos);
  EXPECT_NE(mistakes_of_text("").find("case.yaml:1:1: the file is empty"), std::string::npos);
  EXPECT_NE(mistakes_of_text(std::string(1 << 20, 'a')).find("the file is larger"), std::string::npos);
  EXPECT_NE(mistakes_of_text("\xff\xfe\x80\xc3: 1\n"), "");
}

/// Shapes of text that make a naive reader run for ever, or out of stack.
TEST(BrokenCases, hostile_files_are_refused_quickly) {
  std::string aliases = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 100; ++i) {
    const std::string previous = std::to_string(i - 1), name = std::to_string(i);
    aliases += 'a' + name + ": &a" + name + " [*a" + previous + ", *a" + previous + "]\n";
  }
  std::string many_keys = "physics: maxwell\nregions:\n";
  for (int i = 0; i < 20000; ++i) many_keys += " r" + std::to_string(i) + ": 1\n";
  const std::string deep(100000, '['), deep_maps = "{a: " + std::string(100000, '{');
  std::string nested_keys = "a: 1\n";
  for (int i = 1; i < 400; ++i) nested_keys += std::string(i, ' ') + "a:\n";
  const std::string formula = "physics: maxwell\ninitial: {Ez: \"" + std::string(200000, '(') + "\"}\n";
  for (const std::string& text : {aliases, many_keys, deep, deep_maps, nested_keys, formula}) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NE(mistakes_of_text(text), "") << text.substr(0, 40);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20)) << text.substr(0, 40);
  }
}

/// Every byte of a valid case, cut off, doubled or replaced, gives a case or a CaseError, nothing else.
TEST(BrokenCases, no_damaged_file_breaks_the_reader) {
  const std::string text =
      "physics: maxwell\nformulation: TM\nmesh: {file: a.msh}\nregions:\n  air: {mu_r: \"1+x\"}\n"
      "boundaries:\n  in:\n    type: incoming\n    data: {Ez: 'sin(t)'}\n  out: pec\ntime: {final: 4.5}\n"
      "output:\n  probes:\n    - {name: p, at: [-1, 0.1]}\n";
  const TemporaryFolder folder;
  const std::filesystem::path damaged = folder.path() / "case.yaml";
  const std::string replacements = "\t\n {}[]:,#&*!|>'\"%@`?-0\xff";
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string replaced = text;
    replaced[i] = replacements[i % replacements.size()];
    for (const std::string& version : {text.substr(0, i), replaced}) {
      std::filesystem::remove(damaged);  // some file systems wait for the disk where a file is cut to nothing
      std::ofstream(damaged, std::ios::binary) << version;
      try {
        read_case(damaged);
      } catch (const CaseError&) {
      }
    }
  }
}

}  // namespace
}  // namespace dgsolve
