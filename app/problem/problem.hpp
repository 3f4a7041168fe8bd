/// A kind of problem, as far as the program runs it, and how runs of all kinds begin and end.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/console/stop_request.hpp"
#include "app/problem/device_start.hpp"
#include "app/problem/measurement.hpp"
#include "io/case/case.hpp"
#include "io/report/results/summary.hpp"
#include "io/restart/checkpoint.hpp"
#include "kernels/base/phase_clock.hpp"
#include "mesh/base/mesh.hpp"
#include "mesh/gmsh/mesh_options.hpp"

namespace dgsolve {

/// What a run of any kind begins with.
struct RunStart {
  const Case& input;
  Mesh& mesh;                     ///< as it was read
  std::optional<Mesh>& extended;  ///< as the case changes it (extend_mesh); none where it does not
  const std::optional<MeshReport>& mesh_report;  ///< none where a checkpoint had the mesh
  std::optional<Checkpoint> earlier;             ///< where another run stood; none: this is the first
  std::future<StartedDevice> device;             ///< a run that is over leaves it there again
  PhaseClock& clock;                             ///< began with the program
  const StopRequest* stop;                       ///< null: nobody can ask the run to stop
  int n_processes = 1;                           ///< that share it
  bool goes_on = false;  ///< as --restart asks: of several runs in one the earlier ones may be complete

  /// The mesh that is computed on.
  Mesh& computed_mesh() const { return extended ? *extended : mesh; }
};

/// A kind of problem of io/case/problem_kinds.hpp, as the program runs it.
struct Problem {
  /// From the mesh to the results. Input errors come before anything is written.
  Summary (*run)(RunStart& start);
  /// Says what the run would be like.
  void (*check)(RunStart& start);
  /// How several processes share one.
  RankWork shared_by;
  /// Where all processes do the same, in another one than the first: does with the device what `run`, or
  /// `check`, does there, and says and writes nothing. Null where rank 0 leads.
  void (*join)(RunStart& start, bool check_only);
  /// Prints measurements, order by order.
  std::vector<Measurement> (*bench)(const BenchTask& task);
};

/// Says what is solved, on which device and mesh. passed_over: by make_device; parts: what each of several
/// devices has, none where there is one.
void report_problem(const RunStart& start, const Discretization& discretization, std::size_t n_unknowns,
                    const Device& device, const std::string& passed_over,
                    const std::vector<PartReport>& parts);

/// Makes the output folder, with resolved.yaml, and without what an older run left of its end.
void begin_results(const Case& input);
/// Writes summary.json and report.html, with the warnings given until now and the clock's parts. energy: of a
/// run in time; ended_by: what ended the run before its time, empty: nothing. Throws std::runtime_error that
/// names a file that cannot be written.
void write_results(const Case& input, const Mesh& mesh, Summary& summary, const ThinnedSeries& energy,
                   const std::string& ended_by, PhaseClock& clock);

/// A device that fails before a run asks for another case or another device. Once the run has begun, the run
/// failed: throws std::runtime_error for DeviceError.
Summary with_device_errors_as_failures(const std::function<Summary()>& run);

}  // namespace dgsolve
