/// Touchstone files hold what they are given, in the order that their versions and numbers of ports have.

#include "io/tables/touchstone.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

/// S_ij at f is (10 i + j) + i·f, i and j from 1.
Scattering numbered(std::size_t n) {
  Scattering s{{1, 2.5}, {}, {}};
  for (std::size_t j = 0; j < n; ++j) s.driven.push_back(j);
  for (const double f : s.frequencies) {
    auto& rows = s.s.emplace_back(n, std::vector<std::complex<double>>(n));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) rows[i][j] = {10.0 * (i + 1) + (j + 1), f};
  }
  return s;
}

std::vector<std::string> lines_of(std::size_t n, int version, std::vector<double> references = {}) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / ("x" + touchstone_ending(n));
  TouchstoneOptions options{version, {}, references, {"a comment"}};
  for (std::size_t i = 0; i < n; ++i) options.labels.push_back("p" + std::to_string(i));
  if (references.empty()) options.references.assign(n, 50);
  write_touchstone(file, numbered(n), options);
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with('!')) lines.push_back(line);
  return lines;
}

TEST(Touchstone, of_two_ports_has_columns_in_version_1_and_rows_in_version_2) {
  EXPECT_EQ(lines_of(2, 1), (std::vector<std::string>{"# Hz S RI R 50", "1 11 1 21 1 12 1 22 1",
                                                      "2.5 11 2.5 21 2.5 12 2.5 22 2.5"}));
  EXPECT_EQ(lines_of(2, 2, {50, 75}),
            (std::vector<std::string>{"[Version] 2.0", "# Hz S RI R 50", "[Number of Ports] 2",
                                      "[Two-Port Data Order] 12_21", "[Number of Frequencies] 2",
                                      "[Reference] 50 75", "[Network Data]", "1 11 1 12 1 21 1 22 1",
                                      "2.5 11 2.5 12 2.5 21 2.5 22 2.5", "[End]"}));
}

TEST(Touchstone, of_three_ports_and_more_has_a_row_on_lines_of_its_own_with_four_numbers_at_most) {
  const std::vector<std::string> three = lines_of(3, 1), five = lines_of(5, 1);
  EXPECT_EQ(three[1], "1 11 1 12 1 13 1");
  EXPECT_EQ(three[2], " 21 1 22 1 23 1");
  EXPECT_EQ(five[1], "1 11 1 12 1 13 1 14 1");
  EXPECT_EQ(five[2], " 15 1");
  EXPECT_EQ(five[3], " 21 1 22 1 23 1 24 1");
}

TEST(Touchstone, of_version_1_with_several_references_is_refused) {
  EXPECT_NE(error_of([] { lines_of(2, 1, {50, 75}); }).find("expected version 2"), std::string::npos);
}

TEST(Touchstone, leaves_frequencies_out_at_which_nothing_is_known) {
  Scattering s = numbered(1);
  s.s[0][0][0] = std::numeric_limits<double>::quiet_NaN();
  const TemporaryFolder folder;
  write_touchstone(folder.path() / "x.s1p", s, {2, {"p"}, {1}, {}});
  std::ifstream in(folder.path() / "x.s1p");
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_NE(text.str().find("[Number of Frequencies] 1\n"), std::string::npos);
  EXPECT_NE(text.str().find("[Network Data]\n2.5 "), std::string::npos);
}

}  // namespace
}  // namespace dgsolve::test
