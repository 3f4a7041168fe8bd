/// The program on emulated GPUs (tests/simt/backend).
#pragma once

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/support/environment.hpp"
#include "tests/support/programs/checkpoint_setup.hpp"

namespace dgsolve::test {

/// Programs find emulated GPUs while it lives. backend: the library in the place of the program's own.
class EmulatedGpus {
 public:
  explicit EmulatedGpus(const std::filesystem::path& backend)
      : backend_("LD_LIBRARY_PATH", backend.parent_path().string()),
        cache_("DGSOLVE_CACHE", (backend.parent_path() / "cache").string()) {}

  /// Empty where they can be used.
  static std::string why_none(const std::filesystem::path& backend) {
    const bool compiles = std::system("g++ --version > /dev/null 2>&1") == 0;
    return compiles && std::filesystem::exists(backend) ? "" : "the emulated GPU needs g++ and its backend";
  }

 private:
  const EnvironmentVariable backend_, cache_;
};

/// All that a run leaves but what names devices, and what depends on the clock.
inline std::map<std::string, std::string> results_on_any_devices(const std::filesystem::path& results) {
  std::map<std::string, std::string> files = results_of(results);
  nlohmann::json summary = nlohmann::json::parse(files.at("summary.json"));
  for (const char* of_devices : {"device", "parts"}) summary.erase(of_devices);
  files["summary.json"] = summary.dump();
  files.erase("resolved.yaml");
  return files;
}

/// Byte by byte.
inline void expect_same_results(const std::filesystem::path& found, const std::filesystem::path& expected) {
  const auto a = results_on_any_devices(found), b = results_on_any_devices(expected);
  for (const auto& [name, text] : b) {
    ASSERT_TRUE(a.contains(name)) << name;
    EXPECT_TRUE(a.at(name) == text) << name << '\n'
                                    << (name == "summary.json" ? a.at(name) + '\n' + text : "");
  }
  EXPECT_EQ(a.size(), b.size());
}

}  // namespace dgsolve::test
