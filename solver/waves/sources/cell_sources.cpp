#include "solver/waves/sources/cell_sources.hpp"

#include <cmath>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "solver/waves/sources/delta.hpp"

namespace dgsolve {
namespace {

/// What a source adds to which fields: −J to the electric, minus the magnetic current to the magnetic ones.
class SourceBuilder {
 public:
  SourceBuilder(const Discretization& d, const EquationInfo& equation, const Units& units,
                const std::map<std::string, Expression>& waveforms, const std::vector<bool>& is_layer)
      : d_(d), equation_(equation), units_(units), waveforms_(waveforms), is_layer_(is_layer) {}

  void add(const WaveSource& source) {
    switch (source.type) {
      case WaveSourceType::plane_wave:
        break;
      case WaveSourceType::dipole:
      case WaveSourceType::magnetic_dipole:
        return add_dipole(source);
      case WaveSourceType::filament:
        return add_filament(source);
      case WaveSourceType::current:
        return add_current(source);
    }
  }

  std::vector<CellSource> take() const {
    std::vector<CellSource> all;
    for (const auto& [key, values] : values_) {
      const auto& [field, waveform, differentiated] = key;
      const Expression& f = waveforms_.at(waveform);
      CellSource& source = all.emplace_back();
      source.field = field;
      source.time = differentiated ? f.derivative(Variable::t) : f;
      for (const auto& [cell, of_cell] : values) {
        source.cells.push_back(cell);
        source.values.insert(source.values.end(), of_cell.begin(), of_cell.end());
      }
    }
    return all;
  }

 private:
  struct Key {
    int field;
    std::string waveform;
    bool differentiated;
    auto operator<=>(const Key&) const = default;
  };

  int electric(int axis) const {
    return equation_.electromagnetic ? equation_.electromagnetic->electric[axis] : -1;
  }
  int magnetic(int axis) const {
    return equation_.electromagnetic ? equation_.electromagnetic->magnetic[axis] : -1;
  }

  /// values: [Np], times `factor`.
  void put(const Key& key, int cell, const std::vector<double>& values, double factor) {
    if (is_layer_[d_.mesh.region[cell]])
      throw std::invalid_argument("a place in the absorbing layer " +
                                  d_.mesh.region_names[d_.mesh.region[cell]] +
                                  ", outside the mesh; expected a place in the mesh");
    std::vector<double>& sum = values_[key].try_emplace(cell, values.size(), 0.0).first->second;
    for (std::size_t i = 0; i < values.size(); ++i) sum[i] += factor * values[i];
  }

  static void refuse_component(int axis) {
    throw std::invalid_argument(std::string("a component along ") + "xyz"[axis] +
                                ", which the equations have no field for; expected 0 there");
  }

  void add_dipole(const WaveSource& source) {
    const bool is_electric = source.type == WaveSourceType::dipole;
    const std::vector<Location> locations = d_.locate_all(source.at.at(0));
    const auto factor = [&](double moment) {
      return -moment * (is_electric ? 1 : units_.mu_0) / static_cast<double>(locations.size());
    };
    const auto key = [&](int axis) {
      const int field = is_electric ? electric(axis) : magnetic(axis);
      if (field < 0) refuse_component(axis);
      return Key{field, source.waveform, true};
    };
    for (const Location& location : locations) {
      if (d_.mesh.dim == 3 && d_.factors.is_curved(location.element)) {
        const auto values = covariant_delta_values(d_, location, source.moment);
        for (int axis = 0; axis < 3; ++axis) put(key(axis), location.element, values[axis], factor(1));
        continue;
      }
      const std::vector<double> values = delta_values(d_, location);
      for (int axis = 0; axis < 3; ++axis)
        if (source.moment[axis] != 0) put(key(axis), location.element, values, factor(source.moment[axis]));
    }
  }

  void add_filament(const WaveSource& source) {
    if (source.at.size() == 1) return add_line_current(source);
    for (std::size_t i = 1; i < source.at.size(); ++i) {
      const Point &a = source.at[i - 1], &b = source.at[i];
      const Quadrature rule = gauss_jacobi(d_.element.N + 1, 0, 0);  // exact for polynomials of order N
      for (const LineSegment& part : line_segments(d_, a, b))
        for (int q = 0; q < rule.size(); ++q) {
          const double s = part.from + (part.to - part.from) * (1 + rule.points[q]) / 2;
          const std::vector<double> values = delta_values(d_, location_on(part.element, a, b, s));
          for (int axis = 0; axis < d_.mesh.dim; ++axis) {
            if (b[axis] == a[axis]) continue;
            if (electric(axis) < 0) refuse_component(axis);
            put({electric(axis), source.waveform, false}, part.element, values,
                -source.amplitude * part.share * (b[axis] - a[axis]) * (part.to - part.from) *
                    rule.weights[q] / 2);
          }
        }
    }
  }

  /// A point in 2D: a line along z.
  void add_line_current(const WaveSource& source) {
    const std::vector<Location> locations = d_.locate_all(source.at[0]);
    if (electric(2) < 0) refuse_component(2);
    for (const Location& location : locations)
      put({electric(2), source.waveform, false}, location.element, delta_values(d_, location),
          -source.amplitude / static_cast<double>(locations.size()));
  }

  Location location_on(int e, const Point& a, const Point& b, double s) const {
    const int dim = d_.mesh.dim;
    const std::array<double, 9> r_x = d_.factors.straight(e).metric;
    Location location{e, {-1, -1, -1}};
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j)
        location.r[i] += r_x[i * dim + j] * (a[j] + s * (b[j] - a[j]) - d_.mesh.vertex(e, 0)[j]);
    return location;
  }

  void add_current(const WaveSource& source) {
    const ReferenceElement& element = d_.element;
    const CellMap map(d_.mesh, element.data_rule.points);
    std::vector<double> points(element.data_rule.points.size()), values(element.Np);
    for (int axis = 0; axis < 3; ++axis) {
      const Expression& density = source.density[axis];
      if (density.is_zero()) continue;
      if (electric(axis) < 0) refuse_component(axis);
      for (int e = 0; e < d_.K(); ++e) {
        if (index_of(source.into, d_.mesh.region_names[d_.mesh.region[e]]) < 0) continue;
        map.coordinates(e, points.data());
        const std::vector<double> at_points = evaluate_at(density, d_.mesh.dim, points);
        for (int i = 0; i < element.Np; ++i) {
          values[i] = 0;
          for (int q = 0; q < element.data_rule.size(); ++q)
            values[i] += element.data_project(i, q) * at_points[q];
          if (!std::isfinite(values[i]))
            throw std::invalid_argument("a density that is not finite in the cell around " +
                                        format_point(d_.mesh.dim, points.data()));
        }
        put({electric(axis), source.waveform, false}, e, values, -1);
      }
    }
  }

  const Discretization& d_;
  const EquationInfo& equation_;
  const Units& units_;
  const std::map<std::string, Expression>& waveforms_;
  const std::vector<bool>& is_layer_;
  std::map<Key, std::map<int, std::vector<double>>> values_;
};

}  // namespace

std::vector<CellSource> cell_sources(const Discretization& d, const EquationInfo& equation,
                                     const Units& units, const std::vector<WaveSource>& sources,
                                     const std::map<std::string, Expression>& waveforms,
                                     const std::vector<bool>& is_layer) {
  SourceBuilder builder(d, equation, units, waveforms, is_layer);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string key = "sources[" + std::to_string(i) + "]: ";
    try {
      builder.add(sources[i]);
    } catch (const MeshError& error) {
      throw MeshError(key + error.what());
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(key + "got " + error.what());
    }
  }
  return builder.take();
}

}  // namespace dgsolve
