/// The list that an output folder has of dgsolve's files.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "io/folder/manifest.hpp"

namespace dgsolve::test {

inline std::vector<std::string> listed_names(const std::filesystem::path& results) {
  EXPECT_TRUE(std::filesystem::exists(results / manifest_file));
  return names_of_dgsolve(results).names();
}

/// But what was set aside, and what is in folders that have lists of their own.
inline void expect_all_listed(const std::filesystem::path& results) {
  const NameList listed(listed_names(results));
  const std::filesystem::recursive_directory_iterator all(results);
  for (auto at = all; at != end(all); ++at) {
    const std::filesystem::directory_entry& entry = *at;
    if (std::filesystem::exists(entry.path() / manifest_file)) at.disable_recursion_pending();
    const std::string name = entry.path().lexically_relative(results);
    const bool is_aside = name.starts_with("earlier") || name.find("_before") != std::string::npos;
    if (entry.is_regular_file() && name != manifest_file && !is_aside) {
      EXPECT_TRUE(listed.has(name)) << name << " is not in " << manifest_file;
    }
  }
}

}  // namespace dgsolve::test
