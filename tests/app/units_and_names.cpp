/// Whatever the unit of a STEP file and the signs in a name: fields are those of the model that was drawn.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <regex>

#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// The STEP assembly of two boxes with the lengths of its points divided by `millimetres`, the size of its
/// unit, whose entities `unit` are, with @ for the number of the entity.
std::string two_boxes_in(double millimetres, const std::string& unit) {
  const std::string text = read_text(meshes / "two_boxes.step");
  static const std::regex length(R"((CARTESIAN_POINT\('',\()([^)]*)\))"), number(R"([^,]+)"),
      millimetre(R"(#(\d+) = \( LENGTH_UNIT\(\) NAMED_UNIT\(\*\) SI_UNIT\(\.MILLI\.,\.METRE\.\) \);)");
  std::string scaled;
  auto end = text.cbegin();
  for (std::sregex_iterator point(text.begin(), text.end(), length), none; point != none; ++point) {
    scaled.append(end, (*point)[0].first).append((*point)[1]);
    const std::string values = (*point)[2];
    for (std::sregex_iterator value(values.begin(), values.end(), number); value != none; ++value) {
      char digits[40];
      // Both boxes get the same height: a field between plates is then linear in each, and exact on any mesh.
      const double drawn = std::stod(value->str()), x = std::abs(drawn) == 0.5 ? 2 * drawn : drawn;
      std::snprintf(digits, sizeof digits, "%#.17g", x / millimetres);
      scaled.append(value->position() ? "," : "").append(digits);
    }
    scaled.append(")");
    end = (*point)[0].second;
  }
  scaled.append(end, text.cend());
  return std::regex_replace(scaled, millimetre, replaced(unit, "@", "$01"));
}

TEST(UnitsAndNames, a_step_assembly_in_millimetres_inches_and_metres_has_the_same_capacitance) {
  const TemporaryFolder folder;
  write(folder.path() / "case.yaml", R"(physics: poisson
order: 1
mesh: {file: boxes.step, parameters: {h: 0.4 mm}, cache: false}
regions: {air: {epsilon_r: 1}, glass: {epsilon_r: 4}}
boundaries:
  surface_1: {type: dirichlet, value: 1 V}
  surface_7: {type: dirichlet, value: 0 V}
  default: neumann
solver: {tolerance: 1e-12}
)");
  const std::string si = "#@ = ( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(PREFIX,.METRE.) );";
  const std::string inch =
      "#@ = ( CONVERSION_BASED_UNIT('INCH',#9@1) LENGTH_UNIT() NAMED_UNIT(#9@3) );\n"
      "#9@1 = LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#9@2);\n"
      "#9@2 = ( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.) );\n"
      "#9@3 = DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.);";
  const double epsilon_0 = 8.8541878188e-12;  // F/m, CODATA 2022
  const double expected =
      epsilon_0 * 1e-6 / (1e-3 + 1e-3 / 4);  // F: plates of 1 mm² at 1 mm of air and 1 mm of glass
  for (const auto& [millimetres, unit] : {std::pair(1., replaced(si, "PREFIX", ".MILLI.")),
                                          {10., replaced(si, "PREFIX", ".CENTI.")},
                                          {25.4, inch},
                                          {1000., replaced(si, "PREFIX", "$")}}) {
    write(folder.path() / "boxes.step", two_boxes_in(millimetres, unit));
    const CaseRun run(folder.path() / "case.yaml");
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    const double capacitance = run.summary().at("boundaries").at("surface_1").at("flux");
    EXPECT_NEAR(capacitance, expected, 1e-6 * expected) << "unit of " << millimetres << " mm";
  }
}

const std::vector<std::string> ten_names = {
    "Gläser und Öl", "links/rechts", "two  words", "it's", "say \"hi\"",
    "a: b",          "#1, {x}",      "ß²/Ω",       "\"",   "no"};

/// A row of ten unit squares with these names, between groups called "in / ein" and "out 'aus'".
std::string script_of_row() {
  std::string text =
      "SetFactory(\"OpenCASCADE\");\nMesh.MeshSizeMax = 0.5;\n"
      "For i In {0:9}\n  Rectangle(i + 1) = {i, 0, 0, 1, 1};\nEndFor\nCoherence;\n"
      "all() = Abs(CombinedBoundary{ Surface{:}; });\n"
      "start() = Curve In BoundingBox{-0.1, -0.1, -1, 0.1, 1.1, 1};\n"
      "end() = Curve In BoundingBox{9.9, -0.1, -1, 10.1, 1.1, 1};\n"
      "walls() = all(); walls() -= start(); walls() -= end();\n"
      "Physical Curve(\"in / ein\") = start(); Physical Curve(\"out 'aus'\") = end();\n"
      "Physical Curve(\"walls\") = walls();\n";
  for (std::size_t i = 0; i < ten_names.size(); ++i) {
    const std::string quote = ten_names[i].find('"') == std::string::npos ? "\"" : "'";
    text += "Physical Surface(" + quote + ten_names[i] + quote + ") = {" + std::to_string(i + 1) + "};\n";
  }
  return text;
}

/// That row as Gmsh writes it in format 2.2: node 2i + j + 1 lies at (i, j).
std::string mesh_of_row() {
  std::ostringstream text;
  text << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n13\n1 11 \"in / ein\"\n1 12 \"out "
          "'aus'\"\n1 13 \"walls\"\n";
  for (std::size_t i = 0; i < ten_names.size(); ++i) text << "2 " << i + 1 << " \"" << ten_names[i] << "\"\n";
  text << "$EndPhysicalNames\n$Nodes\n22\n";
  for (int node = 0; node < 22; ++node) text << node + 1 << ' ' << node / 2 << ' ' << node % 2 << " 0\n";
  text << "$EndNodes\n$Elements\n42\n1 1 2 11 41 1 2\n2 1 2 12 42 21 22\n";
  for (int i = 0; i < 10; ++i) {
    const int a = 2 * i + 1, b = a + 2, c = a + 3, d = a + 1, element = 4 * i + 3;
    text << element << " 1 2 13 43 " << a << ' ' << b << '\n'
         << element + 1 << " 1 2 13 43 " << d << ' ' << c << '\n';
    for (const auto& [last, third] : {std::pair(b, c), {c, d}})
      text << element + (third == c ? 2 : 3) << " 2 2 " << i + 1 << ' ' << i + 1 << ' ' << a << ' ' << last
           << ' ' << third << '\n';
  }
  text << "$EndElements\n";
  return text.str();
}

TEST(UnitsAndNames, umlauts_slashes_blanks_and_quotes_in_names_reach_the_case) {
  const TemporaryFolder folder;
  write(folder.path() / "row.geo", script_of_row());
  write(folder.path() / "row.msh", mesh_of_row());
  std::string regions;
  double resistance = 0;
  for (std::size_t i = 0; i < ten_names.size(); ++i) {
    const double kappa = 1. + static_cast<double>(i);
    resistance += 1 / kappa;  // of a square between its ends; each name must find its own
    regions += "  '" + replaced(ten_names[i], "'", "''") + "': {kappa: " + std::to_string(kappa) + "}\n";
  }
  for (const std::string file : {"row.geo", "row.msh"}) {
    write(folder.path() / "case.yaml", "physics: poisson\nunits: natural\norder: 1\nmesh: {file: " + file +
                                           (file == "row.geo" ? ", cache: false" : "") + "}\nregions:\n" +
                                           regions +
                                           R"(boundaries:
  in / ein: {type: dirichlet, value: 1}
  out 'aus': {type: dirichlet, value: 0}
  walls: neumann
solver: {tolerance: 1e-12}
)");
    const CaseRun run(folder.path() / "case.yaml");
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    const double flux = run.summary().at("boundaries").at("in / ein").at("flux");
    EXPECT_NEAR(flux, 1 / resistance, 1e-9) << file;
  }
}

TEST(UnitsAndNames, parts_of_a_step_file_keep_umlauts_slashes_blanks_and_quotes) {
  const TemporaryFolder folder;
  write(folder.path() / "case.yaml",
        "physics: poisson\nmesh: {file: boxes.step, parameters: {h: 0.6 mm}, cache: false}\n"
        "regions: {default: {epsilon_r: 1}}\nboundaries: {default: dirichlet}\n");
  for (std::size_t i = 0; i < ten_names.size(); i += 2) {
    std::string text = read_text(meshes / "two_boxes.step");
    // ISO 10303-21 doubles the apostrophe in a string.
    text = replaced(text, "'air'", "'" + replaced(ten_names[i], "'", "''") + "'");
    text = replaced(text, "'glass'", "'" + replaced(ten_names[i + 1], "'", "''") + "'");
    write(folder.path() / "boxes.step", text);
    const CaseRun run(folder.path() / "case.yaml", {}, {"--check"});
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    for (const std::size_t part : {i, i + 1})
      EXPECT_TRUE(contains(run.program.errors, "region " + ten_names[part] + ": ")) << run.program.errors;
  }
}

}  // namespace
}  // namespace dgsolve::test
