/// Meshes that Gmsh made, kept on disk from one run to the next, shared by any number of processes.
///
/// An entry is a file mesh-DIGEST.h5 in the folder `meshes` of the cache: the finished mesh
/// (io/mesh/mesh_archive.hpp) and what its making was reported to be. It is written under another name and
/// then renamed, and ends in a digest of its bytes: a reader sees it whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"
#include "mesh/gmsh/mesh_options.hpp"

namespace dgsolve {

struct KeptMesh {
  Mesh mesh;
  MeshReport report;
  std::filesystem::path file;
};

class MeshCache {
 public:
  static constexpr std::uintmax_t default_limit = std::uintmax_t{4} << 30;

  /// $DGSOLVE_CACHE/meshes and so on (kernels/base/cache_folder.hpp); empty: none.
  static std::filesystem::path default_folder();

  /// folder: made when something is stored, readable by its owner only; empty: nothing is kept. limit: bytes
  /// in the folder beyond which the entries unused for longest go.
  explicit MeshCache(const MeshOptions& options, std::filesystem::path folder = default_folder(),
                     std::uintmax_t limit = default_limit);

  /// Why a mesh of these options cannot be kept; empty: it can.
  const std::string& why_not() const { return why_not_; }

  /// Whether there is an entry, which may be damaged.
  bool has() const;

  /// The mesh that read_mesh would make, to the last bit, where an earlier run left it. An entry that is
  /// damaged is removed, and `notes` gets a sentence.
  std::optional<KeptMesh> find(std::vector<std::string>& notes) const;

  /// Keeps a mesh of these options. A sentence about where it is, or why it is not kept.
  std::string store(const Mesh& mesh, const MeshReport& report) const;

 private:
  /// The entries that are there: for all fields, and for these.
  std::vector<std::filesystem::path> files() const;
  /// The entry's file. fields: share_of_the_fields(), or 0: all fields get this mesh.
  std::filesystem::path file_of(int fields) const;
  /// The fields' part in a curved model's mesh: the order of its cells where that is automatic.
  int share_of_the_fields() const;

  const MeshOptions options_;
  const std::filesystem::path folder_;
  const std::uintmax_t limit_;
  std::string why_not_;
  std::string source_;  ///< all that the mesh depends on but the order of the fields
};

}  // namespace dgsolve
