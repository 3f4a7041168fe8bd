#include "app/case_mesh.hpp"

#include "app/console/log.hpp"
#include "io/base/files.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/gmsh/mesh_file.hpp"
#include "mesh/read_mesh.hpp"

namespace dgsolve {
namespace {

/// Meshing may take long, and says nothing on the way.
void say_meshing(const MeshOptions& options) {
  if (kind_by_extension(options.file) == MeshFileKind::msh || !why_no_file(options.file).empty()) return;
  std::string parameters;
  for (const auto& [name, value] : options.parameters)
    parameters += (parameters.empty() ? ", with " : ", ") + name + " = " + number_text(value);
  say("mesh: Gmsh meshes {}{}", options.file.filename().string(), parameters);
}

void give_warnings(const MeshReport& report) {
  for (const std::string& warning : report.warnings) warn("mesh: {}", warning);
}

/// Made now.
Mesh make_mesh(const MeshOptions& options, MeshReport& report, PhaseClock& clock) {
  say_meshing(options);
  Mesh mesh = read_mesh(options, &report, [&](const char* phase) { clock.mark(phase); });
  give_warnings(report);
  return mesh;
}

}  // namespace

std::optional<MeshCache> cache_of(const Case& input) {
  if (kind_by_extension(input.mesh.file) == MeshFileKind::msh || !input.mesh_cache) return {};
  return std::optional<MeshCache>(std::in_place, input.mesh);
}

Mesh mesh_of(const Case& input, const std::optional<MeshCache>& cache, MeshReport& report, PhaseClock& clock,
             const std::function<void()>& before_gmsh) {
  const std::filesystem::path& file = input.mesh.file;
  if (!cache) return make_mesh(input.mesh, report, clock);
  std::vector<std::string> notes;
  std::optional<KeptMesh> kept = cache->find(notes);
  for (const std::string& note : notes) say("mesh: {}", note);
  clock.mark("reading the mesh");
  if (kept) {
    say("mesh: {} was meshed by an earlier run", file.filename().string());
    detail("mesh: kept in {}", kept->file.string());
    report = std::move(kept->report);
    give_warnings(report);
    return std::move(kept->mesh);
  }
  before_gmsh();
  Mesh mesh = make_mesh(input.mesh, report, clock);
  detail("mesh: {}", cache->store(mesh, report));
  clock.mark("keeping the mesh");
  return mesh;
}

}  // namespace dgsolve
