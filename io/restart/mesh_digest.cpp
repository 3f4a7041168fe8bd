#include "io/restart/mesh_digest.hpp"

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <stdexcept>

#include "kernels/base/digest.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

/// Of any length.
void add_pieces(const std::filesystem::path& file, Digest& digest) {
  std::ifstream in(file, std::ios::binary);
  std::string piece(std::size_t{1} << 20, '\0');
  do {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    digest.add(std::string_view(piece).substr(0, static_cast<std::size_t>(in.gcount())));
  } while (in);
}

/// Names are relative to the file that has them (Gmsh's manual, "General scripting commands").
void add_taken_in(const std::filesystem::path& file, Digest& digest, std::set<std::filesystem::path>& seen) {
  static const std::regex taken_in("(Include|Merge)\\s*\"([^\"]*)\"");
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  for (std::sregex_iterator match(text.begin(), text.end(), taken_in), end; match != end; ++match) {
    const std::filesystem::path other = file.parent_path() / (*match)[2].str();
    std::error_code missing;
    if (!seen.insert(std::filesystem::weakly_canonical(other, missing)).second) continue;
    add_pieces(other, digest);
    if (other.extension() == ".geo") add_taken_in(other, digest, seen);
  }
}

}  // namespace

std::string mesh_source_text(const MeshOptions& options) {
  std::string text = options.file.filename().string() + ", digest " + digest_of_mesh_file(options.file) +
                     ", geometry_order " +
                     (options.geometry_order == MeshOptions::automatic
                          ? "auto for order " + std::to_string(options.field_order)
                          : std::to_string(options.geometry_order)) +
                     ", scale " + exact_text(options.scale);
  if (options.refine > 0) text += ", refine " + std::to_string(options.refine);
  for (const auto& [name, value] : options.parameters) text += ", " + name + " = " + exact_text(value);
  return text;
}

std::string digest_of_mesh_file(const std::filesystem::path& file) {
  if (!std::ifstream(file)) throw std::runtime_error(file.string() + ": the file cannot be read");
  Digest digest;
  add_pieces(file, digest);
  std::set<std::filesystem::path> seen;
  if (file.extension() == ".geo") add_taken_in(file, digest, seen);
  return digest.text();
}

}  // namespace dgsolve
