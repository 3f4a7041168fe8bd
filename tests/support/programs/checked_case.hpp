/// Runs with --check, and texts in it.
#pragma once

#include <gtest/gtest.h>

#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {

inline std::string check(const std::filesystem::path& file, const std::vector<std::string>& settings,
                         int status = 0) {
  const CaseRun run(file, settings, {"--check"});
  EXPECT_EQ(run.program.status, status) << run.program.errors;
  EXPECT_FALSE(std::filesystem::exists(run.results));
  return run.program.errors;
}

/// Expects status 2, and the sentence in what is said.
inline void expect_refused(const std::filesystem::path& file, const std::vector<std::string>& settings,
                           const std::string& sentence) {
  const std::string said = check(file, settings, 2);
  EXPECT_TRUE(contains(said, sentence)) << sentence << " is not in\n" << said;
}

/// The text that stands behind `label`.
inline std::string behind(const std::string& said, const std::string& label) {
  const std::size_t at = said.find(label);
  if (at == std::string::npos) ADD_FAILURE() << label << " is not in\n" << said;
  return at == std::string::npos ? "" : said.substr(at + label.size());
}

/// The bytes that "4.2 MB" says.
inline double bytes(const std::string& text) {
  std::size_t end = 0;
  const double number = std::stod(text, &end);
  const std::string unit = text.substr(end + 1, 2);
  return number * (unit == "kB" ? 1e3 : unit == "MB" ? 1e6 : unit == "GB" ? 1e9 : unit == "TB" ? 1e12 : 1);
}

}  // namespace dgsolve::test
