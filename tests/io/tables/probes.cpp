#include "io/tables/probes.hpp"

#include <gtest/gtest.h>

#include "io/restart/earlier_table.hpp"
#include "io/yaml/mistakes.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"
#include "tests/support/programs/full_disk.hpp"
#include "tests/support/programs/io_fixture.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test {
namespace {

/// A state on a device: fields of 2D Maxwell on [−1,1]², linear, bilinear and constant.
struct ProbedState {
  ProbedState() : wave(mesh(), options()), state(wave.op.wave->allocate()) {
    state->upload(nodal_state(wave.discretization, fields));
  }

  bool sample(Probes& probes, double time) {
    return probes.add(time, test::sample(*wave.op.wave, *state, probes.elements(), probes.weights()));
  }
  static Mesh mesh() { return make_box(box_of(2, 3, -1, 1, false)); }
  static WaveSystem options() { return exact_options(find_physics("maxwell", 2, "TM"), 3, mesh()); }

  const std::vector<PointFunction> fields = {[](const double* x) { return 2 * x[0] - x[1]; },
                                             [](const double* x) { return x[0] * x[1] + 0.3; },
                                             [](const double*) { return 5; }};
  Wave wave;
  std::unique_ptr<WaveState> state;
  const std::vector<std::string>& names = wave.physics.info.fields;
  const ProbedFields probed = {state_fields(wave.physics.info), 3, true};
  const TemporaryFolder folder;
};

TEST(Probes, polynomials_are_recorded_to_round_off_in_the_fields_asked_for) {
  ProbedState s;
  const double at[3] = {0.31, -0.47, 0};
  Probes probes({{"one", {{at[0], at[1], 0}}, 2, {s.names[1]}}, {"all", {{at[0], at[1], 0}}, 2, {}}},
                s.wave.discretization, s.probed);
  probes.open(s.folder.path());
  s.sample(probes, 0.1);
  s.sample(probes, 0.2);

  const auto one = read_csv(s.folder.path() / "probes/one.csv");
  ASSERT_EQ(one.size(), 3u);
  EXPECT_EQ(one[0], (std::vector<std::string>{"time (s)", s.names[1] + " (A/m) at (0.31 -0.47)"}));
  EXPECT_EQ(std::stod(one[1].at(0)), 0.1);
  EXPECT_EQ(std::stod(one[2].at(0)), 0.2);
  EXPECT_NEAR(std::stod(one[2].at(1)), s.fields[1](at), 1e-13);
  const auto all = read_csv(s.folder.path() / "probes/all.csv");
  for (int field = 0; field < 3; ++field) {
    EXPECT_EQ(all.at(0).at(field + 1).rfind(s.names[field] + " (", 0), 0u);
    EXPECT_NEAR(std::stod(all.at(1).at(field + 1)), s.fields[field](at), 1e-13);
  }
}

/// |∇a|² of a linear a between probes of a itself, in cells that a quadratic map bends.
TEST(Probes, fields_that_follow_from_gradients_are_those_of_the_cells_polynomials) {
  for (const int dim : {2, 3}) {
    const Box box(dim, 2, 3, 2, [](Mesh& mesh) {
      for (auto& [x, y, z] : mesh.nodes) y += x * x / 10;
    });
    const auto slope = [dim](int, const double*, const double* g, double* value) {
      *value = 0;
      for (int i = 0; i < dim; ++i) *value += g[i] * g[i];
    };
    const auto a = [](const double* x) { return 2 * x[0] - x[1] + 3 * x[2]; };
    const double z = dim == 3 ? 0.2 : 0;
    const std::vector<std::array<double, 3>> points = {{0.31, -0.47, z}, {-0.6, 0.55, z}};
    const ProbedFields fields = {{{"a", "slope"}, {"1", "1"}}, 1, true, {slope, 1, 1}};
    Probes probes(
        {{"first", points, dim, {"a"}}, {"slopes", points, dim, {"slope"}}, {"last", points, dim, {}}},
        box.discretization, fields);
    const TemporaryFolder folder;
    probes.open(folder.path());
    ASSERT_TRUE(probes.add(0, probes.sample(nodal_state(box.discretization, {a}))));
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto found = [&](const std::string& name) {
        return std::stod(read_csv(folder.path() / "probes" / (name + ".csv")).at(1).at(1 + i));
      };
      EXPECT_NEAR(found("first"), a(points[i].data()), 1e-12);
      EXPECT_NEAR(found("slopes"), dim == 2 ? 5 : 14, 1e-11);
      EXPECT_EQ(found("last"), found("first"));
    }
  }
}

TEST(Probes, lines_are_in_the_file_while_the_run_goes_on) {
  ProbedState s;
  Probes probes({{"p", {{0, 0, 0}}, 2, {}}}, s.wave.discretization, s.probed);
  probes.open(s.folder.path());
  EXPECT_EQ(read_csv(s.folder.path() / "probes/p.csv").size(), 1u);
  s.sample(probes, 0);
  EXPECT_EQ(read_csv(s.folder.path() / "probes/p.csv").size(), 2u);
}

TEST(Probes, have_no_line_of_a_state_that_is_not_finite) {
  ProbedState s;
  Probes probes({{"p", {{0, 0, 0}}, 2, {}}}, s.wave.discretization, s.probed);
  probes.open(s.folder.path());
  EXPECT_TRUE(s.sample(probes, 0));
  std::vector<double> broken(s.wave.discretization.n_dofs(3), std::nan(""));
  s.state->upload(broken);
  EXPECT_FALSE(s.sample(probes, 1));
  EXPECT_EQ(read_csv(s.folder.path() / "probes/p.csv").size(), 2u);
}

TEST(Probes, go_on_behind_a_time_and_tell_where_lines_are_missing) {
  ProbedState s;
  const std::vector<ProbeOutput> outputs = {{"p", {{0, 0, 0}}, 2, {}}};
  const std::filesystem::path file = s.folder.path() / "probes/p.csv";
  std::map<double, CsvDigests> earlier;
  const auto resume = [&](double time) {
    Probes probes(outputs, s.wave.discretization, s.probed);
    ContinuedTable continued;
    probes.open(s.folder.path(), time,
                [&](CsvFile& csv) { continued = continue_table(csv, time, earlier[time]); });
    EXPECT_TRUE(s.sample(probes, time + 1));
    probes.add_digests(earlier[time + 1]);
    return continued;
  };
  {
    Probes probes(outputs, s.wave.discretization, s.probed);
    probes.open(s.folder.path());
    for (const double time : {0.0, 0.1, 0.2, 0.3}) {
      s.sample(probes, time);
      probes.add_digests(earlier[time]);
    }
  }
  const std::string whole = read_text(file);
  std::ofstream(file, std::ios::app) << "0.4,1,2";  // what a killed run left
  EXPECT_TRUE(resume(0.3).whole);
  EXPECT_EQ(read_text(file).rfind(whole, 0), 0u);
  EXPECT_TRUE(resume(0.1).whole);
  EXPECT_EQ(read_csv(file).size(), 4u);  // names, 0, 0.1, 1.1
  EXPECT_TRUE(resume(1.1).whole);
  const std::string with_gap = read_text(file);
  EXPECT_EQ(resume(0.3).set_aside, "csv_before/p.csv") << "lines from 0.1 to 0.3 are missing";
  EXPECT_EQ(read_text(s.folder.path() / "csv_before/p.csv"), with_gap);
  EXPECT_EQ(resume(0.3).set_aside, "csv_before/p_2.csv");
  std::filesystem::remove(file);
  const ContinuedTable missing = resume(0.1);
  EXPECT_FALSE(missing.whole);
  EXPECT_EQ(missing.set_aside, "");
  EXPECT_EQ(read_csv(file).size(), 2u);
}

TEST(Probes, outside_the_mesh_are_errors_that_name_each_with_its_place_and_all_digits) {
  ProbedState s;
  std::string message;
  try {
    Probes({{"inside", {{0, 0, 0}}, 2, {}, "a.yaml:1:1"},
            {"far_away", {{3, 0, 0}}, 2, {}, "a.yaml:2:2"},
            {"beside", {{0, 1.00000001, 0}}, 2, {}, "a.yaml:3:3"}},
           s.wave.discretization, s.probed);
  } catch (const CaseError& error) {
    message = error.what();
  }
  EXPECT_EQ(message.find("inside"), std::string::npos) << message;
  EXPECT_NE(message.find("a.yaml:2:2: output.probes: far_away: point (3, 0) "), std::string::npos) << message;
  EXPECT_NE(message.find("a.yaml:3:3: output.probes: beside: point (0, 1.00000001) "), std::string::npos)
      << message;
}

TEST(Probes, a_full_disk_is_an_error_that_names_the_file) {
  ProbedState s;
  Probes probes({{"p", {{0, 0, 0}}, 2, {}}}, s.wave.discretization, s.probed);
  probes.open(s.folder.path());
  std::string message;
  try {
    const FullDisk full(8);
    s.sample(probes, 0);
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("p.csv: cannot be written"), std::string::npos) << message;
}

}  // namespace
}  // namespace dgsolve::test
