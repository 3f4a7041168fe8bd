#include "io/tables/combinations.hpp"

#include <fmt/core.h>

#include <fstream>

#include "io/base/files.hpp"
#include "io/yaml/mistakes.hpp"

namespace dgsolve {
namespace {

constexpr std::string_view spaces = " \t\r";

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(spaces);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

/// The entry that begins at `at`, which moves to the comma behind it or to the end. In quotes, "" is a quote.
std::string take_entry(const std::string& line, std::size_t& at, const std::string& place) {
  at = std::min(line.find_first_not_of(spaces, at), line.size());
  if (at == line.size() || line[at] != '"') {
    const std::size_t begin = at;
    at = std::min(line.find(',', at), line.size());
    return trimmed(line.substr(begin, at - begin));
  }
  std::string entry;
  while (true) {
    const std::size_t begin = at + 1;
    at = line.find('"', begin);
    if (at == std::string::npos) throw CaseError(place + ": a quote is not closed; expected a \" at its end");
    entry += line.substr(begin, at - begin);
    if (++at == line.size() || line[at] != '"') break;
    entry += '"';
  }
  at = std::min(line.find_first_not_of(spaces, at), line.size());
  if (at < line.size() && line[at] != ',')
    throw CaseError(place + ": got " + quote(line.substr(at)) + " behind a quote; expected a comma");
  return entry;
}

std::vector<std::string> entries_of(const std::string& line, const std::string& place) {
  std::vector<std::string> entries;
  for (std::size_t at = 0; at <= line.size(); ++at) {
    entries.push_back(take_entry(line, at, place));
    if (entries.back().empty()) throw CaseError(place + ": an entry is empty; expected a value");
  }
  return entries;
}

}  // namespace

Combinations read_combinations(const std::filesystem::path& file) {
  if (const std::string why = why_no_file(file); !why.empty())
    throw CaseError(file.string() + ": " + why + "; expected a CSV file");
  std::ifstream in(file);
  if (!in) throw CaseError(file.string() + ": the file cannot be read; expected a CSV file");
  Combinations found;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // of spreadsheets
    if (number == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
    if (trimmed(line).empty()) continue;
    const std::string place = file.string() + ':' + std::to_string(number);
    std::vector<std::string> entries = entries_of(line, place);
    if (found.keys.empty()) {
      found.keys = std::move(entries);
      continue;
    }
    if (entries.size() != found.keys.size())
      throw CaseError(fmt::format("{}: got {} values; expected {}, one for each key in the first line", place,
                                  entries.size(), found.keys.size()));
    found.rows.push_back(std::move(entries));
  }
  if (found.rows.empty())
    throw CaseError(file.string() +
                    ": there are no combinations; expected keys in the first line, and their " +
                    "values in the others");
  return found;
}

Combinations product(const Combinations& slow, const Combinations& fast) {
  Combinations all{slow.keys, {}};
  all.keys.insert(all.keys.end(), fast.keys.begin(), fast.keys.end());
  for (const auto& before : slow.rows)
    for (const auto& behind : fast.rows) {
      std::vector<std::string>& row = all.rows.emplace_back(before);
      row.insert(row.end(), behind.begin(), behind.end());
    }
  return all;
}

}  // namespace dgsolve
