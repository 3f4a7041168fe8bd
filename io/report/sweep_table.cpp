#include "io/report/sweep_table.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "io/base/files.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

/// What a run is and costs, in its summary: the first part of the names.
constexpr std::array<std::string_view, 9> costs = {
    "order",        "elements", "dofs", "dt", "wall_seconds", "throughput_gdof_per_s", "fraction_of_bound",
    "memory_bytes", "solver"};

bool is_cost(const std::string& name) {
  return std::find(costs.begin(), costs.end(), name.substr(0, name.find('.'))) != costs.end();
}

/// The results of all runs, in the order in which they appear. Memory is the whole program's, not a run's.
std::vector<std::string> result_names(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const SweptRun& run : sweep.runs)
    for (const auto& [name, value] : run.results)
      if (!name.starts_with("memory_bytes.") && index_of(names, name) < 0) names.push_back(name);
  return names;
}

const double* find_result(const SweptRun& run, const std::string& name) {
  for (const auto& [found, value] : run.results)
    if (found == name) return &value;
  return nullptr;
}

/// Whether all runs with results have the number, and not all the same; of a single run all are shown.
bool tells_runs_apart(const Sweep& sweep, const std::string& name) {
  const double* first = nullptr;
  std::size_t n_with_results = 0;
  bool differs = false;
  for (const SweptRun& run : sweep.runs) {
    if (run.results.empty()) continue;
    const double* value = find_result(run, name);
    if (!value) return false;
    if (n_with_results++ == 0) first = value;
    differs = differs || *value != *first;
  }
  return differs || n_with_results == 1;
}

/// Columns as wide as their widest entry.
std::string aligned(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths;
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], line[i].size());
    }
  std::string text;
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i)
      text += std::string(widths[i] - line[i].size(), ' ') + line[i] + (i + 1 < line.size() ? "  " : "\n");
  return text;
}

/// An entry of a CSV file: in quotes where it has commas, quotes or line breaks of its own.
std::string csv_entry(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::string sweep_table(const Sweep& sweep) {
  std::vector<std::string> names = result_names(sweep);
  std::erase_if(names,
                [&](const std::string& name) { return is_cost(name) || !tells_runs_apart(sweep, name); });
  std::vector<std::vector<std::string>> lines = {sweep.short_names};
  lines[0].emplace_back("outcome");
  lines[0].insert(lines[0].end(), names.begin(), names.end());
  for (const SweptRun& run : sweep.runs) {
    std::vector<std::string>& line = lines.emplace_back(run.values);
    line.emplace_back(name_of(run.outcome));
    for (const std::string& name : names) {
      const double* value = find_result(run, name);
      line.push_back(value ? number_text(*value) : "-");
    }
  }
  std::string text = aligned(lines);
  for (const SweptRun& run : sweep.runs)
    if (!run.failure.empty()) text += '\n' + run.folder + " failed: " + run.failure + '\n';
  return text;
}

void write_sweep_csv(const Sweep& sweep, const std::filesystem::path& directory) {
  const std::vector<std::string> names = result_names(sweep);
  std::string text;
  for (const std::string& key : sweep.keys) text += csv_entry(key) + ',';
  text += "folder,outcome,warnings";
  for (const std::string& name : names) text += ',' + csv_entry(name);
  text += '\n';
  for (const SweptRun& run : sweep.runs) {
    for (const std::string& value : run.values) text += csv_entry(value) + ',';
    text += run.folder + ',' + name_of(run.outcome) + ',' + std::to_string(run.n_warnings);
    for (const std::string& name : names) {
      const double* value = find_result(run, name);
      text += ',' + (value ? exact_text(*value) : "");
    }
    text += '\n';
  }
  replace_file(directory / "sweep.csv", text);
}

}  // namespace dgsolve
