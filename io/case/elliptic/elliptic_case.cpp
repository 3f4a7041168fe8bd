/// Implements io/case/problem_kinds.hpp.
/// The part of a case that poses an elliptic problem.

#include <fmt/core.h>

#include "io/case/mesh_check.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/tables/matrix_writer.hpp"
#include "kernels/base/names.hpp"
#include "solver/elliptic/capacitance.hpp"
#include "solver/elliptic/fields.hpp"
#include "solver/elliptic/operator.hpp"

namespace dgsolve {
namespace {

const std::vector<std::pair<std::string, EllipticCondition>> conditions = {
    {"dirichlet", EllipticCondition::dirichlet},
    {"neumann", EllipticCondition::neumann},
    {"robin", EllipticCondition::robin},
    {"periodic", EllipticCondition::periodic},
    {"floating", EllipticCondition::floating}};

const std::string unit_of_kappa = "F/m or S/m", unit_of_charge = "C or C/m or A or A/m";

const char* name_of(KappaKind kind) {
  return kind == KappaKind::permittivity ? "permittivity" : "conductivity";
}

class EllipticReader {
 public:
  EllipticReader(const ProblemReading& reading, Case& c)
      : top_(reading.top),
        constants_(reading.constants),
        si_(c.si),
        case_(c),
        options_(std::get<EllipticCase>(c.problem)) {}

  void read() {
    if (top_.require("regions", "an entry for every region of the mesh, such as {all: {kappa: 1}}")) {
      CaseSection section = top_.section("regions");
      for (const std::string& name : entry_names(section)) read_region(section, name);
    }
    CaseSection boundaries = top_.section("boundaries");
    for (const std::string& name : entry_names(boundaries)) read_boundary(boundaries, name);
    for (const auto& [name, partner] : pair_periodic_groups(boundary_groups(options_), boundaries))
      options_.boundaries[name] = {EllipticCondition::periodic, {}, {}, 0, partner};
    read_optional(top_, "source", options_.source, "C/m^3 or A/m^3");
    read_exact();
    read_solver();
  }

 private:
  /// `exact: "…"`, or by field as in cases of other physics: `exact: {u: "…"}`.
  void read_exact() {
    if (!top_.is_map("exact")) return read_optional(top_, "exact", options_.exact, unit_of_u_);
    CaseSection section = top_.section("exact");
    if (section.require("u", "the potential, such as {u: \"x*y\"}"))
      read_optional(section, "u", options_.exact, unit_of_u_);
    section.finish("field");
  }

  void read_optional(CaseSection& section, const std::string& key, std::optional<Expression>& value,
                     const std::string& unit = {}) {
    if (section.has(key)) section.formula(key, value.emplace(), {constants_, false, any_number, unit});
    const std::string given = section.unit_of(key, unit);
    if (unit != unit_of_u_)
      note_unit(section, key, given);
    else if (!given.empty())
      options_.in_volts = true;
  }

  /// The unit of a key tells what κ is. All units in a case must tell the same; an empty one tells nothing.
  void note_unit(CaseSection& section, const std::string& key, const std::string& unit) {
    if (unit.empty()) return;
    const KappaKind kind = kappa_kind_of(unit);
    if (options_.kappa_kind && *options_.kappa_kind != kind)
      section.complain(key, fmt::format("is in {}, so that kappa is a {}, but by {} it is a {}; expected one "
                                        "of them in all of the case",
                                        unit, name_of(kind), told_by_, name_of(*options_.kappa_kind)));
    options_.kappa_kind = kind;
    told_by_ = section.path(key);
  }

  void read_region(CaseSection& regions, const std::string& name) {
    CaseSection section = regions.section(name);
    if (is_conductor(regions, name, section, case_)) {
      read_boundary(regions, name);
      if (options_.boundaries.at(name).condition == EllipticCondition::periodic)
        regions.complain(name, "got \"periodic\"; expected dirichlet or floating");
      return;
    }
    EllipticRegion& region = options_.regions[name];
    if (section.has("epsilon_r")) {
      read_permittivity(section, region);
    } else if (section.require("kappa", "a number > 0, an expression or a tensor; or epsilon_r")) {
      section.formula_or_tensor("kappa", region.kappa, {constants_, false, positive_number, unit_of_kappa});
      note_unit(section, "kappa", section.unit_of("kappa", unit_of_kappa));
    }
    section.formula("lambda", region.lambda, {constants_, false, non_negative_number});
    read_members(section, regions.path(name), case_);
    section.finish("parameter");
  }

  /// `epsilon_r: 4.4` is short for κ = ε0·4.4.
  void read_permittivity(CaseSection& section, EllipticRegion& region) {
    section.formula_or_tensor("epsilon_r", region.kappa, {constants_, false, positive_number});
    for (Expression& kappa : region.kappa) kappa = scaled(kappa, "eps0", constants_.at("eps0"));
    if (si_) note_unit(section, "epsilon_r", "F/m");
    if (section.has("kappa")) section.complain("epsilon_r", "kappa is given too; expected one of them");
  }

  /// Short form `walls: dirichlet`, long form `walls: {type: …, …}`.
  void read_boundary(CaseSection& boundaries, const std::string& name) {
    EllipticBoundary& boundary = options_.boundaries[name];
    if (!boundaries.is_map(name)) {
      boundaries.choice(name, boundary.condition, conditions);
      if (boundary.condition == EllipticCondition::periodic)
        boundaries.complain(name, "the other side is missing; expected {type: periodic, with: GROUP}");
      if (boundary.condition == EllipticCondition::robin)
        boundaries.complain(name, "the coefficient is missing; expected {type: robin, coefficient: …}");
      if (boundary.condition == EllipticCondition::floating)
        boundaries.complain(name, "the charge is missing; expected {type: floating, charge: …}");
      return;
    }
    CaseSection section = boundaries.section(name);
    const std::vector<std::string> names = names_in(conditions);
    std::string type;
    if (!section.require("type", listed(names)) || !section.choice("type", type, names)) return;
    section.choice("type", boundary.condition, conditions);
    read_members(section, boundaries.path(name), case_);
    read_condition(section, boundary, type);
  }

  void read_condition(CaseSection& section, EllipticBoundary& boundary, const std::string& type) {
    switch (boundary.condition) {
      case EllipticCondition::robin:
        if (section.require("coefficient", "a number >= 0 or an expression"))
          section.formula("coefficient", boundary.coefficient, {constants_, false, non_negative_number});
        [[fallthrough]];
      case EllipticCondition::neumann:
        read_optional(section, "value", boundary.value, "C/m^2 or A/m^2");
        break;
      case EllipticCondition::dirichlet:
        read_optional(section, "value", boundary.value, unit_of_u_);
        break;
      case EllipticCondition::periodic:
        if (section.require("with", "the boundary group on the other side"))
          section.text("with", boundary.with);
        break;
      case EllipticCondition::floating:
        if (section.require("charge", "the conductor's charge, a number"))
          section.number("charge", boundary.charge, any_number, unit_of_charge);
        note_unit(section, "charge", section.unit_of("charge", unit_of_charge));
        break;
    }
    section.finish("key of a boundary of type " + type);
  }

  void read_solver() {
    CaseSection section = top_.section("solver");
    EllipticSolverOptions& solver = options_.solver;
    std::string method = "cg";
    section.choice("method", method, {"cg"});
    section.choice<PreconditionerKind>("preconditioner", solver.preconditioner,
                                       {{"none", PreconditionerKind::none},
                                        {"jacobi", PreconditionerKind::jacobi},
                                        {"block_jacobi", PreconditionerKind::block_jacobi},
                                        {"multigrid", PreconditionerKind::multigrid}});
    section.choice<OperatorForm>("operator", solver.form,
                                 {{"auto", OperatorForm::automatic},
                                  {"matrix_free", OperatorForm::matrix_free},
                                  {"csr", OperatorForm::csr},
                                  {"bsr", OperatorForm::bsr},
                                  {"sliced_ell", OperatorForm::sliced_ell}});
    section.number("tolerance", solver.tolerance, proper_share);
    section.whole_number("max_iterations", solver.max_iterations, 1, 1'000'000);
    section.finish();
  }

  CaseSection& top_;
  const std::map<std::string, double>& constants_;
  const bool si_;
  Case& case_;
  const std::string unit_of_u_ = potential_fields(2).units[0];
  EllipticCase& options_;
  std::string told_by_;  ///< the key whose unit told what κ is
};

std::vector<EquationInfo> systems() {
  std::vector<EquationInfo> all;
  for (const int dim : {2, 3}) {
    FieldSet fields = potential_fields(dim);
    EquationInfo& info = all.emplace_back();
    info.equation = elliptic_physics;
    info.dim = dim;
    info.fields = std::move(fields.names);
    info.field_units = std::move(fields.units);
    info.vectors = std::move(fields.vectors);
  }
  return all;
}

void read(const ProblemReading& reading, Case& c) { EllipticReader(reading, c).read(); }

/// `capacitance: true` of all conductors, `capacitance: [a, b]` of some.
void read_output(CaseSection& output, Case& c) {
  EllipticCase& options = std::get<EllipticCase>(c.problem);
  output.names("matrix", options.matrix, matrix_formats());
  if (output.is_list("capacitance")) return output.names("capacitance", options.capacitance.emplace());
  std::string wanted = "false";
  output.text("capacitance", wanted);
  if (wanted == "true")
    options.capacitance.emplace();
  else if (wanted != "false")
    output.complain("capacitance",
                    "got " + quote(wanted) + "; expected true, false, or a list of conductors");
}

/// Checks conductors by the names that the mesh has.
void check_conductors(const Case& c, MeshCheck& mesh) {
  if (!c.elliptic().capacitance) return;
  const std::vector<std::string> conductors = conductor_names(c.elliptic());
  mesh.check_names("output.capacitance", *c.elliptic().capacitance, conductors, "conductor", false);
  if (conductors.empty())
    mesh.complain("output.capacitance",
                  "there is no conductor; expected a boundary of type dirichlet or floating");
}

bool acts_inside(const Case& c, const EquationInfo&, const std::string& group) {
  const EllipticCondition condition = c.elliptic().boundaries.at(group).condition;
  return condition == EllipticCondition::periodic || condition == EllipticCondition::dirichlet ||
         condition == EllipticCondition::floating;
}

void check_names(const Case& c, const EquationInfo& system, MeshCheck& mesh) {
  check_conductors(c, mesh);
  const std::size_t square = static_cast<std::size_t>(system.dim) * system.dim;
  for (const auto& [name, region] : c.elliptic().regions)
    if (region.kappa.size() > 1 && region.kappa.size() != square)
      mesh.complain("regions." + name + ".kappa",
                    fmt::format("got a tensor of {} values; the mesh has {} dimensions: expected {}",
                                region.kappa.size(), system.dim, square));
  for (const auto& [name, boundary] : c.elliptic().boundaries)
    if (!acts_inside(c, system, name) && mesh.lies_inside(name))
      mesh.complain("boundaries." + name,
                    "is a group with faces inside the mesh only; expected dirichlet, floating or no entry");
}

}  // namespace

constinit const ProblemKind elliptic_kind = {
    .systems = systems,
    .empty = [] { return ProblemCase(EllipticCase()); },
    .in_single = false,
    .isoparametric = true,
    .read = read,
    .read_output = read_output,
    .has_exact = [](const Case& c) { return c.elliptic().exact.has_value(); },
    .regions = [](const Case& c) { return keys_of(c.elliptic().regions); },
    .boundaries = [](const Case& c) { return boundary_groups(c.elliptic()); },
    .acts_inside = acts_inside,
    .check = check_names,
    .complete = [](Case&, const EquationInfo&, const Mesh&) {},
    .extend = [](Case&, const EquationInfo&, const Mesh&, std::vector<std::string>&) -> std::optional<Mesh> {
      return {};
    }};

}  // namespace dgsolve
