/// The straight line: case → mesh → the problem's run.

#include "app/run.hpp"

#include <functional>

#include "app/case_mesh.hpp"
#include "app/console/log.hpp"
#include "app/console/stop_request.hpp"
#include "app/problems.hpp"
#include "app/ranks.hpp"
#include "app/waves/initial_parts.hpp"
#include "app/waves/ports/driven_runs.hpp"
#include "app/waves/restart.hpp"
#include "io/case/case_on_mesh.hpp"
#include "io/case/case_reader.hpp"
#include "io/case/resolved_case.hpp"
#include "io/folder/output_folder.hpp"
#include "io/folder/output_names.hpp"
#include "io/mesh/mesh_message.hpp"
#include "io/picture/names_picture.hpp"
#include "io/pieces/piece_server.hpp"
#include "io/report/results/time_phases.hpp"
#include "io/restart/checkpoint_folder.hpp"
#include "io/restart/parts_of_state.hpp"
#include "kernels/base/loop_threads.hpp"
#include "kernels/base/phase_clock.hpp"
#include "mesh/gmsh/mesh_file.hpp"

namespace dgsolve {
namespace {

/// Rank 0's, at all processes that do the same.
void share_mesh(Mesh& mesh, Ranks& ranks) {
  if (!ranks.leads()) mesh = take_mesh(ranks.commands(0));
  for (int rank = 1; ranks.leads() && rank < ranks.n(); ++rank) put_mesh(ranks.commands(rank), mesh);
}

Summary only_completed() {
  Summary outcome;
  outcome.outcome = Outcome::completed;
  return outcome;
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

namespace {

/// The phases of a run, in their order.
class Run {
 public:
  explicit Run(const RunArguments& arguments) : arguments_(arguments), input_(read(arguments)) {}
  void meet_processes();
  void claim_output();
  /// Whether rank 0 does all but computing.
  bool is_led() const { return !is_first() && !all_do_alike(); }
  /// Does this process's share on its device until rank 0 is done, and reads and writes of files what rank 0
  /// asks for.
  void follow();
  void get_mesh_and_device();
  void fit_case_and_mesh();
  /// Or checks.
  Summary solve();

 private:
  static Case read(const RunArguments& arguments) {
    start_log(arguments.verbosity());
    return read_input(arguments);
  }
  const Problem& problem() const { return problem_of(input_.problem); }
  bool is_first() const { return !ranks_ || ranks_->leads(); }
  bool all_do_alike() const { return ranks_ && problem().shared_by == RankWork::alike; }
  void begin_device() { device_ = start_device(input_, ranks_.get(), problem().shared_by); }
  void get_mesh();
  std::optional<Case> stopped_run() const;

  const RunArguments& arguments_;
  PhaseClock clock_;
  Case input_;
  std::unique_ptr<Ranks> ranks_;  ///< null: this process is alone
  std::optional<StopRequest> stop_;
  std::optional<FolderLock> lock_;
  Mesh mesh_;
  std::optional<Mesh> extended_;           ///< as the case changes it
  std::optional<MeshReport> mesh_report_;  ///< none where a checkpoint had the mesh
  std::optional<Checkpoint> earlier_;
  std::future<StartedDevice> device_;
};

void Run::meet_processes() {
  input_.mesh.starts_programs = !arguments_.check_only;
  ranks_ = meet_ranks(arguments_, input_);
  look_for_cores();
  if (!input_.title.empty()) say("{}", input_.title);
}

void Run::claim_output() {
  // A check and a solve without steps have no place to stop at: signals end the program.
  const TimeOptions* time = input_.time();
  if (time && !arguments_.check_only) stop_.emplace(time->wall_limit, clock_);
  if (is_first() && !arguments_.check_only) keep_others_out(input_.output.directory, lock_);
  if (is_first()) check_output(input_, arguments_);
}

void Run::follow() {
  const StartedDevice started = start_device(input_, ranks_.get(), RankWork::led).get();
  PieceServer pieces(started.device->host_threads());
  const auto set = [&](WaveState& part, Channel& rank_0) {
    if (rank_0.take<StateSource>() == StateSource::checkpoint)
      pieces.load(part, rank_0);
    else
      project_part(input_, part, rank_0);
  };
  with_device_errors_as_failures([&] {
    started.device->serve({[&](const StateCopy& part, Channel& rank_0) { pieces.write(part, rank_0); }, set});
    return Summary{};
  });
  pieces.check();
}

void Run::get_mesh_and_device() {
  clock_.mark("case");
  get_mesh();
  if (works_alone()) look_for_cores();  // they may be free by now
  if (!device_.valid()) begin_device();
  if (all_do_alike()) {
    share_mesh(mesh_, *ranks_);
    clock_.mark("mesh to other processes");
  }
}

/// The case of the run that --restart goes on with: of several in one, the one that is not complete, with the
/// folder that it has. None where that one has not come to a checkpoint: it begins anew.
std::optional<Case> Run::stopped_run() const {
  Case stopped = input_;
  if (!input_.time() || !input_.wave().s_parameters) return stopped;
  stopped.output.directory = folder_to_continue(input_);
  if (!arguments_.restart->empty() || !CheckpointFolder(stopped.output.directory, 1).newest_first().empty())
    return stopped;
  say("restart: {} has no checkpoint, and begins anew", stopped.output.directory.string());
  return {};
}

/// A device starts meanwhile, but where Gmsh meshes: that is in a fork of this process, which must not find a
/// device half made.
void Run::get_mesh() {
  const std::optional<Case> stopped = arguments_.restart ? stopped_run() : std::nullopt;
  const bool reads_mesh = is_first() && !stopped;
  const std::optional<MeshCache> cache = reads_mesh ? cache_of(input_) : std::nullopt;
  if (!reads_mesh || kind_by_extension(input_.mesh.file) == MeshFileKind::msh || (cache && cache->has()))
    begin_device();
  if (stopped) {
    earlier_ = find_restart(*stopped, *arguments_.restart, mesh_);
    clock_.mark("reading the checkpoint");
  } else if (is_first()) {
    mesh_ = mesh_of(input_, cache, mesh_report_.emplace(), clock_, [&] {
      if (device_.valid()) device_.wait();
    });
  }
}

void Run::fit_case_and_mesh() {
  const Fitted fitted =
      fit_to_mesh(input_, mesh_, earlier_ ? MeshNames::of_case : MeshNames::of_file,
                  mesh_report_ ? mesh_report_->groups_without_cells : std::vector<std::string>{});
  for (const std::string& note : fitted.notes) say("{}", note);
  for (const std::string& pattern : fitted.patterns) detail("{}", pattern);
  if (arguments_.picture && is_first()) {
    write_png(picture_of_names(mesh_), *arguments_.picture);
    say("picture: {}: {}", *arguments_.picture, colours_of_names(mesh_));
  }
  input_.text = resolved_text(input_, mesh_);
  std::vector<std::string> notes;
  extended_ = extend_mesh(input_, mesh_, notes);
  for (const std::string& note : notes) say("{}", note);
  if (extended_) clock_.mark("layers");
  if (earlier_) {
    say_what_changed(*earlier_, input_);
    close_books_of_another_problem(*earlier_, input_);
  }
}

Summary Run::solve() {
  RunStart start{input_,
                 mesh_,
                 extended_,
                 mesh_report_,
                 std::move(earlier_),
                 std::move(device_),
                 clock_,
                 stop_ ? &*stop_ : nullptr,
                 ranks_ ? ranks_->n() : 1,
                 arguments_.restart.has_value()};
  if (!is_first()) {
    problem().join(start, arguments_.check_only);
    return only_completed();
  }
  if (arguments_.check_only) {
    problem().check(start);
    return only_completed();
  }
  Summary summary = problem().run(start);
  say("time: {}", phases_text(clock_.phases()));
  say("results: {}", input_.output.directory.string());
  return summary;
}

}  // namespace

Summary run_case(const RunArguments& arguments) {
  Run run(arguments);
  run.meet_processes();
  run.claim_output();
  if (run.is_led()) {
    run.follow();
    return only_completed();
  }
  run.get_mesh_and_device();
  run.fit_case_and_mesh();
  return run.solve();
}

}  // namespace dgsolve
