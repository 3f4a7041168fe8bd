#include "io/folder/earlier_release.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "io/folder/output_names.hpp"
#include "io/restart/checkpoint_folder.hpp"

namespace dgsolve {
namespace {

bool is_resolved_case(const std::filesystem::path& file) {
  std::string line;
  return std::getline(std::ifstream(file), line) && line.starts_with("# The case as it was run,");
}

bool is_summary(const std::filesystem::path& file) {
  std::ifstream in(file);
  const nlohmann::json summary = nlohmann::json::parse(in, nullptr, false);
  return summary.is_object() && summary.contains("outcome") && summary.contains("physics");
}

}  // namespace

NameList names_of_earlier_release(const std::filesystem::path& folder) {
  std::error_code unknown;
  const auto is_file = [&](const char* name) {
    return std::filesystem::is_regular_file(folder / name, unknown);
  };
  if (!is_file("resolved.yaml") || !is_resolved_case(folder / "resolved.yaml")) return {};
  const bool is_whole = is_file("summary.json");
  if (is_whole && !is_summary(folder / "summary.json")) return {};
  if (!is_whole && CheckpointFolder(folder, 1).newest_first().empty()) return {};
  return names_of_all_outputs();
}

}  // namespace dgsolve
