#include "kernels/cuda/waves/plan/stage_shape.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/device_error.hpp"
#include "kernels/cuda/gpu/block_size.hpp"

namespace dgsolve::cuda {
namespace {

/// Many poles at a high order: a cell's fields and auxiliaries, with what curved cells add, stand in a
/// block's shared memory.
void refuse_large_cells(const WaveProblem& problem, int most_aux, int needed) {
  if (needed <= static_shared_bytes) return;
  throw DeviceError("a cell of " + std::to_string(problem.reference.Np) + " nodes with " +
                    std::to_string(problem.n_fields) + " fields and " + std::to_string(most_aux) +
                    " auxiliaries of poles and layers takes " + std::to_string(needed) +
                    " bytes of a GPU's shared memory, which has " + std::to_string(static_shared_bytes) +
                    "; expected a lower order, fewer poles, precision: single, or device: cpu");
}

BlockSizes choose_blocks(const WaveProblem& problem, Precision precision) {
  const ReferenceView& r = problem.reference;
  const int value = bytes_of(precision);
  BlockSizes blocks;
  int most_aux = 0;
  for (const ModelView& model : problem.models) most_aux = std::max(most_aux, model.n_aux);
  const int node_bytes = (problem.n_fields + most_aux) * value;
  const int point_bytes = problem.is_covariant() ? problem.n_fields * value : (1 + r.dim) * node_bytes;
  const int face_bytes = problem.is_covariant() ? r.n_faces * r.Nfp * 4 * value : 0;
  const bool has_curved =
      std::ranges::any_of(problem.geometry.curved_index, [](int index) { return index >= 0; });
  const int sums = 8;  // bytes a node, of energies
  refuse_large_cells(problem, most_aux,
                     r.Np * (node_bytes + sums) + (has_curved ? point_bytes + face_bytes : 0));
  blocks.points = choose_groups(r.Np, static_shared_bytes / (r.Np * (node_bytes + point_bytes) + face_bytes));
  blocks.points_per_pass =
      std::min(r.Np, (static_shared_bytes / blocks.points - r.Np * node_bytes - face_bytes) / point_bytes);
  blocks.source = choose_groups(r.Np, r.Np);
  const int n_variables = problem.viscous.n_gradients / r.dim;
  const int of_gradients = n_variables * (r.Np + r.n_faces * r.Nfp) +
                           (problem.steps.limiter.rough == RoughCells::viscous ? r.Np : 0);
  blocks.gradients =
      choose_groups(r.Np, n_variables == 0 ? 1 : static_shared_bytes / (value * of_gradients) - 1);
  const int of_limiter = 2 * r.Np * problem.n_fields + r.n_faces * (problem.n_fields + 5) + r.Np;
  blocks.limiter = choose_groups(
      r.Np, problem.steps.limiter.acts ? (static_shared_bytes - 16 - 4 * r.Np) / (value * of_limiter) : 1);
  return blocks;
}

std::vector<StageShape::Module> modules_of(const WaveProblem& problem) {
  const std::vector<Numbering::Group> groups = problem.all_groups();
  std::vector<StageShape::Module> modules;
  for (int model = -1; model < static_cast<int>(problem.models.size()); ++model) {
    const auto occurs = [&](bool curved) {
      return std::ranges::any_of(groups, [&](const Numbering::Group& group) {
        return group.kind == CellKind{.curved = curved, .model = model};
      });
    };
    modules.push_back({model, occurs(false), occurs(true)});
  }
  return modules;
}

std::vector<std::pair<int, int>> find_media(const WaveProblem& problem) {
  std::vector<std::pair<int, int>> media;
  if (!problem.curl_pair_weights) return media;
  const std::size_t n_faces = problem.reference.n_faces;
  const std::span<const int> row = problem.coefficients.row;
  const RunsOfCells runs(problem.K, 1);
  std::vector<std::vector<std::pair<int, int>>> of_run(runs.n);
  const auto sort = [](std::vector<std::pair<int, int>>& pairs) {
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  };
  for_each_run(runs, [&](int run, int first, int last) {
    std::vector<std::pair<int, int>>& pairs = of_run[run];
    for (std::size_t side = first * n_faces; side < last * n_faces; ++side) {
      const std::pair pair{row[side / n_faces], row[problem.trace.neighbor[side]]};
      if (pairs.empty() || pairs.back() != pair) pairs.push_back(pair);
    }
    sort(pairs);
  });
  for (const auto& pairs : of_run) media.insert(media.end(), pairs.begin(), pairs.end());
  sort(media);
  return media;
}

/// [coefficient] of a flux that is not linear: zero in all media.
std::vector<bool> find_zero_coefficients(const WaveProblem& problem) {
  const CoefficientView& c = problem.coefficients;
  if (problem.linear || c.row.empty()) return {};
  std::vector<bool> zero(c.n, true);
  for (std::size_t i = 0; i < c.values.size(); ++i)
    if (c.values[i] != 0) zero[i % c.n] = false;
  return zero;
}

/// Whether a matrix [rows][n] is the identity.
bool is_identity(std::span<const double> matrix, int n) {
  if (matrix.size() != static_cast<std::size_t>(n) * n) return false;
  for (std::size_t i = 0; i < matrix.size(); ++i)
    if (matrix[i] != (i % (n + 1) == 0 ? 1 : 0)) return false;
  return true;
}

std::string constant(const std::string& type, const std::string& name, const std::string& value) {
  return "  static constexpr " + type + " " + name + " = " + value + ";\n";
}
std::string constant(const std::string& name, int value) {
  return constant("int", name, std::to_string(value));
}
std::string constant(const std::string& name, bool value) {
  return constant("bool", name, value ? "true" : "false");
}

/// A constexpr function from small numbers to values.
template <class Value>
std::string lookup(const std::string& type, const std::string& name, int n, Value value) {
  std::string text = "  static constexpr " + type + " " + name + "(int i) {\n    switch (i) {\n";
  for (int i = 0; i < n; ++i)
    text +=
        "      case " + std::to_string(i) + ": return " + std::to_string(static_cast<int>(value(i))) + ";\n";
  return text + "      default: return 0;\n    }\n  }\n";
}

constexpr const char* numbers = "[[maybe_unused]] const double* constants, ";
constexpr const char* coordinates =
    "[[maybe_unused]] double x, [[maybe_unused]] double y, [[maybe_unused]] double z, "
    "[[maybe_unused]] double t";

/// The numbers of a shape's formulas, while their text is written.
class Constants {
 public:
  explicit Constants(std::vector<double>& values) : values_(values) {}

  /// A case of a switch; statements(k): their text, whose numbers are in the table k. The text copies them to
  /// a local array: behind a pointer they might change at any call, so that compilers would evaluate equal
  /// subexpressions again and again.
  template <class Statements>
  std::string case_text(int number, Statements statements) {
    ConstantTable k;
    const std::string body = statements(k);
    std::string copies;
    for (const double value : k.values()) {
      copies += (copies.empty() ? "" : ", ") + next();
      values_.push_back(value);
    }
    if (!copies.empty()) copies = "        const double k[] = {" + copies + "};\n";
    std::string tables;
    for (const auto& samples : k.samples()) {
      tables += (tables.empty() ? "" : ", ") + ("constants + static_cast<long long>(" + next() + ")");
      starts_.push_back({values_.size(), samples});
      values_.push_back(0);
    }
    if (!tables.empty()) copies += "        const double* const samples[] = {" + tables + "};\n";
    return "      case " + std::to_string(number) + ": {\n" + copies + body + "      }\n";
  }

  /// Puts the tables of sampled functions behind the numbers, each once. Returns whether there are some.
  bool add_samples() {
    std::map<const SampledFunction*, std::size_t> start;
    for (const auto& [place, samples] : starts_) {
      const auto [found, is_new] = start.try_emplace(samples.get(), values_.size());
      if (is_new) values_.insert(values_.end(), samples->table().begin(), samples->table().end());
      values_[place] = static_cast<double>(found->second);
    }
    return !starts_.empty();
  }

 private:
  std::string next() const { return "constants[" + std::to_string(values_.size()) + "]"; }

  std::vector<double>& values_;
  /// Where the text reads from which number on the table of a function stands.
  std::vector<std::pair<std::size_t, std::shared_ptr<const SampledFunction>>> starts_;
};

std::string boundary_data_text(const StageShape& shape, const WaveProblem& problem, Constants& constants) {
  const std::string fields = "Vec<Real, Equation::n_fields>";
  std::string text =
      "  /// What a boundary or an interface is given at a point.\n  static DGSOLVE_NOINLINE " + fields +
      " boundary_data(int number, " + numbers + coordinates + ") {\n    " + fields + " data{};\n" +
      "    switch (number) {\n";
  for (std::size_t condition = 0; condition < problem.boundaries.size(); ++condition) {
    if (shape.data_number[condition] == 0) continue;
    const std::vector<Expression>& data = problem.boundaries[condition].data;
    text += constants.case_text(shape.data_number[condition], [&](ConstantTable& k) {
      std::string statements;
      for (std::size_t field = 0; field < data.size(); ++field)
        if (!data[field].is_zero())
          statements += "        data[" + std::to_string(field) + "] = static_cast<Real>(" +
                        data[field].c_text(k) + ");\n";
      return statements + "        break;\n";
    });
  }
  return text + "    }\n    return data;\n  }\n";
}

/// A function from a term's number and a point to its formula; formula(term): null where it has none.
template <class Terms, class Formula>
std::string term_text(const Terms& terms, const std::string& head, Constants& constants, Formula formula) {
  std::string text = "  static DGSOLVE_NOINLINE double " + head + " {\n    switch (term) {\n";
  for (std::size_t term = 0; term < terms.size(); ++term)
    if (const Expression* const f = formula(terms[term]))
      text += constants.case_text(static_cast<int>(term),
                                  [&](ConstantTable& k) { return "        return " + f->c_text(k) + ";\n"; });
  return text + "      default: return 1.0;\n    }\n  }\n";
}

/// The terms of data on faces, data number by data number.
std::string face_terms_text(StageShape& shape, const WaveProblem& problem, Constants& constants) {
  std::vector<const FaceTerm*> terms;
  shape.first_face_term.assign(shape.n_boundary_data + 2, 0);
  for (std::size_t condition = 0; condition < problem.boundaries.size(); ++condition) {
    const int number = shape.data_number[condition];
    if (number == 0) continue;
    for (const FaceTerm& term : problem.boundaries[condition].terms) terms.push_back(&term);
    shape.first_face_term[number + 1] = static_cast<int>(terms.size());
  }
  if (terms.empty()) {
    shape.first_face_term.clear();
    return "";
  }
  return lookup("int", "first_face_term", static_cast<int>(shape.first_face_term.size()),
                [&](int number) { return shape.first_face_term[number]; }) +
         term_text(terms, "face_factor(int term, " + std::string(numbers) + "[[maybe_unused]] double t)",
                   constants, [](const FaceTerm* term) { return &term->time; });
}

std::string formulas_text(StageShape& shape, const WaveProblem& problem, Constants& constants) {
  std::string text;
  if (shape.n_boundary_data > 0) {
    text += boundary_data_text(shape, problem, constants);
    text += face_terms_text(shape, problem, constants);
  }
  if (shape.has_circuits)
    text += term_text(problem.circuits.all,
                      "circuit_source(int term, " + std::string(numbers) + "[[maybe_unused]] double t)",
                      constants, [](const FaceCircuit& circuit) { return &circuit.source; });
  if (!shape.source.empty())
    text += term_text(
        shape.source, "source_factor(int term, " + std::string(numbers) + "[[maybe_unused]] double t)",
        constants, [](const SourceTerm& term) { return term.projected ? nullptr : &term.time; });
  if (shape.has_projected_source)
    text +=
        term_text(shape.source, "source_formula(int term, " + std::string(numbers) + coordinates + ")",
                  constants, [](const SourceTerm& term) { return term.projected ? &term.space : nullptr; });
  return text;
}

}  // namespace

StageShape::StageShape(const WaveProblem& problem, Precision precision)
    : rim_first(problem.steps.rim_first),
      has_limiter(problem.steps.limiter.acts),
      has_circuits(!problem.circuits.all.empty()),
      modules(modules_of(problem)),
      data_number(problem.boundaries.size(), 0),
      source(split_source(problem.source)),
      has_projected_source(
          std::any_of(source.begin(), source.end(), [](const auto& t) { return t.projected; })),
      blocks(choose_blocks(problem, precision)),
      media(find_media(problem)),
      zero_coefficients(find_zero_coefficients(problem)) {
  std::vector<bool> occurs(problem.boundaries.size(), false);
  for (std::size_t side = 0; side < problem.trace.boundary.size(); ++side)
    if (const int condition = problem.trace.condition(side); condition >= 0) occurs[condition] = true;
  for (std::size_t condition = 0; condition < occurs.size(); ++condition) {
    if (!occurs[condition]) continue;
    const BoundaryCondition& boundary = problem.boundaries[condition];
    if (boundary.type == BoundaryCondition::interface) {
      has_interfaces = true;
    } else {
      boundary_types.resize(std::max<std::size_t>(boundary_types.size(), boundary.type + 1), false);
      boundary_types[boundary.type] = true;
    }
    if (boundary.has_data()) data_number[condition] = ++n_boundary_data;
  }
  Constants numbers_of_formulas(constants);
  formulas = formulas_text(*this, problem, numbers_of_formulas);
  has_samples = numbers_of_formulas.add_samples();
}

bool StageShape::has_several_launches() const {
  int n = 0;
  for (const Module& module : modules) n += int{module.has_straight} + int{module.has_curved};
  return rim_first || n > 1;
}

std::string shape_text(const StageShape& shape, const WaveProblem& problem, Precision precision, int module) {
  const ReferenceView& reference = problem.reference;
  const StageShape::Module& kinds = shape.modules[module];
  const ModelView* const model = kinds.model < 0 ? nullptr : &problem.models[kinds.model];
  const auto define = [](const std::string& name, bool value) {
    return "#define " + name + (value ? " 1\n" : " 0\n");
  };
  std::string text = "#include \"" + problem.file + "\"\n";
  for (const std::string& file :
       model ? model->files : std::vector<std::string>{"kernels/waves/traits/local_model.hpp"})
    text += "#include \"" + file + "\"\n";
  if (shape.has_samples) text += "#include \"kernels/expression/sampled_value.hpp\"\n";
  text +=
      define("DGSOLVE_STRAIGHT", kinds.has_straight) + define("DGSOLVE_CURVED", kinds.has_curved) +
      define("DGSOLVE_STATE", module == 0) + define("DGSOLVE_PROJECTED_SOURCE", shape.has_projected_source) +
      define("DGSOLVE_LINEAR", problem.linear) + define("DGSOLVE_VISCOUS", problem.viscous.n_gradients > 0) +
      define("DGSOLVE_LIMITER", shape.has_limiter) + define("DGSOLVE_CIRCUITS", shape.has_circuits);
  text += "namespace dgsolve::cuda {\nnamespace {\nstruct Shape {\n";
  text += "  using Equation = " + problem.type + ";\n";
  text += "  using Model = " + (model ? model->type : "NoModel<Equation>") + ";\n";
  text += std::string("  using Real = ") + (precision == Precision::single ? "float" : "double") + ";\n";
  text += constant("Np", reference.Np) + constant("Nfp", reference.Nfp) +
          constant("Nq", problem.quadrature.Nq) + constant("Nfq", problem.quadrature.Nfq) +
          constant("cell_points_are_nodes", is_identity(problem.quadrature.V, reference.Np)) +
          constant("face_points_are_nodes", is_identity(problem.quadrature.face_V, reference.Nfp)) +
          constant("n_source_points", problem.source.n_points);
  text += constant("has_curved",
                   std::ranges::any_of(problem.geometry.curved_index, [](int index) { return index >= 0; })) +
          constant("use_curl_pair", problem.curl_pair_weights != nullptr) +
          constant("general_stage", problem.steps.form == StageForm::general);
  text += constant("takes_blocks", shape.rim_first) + constant("beside_others", shape.has_several_launches());
  text += constant("has_limiter", shape.has_limiter) +
          constant("rough_cells", static_cast<int>(problem.steps.limiter.rough));
  const std::span<const int> vertices = reference.face_vertices;
  text += lookup("int", "face_vertex", static_cast<int>(vertices.size()), [&](int i) { return vertices[i]; });
  text += constant("point_elements", shape.blocks.points) +
          constant("points_per_pass", shape.blocks.points_per_pass) +
          constant("source_elements", shape.blocks.source) +
          constant("gradient_elements", shape.blocks.gradients) +
          constant("limiter_elements", shape.blocks.limiter);
  const int n_types = static_cast<int>(shape.boundary_types.size());
  text += constant("n_boundary_types", n_types) +
          lookup("bool", "has_boundary_type", n_types, [&](int i) { return shape.boundary_types[i]; });
  text += lookup("bool", "is_zero_coefficient", static_cast<int>(shape.zero_coefficients.size()),
                 [&](int i) { return shape.zero_coefficients[i]; });
  text += constant("has_boundary_data", shape.n_boundary_data > 0) +
          constant("has_interfaces", shape.has_interfaces);
  if (shape.has_circuits)
    text += lookup("int", "electric_field", 3, [&](int axis) { return problem.circuits.electric[axis]; }) +
            lookup("int", "magnetic_field", 3, [&](int axis) { return problem.circuits.magnetic[axis]; });
  const int n_terms = static_cast<int>(shape.source.size());
  text += constant("has_damping", !problem.source.damping.empty()) + constant("n_source_terms", n_terms) +
          lookup("int", "source_field", n_terms, [&](int i) { return shape.source[i].field; }) +
          lookup("bool", "is_projected", n_terms, [&](int i) { return shape.source[i].projected; });
  return text + shape.formulas + "};\n}\n}\n";
}

}  // namespace dgsolve::cuda
