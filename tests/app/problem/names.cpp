/// Groups as a case means them.

#include <gtest/gtest.h>

#include "tests/app/problem/named_case.hpp"
#include "tests/support/programs/checked_case.hpp"

namespace dgsolve::test {
namespace {

const std::string boxes = R"(
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Box(2) = {0.25, 0.25, 0.25, 0.25, 0.5, 0.5};
Box(3) = {0.5, 0.25, 0.25, 0.25, 0.5, 0.5};
BooleanFragments{ Volume{1, 2, 3}; Delete; }{}
MeshSize{:} = 0.5;
)";

TEST(Groups, with_faces_inside_and_outside_take_any_condition_in_3d) {
  const NamedCase files;
  files.mesh("skin.geo");
  const std::filesystem::path file =
      files.write("case.yaml",
                  "physics: poisson\norder: 2\nmesh: {file: skin.geo}\nregions: {default: {kappa: 1}}\n"
                  "boundaries: {left: dirichlet, skin: {type: robin, coefficient: 2}}\n");
  const CaseRun run(file, {linear, tight});
  expect_linear(run);
  EXPECT_NE(run.program.errors.find("boundaries.skin: acts on the group's"), std::string::npos)
      << run.program.errors;
  EXPECT_NE(run.program.errors.find("faces inside the mesh are left out"), std::string::npos);
  expect_linear(CaseRun(file, {linear, tight, "boundaries={left: dirichlet, default: neumann}"}));
}

TEST(SharedFaces, belong_to_the_group_that_the_case_names) {
  const NamedCase files;
  files.write("box.geo", R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 1};
Physical Surface("air") = {1};
Physical Curve("walls") = {1:4};
Physical Curve("left") = {4};
Physical Curve("bottom") = {1};
MeshSize{:} = 0.5;
)");
  const std::filesystem::path file =
      files.write("case.yaml",
                  "physics: poisson\norder: 1\nmesh: {file: box.geo}\nregions: {air: {kappa: 1}}\n"
                  "boundaries: {walls: dirichlet}\n");
  const auto said = [&](const std::string& boundaries, int status = 0) {
    return check(file, {"boundaries={" + boundaries + "}"}, status);
  };
  EXPECT_NE(said("walls: dirichlet").find("boundary walls: dirichlet, 8 faces, length 4 m"),
            std::string::npos);
  EXPECT_NE(said("walls: dirichlet, left: neumann", 2)
                .find("the mesh has faces in left, walls, and the case has entries for several of these"),
            std::string::npos);
  const std::string by_pattern = said("left: neumann, default: dirichlet");
  EXPECT_NE(by_pattern.find("boundary left: neumann, 2 faces"), std::string::npos) << by_pattern;
  EXPECT_NE(said("left: neumann", 2).find("the mesh has faces in bottom, walls, none of which has an entry"),
            std::string::npos);
  expect_linear(CaseRun(file, {linear, tight}));
}

TEST(Entries, of_several_groups_are_one_conductor) {
  const NamedCase files;
  files.write("boxes.geo", boxes);
  const std::string rest =
      "physics: poisson\norder: 1\nmesh: {file: boxes.geo}\nregions: {volume_4: {epsilon_r: 1}";
  const auto charge = [&](const std::string& more_regions, const std::string& boundaries) {
    const std::filesystem::path file =
        files.write("case.yaml", rest + more_regions + "}\nboundaries: {default: dirichlet, " + boundaries +
                                     "}\noutput: {capacitance: [strip]}\n");
    const CaseRun run(file);
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    EXPECT_NE(run.program.errors.find("cells are in conductors, and left out: strip"), std::string::npos)
        << run.program.errors;
    return run.summary()["capacitance"]["strip"]["strip"].get<double>();
  };
  const double of_regions = charge(", strip: {of: [volume_2, volume_3], type: floating, charge: 1e-12}", "");
  EXPECT_GT(of_regions, 1e-12);
  EXPECT_NEAR(charge("", "strip: {of: [volume_2, volume_3], type: dirichlet}"), of_regions,
              1e-6 * of_regions);
}

/// Two boxes on each other, whose common face is `middle`, or in the group of the lower one's floor too.
const std::string storeys = R"(
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Box(2) = {0, 0, 1, 1, 1, 1};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
e = 1e-3;
floor() = Surface In BoundingBox{-e, -e, -e, 1 + e, 1 + e, e};
middle() = Surface In BoundingBox{-e, -e, 1 - e, 1 + e, 1 + e, 1 + e};
top() = Surface In BoundingBox{-e, -e, 2 - e, 1 + e, 1 + e, 2 + e};
Physical Volume("lower") = {1};
Physical Volume("top") = {2};
Physical Volume("upper") = {2};
Physical Surface("floor") = {floor(), middle()};
Physical Surface("middle") = {middle()};
Physical Surface("top") = {top()};
MeshSize{:} = 1;
)";

/// A potential in the boxes.
class Storeys {
 public:
  explicit Storeys(const std::string& script = storeys) { files_.write("storeys.geo", script); }
  std::string said(const std::string& boundaries, int status,
                   const std::string& regions = "default: {kappa: 1}") {
    return check(
        files_.write("case.yaml", "physics: poisson\norder: 1\nmesh: {file: storeys.geo}\nregions: {" +
                                      regions + "}\nboundaries: {" + boundaries + "}\n"),
        {}, status);
  }
  void refuses(const std::string& boundaries, const std::string& message,
               const std::string& regions = "default: {kappa: 1}") {
    const std::string errors = said(boundaries, 2, regions);
    EXPECT_NE(errors.find(message), std::string::npos) << errors;
  }

 private:
  const NamedCase files_;
};

TEST(Members, by_patterns_are_no_faces_inside_and_by_names_are) {
  Storeys boxes;
  const std::string by_pattern = boxes.said("all: {of: [\"*\"], type: dirichlet}", 0);
  EXPECT_NE(by_pattern.find("not those of floor and middle inside the mesh"), std::string::npos)
      << by_pattern;
  EXPECT_NE(behind(by_pattern, "boundary all: dirichlet, ").find("area 10 m^2"), std::string::npos);
  const std::string by_name = boxes.said("low: {of: [floor], type: dirichlet}, default: neumann", 0);
  EXPECT_NE(behind(by_name, "boundary low: dirichlet, ").find("area 2 m^2"), std::string::npos);
  EXPECT_EQ(by_name.find("not those of"), std::string::npos) << by_name;
  boxes.refuses(
      "low: {of: [floor, \"mid*\"], type: dirichlet}, default: neumann",
      "boundaries.low.of: got \"mid*\"; the mesh has no boundary group with exterior faces that fits; "
      "it has: floor, surface_");
}

TEST(Members, that_are_no_groups_are_refused_beside_others) {
  Storeys boxes;
  boxes.refuses("low: {of: [floor, flor], type: dirichlet}, default: neumann",
                "boundaries.low.of: got \"flor\"; the mesh has no group that is called so; it has: floor, ");
  boxes.refuses("default: neumann",
                "regions.all.of: got \"x*\"; the mesh has no region that fits; it has: lower",
                "all: {of: [lower, \"x*\"], kappa: 1}, default: {kappa: 1}");
}

TEST(Members, of_boundaries_are_regions_by_names_that_no_faces_have) {
  Storeys boxes;
  const std::string faces = boxes.said("lid: {of: [top], type: dirichlet}, default: neumann", 0);
  EXPECT_EQ(faces.find("conductors"), std::string::npos) << faces;
  EXPECT_NE(behind(faces, "boundary lid: dirichlet, ").find("area 1 m^2"), std::string::npos);
  const std::string cells = boxes.said("lid: {of: [lower], type: dirichlet}, default: neumann", 0);
  EXPECT_NE(cells.find("cells are in conductors, and left out: lid"), std::string::npos) << cells;
  boxes.refuses("lid: {of: [\"low*\"], type: dirichlet}, default: neumann",
                "got \"low*\"; the mesh has no boundary");
  boxes.refuses("lid: {of: [lower], type: dirichlet}, default: neumann",
                "boundaries.lid.of: got \"lower\", which regions.lower names too; expected one of them",
                "lower: {kappa: 1}, default: {kappa: 1}");
}

TEST(Members, are_in_one_entry) {
  Storeys boxes;
  boxes.refuses("low: {of: [floor], type: dirichlet}, floor: neumann, default: neumann",
                "boundaries.low.of: got \"floor\", which boundaries.floor names too; expected one of them");
  boxes.refuses("low: {of: [floor], type: dirichlet}, bottom: {of: [floor], type: neumann}, default: neumann",
                "boundaries.low.of: got \"floor\", which boundaries.bottom.of names too");
  boxes.refuses(
      "low: {of: [\"f*\"], type: dirichlet}, bottom: {of: [\"*r\"], type: neumann}, default: neumann",
      "the pattern \"f*\" fits floor, and one of boundaries.bottom.of fits it too");
  const std::string names_first =
      boxes.said("low: {of: [\"*\"], type: dirichlet}, top: neumann, default: neumann", 0);
  EXPECT_NE(names_first.find("boundary top: neumann, "), std::string::npos) << names_first;
}

TEST(Entries, of_several_groups_have_no_pattern_as_name_and_none_of_another_group) {
  Storeys boxes;
  for (const std::string key : {"default", "\"f*\""})
    boxes.refuses(key + ": {of: [floor], type: dirichlet}", "of: has a pattern as its key; expected a name");
  boxes.refuses("top: {of: [floor], type: dirichlet}, default: neumann",
                "boundaries.top.of: does not list \"top\", which is a group of the mesh's boundaries too");
  boxes.refuses("default: neumann",
                "regions.lower.of: does not list \"lower\", which is a group of the mesh's regions too",
                "lower: {of: [upper], kappa: 1}");
}

TEST(Members, that_were_taken_before_a_restart_or_by_the_wave_that_begins_are_no_mistake) {
  const NamedCase files;
  files.write("boxes.geo", boxes);
  const std::string rest = "order: 1\nmesh: {file: boxes.geo}\nregions: {default: {epsilon_r: 1}}\n";
  const auto boundaries = [](const std::string& wall) {
    return "boundaries: {strip: {of: [volume_2, volume_3], type: " + wall +
           "}, walls: {of: [\"surface_*\"], type: " + wall + "}}\n";
  };
  files.write("field.yaml", "physics: poisson\nsource: 1e-9\n" + rest + boundaries("dirichlet"));
  const std::filesystem::path file =
      files.write("case.yaml",
                  "physics: maxwell\ninitial: {from: field.yaml}\ntime: {final: 1 ns}\n"
                  "output: {checkpoint: {every: 0.2 ns, keep: 9}}\n" +
                      rest + boundaries("pec"));
  const CaseRun run(file);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_GT(run.summary()["energy"]["initial"].get<double>(), 0);
  expect_same_bits_after_restarts(run, file, {}, 3);
}

TEST(Regions, that_are_conductors_leave_their_walls_to_waves) {
  const NamedCase files;
  files.write("boxes.geo", boxes);
  const std::filesystem::path file =
      files.write("case.yaml",
                  "physics: maxwell\norder: 1\nmesh: {file: boxes.geo}\n"
                  "regions: {default: {epsilon_r: 1}, volume_2: {type: pec}}\nboundaries: {default: pmc}\n"
                  "time: {final: 1 ns}\n");
  const std::string said = check(file, {});
  EXPECT_NE(said.find("boundary volume_2: pec, "), std::string::npos) << said;
  EXPECT_EQ(said.find("region volume_2"), std::string::npos) << said;
  EXPECT_NE(check(file, {"regions.volume_2.type=open"}, 2).find("regions.volume_2: got \"open\""),
            std::string::npos);
  EXPECT_NE(check(file, {"regions.volume_9={type: pec}"}, 2)
                .find("regions.volume_9: the mesh has no region group of that name; it has: "),
            std::string::npos);
  EXPECT_NE(check(file, {"boundaries.volume_2=pmc"}, 2).find("expected one of them"), std::string::npos);
}

TEST(Regions, that_are_conductors_have_no_name_of_faces_elsewhere) {
  Storeys boxes(storeys + "Physical Surface(\"lower\") = {top()};\n");
  boxes.refuses(
      "default: neumann",
      "regions.lower: is a conductor, and the mesh's boundary group lower has faces elsewhere than on it",
      "lower: {type: dirichlet}, default: {kappa: 1}");
  const std::string said = boxes.said("lid: {of: [lower], type: dirichlet}, default: neumann", 0,
                                      "lower: {type: dirichlet}, default: {kappa: 1}");
  EXPECT_NE(behind(said, "boundary lid: dirichlet, ").find("from (0, 0, 2)"), std::string::npos) << said;
  EXPECT_NE(behind(said, "boundary lower: dirichlet, ").find("from (0, 0, 1)"), std::string::npos) << said;
  boxes.refuses("default: neumann",
                "regions.floor: the mesh has no region group of that name; it has: lower, ",
                "floor: {type: dirichlet}, default: {kappa: 1}");
  Storeys on_it(storeys + "Physical Surface(\"lower\") = {middle()};\n");
  on_it.said("default: neumann", 0, "lower: {type: dirichlet}, default: {kappa: 1}");
}

TEST(Groups, that_are_gone_are_told_with_what_took_them) {
  Storeys boxes;
  const std::string written = "\noutput: {fields: {boundaries: [floor]}}\n#";
  const std::string conductor = "lower: {type: dirichlet}, default: {kappa: 1}";
  boxes.refuses("floor: neumann, default: neumann",
                "case has entries for several of these: floor, lower; expected one", conductor);
  boxes.refuses("default: neumann}" + written, "faces on them have their names: lower", conductor);
  boxes.refuses("low: {of: [floor], type: dirichlet}, default: neumann}" + written,
                "; boundaries.low.of takes it");
  Storeys cellar(storeys + "Physical Surface(\"below\") = {floor()};\n");
  cellar.refuses(
      "below: neumann, default: neumann",
      "boundaries.below: all faces of this group are on conductors or in them, and cells of conductors "
      "leave the mesh: regions.lower; expected no entry for it",
      conductor);
}

TEST(PeriodicEntities, stay_apart_where_the_case_has_other_conditions) {
  const NamedCase files;
  files.mesh("periodic_3d.geo");
  const std::filesystem::path file =
      files.write("case.yaml",
                  "physics: poisson\norder: 1\nmesh: {file: periodic_3d.geo}\nregions: {all: {kappa: 1}}\n"
                  "boundaries: {default: dirichlet}\n");
  const CaseRun run(file, {linear, tight});
  expect_linear(run);
  EXPECT_NE(run.program.errors.find("the mesh file joins xmax periodically to xmin; the case has other"),
            std::string::npos)
      << run.program.errors;
  const std::string said =
      check(file, {"boundaries={xmin: {type: periodic, with: xmax}, default: dirichlet}"});
  EXPECT_NE(said.find("boundary xmax: periodic"), std::string::npos) << said;
  EXPECT_EQ(said.find("joins xmax periodically"), std::string::npos) << said;
}

TEST(FacesWithoutCells, have_no_bearing_on_a_run_but_must_not_be_named) {
  const NamedCase files;
  files.write("box.geo", R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 1};
Point(30) = {2, 0, 0}; Point(31) = {2, 1, 0};
Line(40) = {30, 31};
Physical Surface("air") = {1};
Physical Curve("walls") = {1:4};
Physical Curve("band") = {40};
MeshSize{:} = 0.5;
)");
  const std::filesystem::path file =
      files.write("case.yaml",
                  "physics: poisson\norder: 1\nmesh: {file: box.geo}\nregions: {air: {kappa: 1}}\n"
                  "boundaries: {walls: dirichlet}\n");
  for (int time = 0; time < 2; ++time) {  // meshed, and kept
    const CaseRun run(file, {linear, tight});
    expect_linear(run);
    EXPECT_NE(run.summary()["warnings"].dump().find("lines of the group band, from (2, 0, 0) to (2, 1, 0), "
                                                    "belong to no cell: they are left out"),
              std::string::npos)
        << run.summary()["warnings"];
  }
  const std::string text = "all faces of this group belong to no cell of the mesh, and are left out";
  EXPECT_NE(check(file, {"boundaries.band=neumann"}, 2).find("boundaries.band: " + text), std::string::npos);
  const std::string member = check(file, {"boundaries={all: {of: [walls, band], type: dirichlet}}"}, 2);
  EXPECT_NE(member.find("boundaries.all.of: got \"band\"; " + text), std::string::npos) << member;
}

}  // namespace
}  // namespace dgsolve::test
