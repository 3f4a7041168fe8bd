/// Data on faces by terms: tables at the faces' points times functions of time.

#include "solver/waves/face_data.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/host/host_device.hpp"
#include "solver/waves/diagnostics/energy_ledger.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/relative_difference.hpp"
#include "tests/support/waves/every_physics.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {
namespace {

/// A half-curved box with walls of every type and a wave that enters the straight half; its data are
/// formulas, or the same by terms.
struct DataBothWays {
  DataBothWays(const Physics& physics, int order, const std::map<std::string, Expression>& data)
      : mesh(half_curved_box(physics.info.dim)), formulas(options_with_everything(physics, mesh, order)) {
    for (auto& [group, boundary] : formulas.boundaries)
      if (!boundary.data.empty()) boundary.data = data;
    add_incident_wave(formulas, mesh, data);
    formulas.source.clear();
    formulas.sources.clear();
    formulas.waveforms.clear();
    Mesh joined = mesh;
    const Discretization d(joined, order, apply_boundaries(joined, formulas));
    terms = formulas;
    give_data_by_terms(terms, physics, d);
  }
  Mesh mesh;
  WaveSystem formulas, terms;
};

Powers powers_in(Wave& wave, const std::vector<double>& q, double t) {
  const auto state = wave.op.wave->allocate();
  state->upload(q);
  return wave.op.wave->powers(*state, t);
}

class FaceTerms : public testing::TestWithParam<const Physics*> {};
INSTANTIATE_TEST_SUITE_P(Registry, FaceTerms, testing::ValuesIn(linear_physics()), name_of_physics);

TEST_P(FaceTerms, do_what_formulas_do_at_boundaries_and_interfaces_of_straight_and_curved_cells) {
  const Physics& physics = *GetParam();
  for (const int order : {1, 3}) {
    const DataBothWays example(physics, order, some_data(physics));
    Wave by_formulas(example.mesh, example.formulas), by_terms(example.mesh, example.terms);
    const std::vector<double> q = by_formulas.random_state(3), zero(q.size());
    for (const std::vector<double>& state : {q, zero})
      for (const double t : {0.0, 0.4, 1.1}) {
        std::vector<double> expected(q.size()), found(q.size());
        evaluate(by_formulas.op, state, t, expected);
        evaluate(by_terms.op, state, t, found);
        EXPECT_LT(relative_difference(found, expected), 1e-13) << "order " << order << ", t = " << t;
        const Powers with_formulas = powers_in(by_formulas, state, t),
                     with_terms = powers_in(by_terms, state, t);
        for (const PowerTerm& part : power_terms)
          EXPECT_NEAR(with_terms.*part.value, with_formulas.*part.value,
                      1e-12 * (std::abs(with_formulas.incoming) + std::abs(with_formulas.dissipation)))
              << part.name;
      }
  }
}

TEST_P(FaceTerms, are_added_to_formulas) {
  const Physics& physics = *GetParam();
  const DataBothWays example(physics, 2, some_data(physics));
  WaveSystem twice = example.formulas, both = example.formulas;
  for (auto& [group, boundary] : twice.boundaries)
    for (auto& [field, f] : boundary.data) f = f + f;
  for (auto& [group, boundary] : both.boundaries) boundary.terms = example.terms.boundaries.at(group).terms;
  Wave expected(example.mesh, twice), found(example.mesh, both);
  const std::vector<double> q = expected.random_state(4);
  std::vector<double> rate(q.size()), wanted(q.size());
  for (const double t : {0.3, 0.9}) {
    evaluate(expected.op, q, t, wanted);
    evaluate(found.op, q, t, rate);
    EXPECT_LT(relative_difference(rate, wanted), 1e-13);
  }
}

/// The energy that the watch allows to come in.
TEST_P(FaceTerms, may_put_in_as_much_energy_as_formulas) {
  const Physics& physics = *GetParam();
  const DataBothWays example(physics, 2, some_data(physics));
  Wave by_formulas(example.mesh, example.formulas), by_terms(example.mesh, example.terms);
  const std::vector<double> zero(by_formulas.random_state(1).size());
  RungeKutta expected(by_formulas.op, zero), found(by_terms.op, zero);
  const double root = expected.root_of_energy_put_in(0.2, 0.01, 20);
  EXPECT_GT(root, 0);
  EXPECT_NEAR(found.root_of_energy_put_in(0.2, 0.01, 20), root, 1e-12 * root);
}

/// By a sampled function, which begins at rest.
TEST(TermsOnFaces, put_in_energy_that_the_ledger_accounts_for) {
  const Physics& physics = find_physics("maxwell", 2, "TM");
  std::map<std::string, Expression> data;
  for (const std::string& field : physics.info.fields) data[field] = Expression::parse("t*cos(x - y)");
  DataBothWays example(physics, 5, data);
  for (auto& [group, boundary] : example.terms.boundaries)
    for (FaceTerm& term : boundary.terms) {
      std::vector<double> times, values;
      for (int i = 0; i <= 10'000; ++i) {
        times.push_back(2e-4 * i);
        values.push_back(std::exp(-std::pow((times.back() - 0.8) / 0.2, 2)));
      }
      term.time = Expression::sampled(
          std::make_shared<SampledFunction>(times, values, SampledFunction::Interpolation::cubic));
    }
  Wave wave(example.mesh, example.terms);
  const std::vector<double> zero(wave.random_state(1).size());
  RungeKutta integrator(wave.op, zero);
  EnergyLedger books;
  const Steps steps = divide_interval(1.6, 0.2 * choose_time_step(wave.op, {}).dt);
  for (long i = 0; i <= steps.n; ++i) {
    const double t = static_cast<double>(i) * steps.dt;
    if (i > 0) integrator.advance(t - steps.dt, steps.dt, 1);
    books.add(wave.op.wave->energy(integrator.state()), {t, wave.op.wave->powers(integrator.state(), t)});
  }
  EXPECT_GT(books.put_in(), 1e-3);
  EXPECT_LT(std::abs(books.remainder()), 1e-6 * books.put_in());
}

TEST(TermsOnFaces, are_refused_where_they_do_not_fit_the_faces) {
  const Physics& physics = find_physics("maxwell", 2, "TM");
  const DataBothWays example(physics, 2, some_data(physics));
  const auto why_not = [&](const std::string& group, auto change) {
    WaveSystem options = example.terms;
    change(options.boundaries.at(group).terms.at(0));
    return error_of([&] { Wave(example.mesh, options); });
  };
  const auto expect_said = [](const std::string& error, const std::string& part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  expect_said(why_not("border", [](FaceTerm& term) { term.values.pop_back(); }),
              "boundaries.border: data on faces: got");
  expect_said(why_not("border", [](FaceTerm& term) { term.sides[1] = term.sides[0]; }), "twice");
  expect_said(why_not("border", [](FaceTerm& term) { term.sides[0] = -1; }),
              "side -1 is not one of its faces");
  WaveSystem on_a_wall = example.terms;
  for (auto& [group, boundary] : on_a_wall.boundaries)
    if (group != "border" && !boundary.terms.empty()) boundary.type = "pec";
  expect_said(error_of([&] { Wave(example.mesh, on_a_wall); }), "it takes no data");
}

}  // namespace
}  // namespace dgsolve::test
