/// Derived fields are what their names say.

#include "solver/waves/diagnostics/derived_fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "kernels/base/names.hpp"
#include "tests/support/waves/every_physics.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {
namespace {

class DerivedFieldsOf : public testing::TestWithParam<const Physics*> {
 protected:
  const Physics& physics = *GetParam();
};

INSTANTIATE_TEST_SUITE_P(Registry, DerivedFieldsOf, testing::ValuesIn(all_physics()), name_of_physics);

TEST_P(DerivedFieldsOf, have_names_of_their_own_and_units) {
  const auto [names, units, vectors] = output_fields(physics.info);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  ASSERT_EQ(units.size(), names.size());
  for (const std::string& unit : units) EXPECT_FALSE(unit.empty());
}

TEST_P(DerivedFieldsOf, form_the_vectors_that_the_equation_names_each_with_two_components_or_more) {
  for (const FieldSet& fields : {state_fields(physics.info), output_fields(physics.info)}) {
    std::set<std::string> in_vectors;
    for (const VectorField& vector : fields.vectors) {
      EXPECT_EQ(index_of(fields.names, vector.name), -1) << "a field has that name";
      EXPECT_GE(std::count_if(vector.fields.begin(), vector.fields.end(), [](int f) { return f >= 0; }), 2);
      for (int d = 0; d < 3; ++d)
        if (vector.fields[d] >= 0) {
          const std::string& name = fields.names.at(vector.fields[d]);
          if (vector.name == "velocity")
            EXPECT_EQ(name, std::string(1, "uvw"[d]));
          else
            EXPECT_EQ(name, vector.name + (vector.name.size() > 1 ? "_" : "") + "xyz"[d]);
          in_vectors.insert(fields.names[vector.fields[d]]);
        }
    }
    // A component whose vector has another one stands in it.
    for (const std::string& a : fields.names)
      for (const std::string& b : fields.names) {
        const bool are_of_one = a.size() == 2 && b.size() == 2 && a[0] == b[0] && a[1] != b[1];
        EXPECT_TRUE(!are_of_one || in_vectors.contains(a)) << a;
      }
  }
}

/// Values of a field of a state, [K][Np] in a row.
std::vector<double> values_of(const std::vector<double>& state, const std::vector<std::string>& names,
                              const std::string& name, std::size_t Np) {
  const std::size_t field = index_of(names, name), n = names.size();
  std::vector<double> values;
  for (std::size_t e = 0; e < state.size() / (n * Np); ++e)
    values.insert(values.end(), &state[(e * n + field) * Np], &state[(e * n + field + 1) * Np]);
  return values;
}

/// The state with the derived fields behind it, at the nodes.
std::vector<double> extended_state(const SpatialOperator& op, const std::vector<double>& state) {
  const std::size_t n_state = op.physics.n_fields, n = n_state + op.physics.info.derived.size(),
                    Np = op.discretization.element.Np;
  const FieldsAtPoint derive = derived_fields(op);
  std::vector<double> extended(op.discretization.K() * n * Np), u(n_state), values(n - n_state);
  for (int e = 0; e < op.discretization.K(); ++e)
    for (std::size_t i = 0; i < Np; ++i) {
      for (std::size_t f = 0; f < n_state; ++f) {
        u[f] = state[(e * n_state + f) * Np + i];
        extended[(e * n + f) * Np + i] = u[f];
      }
      derive.find(e, u.data(), nullptr, values.data());
      for (std::size_t d = 0; d < values.size(); ++d) extended[(e * n + n_state + d) * Np + i] = values[d];
    }
  return extended;
}

/// E along a unit vector e, and H = k × E/Z, for a wave that goes along k: in every formulation.
TEST(MaxwellDerivedFields, of_a_plane_wave_are_those_of_the_textbook) {
  const double epsilon = 2.25, mu = 1.5, Z = std::sqrt(mu / epsilon), E0 = 3;
  for (const Physics& physics : physics_registry()) {
    if (physics.info.equation != "maxwell") continue;
    SCOPED_TRACE(physics.info.type);
    const double length = physics.info.dim == 3 ? 3 : std::sqrt(5.0);
    const Point k = {2 / length, 1 / length, physics.info.dim == 3 ? 2 / length : 0};
    Point e = {0, 0, 1};  // across k
    if (physics.info.dim == 3)
      e = {1 / std::sqrt(5.0), -2 / std::sqrt(5.0), 0};
    else if (physics.info.formulation == "TE")
      e = {k[1], -k[0], 0};
    const Point h = {k[1] * e[2] - k[2] * e[1], k[2] * e[0] - k[0] * e[2], k[0] * e[1] - k[1] * e[0]};

    const Mesh mesh = half_curved_box(physics.info.dim);
    WaveSystem options = options_with_everything(physics, mesh, 2);
    for (auto& [region, parameters] : options.regions)
      parameters = {{"epsilon_r", Expression(epsilon)}, {"mu_r", Expression(mu)}};
    Wave wave(mesh, options);
    const std::size_t Np = wave.discretization.element.Np;
    const std::vector<double> nodes = wave.discretization.all_nodes();
    std::vector<double> state, amplitudes;  // sin along k, at the nodes
    for (int cell = 0; cell < wave.discretization.K(); ++cell)
      for (const std::string& field : physics.info.fields)
        for (std::size_t i = 0; i < Np; ++i) {
          double phase = 0;
          for (int d = 0; d < mesh.dim; ++d) phase += k[d] * nodes[(cell * Np + i) * mesh.dim + d];
          const int component = field[1] - 'x';
          state.push_back(E0 * std::sin(phase) * (field[0] == 'E' ? e[component] : h[component] / Z));
          if (field == physics.info.fields[0]) amplitudes.push_back(E0 * std::sin(phase));
        }
    const std::vector<double> extended = extended_state(wave.op, state);
    const std::vector<std::string> names = output_fields(physics.info).names;
    const auto expect = [&](const std::string& name, const std::function<double(double)>& exact) {
      ASSERT_GE(index_of(names, name), 0) << name;
      const std::vector<double> values = values_of(extended, names, name, Np);
      for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_NEAR(values[i], exact(amplitudes[i]), 1e-13 * E0 * E0) << name;
    };
    expect("E_magnitude", [](double a) { return std::abs(a); });
    expect("H_magnitude", [&](double a) { return std::abs(a) / Z; });
    expect("energy_density", [&](double a) { return epsilon * a * a; });
    for (int d = 0; d < mesh.dim; ++d)
      expect(std::string("S") + "xyz"[d], [&](double a) { return k[d] * a * a / Z; });
    EXPECT_EQ(index_of(names, "Sz") >= 0, mesh.dim == 3);
  }
}

}  // namespace
}  // namespace dgsolve::test
