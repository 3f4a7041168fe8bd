/// Values of keys of a case that go together: what a sweep runs over.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dgsolve {

struct Combinations {
  std::vector<std::string> keys;               ///< dotted paths in the case
  std::vector<std::vector<std::string>> rows;  ///< a value for each key, in YAML
};

/// Reads a CSV file: keys in its first line, a combination in each of the others. An entry with commas stands
/// in double quotes. Throws CaseError that names the file and the line.
Combinations read_combinations(const std::filesystem::path& file);

/// Each of the one with each of the other; the other's change fastest.
Combinations product(const Combinations& slow, const Combinations& fast);

}  // namespace dgsolve
