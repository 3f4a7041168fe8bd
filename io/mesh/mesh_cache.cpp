#include "io/mesh/mesh_cache.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "io/hdf5/hdf5_file.hpp"
#include "io/mesh/mesh_archive.hpp"
#include "io/mesh/mesh_digest.hpp"
#include "kernels/base/cache_folder.hpp"
#include "kernels/base/digest.hpp"
#include "mesh/gmsh/geo_script.hpp"
#include "mesh/gmsh/gmsh.hpp"

namespace dgsolve {
namespace {

namespace fs = std::filesystem;

const std::string prefix = "mesh-";

/// Another build of the program may make another mesh.
std::string program_text() {
  const fs::path program = "/proc/self/exe";
  return fmt::format("{} {}", fs::file_size(program),
                     fs::last_write_time(program).time_since_epoch().count());
}

/// name: of the finished entry. It is in the entry too, which so cannot take another one's place.
void write_entry(const fs::path& file, const std::string& name, const Mesh& mesh, const MeshReport& report) {
  hdf5::Group root = hdf5::new_file(file);
  root.checked_texts("name", {name});
  write_mesh(root.create("mesh"), mesh);
  root.checked_texts("notes", report.notes);
  root.checked_texts("warnings", report.warnings);
  root.checked_texts("groups_without_cells", report.groups_without_cells);
  root.attribute("curved", report.curved ? 1 : 0);
  root.attribute("locality_before", report.locality_before);
  root.attribute("locality_after", report.locality_after);
  std::vector<double> flat;
  if (report.flat) flat = {report.flat->distance, report.flat->bend};
  root.checked_dataset("flat", flat);
  root.save(Durable::no, hdf5::Sealed::yes);
}

KeptMesh read_entry(const fs::path& file) {
  const hdf5::Group root = hdf5::open_file(file, hdf5::Sealed::yes);
  if (root.read_texts("name") != std::vector<std::string>{file.filename().string()})
    throw std::runtime_error(file.string() + ": it is the mesh of another model, or of other options");
  KeptMesh kept{read_mesh(root.open("mesh")), {}, file};
  kept.report.notes = root.read_texts("notes");
  kept.report.warnings = root.read_texts("warnings");
  kept.report.groups_without_cells = root.read_texts("groups_without_cells");
  kept.report.curved = root.read_attribute<int>("curved") != 0;
  kept.report.locality_before = root.read_attribute<double>("locality_before");
  kept.report.locality_after = root.read_attribute<double>("locality_after");
  const std::vector<double> flat = root.read<double>("flat");
  if (flat.size() == 2) kept.report.flat = FlatCells{flat[0], flat[1]};
  return kept;
}

/// The size of a mesh's entry, but for some thousand bytes.
std::uintmax_t bytes_of(const Mesh& mesh) {
  return mesh.nodes.size() * sizeof(Point) + sizeof(int) * (mesh.elements.size() + mesh.region.size()) +
         mesh.neighbor.size() * (2 * sizeof(int) + 2);
}

}  // namespace

fs::path MeshCache::default_folder() {
  const fs::path folder = cache_folder();
  return folder.empty() ? folder : folder / "meshes";
}

MeshCache::MeshCache(const MeshOptions& options, fs::path folder, std::uintmax_t limit)
    : options_(options), folder_(std::move(folder)), limit_(limit) {
  try {
    why_not_ = mesh_sources(options.file).unsure;
    if (folder_.empty()) why_not_ = "neither DGSOLVE_CACHE nor XDG_CACHE_HOME nor HOME is set";
    MeshOptions of_all_orders = options;
    of_all_orders.field_order = 0;
    of_all_orders.isoparametric = false;
    source_ = mesh_source_text(of_all_orders) + ", Gmsh " + gmsh_version() + ", program " + program_text();
  } catch (const std::exception& error) {  // for the reader to explain, where it fails as well
    why_not_ = error.what();
  }
}

int MeshCache::share_of_the_fields() const {
  return options_.geometry_order == MeshOptions::automatic ? options_.curved_order() : 1;
}

fs::path MeshCache::file_of(int fields) const {
  return folder_ / fmt::format("{}{}.h5", prefix, Digest().add(source_).add(std::to_string(fields)).text());
}

std::vector<fs::path> MeshCache::files() const {
  std::vector<fs::path> there;
  if (!why_not_.empty()) return there;
  std::error_code ignored;
  for (const int fields : {0, share_of_the_fields()})
    if (const fs::path file = file_of(fields); fs::is_regular_file(file, ignored)) there.push_back(file);
  return there;
}

bool MeshCache::has() const { return !files().empty(); }

std::optional<KeptMesh> MeshCache::find(std::vector<std::string>& notes) const {
  for (const fs::path& file : files()) {
    std::error_code ignored;
    try {
      KeptMesh kept = read_entry(file);
      mark_used(file);
      return kept;
    } catch (const std::exception& error) {
      notes.push_back(fmt::format("a kept mesh is thrown away: {}", error.what()));
      fs::remove(file, ignored);
    }
  }
  return {};
}

std::string MeshCache::store(const Mesh& mesh, const MeshReport& report) const {
  if (!why_not_.empty()) return "not kept for later runs: " + why_not_;
  if (bytes_of(mesh) > limit_ / 2) return "not kept for later runs: it would take over half of the cache";
  const fs::path file = file_of(report.curved ? share_of_the_fields() : 0);
  fs::path unfinished = file;
  unfinished += fmt::format(".{}", getpid());
  try {
    make_private(folder_);
    write_entry(unfinished, file.filename().string(), mesh, report);
    fs::rename(unfinished, file);
  } catch (const std::exception& error) {
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    return fmt::format("not kept for later runs: {}", error.what());
  }
  remove_unused(folder_, prefix, limit_);
  return "kept for later runs in " + file.string();
}

}  // namespace dgsolve
