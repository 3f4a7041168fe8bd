#include "app/waves/monitors/far_field_tables.hpp"

#include <cmath>

#include "app/console/log.hpp"
#include "app/waves/monitors/power_check.hpp"
#include "solver/electromagnetics/monitors/balances.hpp"
#include "solver/electromagnetics/monitors/radiation.hpp"

namespace dgsolve {
namespace {

std::vector<double> degrees(int last, int step) {
  std::vector<double> angles;
  for (int angle = 0; angle <= last; angle += step) angles.push_back(angle);
  return angles;
}

double decibels(double ratio) { return 10 * std::log10(ratio); }

/// Powers at each frequency: of a plane wave, or of other sources, W.
struct FoundPowers {
  std::vector<CrossSections> sections;
  std::vector<double> radiated;
};

class FarFieldTables {
 public:
  explicit FarFieldTables(const Gathered& g)
      : g_(g),
        dim_(g.op.discretization.mesh.dim),
        by_wave_(g.is_by_plane_wave()),
        is_along_z_(dim_ == 2 && g.op.physics.info.electromagnetic->electric[2] >= 0),
        theta_(dim_ == 2                 ? std::vector<double>{90}
               : g.monitor.theta.empty() ? degrees(180, 1)
                                         : g.monitor.theta),
        phi_(!g.monitor.phi.empty() ? g.monitor.phi
             : dim_ == 2            ? degrees(359, 1)
                                    : std::vector<double>{0, 90}),
        pattern_{"monitors/" + g.monitor.name, pattern_columns(), {}},
        power_{"monitors/" + g.monitor.name + "_power", power_columns(), {}} {
    for (const double phi : phi_)
      for (const double theta : theta_) directions_.push_back(spherical_frame(theta, phi).direction);
  }

  std::vector<ResultTable> make() {
    for (std::size_t f = 0; f < g_.monitor.frequencies.size(); ++f) add_frequency(f);
    return {std::move(pattern_), std::move(power_)};
  }
  const FoundPowers& found() const { return found_; }

 private:
  std::vector<std::string> pattern_columns() const {
    std::vector<std::string> columns{g_.frequency_column()};
    if (dim_ == 3) columns.emplace_back("theta (deg)");
    columns.emplace_back("phi (deg)");
    for (const std::string& component : dim_ == 3     ? std::vector<std::string>{"E_theta", "E_phi"}
                                        : is_along_z_ ? std::vector<std::string>{"E_z"}
                                                      : std::vector<std::string>{"E_phi"})
      for (const char* part : {"_real", "_imag"}) columns.push_back(component + part + amplitude_unit());
    if (!by_wave_) {
      columns.insert(columns.end(), {"directivity", "directivity (dBi)"});
      if (g_.ports || g_.sampling.knows_losses) columns.insert(columns.end(), {"gain", "gain (dBi)"});
      if (g_.ports) columns.insert(columns.end(), {"realized_gain", "realized_gain (dBi)"});
      return columns;
    }
    const std::string quantity = dim_ == 3 ? "rcs" : "width";
    columns.push_back(quantity + area_unit());
    columns.push_back(quantity + (dim_ == 3 ? " (dBsm)" : " (dBm)"));
    return columns;
  }
  std::vector<std::string> power_columns() const {
    const std::string power_unit = g_.unit(g_.is_related() ? "W" : "W s^2");
    if (!by_wave_) {
      std::vector<std::string> columns{g_.frequency_column(), "radiated" + power_unit};
      if (g_.sampling.knows_losses) columns.push_back("lost" + power_unit);
      if (g_.ports)
        columns.insert(columns.end(), {"accepted" + power_unit, "incident" + power_unit,
                                       "radiation_efficiency", "total_efficiency"});
      else if (g_.sampling.knows_losses)
        columns.emplace_back("efficiency");
      return columns;
    }
    std::vector<std::string> columns{g_.frequency_column(), "scattering" + area_unit(),
                                     "extinction" + area_unit()};
    if (g_.sampling.has_total_field()) columns.push_back("absorption" + area_unit());
    return columns;
  }
  std::string amplitude_unit() const {
    if (!g_.is_related()) return g_.unit(dim_ == 3 ? "V s" : "V s m^-1/2");
    return g_.unit(by_wave_ ? (dim_ == 3 ? "m" : "m^1/2") : dim_ == 3 ? "V" : "V m^-1/2");
  }
  std::string area_unit() const { return g_.unit(dim_ == 3 ? "m^2" : "m"); }

  void add_frequency(std::size_t f) {
    const Radiation radiation = radiation_at(g_, f, directions_);
    for (std::size_t i = 0; i < directions_.size(); ++i) add_direction(f, i, radiation);
    const auto& [medium, radiated, lost, sections, amplitudes] = radiation;
    std::vector<double>& row = power_.rows.emplace_back(std::vector{g_.monitor.frequencies[f]});
    if (sections) {
      row.insert(row.end(), {sections->scattering, sections->extinction});
      if (sections->absorption) row.push_back(*sections->absorption);
      found_.sections.push_back(*sections);
    } else {
      row.push_back(radiated);
      if (g_.sampling.knows_losses) row.push_back(lost);
      if (g_.ports)
        row.insert(row.end(),
                   {g_.accepted(f), g_.incident(f), radiated / g_.accepted(f), radiated / g_.incident(f)});
      else if (g_.sampling.knows_losses)
        row.push_back(radiated / (radiated + lost));
      found_.radiated.push_back(radiated);
    }
  }

  void add_direction(std::size_t f, std::size_t direction, const Radiation& radiation) {
    const double theta = theta_[direction % theta_.size()], phi = phi_[direction / theta_.size()];
    const SphericalFrame frame = spherical_frame(theta, phi);
    const Phasor& F = radiation.amplitudes[direction];
    std::vector<double>& row = pattern_.rows.emplace_back(std::vector{g_.monitor.frequencies[f]});
    if (dim_ == 3) row.push_back(theta);
    row.push_back(phi);
    const auto put = [&](const std::complex<double>& value) {
      row.push_back(value.real());
      row.push_back(value.imag());
    };
    if (dim_ == 3) put(along(F, frame.theta));
    put(is_along_z_ ? F[2] : along(F, frame.phi));
    const auto put_ratio = [&](double value) { row.insert(row.end(), {value, decibels(value)}); };
    if (by_wave_) return put_ratio(cross_section(F, 1, radiation.medium));
    put_ratio(directivity(F, radiation.radiated, radiation.medium));
    if (g_.ports) {
      put_ratio(directivity(F, g_.accepted(f), radiation.medium));
      put_ratio(directivity(F, g_.incident(f), radiation.medium));
    } else if (g_.sampling.knows_losses) {
      put_ratio(directivity(F, radiation.radiated + radiation.lost, radiation.medium));
    }
  }

  const Gathered& g_;
  const int dim_;
  const bool by_wave_, is_along_z_;
  const std::vector<double> theta_, phi_;  ///< degrees
  std::vector<Point> directions_;          ///< [phi][theta]
  ResultTable pattern_, power_;
  FoundPowers found_;
};

}  // namespace

std::vector<ResultTable> far_field_tables(const Gathered& gathered) {
  if (!gathered.sampling.knows_losses && !gathered.ports)
    warn(
        "monitor {}: a source stands in a lossy medium, so that what is lost there is not told from what the "
        "source gives: no gain is written; expected a source in a lossless region",
        gathered.monitor.name);
  FarFieldTables maker(gathered);
  std::vector<ResultTable> tables = maker.make();
  if (gathered.ports)
    check_accepted(gathered, maker.found().radiated);
  else if (gathered.is_by_plane_wave()) {
    check_cross_sections(gathered, maker.found().sections);
  } else if (is_around_all_sources(gathered, gathered.input.wave())) {
    check_radiated(gathered, maker.found().radiated);
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
