/// dgsolve: command line, messages, exit statuses. Everything below throws; only this folder prints and
/// exits.

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <new>
#include <sstream>

#include "app/bench.hpp"
#include "app/console/log.hpp"
#include "app/console/standard_streams.hpp"
#include "app/info.hpp"
#include "app/new_case.hpp"
#include "app/ranks.hpp"
#include "app/run.hpp"
#include "app/sweep.hpp"
#include "app/verify.hpp"
#include "io/case/case.hpp"
#include "mesh/base/foreign_text.hpp"
#include "mesh/base/mesh.hpp"

namespace {

enum ExitStatus { done = 0, run_failed = 1, input_wrong = 2, stopped = 3 };

ExitStatus status_of(dgsolve::Outcome outcome) {
  if (outcome == dgsolve::Outcome::completed) return done;
  return outcome == dgsolve::Outcome::interrupted ? stopped : run_failed;
}

/// Which case to run, and how.
void add_case_options(CLI::App& app, dgsolve::RunArguments& run) {
  app.add_option("case", run.case_file, "Case file to solve")->type_name("CASE.yaml");
  app.add_option("--set", run.overrides, "Override one value of the case by its dotted path")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--device", run.device, "auto, cpu, cuda, cuda:0, cuda:1, ...")->type_name("DEVICE");
  app.add_option("--output", run.output, "Output folder, instead of the case's")
      ->type_name("DIR")
      ->check([](const std::string& folder) {
        return folder.empty() ? std::string("expected the name of a folder") : std::string();
      });
  CLI::Option* const quiet = app.add_flag("--quiet", run.quiet, "Only warnings and errors");
  app.add_flag("--verbose", run.verbose, "Details too")->excludes(quiet);
}

/// How a run is shared among processes.
struct RankOptions {
  std::optional<std::string> ranks;
  std::optional<int> rank;
};

void add_run_options(CLI::App& app, dgsolve::RunArguments& run, RankOptions& ranks) {
  add_case_options(app, run);
  app.add_option("--ranks", ranks.ranks, "Share the run among so many processes, or those of srun's step")
      ->type_name("N|slurm");
  app.add_option("--rank", ranks.rank, "Which of them this one is, from 0")->type_name("I")->needs("--ranks");
  app.add_option("--restart", run.restart, "Go on from the newest checkpoint, or from this one")
      ->type_name("[FILE]")
      ->expected(0, 1);
  CLI::Option* const check = app.add_flag("--check", run.check_only, "Read, mesh and report without running");
  app.add_option("--picture", run.picture, "Draw the mesh by its names in this PNG file")
      ->type_name("FILE.png")
      ->needs(check);
}

void add_sweep_options(CLI::App& app, dgsolve::SweepArguments& sweep) {
  CLI::Option* values = app.add_option("--sweep", sweep.values,
                                       "Run the case with each of these values; several: all combinations")
                            ->type_name("KEY=A,B,…")
                            ->take_all()
                            ->allow_extra_args(false);
  CLI::Option* file =
      app.add_option("--sweep-file", sweep.file, "Run each line of a CSV file with keys in its first line")
          ->type_name("FILE");
  for (const char* other : {"--restart", "--check", "--ranks"})
    for (CLI::Option* option : {values, file}) option->excludes(app.get_option(other));
}

CLI::App* add_verify(CLI::App& app, dgsolve::VerifyArguments& verify) {
  CLI::App* command = app.add_subcommand("verify", "Measure errors and orders of convergence of a case");
  add_case_options(*command, verify.run);
  command->get_option("case")->required();
  command->add_option("--orders", verify.orders, "Orders, such as 4 or 1..6; default: the case's");
  command->add_option("--refine", verify.refine, "How many times to split the cells")
      ->capture_default_str()
      ->check(CLI::Range(0, 10));
  return command;
}

CLI::App* add_bench(CLI::App& app, dgsolve::BenchArguments& bench) {
  CLI::App* command = app.add_subcommand(
      "bench", "Measure the throughput of one Runge-Kutta stage, or of an elliptic operator");
  command->add_option("--physics", bench.physics, "Equation to run")->capture_default_str();
  command->add_option("--order", bench.orders, "Orders, such as 3 or 1..8")->capture_default_str();
  command->add_option("--elements", bench.elements, "Cells of the box, about")->capture_default_str();
  command->add_option("--geometry-order", bench.geometry_order, "Above 1: of curved cells")
      ->capture_default_str();
  command->add_option("--riemann", bench.riemann, "Numerical flux; default: the equation's first");
  command->add_option("--quadrature", bench.quadrature, "over_integrated, cell or nodal: of a flow");
  command->add_option("--precision", bench.precision, "double or single")->capture_default_str();
  command->add_option("--device", bench.device, "auto, cpu, cuda, cuda:0, cuda:1, ...")
      ->capture_default_str();
  command->add_flag("--tune", bench.tune, "Try the ways to compute a stage afresh, and show them");
  command->add_option("--json", bench.json, "Also write the measurements to this file")->type_name("FILE");
  return command;
}

CLI::App* add_new(CLI::App& app, dgsolve::NewCaseArguments& draft) {
  CLI::App* command = app.add_subcommand("new", "Write a case for a mesh, with all its names, ready to edit");
  command->add_option("mesh", draft.mesh, "Mesh, script or CAD file")->type_name("FILE")->required();
  command->add_option("case", draft.file, "Case file to write; default: FILE with .yaml")
      ->type_name("CASE.yaml");
  command->add_option("--physics", draft.physics, "maxwell, poisson, euler or navier_stokes")
      ->capture_default_str();
  return command;
}

/// Says whose an error is.
dgsolve::Outcome run_ranked(const dgsolve::RunArguments& run) {
  try {
    return dgsolve::run_case(run).outcome;
  } catch (...) {
    if (run.own_rank && run.own_rank->rank > 0) std::cerr << "rank " << run.own_rank->rank << ": ";
    throw;
  }
}

/// Runs what the command line asks for.
int dispatch(int argc, char** argv) {
  CLI::App app{"dgsolve " DGSOLVE_VERSION ": nodal discontinuous Galerkin solver for Maxwell's equations"};
  dgsolve::SweepArguments sweep;
  dgsolve::RunArguments& run = sweep.run;
  dgsolve::VerifyArguments verify;
  dgsolve::BenchArguments bench;
  RankOptions ranks;
  add_run_options(app, run, ranks);
  add_sweep_options(app, sweep);
  CLI::App* verify_command = add_verify(app, verify);
  CLI::App* bench_command = add_bench(app, bench);
  dgsolve::NewCaseArguments draft;
  CLI::App* new_command = add_new(app, draft);
  CLI::App* info_command =
      app.add_subcommand("info", "Version, libraries, equations, devices and their measured limits, caches");
  app.set_version_flag("--version", DGSOLVE_VERSION);
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    std::ostringstream said;
    const int status = app.exit(e, std::cout, said);
    std::cerr << dgsolve::printable(said.str());
    return status == 0 ? done : input_wrong;
  }
  if (*verify_command) return status_of(dgsolve::verify(verify));
  if (*bench_command) {
    dgsolve::run_bench(bench);
  } else if (*new_command) {
    dgsolve::write_new_case(draft);
  } else if (*info_command) {
    dgsolve::print_info();
  } else if (run.case_file.empty()) {
    std::cerr << "dgsolve: no case file given; usage: dgsolve CASE.yaml, or dgsolve --help\n";
    return input_wrong;
  } else if (!sweep.values.empty() || sweep.file) {
    return status_of(dgsolve::sweep(sweep));
  } else {
    run.own_rank = dgsolve::own_rank(ranks.ranks, ranks.rank);
    return status_of(run_ranked(run));
  }
  return done;
}

}  // namespace

int main(int argc, char** argv) {
  dgsolve::hold_standard_streams();
  dgsolve::let_writes_fail();
  try {
    const int status = dispatch(argc, argv);
    if (status == done) dgsolve::check_standard_output();
    return status;
  } catch (const std::bad_alloc&) {
    std::cerr << "dgsolve: out of memory; fewer cells or a lower order need less\n";
    return run_failed;
  } catch (const std::exception& e) {
    // Messages about cases and meshes begin with the file.
    const bool names_file =
        dynamic_cast<const dgsolve::CaseError*>(&e) || dynamic_cast<const dgsolve::MeshError*>(&e);
    std::cerr << (names_file ? "" : "dgsolve: ") << dgsolve::printable(e.what()) << '\n';
    return dgsolve::is_input_error(e) ? input_wrong : run_failed;
  }
}
