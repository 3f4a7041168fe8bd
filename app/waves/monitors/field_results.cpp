#include "app/waves/monitors/field_results.hpp"

#include <cmath>

#include "io/base/files.hpp"
#include "io/fields/writer.hpp"

namespace dgsolve {
namespace {

/// Real parts, then imaginary ones, then the magnitudes, which follow from them.
FieldSet amplitude_fields(const Gathered& g) {
  const EquationInfo& info = g.op.physics.info;
  const int n = g.op.physics.n_fields;
  FieldSet fields;
  int part_number = 0;
  for (const char* part : {"_real", "_imag", "_magnitude"}) {
    for (int i = 0; i < n; ++i) {
      fields.names.push_back(info.fields[i] + part);
      fields.units.push_back(g.input.si ? info.field_units[i] + (g.is_related() ? "" : " s") : "1");
    }
    for (const VectorField& vector : info.vectors) {
      VectorField of_part{vector.name + part, vector.fields};
      bool is_of_state = true;
      for (int& field : of_part.fields) {
        is_of_state = is_of_state && field < n;
        if (field >= 0) field += part_number * n;
      }
      if (is_of_state) fields.vectors.push_back(of_part);
    }
    ++part_number;
  }
  return fields;
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
  const int n = g.op.physics.n_fields, Np = g.op.discretization.element.Np;
  const std::filesystem::path folder = g.input.output.directory / "monitors" / g.monitor.name;
  make_folder(folder);
  WriterSetup setup{{}, folder, g.op.discretization, amplitude_fields(g), static_cast<std::size_t>(2 * n)};
  setup.options.regions = g.monitor.regions;
  setup.sides = g.places.sides;
  setup.derive = [n](int, const double* u, double* magnitudes) {
    for (int i = 0; i < n; ++i) magnitudes[i] = std::hypot(u[i], u[n + i]);
  };
  const std::unique_ptr<Writer> writer = make_writer(setup);
  std::vector<double> state(g.op.discretization.n_dofs(2 * n));
  for (std::size_t f = 0; f < g.monitor.frequencies.size(); ++f) {
    for (std::size_t cell = 0; cell < g.places.points.elements.size(); ++cell) {
      double* const to = &state[static_cast<std::size_t>(g.places.points.elements[cell]) * 2 * n * Np];
      for (int field = 0; field < n; ++field)
        for (int node = 0; node < Np; ++node) {
          const std::complex<double> value = g.value(cell * Np + node, field, f);
          to[field * Np + node] = value.real();
          to[(n + field) * Np + node] = value.imag();
        }
    }
    writer->write({g.monitor.frequencies[f], static_cast<long>(f), state});
  }
}

}  // namespace dgsolve
