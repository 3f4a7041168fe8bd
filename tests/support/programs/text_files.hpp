/// Files and texts as tests read them.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace dgsolve::test {

std::string read_text(const std::filesystem::path& file);
inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Lines of a CSV file, split at commas.
std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& file);
/// Its rows of numbers, without the header.
std::vector<std::vector<double>> numbers_in(const std::filesystem::path& file);

nlohmann::json read_json(const std::filesystem::path& file);
/// Parsed in one place, since every source that parses JSON takes a second longer to compile.
nlohmann::json parse_json(const std::string& text);

}  // namespace dgsolve::test
