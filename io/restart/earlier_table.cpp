#include "io/restart/earlier_table.hpp"

#include <cstdlib>
#include <fstream>

#include "io/base/files.hpp"

namespace dgsolve {
namespace {

struct Part {
  std::uintmax_t bytes;
  Digest digest;
};

/// The lines of a file up to a time.
Part part_until(const std::filesystem::path& path, const Digest& start, double time) {
  std::ifstream in(path);
  Part part{0, start};
  // A line without its end is what a killed run left.
  for (std::string line; std::getline(in, line) && !in.eof();) {
    if (part.bytes > 0 && !(std::strtod(line.c_str(), nullptr) <= time)) break;
    part.digest.add(line);
    part.bytes += line.size() + 1;
  }
  return part;
}

}  // namespace

ContinuedTable continue_table(CsvFile& file, double time, const CsvDigests& earlier) {
  const std::filesystem::path path = file.directory() / file.name();
  const Part part = part_until(path, file.start(), time);
  const auto wanted = earlier.find(file.name());
  if (wanted != earlier.end() && wanted->second == part.digest.text()) {
    std::filesystem::resize_file(path, part.bytes);
    file.append(part.digest);
    return {file.name(), true, ""};
  }
  ContinuedTable continued{file.name(), false, ""};
  if (std::filesystem::exists(path)) {
    const std::filesystem::path before = file.directory() / "csv_before";
    make_folder(before);
    const std::filesystem::path aside = free_name(before / path.filename());
    std::filesystem::rename(path, aside);
    continued.set_aside = aside.lexically_relative(file.directory());
  }
  file.begin();
  return continued;
}

}  // namespace dgsolve
