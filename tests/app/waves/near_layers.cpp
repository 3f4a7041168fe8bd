/// Layers so near to a source that its fields fade into them rather than travel.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <fstream>
#include <numbers>

#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

using Amplitude = std::complex<double>;

/// A dipole in the middle of a box of side 2, which is an eighth of a wavelength.
class NearLayers : public testing::Test {
 protected:
  NearLayers() {
    std::ofstream(folder_.path() / "box.geo") << R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {-1, -1, 0, 2, 2};
Physical Surface("air") = {1};
Physical Curve("outer") = {Curve{:}};
MeshSize{:} = 0.5;
)";
    std::ofstream(file_) << R"yaml(
physics: maxwell
formulation: TE
units: natural
order: 3
mesh: {file: box.geo}
regions: {air: {}}
boundaries: {outer: {type: open, frequency: 0.04}}
waveforms: {pulse: {type: modulated_gaussian, frequency: 0.06, bandwidth: 0.11}}
sources: [{type: dipole, at: [0, 0], moment: [1, 0, 0], waveform: pulse}]
monitors: [{name: near, type: fields, at: [[0.7, 0.7], [0.2, 0.9]], frequencies: 0.06}]
time: {final: 130}
)yaml";
  }

  /// Of E at the monitor's points, as a share of it.
  double largest_error(const std::string& outer) const;

  const TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "case.yaml";
};

/// Ex, Ey of the moment exp(iωt) along x: Hz = −iω ∂G/∂y and E = ∇×H/iω with G = −i/4 H0⁽²⁾(kr).
std::array<Amplitude, 2> dipole_field(double x, double y, double k) {
  const double r = std::hypot(x, y);
  const auto hankel = [&](int n) {
    return Amplitude(std::cyl_bessel_j(n, k * r), -std::cyl_neumann(n, k * r));
  };
  const Amplitude first = -k * hankel(1), second = -k * k * hankel(0) - first / r;  // of H0⁽²⁾(kr) by r
  const Amplitude yy = second * y * y / (r * r) + first * x * x / (r * r * r);
  const Amplitude xy = (second - first / r) * x * y / (r * r);
  const Amplitude i(0, 1);
  return {i / 4.0 * yy, -i / 4.0 * xy};
}

double NearLayers::largest_error(const std::string& outer) const {
  const CaseRun run(file_, {"boundaries.outer=" + outer});
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  const auto table = read_csv(run.results / "monitors/near.csv");  // frequency, x, y, Ex, Ey, …
  double largest = 0;
  for (std::size_t row = 1; row < table.size(); ++row) {
    const auto at = [&](int column) { return std::stod(table[row].at(column)); };
    const auto [ex, ey] = dipole_field(at(1), at(2), 2 * std::numbers::pi * at(0));
    const double error =
        std::hypot(std::abs(Amplitude(at(3), at(4)) - ex), std::abs(Amplitude(at(5), at(6)) - ey));
    largest = std::max(largest, error / std::hypot(std::abs(ex), std::abs(ey)));
  }
  return largest;
}

TEST_F(NearLayers, that_do_not_let_fields_fade_are_warned_of_and_those_advised_do) {
  const std::string lower = "{type: open, frequency: 0.04}";
  std::string advised;
  for (const std::string& outer : {std::string("open"), lower}) {
    const std::string said = check(file_, {"boundaries.outer=" + outer});
    EXPECT_NE(said.find("monitor near: at frequency 0.06 near fields reach boundary outer"),
              std::string::npos)
        << said;
    EXPECT_EQ(said.find("expected a lower boundaries.outer.frequency"), std::string::npos) << said;
    const std::string advice = behind(said, "expected boundaries.outer: ");
    advised = advice.substr(0, advice.find('}') + 1);
  }
  EXPECT_GT(largest_error(lower), 0.03);
  EXPECT_LT(largest_error(advised), 0.015) << advised;
  EXPECT_EQ(check(file_, {"boundaries.outer=" + advised}).find("warning"), std::string::npos);
}

TEST_F(NearLayers, are_those_of_slow_waveforms_too) {
  const std::string said = check(file_, {"monitors=[]"});
  EXPECT_NE(said.find("waveforms.pulse: near fields of"), std::string::npos) << said;
}

/// The mesh is then four wavelengths wide.
TEST_F(NearLayers, are_not_what_waves_meet) {
  const std::string said =
      check(file_, {"monitors[0].frequencies=2", "boundaries.outer=open",
                    "waveforms.pulse={type: modulated_gaussian, frequency: 2, bandwidth: 2}"});
  EXPECT_EQ(said.find("near fields"), std::string::npos) << said;
}

TEST_F(NearLayers, over_a_metal_have_a_higher_frequency_by_default_and_a_warning_with_one_that_is_given) {
  const auto said = [&](const std::string& outer) {
    return check(file_, {"regions.air={epsilon_r: 1, drude: [{plasma_frequency: 5, damping: 0.1}]}",
                         "formulation=TM", "sources[0].moment=[0, 0, 1]", "boundaries.outer=" + outer});
  };
  const std::string by_default = said("{type: open}"), chosen = said("{type: open, frequency: 0.4}");
  const std::string sentence = "the numerical flux may feed fields that fade in it";
  EXPECT_TRUE(contains(by_default, "so that edges of layers do not feed what fades in region air"))
      << by_default;
  EXPECT_FALSE(contains(by_default, sentence)) << by_default;
  EXPECT_TRUE(contains(chosen, sentence)) << chosen;
  EXPECT_TRUE(contains(chosen, "Expected a key frequency of open boundaries of at least ")) << chosen;
  EXPECT_FALSE(contains(chosen, "so that edges of layers do not feed")) << chosen;
}

}  // namespace
}  // namespace dgsolve::test
