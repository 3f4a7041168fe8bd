/// --check: mistakes that a case can make though nothing in it is wrong are plain before it runs: a sentence
/// names what it is, and where.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>
#include <regex>

#include "tests/support/programs/checked_case.hpp"

namespace dgsolve::test {
namespace {

/// As long as it lives programs that start cannot have more memory, as under `ulimit -v`.
class AddressLimit {
 public:
  explicit AddressLimit(double bytes) {
    getrlimit(RLIMIT_AS, &before_);
    const rlimit limit{static_cast<rlim_t>(bytes), before_.rlim_max};
    setrlimit(RLIMIT_AS, &limit);
  }
  AddressLimit(const AddressLimit&) = delete;
  AddressLimit& operator=(const AddressLimit&) = delete;
  ~AddressLimit() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_;
};

void expect_said(const std::string& said, const std::string& sentence) {
  EXPECT_NE(said.find(sentence), std::string::npos) << sentence << " is not in\n" << said;
}

/// The unit square of n × n squares in two triangles each, [−1, 1]², a vertex of which stands almost on the
/// edge behind it.
void write_square_with_sliver(const std::filesystem::path& file, int n) {
  std::ofstream out(file);
  out << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 1 \"walls\"\n2 2 \"vacuum\"\n"
         "$EndPhysicalNames\n$Nodes\n"
      << (n + 1) * (n + 1) << '\n';
  const auto node = [n](int i, int j) { return j * (n + 1) + i + 1; };
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const double near = i == n / 2 && j == n / 2 ? 0.99 : 0;
      out << node(i, j) << ' ' << 2 * (i + near) / n - 1 << ' ' << 2. * j / n - 1 << " 0\n";
    }
  out << "$EndNodes\n$Elements\n" << 4 * n + 2 * n * n << '\n';
  int number = 0;
  for (int i = 0; i < n; ++i)
    for (const auto& [a, b] : {std::pair{node(i, 0), node(i + 1, 0)},
                               {node(i, n), node(i + 1, n)},
                               {node(0, i), node(0, i + 1)},
                               {node(n, i), node(n, i + 1)}})
      out << ++number << " 1 2 1 1 " << a << ' ' << b << '\n';
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      out << ++number << " 2 2 2 2 " << node(i, j) << ' ' << node(i + 1, j) << ' ' << node(i + 1, j + 1)
          << '\n';
      out << ++number << " 2 2 2 2 " << node(i, j) << ' ' << node(i + 1, j + 1) << ' ' << node(i, j + 1)
          << '\n';
    }
  out << "$EndElements\n";
}

TEST(PlantedMistake, names_the_region_that_is_too_coarse_and_the_cells_it_needs) {
  const std::string said = check(cavity, {"initial={Ez: sin(20*x)}", "order=3"});
  EXPECT_NE(said.find("warning: resolution: region vacuum is too coarse"), std::string::npos) << said;
  const double needed = std::stod(behind(said, "edges should not be longer than "));
  const std::string finer = check(
      cavity, {"initial={Ez: sin(20*x)}", "order=3", "mesh.parameters.h=" + std::to_string(0.7 * needed)});
  EXPECT_EQ(finer.find("too coarse"), std::string::npos) << finer;
}

TEST(PlantedMistake, cells_that_do_not_resolve_the_skin_depth_of_a_conductor_are_too_coarse) {
  for (const char* put_in : {"source={Ez: sin(5*t)}", "initial={Ez: sin(5*x)}"}) {
    const std::vector<std::string> settings = {
        "exact={}", "order=2", "output={}", "boundaries.left=absorbing", "regions.glass.sigma=1000", put_in};
    const std::string said = check(interface_case, settings);
    expect_said(said, " nodes or more per skin depth of 0.02");
    expect_said(said, "warning: resolution: region glass is too coarse: fields decay within a skin depth");
    EXPECT_EQ(said.find("region air is too coarse"), std::string::npos) << said;
  }
}

TEST(PlantedMistake, finds_a_mesh_in_millimetres_that_nobody_scaled_by_its_resolution) {
  const std::vector<std::string> settings = {"units=si",           "source={Ez: sin(2*pi*3e9*t)}",
                                             "time={final: 1 ns}", "initial={}",
                                             "exact={}",           "output={}"};
  const std::string said = check(cavity, settings);
  EXPECT_NE(said.find("reach frequency 3e+09 Hz"), std::string::npos) << said;
  EXPECT_NE(said.find("too coarse"), std::string::npos) << said;
  std::vector<std::string> scaled = settings;
  scaled.emplace_back("mesh.scale=10 mm");
  EXPECT_EQ(check(cavity, scaled).find("too coarse"), std::string::npos);
}

TEST(PlantedMistake, names_the_sliver_that_sets_the_time_step) {
  const TemporaryFolder folder;
  write_square_with_sliver(folder.path() / "sliver.msh", 20);
  const std::string said =
      check(cavity, {"mesh={file: " + (folder.path() / "sliver.msh").string() + "}", "order=2"});
  EXPECT_NE(said.find("warning: time step: 4 of 800 cells hold it down"), std::string::npos) << said;
  EXPECT_GT(std::stod(behind(said, "without them it could be ")), 10) << said;
  EXPECT_NE(said.find("warning: mesh: "), std::string::npos) << said;
  EXPECT_NE(said.find("nearly flat"), std::string::npos) << said;
}

TEST(PlantedMistake, names_the_good_conductor_that_sets_the_time_step) {
  const auto say = [](const std::string& sigma) {
    return check(interface_case, {"order=2", "exact={}", "output={}", "regions.glass.sigma=" + sigma});
  };
  const std::string said = say("1e6"), without = say("0");
  expect_said(behind(said, "dt is set by cell "), " in glass at ");
  expect_said(said, ", by its relaxation time epsilon/sigma = 4e-06\n");
  expect_said(said,
              "warning: time step: sigma/epsilon holds it down in region glass, where fields relax in 4e-06");
  const double dt = std::stod(behind(said, "dt <= ")), of_waves = std::stod(behind(without, "dt <= "));
  EXPECT_NEAR(std::stod(behind(said, "for the waves alone it could be ")) * dt / of_waves, 1, 0.01) << said;
  EXPECT_EQ(say("1").find("sigma/epsilon"), std::string::npos);
}

TEST(PlantedMistake, names_the_sponge_that_sets_the_time_step_and_what_is_wrong_with_one) {
  const auto say = [](const std::string& state, const std::string& rate, int status = 0) {
    return check(shipped_cases / "euler_vortex/case.yaml",
                 {"order=1", "mesh.parameters.h=2", "output={}",
                  "sponge={region: air, state: " + state + ", rate: '" + rate + "'}"},
                 status);
  };
  const std::string said = say("{rho: 1, p: 1}", "1e3");
  expect_said(behind(said, "dt is set by cell "), ", by 1/rate of its sponge = 0.001\n");
  expect_said(
      said, "warning: time step: the sponge's rate holds it down in region air, where fields relax in 0.001");
  EXPECT_EQ(say("{rho: 1, p: 1}", "1").find("sponge's rate"), std::string::npos);
  expect_said(say("{rho: 1, p: 1}", "-abs(x)", 2), "sponge.rate: got -");
  expect_said(say("{rho: 1, p: 1 - abs(x)}", "1", 2), "sponge.state: the state is rho = 1, ");
}

TEST(PlantedMistake, tells_that_a_disk_is_too_small) {
  const std::string said =
      check(cavity, {"mesh.parameters.h=0.1", "order=10", "output.fields={every: 1e-6, precision: double}"});
  const double needed = bytes(behind(behind(said, "output: fields: "), "B, "));
  if (static_cast<double>(std::filesystem::space(std::filesystem::temp_directory_path()).available) > needed)
    GTEST_SKIP() << "this disk has room for all";
  EXPECT_NE(said.find("warning: output: "), std::string::npos) << said;
  EXPECT_NE(said.find(" left"), std::string::npos) << said;
}

TEST(PlantedMistake, tells_that_the_wall_clock_will_stop_the_run) {
  const std::string said = check(cavity, {coarse, "time={final: 1e5, wall_limit: 2}"});
  EXPECT_NE(said.find("warning: time.wall_limit: 2.0 s will stop the run"), std::string::npos) << said;
}

TEST(PlantedMistake, tells_that_the_time_step_is_beyond_the_limit) {
  const std::string said = check(cavity, {coarse, "time={final: 1, cfl: 2}"});
  EXPECT_NE(said.find("beyond the stability limit"), std::string::npos) << said;
}

TEST(PlantedMistake, a_dense_region_whose_waves_are_too_short_is_named_alone) {
  const std::string said =
      check(interface_case, {"order=2", "regions.glass.epsilon_r=400", "exact={}", "output={}"});
  expect_said(said, "warning: resolution: region glass is too coarse");
  EXPECT_EQ(said.find("region air is too coarse"), std::string::npos) << said;
}

TEST(PlantedMistake, more_memory_than_there_is_is_refused) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer needs all addresses there are";
#endif
  const std::filesystem::path file = shipped_cases / "maxwell_cavity_3d/case.yaml";
  const double enough = 4e9;
  double taken = 0;
  {
    const AddressLimit limit(enough);
    taken = enough - bytes(behind(check(file, {"device=cpu"}), "of the host, which has "));
  }
  if (taken < 1e8) GTEST_SKIP() << "this machine has less than 4 GB of memory";
  const AddressLimit limit(taken + 2.5e8);
  const std::string said = check(file, {"device=cpu", "order=10", "mesh.parameters.h=0.1"}, 2);
  expect_said(said, "the machine's memory is too small: the states alone take ");
  EXPECT_GT(bytes(behind(said, "the states alone take ")), bytes(behind(said, ", and ")));
}

/// What a case's states are said to take where the program has too few addresses for them.
double states_take(const std::filesystem::path& file, const std::vector<std::string>& settings) {
  for (double addresses = 2e8; addresses < 4e9; addresses += 4e7) {  // with the first it may not even start
    const AddressLimit limit(addresses);
    const std::string said = CaseRun(file, settings, {"--check"}).program.errors;
    const std::string label = "the states alone take ";
    if (said.find(label) != std::string::npos) return bytes(behind(said, label));
  }
  ADD_FAILURE() << "nothing was said of them";
  return 0;
}

/// A checkpoint's states are in memory twice: on their way to its file, and in the file on its way to the
/// disk.
TEST(PlantedMistake, more_memory_than_there_is_is_told_with_what_a_checkpoint_takes) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer needs all addresses there are";
#endif
  const std::filesystem::path file = shipped_cases / "maxwell_cavity_3d/case.yaml";
  const std::vector<std::string> settings = {"device=cpu", "exact={}", "order=8", "mesh.parameters.h=0.12",
                                             "output={fields: {}}"};
  std::vector<std::string> with_checkpoints = settings;
  with_checkpoints.emplace_back("output.checkpoint={every: 0.5}");
  const double of_file =
      bytes(behind(behind(check(file, with_checkpoints), "output: checkpoints: "), "times "));
  EXPECT_NEAR(states_take(file, with_checkpoints) - states_take(file, settings), 2 * of_file, 0.1 * of_file);
}

TEST(PlantedMistake, a_final_time_in_seconds_where_natural_units_are_meant_is_shorter_than_a_step) {
  const std::string said = check(cavity, {coarse, "time.final=1e-9", "output={}"});
  expect_said(said, "warning: time.final: 1e-09 is shorter than a time step");
}

TEST(PlantedMistake, a_final_time_in_natural_units_where_seconds_are_meant_takes_far_too_many_steps) {
  const std::string said = check(cavity, {coarse, "units=si", "output={}"});
  expect_said(said, "warning: time.final: until 1 s waves can cross the mesh 1.1e+08 times");
  expect_said(said, "expected a time in the case's units, seconds");
}

TEST(PlantedMistake, a_material_that_varies_in_a_region_is_told_to_cost_the_order) {
  const auto said_of = [](const std::string& order, const std::string& epsilon_r) {
    return check(cavity, {coarse, "order=" + order, "regions.vacuum.epsilon_r=" + epsilon_r});
  };
  const std::string warning = "warning: regions.vacuum.epsilon_r: each cell takes the mean of the formula";
  expect_said(said_of("3", "1+x^2"), warning);
  EXPECT_EQ(said_of("1", "1+x^2").find(warning), std::string::npos);
  EXPECT_EQ(said_of("3", "1+1").find(warning), std::string::npos);
}

TEST(PlantedMistake, a_source_placed_in_other_units_than_the_mesh_puts_nothing_in) {
  const std::string said =
      check(cavity, {coarse, "initial={}", "source={Ez: exp(-((x-250)^2+y^2)/20)*sin(t)}", "output={}"});
  expect_said(said,
              "warning: source.Ez: no value larger than 0 was found at the mesh's nodes (from (-1, -1) "
              "to (1, 1))");
  expect_said(said, "warning: nothing is put in");
}

TEST(PlantedMistake, a_run_into_which_nothing_is_put_says_so_itself) {
  const auto warned = [](const std::string& initial) {
    const CaseRun run(cavity, {coarse, "order=1", "exact={}", "output={}", "initial=" + initial});
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    return run.program.errors.find("warning: nothing is put in") != std::string::npos;
  };
  EXPECT_TRUE(warned("{}"));
  EXPECT_FALSE(warned("{Ez: x}"));
}

TEST(PlantedMistake, a_pulse_that_comes_after_the_end_puts_nothing_in) {
  const std::string said = check(interface_case, {"order=1", "time.final=0.4", "exact={}", "output={}",
                                                  "boundaries.left.data={Ez: exp(-((t-30)/0.2)^2)}"});
  expect_said(said, "warning: boundaries.left.data.Ez: no value larger than 0 was found");
}

TEST(PlantedMistake, a_short_pulse_is_found_nevertheless) {
  const std::string said =
      check(cavity, {coarse, "initial={}", "source={Ez: exp(-((t-0.1234)/0.001)^2)}", "output={}"});
  EXPECT_EQ(said.find("puts nothing in"), std::string::npos) << said;
  EXPECT_EQ(said.find("source.Ez"), std::string::npos) << said;
}

TEST(PlantedMistake,
     a_formula_that_gives_nan_or_infinity_is_refused_by_check_and_run_with_its_key_and_a_place) {
  const std::filesystem::path cube = shipped_cases / "poisson_mms_3d/case.yaml";
  const struct {
    std::filesystem::path file;
    std::string setting, sentence;
  } mistakes[] = {
      {cavity, "initial={Ez: sqrt(x)}", "initial: got NaN or infinity for Ez in cell "},
      {cavity, "source={Ez: 1/(x-x)}", "source: got NaN or infinity for Ez in cell "},
      {cavity, "exact={Ez: sqrt(0.1-t)}", "exact: got NaN or infinity for Ez in cell "},
      {interface_case, "boundaries.left.data={Ez: sqrt(t-1)}",
       "boundaries.left.data.Ez: got NaN or infinity at ("},
      {cube, "source=log(x-0.5)", "source: got NaN or infinity at ("},
      {cube, "exact=sqrt(x-0.5)", "exact: got NaN or infinity at ("},
  };
  for (const auto& [file, setting, sentence] : mistakes) {
    SCOPED_TRACE(setting);
    const std::vector<std::string> settings = {"mesh.parameters.h=0.5", "order=1", setting};
    expect_said(check(file, settings, 2), sentence);
    const CaseRun run(file, settings);
    EXPECT_EQ(run.program.status, 2);
    expect_said(run.program.errors, sentence);
  }
}

/// Neither check nor run begins with a flow that would make energy.
std::string refused_flow(const std::string& velocity, const std::string& rim) {
  const std::vector<std::string> settings = {"mesh.parameters.h=0.4", "order=2", "exact={}",
                                             "regions.disc=" + velocity, "boundaries.rim=" + rim};
  const std::filesystem::path file = shipped_cases / "advection_rotation/case.yaml";
  const CaseRun run(file, settings);
  EXPECT_EQ(run.program.status, 2) << run.program.errors;
  EXPECT_FALSE(std::filesystem::exists(run.results));
  return check(file, settings, 2);
}

TEST(PlantedMistake, a_velocity_with_divergence_is_named_with_its_value) {
  const std::string said =
      refused_flow("{velocity_x: 3*x + y, velocity_y: x - 0.5*y}", "{type: incoming, data: {u: 0}}");
  expect_said(said, "regions.disc: velocity_x, velocity_y have the divergence 2.5 in cell ");
}

TEST(PlantedMistake, a_flow_that_enters_where_it_should_leave_is_named_with_the_boundary) {
  const std::string said = refused_flow("{velocity_x: 1, velocity_y: 0}", "outflow");
  expect_said(said, "boundaries.rim: got outflow, but the flow enters at face ");
  expect_said(said, "; expected incoming");
}

/// Along a round wall, straight and curved, and of a velocity that polynomials do not represent.
TEST(PlantedMistake, a_flow_without_divergence_along_its_wall_is_accepted) {
  for (const char* geometry_order : {"1", "2"})
    for (const char* factor : {"1", "cos(3*(x^2 + y^2))"}) {
      const std::string f = factor;
      check(shipped_cases / "advection_rotation/case.yaml",
            {"mesh.parameters.h=0.4", "order=2", "exact={}", "boundaries.rim=outflow",
             std::string("mesh.geometry_order=") + geometry_order,
             "regions.disc={velocity_x: -y*" + f + ", velocity_y: x*" + f + "}"});
    }
}

TEST(PlantedMistake, a_probe_on_the_wrong_side_and_a_wall_of_the_wrong_kind_stand_in_the_report) {
  const std::string said = check(interface_case, {"order=1", "exact={}", "boundaries.right=pec",
                                                  "output={probes: [{name: behind_glass, at: [-0.5, "
                                                  "0.1]}]}"});
  EXPECT_NE(behind(said, "probe behind_glass: cell ").find(" in air at (-0."), std::string::npos) << said;
  expect_said(said, "boundary right: pec, 4 faces, length 0.2, from (1, 0) to (1, 0.2)");
}

TEST(PlantedMistake, outputs_closer_than_a_time_step_are_told_with_the_steps_they_cost) {
  const std::string said = check(cavity, {coarse, "output.fields.every=1e-4"});
  expect_said(said, "warning: output.fields.every: 0.0001 is shorter than a time step");
  expect_said(said, "10000 steps instead of ");
}

TEST(PlantedMistake, outputs_that_never_come_are_told) {
  const std::string said =
      check(cavity, {coarse, "output={fields: {every: 5}, ledger: {every: 5}, checkpoint: {every: 5}}"});
  for (const char* output : {"fields", "ledger", "checkpoint"})
    expect_said(said, "warning: output." + std::string(output) + ".every: 5 is longer than the run (1)");
}

TEST(PlantedMistake, an_absorbing_wall_inside_the_mesh_and_a_probe_outside_it_are_refused) {
  EXPECT_NE(check(cavity, {coarse, "output.probes=[{name: far, at: [5, 0]}]"}, 2).find("probes: far: "),
            std::string::npos);
  const std::filesystem::path inside = source_folder() / "tests/broken_cases/boundary_absorbing_inside.yaml";
  expect_said(check(inside, {}, 2), "got \"absorbing\" for a group with faces inside the mesh");
}

TEST(PlantedMistake, a_solver_that_cannot_reach_its_tolerance_in_time_is_told) {
  const std::string said = check(shipped_cases / "poisson_contrast/case.yaml",
                                 {"order=2", "solver={preconditioner: none, max_iterations: 20}"});
  expect_said(said, "warning: solver.max_iterations: 20 will not do");
}

TEST(PlantedMistake, electrodes_that_touch_at_different_potentials_are_told_with_the_place) {
  const std::filesystem::path cube = shipped_cases / "poisson_mms_3d/case.yaml";
  const auto said_of = [&](const std::string& left, const std::string& walls) {
    return check(cube, {"mesh.parameters.h=0.5", "order=1", "regions.cube.kappa=1",
                        "boundaries.left={type: dirichlet, value: '" + left + "'}",
                        "boundaries.walls={type: dirichlet, value: '" + walls + "'}"});
  };
  const std::string said = said_of("1", "0"), warning = " meet at (0, ";
  expect_said(said, warning);
  EXPECT_TRUE(std::regex_search(said, std::regex("boundaries left and walls meet .* is 1 on one and 0 on|"
                                                 "boundaries walls and left meet .* is 0 on one and 1 on")))
      << said;
  EXPECT_EQ(said_of("1", "1-x").find(warning), std::string::npos);
  EXPECT_EQ(said_of("y*(1-y)*z*(1-z)", "0").find(warning), std::string::npos);
}

TEST(PlantedMistake, an_electrostatic_case_without_any_potential_is_told) {
  const std::string said =
      check(shipped_cases / "poisson_contrast/case.yaml", {"order=1", "boundaries.walls=dirichlet"});
  expect_said(said, "warning: nothing is put in");
}

}  // namespace
}  // namespace dgsolve::test
