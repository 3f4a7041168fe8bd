#include "tests/support/programs/text_files.hpp"

#include <cctype>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

namespace dgsolve::test {

std::string read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& file) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

std::vector<std::vector<double>> numbers_in(const std::filesystem::path& file) {
  std::vector<std::vector<double>> rows;
  for (const auto& cells : read_csv(file)) {
    if (cells.empty() || std::isalpha(static_cast<unsigned char>(cells[0][0]))) continue;
    std::vector<double>& row = rows.emplace_back();
    for (const std::string& cell : cells) row.push_back(std::stod(cell));
  }
  return rows;
}

nlohmann::json read_json(const std::filesystem::path& file) { return parse_json(read_text(file)); }

nlohmann::json parse_json(const std::string& text) { return nlohmann::json::parse(text); }

}  // namespace dgsolve::test
