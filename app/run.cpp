/// The straight line: case → mesh → the problem's run.

#include "app/run.hpp"

#include <functional>

#include "app/console/log.hpp"
#include "app/console/stop_request.hpp"
#include "app/problems.hpp"
#include "app/ranks.hpp"
#include "app/waves/initial_parts.hpp"
#include "app/waves/restart.hpp"
#include "io/case/resolved_case.hpp"
#include "io/folder/output_folder.hpp"
#include "io/folder/output_names.hpp"
#include "io/mesh/mesh_cache.hpp"
#include "io/mesh/mesh_message.hpp"
#include "io/pieces/piece_server.hpp"
#include "io/report/time_parts.hpp"
#include "io/restart/parts_of_state.hpp"
#include "kernels/base/loop_threads.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/base/part_clock.hpp"

namespace dgsolve {
namespace {

/// Meshing may take long, and says nothing on the way.
void say_meshing(const MeshOptions& options) {
  if (options.file.extension() == ".msh") return;
  std::string parameters;
  for (const auto& [name, value] : options.parameters)
    parameters += (parameters.empty() ? ", with " : ", ") + name + " = " + number_text(value);
  say("mesh: Gmsh meshes {}{}", options.file.filename().string(), parameters);
}

/// Made now.
Mesh make_mesh(const MeshOptions& options, MeshReport& report, PartClock& clock) {
  say_meshing(options);
  return read_mesh(options, &report, [&](const char* part) { clock.mark(part); });
}

/// Where the case's mesh may be kept; none for a finished one, or where the case keeps none.
std::optional<MeshCache> cache_of(const Case& input) {
  if (input.mesh.file.extension() == ".msh" || !input.mesh_cache) return {};
  return std::optional<MeshCache>(std::in_place, input.mesh);
}

/// Made now, or an earlier run's. before_gmsh: called before Gmsh makes one after all, where the kept one is
/// damaged.
Mesh mesh_of(const Case& input, const std::optional<MeshCache>& cache, MeshReport& report, PartClock& clock,
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
    return std::move(kept->mesh);
  }
  before_gmsh();
  Mesh mesh = make_mesh(input.mesh, report, clock);
  detail("mesh: {}", cache->store(mesh, report));
  clock.mark("keeping the mesh");
  return mesh;
}

/// Rank 0's, at all processes that do the same.
void share_mesh(Mesh& mesh, Ranks& ranks) {
  if (!ranks.leads()) mesh = take_mesh(ranks.commands(0));
  for (int rank = 1; ranks.leads() && rank < ranks.n(); ++rank) put_mesh(ranks.commands(rank), mesh);
}

/// In a process that rank 0 leads: does its share on its device until rank 0 is done, and reads and writes of
/// files what rank 0 asks for.
void follow(const Case& input, Ranks& ranks) {
  const StartedDevice started = start_device(input, &ranks, RankWork::led).get();
  PieceServer pieces(started.device->host_threads());
  const auto set = [&](WaveState& part, Channel& rank_0) {
    if (rank_0.take<StateSource>() == StateSource::checkpoint)
      pieces.load(part, rank_0);
    else
      project_part(input, part, rank_0);
  };
  with_device_errors_as_failures([&] {
    started.device->serve({[&](const StateCopy& part, Channel& rank_0) { pieces.write(part, rank_0); }, set});
    return Summary{};
  });
  pieces.check();
}

}  // namespace

Case read_input(const RunArguments& arguments) {
  Case input = read_case(arguments.case_file, arguments.overrides);
  if (arguments.device) input.device = *arguments.device;
  if (arguments.output) {
    input.output.directory = std::filesystem::absolute(*arguments.output);
    input.places["output.directory"] = "--output " + *arguments.output;
  }
  return input;
}

void check_output(const Case& input, const RunArguments& arguments) {
  for (const std::string& sentence : check_output_names(input)) warn("{}", sentence);
  check_output_folder(input, arguments.restart.has_value());
}

void keep_others_out(const std::filesystem::path& folder, std::optional<FolderLock>& lock) {
  lock.emplace(folder);
  if (!lock->why_none().empty())
    warn("{}: the file system has no locks ({}): nothing keeps another run out of this output folder",
         folder.string(), lock->why_none());
}

bool is_input_error(const std::exception& error) {
  return dynamic_cast<const CaseError*>(&error) || dynamic_cast<const MeshError*>(&error) ||
         dynamic_cast<const DeviceError*>(&error) || dynamic_cast<const std::invalid_argument*>(&error);
}

Summary run_case(const RunArguments& arguments) {
  PartClock clock;
  start_log(arguments.verbosity());

  Case input = read_input(arguments);
  input.mesh.starts_programs = !arguments.check_only;
  const std::unique_ptr<Ranks> ranks = meet_ranks(arguments, input);
  look_for_cores();
  if (!input.title.empty()) say("{}", input.title);
  // A check and a solve without steps have no place to stop at: signals end the program.
  std::optional<StopRequest> stop;
  if (input.time && !arguments.check_only) stop.emplace(input.time->wall_limit, clock);
  Summary only_outcome;
  only_outcome.outcome = Outcome::completed;
  const Problem& problem = problem_of(kind_of(input));
  const bool is_first = !ranks || ranks->leads(), share_all = ranks && problem.shared_by == RankWork::alike;
  std::optional<FolderLock> lock;
  if (is_first && !arguments.check_only) keep_others_out(input.output.directory, lock);
  if (is_first) check_output(input, arguments);
  if (!is_first && !share_all) {
    follow(input, *ranks);
    return only_outcome;
  }

  Mesh mesh;
  std::optional<MeshReport> mesh_report;
  std::optional<Checkpoint> earlier;
  clock.mark("case");
  // Gmsh meshes in a fork of this process, which must not find a device half made.
  const bool reads_mesh = is_first && !arguments.restart;
  const std::optional<MeshCache> cache = reads_mesh ? cache_of(input) : std::nullopt;
  const bool meshes = reads_mesh && input.mesh.file.extension() != ".msh" && !(cache && cache->has());
  const auto begin_device = [&] { return start_device(input, ranks.get(), problem.shared_by); };
  std::future<StartedDevice> device;
  if (!meshes) device = begin_device();
  if (arguments.restart) {
    earlier = find_restart(input, *arguments.restart, mesh);
    clock.mark("reading the checkpoint");
  } else if (is_first) {
    mesh = mesh_of(input, cache, mesh_report.emplace(), clock, [&] {
      if (device.valid()) device.wait();
    });
  }
  if (works_alone()) look_for_cores();  // they may be free by now
  if (meshes) device = begin_device();
  if (share_all) {
    share_mesh(mesh, *ranks);
    clock.mark("mesh to other processes");
  }
  for (const std::string& pattern : fit_to_mesh(input, mesh)) detail("{}", pattern);
  input.text = resolved_text(input, mesh);
  std::vector<std::string> notes;
  std::optional<Mesh> extended = extend_mesh(input, mesh, notes);
  for (const std::string& note : notes) say("{}", note);
  if (extended) clock.mark("layers");
  if (earlier) {
    say_what_changed(*earlier, input);
    close_books_of_another_problem(*earlier, input);
  }

  RunStart start{input,
                 mesh,
                 extended,
                 mesh_report,
                 std::move(earlier),
                 std::move(device),
                 clock,
                 stop ? &*stop : nullptr,
                 ranks ? ranks->n() : 1};
  if (!is_first) {
    problem.join(start, arguments.check_only);
    return only_outcome;
  }
  if (arguments.check_only) {
    problem.check(start);
    return only_outcome;
  }
  Summary summary = problem.run(start);
  say("time: {}", parts_text(clock.parts()));
  say("results: {}", input.output.directory.string());
  return summary;
}

}  // namespace dgsolve
