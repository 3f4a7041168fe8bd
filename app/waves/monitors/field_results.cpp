#include "app/waves/monitors/field_results.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "io/base/files.hpp"
#include "io/fields/formats.hpp"

namespace dgsolve {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// The equation's fields and vectors, once for each suffix, in the order of the suffixes.
FieldSet fields_with(const Gathered& g, const std::vector<std::string>& suffixes) {
  const EquationInfo& info = g.op.physics.info;
  const int n = g.op.physics.n_fields;
  FieldSet fields;
  int first = 0;
  for (const std::string& suffix : suffixes) {
    for (int i = 0; i < n; ++i) {
      fields.names.push_back(info.fields[i] + suffix);
      fields.units.push_back(suffix == "_phase" ? "deg"
                             : g.input.si       ? info.field_units[i] + (g.is_related() ? "" : " s")
                                                : "1");
    }
    for (const VectorField& vector : info.vectors) {
      VectorField with_suffix{vector.name + suffix, vector.fields};
      bool is_of_state = true;
      for (int& field : with_suffix.fields) {
        is_of_state = is_of_state && field < n;
        if (field >= 0) field += first;
      }
      if (is_of_state) fields.vectors.push_back(with_suffix);
    }
    first += n;
  }
  return fields;
}

WriterSetup setup_for(const Gathered& g, const std::filesystem::path& folder, FieldSet fields) {
  make_folder(folder);
  WriterSetup setup{{}, folder, g.op.discretization, std::move(fields)};
  setup.options.format = g.monitor.format;
  setup.options.regions = g.monitor.regions;
  setup.sides = g.sampling.sides;
  return setup;
}

/// state ← parts(amplitude) [n_parts] of each field at each node of the monitor's cells; field i's part p is
/// number p·n_fields + i.
template <class Parts>
void put_parts(const Gathered& g, std::size_t frequency, int n_parts, const Parts& parts,
               std::vector<double>& state) {
  const int n = g.op.physics.n_fields, Np = g.op.discretization.element.Np;
  for (std::size_t cell = 0; cell < g.sampling.points.elements.size(); ++cell) {
    double* const to = &state[static_cast<std::size_t>(g.sampling.points.elements[cell]) * n_parts * n * Np];
    for (int field = 0; field < n; ++field)
      for (int node = 0; node < Np; ++node) {
        const auto values = parts(g.value(cell * Np + node, field, frequency));
        for (int part = 0; part < n_parts; ++part) to[(part * n + field) * Np + node] = values[part];
      }
  }
}

/// A file for each frequency, which is the time in it.
void write_amplitudes(const Gathered& g, const std::filesystem::path& folder) {
  const int n = g.op.physics.n_fields;
  WriterSetup setup = setup_for(g, folder, fields_with(g, {"_real", "_imag", "_magnitude", "_phase"}));
  setup.n_state = 2 * n;
  const auto find = [n](int, const double* u, const double*, double* values) {
    for (int i = 0; i < n; ++i) {
      values[i] = std::hypot(u[i], u[n + i]);
      values[n + i] = std::atan2(u[n + i], u[i]) / degree;
    }
  };
  setup.derive = {find, 2 * n};
  const std::unique_ptr<Writer> writer = make_writer(setup);
  std::vector<double> state(g.op.discretization.n_dofs(2 * n));
  for (std::size_t f = 0; f < g.monitor.frequencies.size(); ++f) {
    put_parts(
        g, f, 2,
        [](const std::complex<double>& u) {
          return std::array{u.real(), u.imag()};
        },
        state);
    writer->write({g.monitor.frequencies[f], static_cast<long>(f), state});
  }
}

/// A period of the fields Re(u exp(iφ)): a file for each phase φ, in degrees, which is the time in it.
void write_period(const Gathered& g, std::size_t frequency, const std::filesystem::path& folder) {
  const std::unique_ptr<Writer> writer = make_writer(setup_for(g, folder, fields_with(g, {""})));
  std::vector<double> state(g.op.discretization.n_dofs(g.op.physics.n_fields));
  for (int i = 0; i < g.monitor.phases; ++i) {
    const double phase = 360.0 * i / g.monitor.phases;
    const std::complex<double> turned = std::polar(1.0, phase * degree);
    put_parts(
        g, frequency, 1, [&](const std::complex<double>& u) { return std::array{(u * turned).real()}; },
        state);
    writer->write({phase, i, state});
  }
}

}  // namespace

ResultTable field_table(const Gathered& g) {
  const EquationInfo& info = g.op.physics.info;
  const int dim = g.op.discretization.mesh.dim;
  ResultTable table{"monitors/" + g.monitor.name, {g.frequency_column()}, {}};
  for (int i = 0; i < dim; ++i) table.columns.push_back(fmt::format("{}{}", "xyz"[i], g.unit("m")));
  for (int field = 0; field < g.op.physics.n_fields; ++field)
    for (const char* part : {"_real", "_imag"})
      table.columns.push_back(info.fields[field] + part +
                              g.unit(info.field_units[field] + (g.is_related() ? "" : " s")));
  for (std::size_t f = 0; f < g.monitor.frequencies.size(); ++f)
    for (std::size_t p = 0; p < g.monitor.points.size(); ++p) {
      std::vector<double>& row = table.rows.emplace_back(std::vector{g.monitor.frequencies[f]});
      row.insert(row.end(), g.monitor.points[p].begin(), g.monitor.points[p].begin() + dim);
      for (int field = 0; field < g.op.physics.n_fields; ++field) {
        const std::complex<double> value = g.value(p, field, f);
        row.push_back(value.real());
        row.push_back(value.imag());
      }
    }
  return table;
}

void write_fields(const Gathered& g) {
  const std::filesystem::path folder = g.input.output.directory / "monitors" / g.monitor.name;
  write_amplitudes(g, folder);
  if (g.monitor.phases == 0) return;
  for (std::size_t f = 0; f < g.monitor.frequencies.size(); ++f)
    write_period(g, f, folder / fmt::format("phases_{:06}", f));
}

}  // namespace dgsolve
