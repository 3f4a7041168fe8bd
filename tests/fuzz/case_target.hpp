/// What a fuzzer asks of the case reader, for any bytes whatever.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "io/case/case.hpp"
#include "io/case/case_reader.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {

/// A folder for cases to be read in, with a file for every mesh that the shipped cases name.
class CaseFolder {
 public:
  CaseFolder() {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "cases"))
      if (const auto kind = entry.path().extension(); kind == ".geo" || kind == ".step")
        std::ofstream(folder_.path() / entry.path().filename());
    for (const char* name : {"a.msh", "static.yaml"}) std::ofstream(folder_.path() / name);
  }
  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    const std::filesystem::path file = folder_.path() / name;
    std::filesystem::remove(file);  // some file systems wait for the disk where a file is cut to nothing
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }

 private:
  TemporaryFolder folder_;
};

/// Throws std::logic_error where the reader does neither: refuse the bytes in lines that each begin with the
/// file's name, or take them for a case which, written out with its defaults, reads the same again. Whatever
/// else the reader throws passes through.
inline void expect_case_or_error(const CaseFolder& folder, const std::string& bytes) {
  const std::filesystem::path file = folder.write("case.yaml", bytes);
  std::string resolved;
  try {
    resolved = yaml_text(read_case(file).resolved);
  } catch (const CaseError& error) {
    std::istringstream lines(error.what());
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with(file.string())) throw std::logic_error("a message without a place: " + line);
    return;
  }
  const std::filesystem::path again = folder.write("resolved.yaml", resolved);
  std::string text;
  try {
    text = yaml_text(read_case(again).resolved);
  } catch (const CaseError& error) {
    throw std::logic_error("the resolved case is refused: " + std::string(error.what()) + '\n' + resolved);
  }
  if (text != resolved) throw std::logic_error("the resolved case reads otherwise:\n" + resolved + text);
}

}  // namespace dgsolve::test
