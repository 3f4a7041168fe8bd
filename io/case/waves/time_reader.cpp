#include "io/case/waves/time_reader.hpp"

#include "solver/waves/schemes/schemes.hpp"

namespace dgsolve {
namespace {

/// Whether --set gave the value at a path.
bool is_set(const Case& c, const std::string& path) { return c.places.at(path).starts_with("--set "); }

/// Values of --set stand for the file's.
void read_step(CaseSection& section, const Case& c, TimeOptions& time) {
  const bool has_dt = section.has("dt"), has_cfl = section.has("cfl");
  const bool set_dt = has_dt && is_set(c, "time.dt"), set_cfl = has_cfl && is_set(c, "time.cfl");
  if (has_dt && !(set_cfl && !set_dt)) {
    section.number("dt", time.dt.emplace(), positive_number, "s");
    if (has_cfl && set_dt == set_cfl) section.complain("dt", "cfl is given too; expected one of cfl, dt");
  } else {
    section.number("cfl", time.cfl, positive_number);
  }
}

void read_scheme(CaseSection& section, ShockMethod shocks, TimeOptions& time) {
  std::vector<std::string> names = scheme_names();
  if (section.has("tolerance")) {
    section.number("tolerance", time.tolerance.emplace(), proper_share);
    names = embedded_scheme_names();
    names.insert(names.begin(), "auto");
  }
  section.choice("scheme", time.scheme, names);
  if (shocks != ShockMethod::none && time.scheme != "auto" && !find_scheme(time.scheme).is_convex)
    section.complain("scheme", "got " + time.scheme + "; " + schemes_of_shocks());
  if (time.tolerance && time.scheme == "auto") time.scheme = embedded_scheme_names().front();
}

void read_stop(CaseSection section, TimeOptions& time) {
  if (section.require("decay", "the share of its maximum to which the energy falls, such as 1e-5"))
    section.number("decay", time.stop_at_decay.emplace(), proper_share);
  section.finish();
}

}  // namespace

void read_time(CaseSection& top, const Case& c, ShockMethod shocks, TimeOptions& time) {
  if (!top.require("time", "{final: …}")) return;
  CaseSection section = top.section("time");
  section.require("final", "the final time, a number > 0");
  section.number("final", time.final, positive_number, "s");
  read_step(section, c, time);
  read_scheme(section, shocks, time);
  if (section.has("wall_limit"))
    section.number("wall_limit", time.wall_limit.emplace(), positive_number, "s");
  if (section.has("stop")) read_stop(section.section("stop"), time);
  section.finish();
}

}  // namespace dgsolve
