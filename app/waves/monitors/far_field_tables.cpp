#include "app/waves/monitors/far_field_tables.hpp"

#include <cmath>
#include <numbers>

#include "app/console/log.hpp"
#include "app/waves/monitors/power_check.hpp"

namespace dgsolve {
namespace {

constexpr double pi = std::numbers::pi;

std::vector<double> degrees(int last, int step) {
  std::vector<double> angles;
  for (int angle = 0; angle <= last; angle += step) angles.push_back(angle);
  return angles;
}

double decibels(double ratio) { return 10 * std::log10(ratio); }

class FarFieldTables {
 public:
  explicit FarFieldTables(const Gathered& g)
      : g_(g),
        dim_(g.op.discretization.mesh.dim),
        by_wave_(g.is_related() && g.wave->plane),
        tm_(g.op.physics.info.formulation == "TM"),
        theta_(dim_ == 2                 ? std::vector<double>{90}
               : g.monitor.theta.empty() ? degrees(180, 1)
                                         : g.monitor.theta),
        phi_(!g.monitor.phi.empty() ? g.monitor.phi
             : dim_ == 2            ? degrees(359, 1)
                                    : std::vector<double>{0, 90}),
        pattern_{"monitors/" + g.monitor.name, pattern_columns(), {}},
        power_{"monitors/" + g.monitor.name + "_power", power_columns(), {}} {}

  std::vector<ResultTable> make() {
    for (std::size_t f = 0; f < g_.monitor.frequencies.size(); ++f) add_frequency(f);
    return {std::move(pattern_), std::move(power_)};
  }

 private:
  std::vector<std::string> pattern_columns() const {
    std::vector<std::string> columns{g_.frequency_column()};
    if (dim_ == 3) columns.emplace_back("theta (deg)");
    columns.emplace_back("phi (deg)");
    for (const std::string& component : dim_ == 3 ? std::vector<std::string>{"E_theta", "E_phi"}
                                        : tm_     ? std::vector<std::string>{"E_z"}
                                                  : std::vector<std::string>{"E_phi"})
      for (const char* part : {"_real", "_imag"}) columns.push_back(component + part + amplitude_unit());
    if (!by_wave_) {
      columns.insert(columns.end(), {"directivity", "directivity (dBi)"});
      if (g_.places.knows_losses) columns.insert(columns.end(), {"gain", "gain (dBi)"});
      return columns;
    }
    const std::string quantity = dim_ == 3 ? "rcs" : "width";
    columns.push_back(quantity + area_unit());
    columns.push_back(quantity + (dim_ == 3 ? " (dBsm)" : " (dBm)"));
    return columns;
  }
  std::vector<std::string> power_columns() const {
    const std::string power_unit = g_.unit(g_.is_related() ? "W" : "W s^2");
    if (!by_wave_ && !g_.places.knows_losses) return {g_.frequency_column(), "radiated" + power_unit};
    if (!by_wave_) return {g_.frequency_column(), "radiated" + power_unit, "lost" + power_unit, "efficiency"};
    std::vector<std::string> columns{g_.frequency_column(), "scattering" + area_unit(),
                                     "extinction" + area_unit()};
    if (g_.places.has_total_field()) columns.push_back("absorption" + area_unit());
    return columns;
  }
  std::string amplitude_unit() const {
    if (!g_.is_related()) return g_.unit(dim_ == 3 ? "V s" : "V s m^-1/2");
    return g_.unit(by_wave_ ? (dim_ == 3 ? "m" : "m^1/2") : dim_ == 3 ? "V" : "V m^-1/2");
  }
  std::string area_unit() const { return g_.unit(dim_ == 3 ? "m^2" : "m"); }

  void add_frequency(std::size_t f) {
    const FarMedium medium = medium_at(f);
    const std::vector<SurfaceCurrent> currents = currents_at(f);
    const double power = power_through(g_, 0, g_.places.n_first, f);
    const double lost = -power_through(g_, g_.places.n_on_surface, g_.places.surface.x.size(), f);
    add_pattern(f, medium, currents, {power, lost});
    std::vector<double>& row = power_.rows.emplace_back(std::vector{g_.monitor.frequencies[f]});
    if (!by_wave_) {
      row.push_back(power);
      if (g_.places.knows_losses) row.insert(row.end(), {lost, power / (power + lost)});
      return;
    }
    row.push_back(power / incident_intensity(g_));
    const Point& k = g_.wave->plane->direction;
    row.push_back(extinction(far_amplitude(currents, medium, k), g_.wave->plane->polarisation, 1, medium));
    if (g_.places.has_total_field())  // what flows in
      row.push_back(-power_through(g_, g_.places.n_first, g_.places.n_on_surface, f) /
                    incident_intensity(g_));
  }

  FarMedium medium_at(std::size_t f) const {
    const double* const c = g_.places.coefficients.data();
    return {dim_, g_.places.points.omega[f] / g_.op.physics.wave_speed(c),
            g_.op.physics.info.electromagnetic->impedance(c)};
  }

  std::vector<SurfaceCurrent> currents_at(std::size_t f) const {
    const SurfacePoints& surface = g_.places.surface;
    std::vector<SurfaceCurrent> currents;
    currents.reserve(g_.places.n_first);
    for (std::size_t p = 0; p < g_.places.n_first; ++p)
      currents.push_back(surface_current(surface.x[p], surface.normal[p], surface.area[p], g_.electric(p, f),
                                         g_.magnetic(p, f)));
    return with_images(std::move(currents), g_.places.planes);
  }

  /// W: what leaves the surface, and what flows into lossy media inside it.
  struct Powers {
    double radiated, lost;
  };

  void add_pattern(std::size_t f, const FarMedium& medium, const std::vector<SurfaceCurrent>& currents,
                   const Powers& powers) {
    std::vector<Point> directions;
    for (const double phi : phi_)
      for (const double theta : theta_) directions.push_back(spherical_frame(theta, phi).direction);
    const std::vector<Phasor> amplitudes = far_amplitudes(currents, medium, directions);
    for (std::size_t i = 0; i < directions.size(); ++i)
      add_direction(f, medium, theta_[i % theta_.size()], phi_[i / theta_.size()], amplitudes[i], powers);
  }

  void add_direction(std::size_t f, const FarMedium& medium, double theta, double phi, const Phasor& F,
                     const Powers& powers) {
    const SphericalFrame frame = spherical_frame(theta, phi);
    std::vector<double>& row = pattern_.rows.emplace_back(std::vector{g_.monitor.frequencies[f]});
    if (dim_ == 3) row.push_back(theta);
    row.push_back(phi);
    const auto put = [&](const std::complex<double>& value) {
      row.push_back(value.real());
      row.push_back(value.imag());
    };
    if (dim_ == 3) put(along(F, frame.theta));
    put(tm_ ? F[2] : along(F, frame.phi));
    const auto put_ratio = [&](double value) { row.insert(row.end(), {value, decibels(value)}); };
    if (by_wave_) return put_ratio(cross_section(F, 1, medium));
    const double everywhere = (dim_ == 3 ? 4 * pi : 2 * pi) * intensity(F, medium);
    put_ratio(everywhere / powers.radiated);
    if (g_.places.knows_losses) put_ratio(everywhere / (powers.radiated + powers.lost));
  }

  const Gathered& g_;
  const int dim_;
  const bool by_wave_, tm_;
  const std::vector<double> theta_, phi_;  ///< degrees
  ResultTable pattern_, power_;
};

}  // namespace

std::vector<ResultTable> far_field_tables(const Gathered& gathered) {
  if (!gathered.places.knows_losses)
    warn(
        "monitor {}: a source stands in a lossy medium, so that what is lost there is not told from what the "
        "source gives: no gain is written; expected a source in a lossless region",
        gathered.monitor.name);
  std::vector<ResultTable> tables = FarFieldTables(gathered).make();
  const ResultTable& power = tables.back();
  if (gathered.is_related() && gathered.wave->plane) {
    check_cross_sections(gathered, power);
  } else if (is_around_all_sources(gathered)) {
    std::vector<double> radiated;
    for (const std::vector<double>& row : power.rows) radiated.push_back(row[1]);
    check_radiated(gathered, radiated);
  } else if (!gathered.input.wave().sources.empty()) {
    warn(
        "monitor {}: a source stands outside the surface, and its waves pass through it: the power through "
        "the surface is not the source's, so that directivity and gain mean nothing; expected all sources "
        "inside",
        gathered.monitor.name);
  }
  return tables;
}

}  // namespace dgsolve
