#include "mesh/gmsh/msh_check.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>

#include "mesh/gmsh/msh_format.hpp"
#include "mesh/gmsh/msh_text.hpp"

namespace dgsolve {
namespace {

/// The file's bytes [begin, end).
struct ForeignSection {
  std::string name;
  std::size_t begin, end;
};

class Checker {
 public:
  Checker(const std::string& content, const std::function<ElementShape(int)>& shape_of)
      : reading_(content, shape_of), in_(reading_.in) {}

  /// Throws MeshError.
  void check() {
    find_format();
    for (in_.skip_space(); !in_.at_end(); in_.skip_space()) {
      const std::size_t begin = in_.position();
      const std::string section = in_.section();
      if (section.size() < 2 || section[0] != '$')
        in_.fail("found \"{}\"; expected a section ($Nodes, …)", section.substr(0, 40));
      read_section(section.substr(1), begin);
    }
    if (!reading_.has_nodes || !reading_.has_elements)
      in_.fail("the file has no section $Nodes or no section $Elements");
    reading_.mesh.is_complete = format_->finish() && foreign_.empty() && !reading_.is_special;
  }
  bool has_other_entities() const { return reading_.has_other_entities; }
  const std::vector<ForeignSection>& foreign() const { return foreign_; }
  MshContent take_mesh() { return std::move(reading_.mesh); }

 private:
  /// Format 1 has no header.
  void find_format() {
    if (in_.is_section("$Comments")) in_.skip_past("$EndComments");
    in_.skip_space();
    if (in_.is_section("$NOD")) {
      format_ = msh_format_2(reading_, 1);
      return;
    }
    if (!in_.is_section("$MeshFormat"))
      in_.fail("not a Gmsh mesh: it starts with {}; expected $MeshFormat", in_.excerpt());
    in_.line();
    read_header();
    in_.expect("$EndMeshFormat");
  }

  void read_header() {
    const std::string found = in_.excerpt();
    std::istringstream words(in_.rest_of_line());
    double version = 0;
    int binary = 0, size = 0;
    words >> version >> binary >> size;
    const bool known = version == 2 || version == 2.1 || version == 2.2 || version == 4 || version == 4.1;
    if (!words || !known || (binary != 0 && binary != 1) || size != 8)
      in_.fail("found format {}; expected version 2, 2.1, 2.2, 4 or 4.1, then 0 (text) or 1 (binary), then 8",
               found);
    if (version == 4 && binary == 1)
      in_.fail(
          "found format 4.0 in binary, which no Gmsh of today writes; expected 4.0 as text, or 4.1, as "
          "gmsh FILE -save -format msh41 -o NEW.msh makes it");
    in_.line();
    in_.binary = binary == 1;
    if (in_.binary && in_.number<std::int32_t>() != 1)
      in_.fail("found a binary file of the other byte order; expected little-endian");
    format_ = version < 4 ? msh_format_2(reading_, version) : msh_format_4(reading_, version);
  }

  /// begin: of its first line.
  void read_section(const std::string& name, std::size_t begin) {
    const std::string end = (name == "NOD" || name == "ELM" ? "$END" : "$End") + name;
    if (format_->read(name)) return in_.expect(end);
    in_.skip_past(end);  // post-processing data and the like
    foreign_.push_back({name, begin, in_.position()});
  }

  MshReading reading_;
  MshCursor& in_;
  std::unique_ptr<MshFormat> format_;
  std::vector<ForeignSection> foreign_;
};

}  // namespace

MshContent check_msh(std::string& content, const std::function<ElementShape(int)>& shape_of) {
  Checker checker(content, shape_of);
  checker.check();
  MshContent mesh = checker.take_mesh();
  for (const ForeignSection& section : checker.foreign()) mesh.removed.push_back('$' + section.name);
  if (checker.has_other_entities()) {
    content = msh_text(mesh);
    mesh.is_changed = true;
    return mesh;
  }
  mesh.is_changed = !mesh.removed.empty();
  for (auto section = checker.foreign().rbegin(); section != checker.foreign().rend(); ++section)
    content.erase(section->begin, section->end - section->begin);
  return mesh;
}

}  // namespace dgsolve
