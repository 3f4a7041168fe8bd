#include "io/mesh/mesh_digest.hpp"

#include <fstream>
#include <stdexcept>

#include "kernels/base/digest.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/gmsh/geo_script.hpp"

namespace dgsolve {
namespace {

/// Adds a file of any length, piece by piece.
void add_pieces(const std::filesystem::path& file, Digest& digest) {
  std::ifstream in(file, std::ios::binary);
  std::string piece(std::size_t{1} << 20, '\0');
  do {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    digest.add(std::string_view(piece).substr(0, static_cast<std::size_t>(in.gcount())));
  } while (in);
}

}  // namespace

std::string mesh_source_text(const MeshOptions& options) {
  std::string text = options.file.filename().string() + ", digest " + digest_of_mesh_file(options.file) +
                     ", geometry_order " +
                     (options.geometry_order == MeshOptions::automatic
                          ? "auto for order " + std::to_string(options.field_order) +
                                (options.isoparametric ? ", isoparametric" : "")
                          : std::to_string(options.geometry_order)) +
                     ", scale " + exact_text(options.scale);
  if (options.algorithm != VolumeAlgorithm::automatic)
    text += options.algorithm == VolumeAlgorithm::hxt ? ", algorithm hxt" : ", algorithm delaunay";
  if (options.split) text += ", split";
  if (options.refine > 0) text += ", refine " + std::to_string(options.refine);
  for (const auto& [name, value] : options.parameters) text += ", " + name + " = " + exact_text(value);
  return text;
}

std::string digest_of_mesh_file(const std::filesystem::path& file) {
  if (!std::ifstream(file)) throw std::runtime_error(file.string() + ": the file cannot be read");
  Digest digest;
  for (const std::filesystem::path& source : mesh_sources(file).files) add_pieces(source, digest);
  return digest.text();
}

}  // namespace dgsolve
