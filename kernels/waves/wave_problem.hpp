/// A wave problem as the solver hands it to a device: plain views of operators, factors and maps. Doubles in
/// canonical order, [element][field][node].
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/base/mesh_views.hpp"
#include "kernels/expression/expression.hpp"
#include "kernels/waves/cell_groups.hpp"
#include "kernels/waves/face_circuit.hpp"
#include "kernels/waves/face_term.hpp"
#include "kernels/waves/stage.hpp"
#include "kernels/waves/traits/equation.hpp"
#include "kernels/waves/traits/rough_cells.hpp"
#include "kernels/waves/traits/step_rate.hpp"

namespace dgsolve {

/// One boundary group as the physics sees it, or one side of a group of interfaces: faces inside the mesh, on
/// which a wave enters. There the state across is the neighbour's plus the data.
struct BoundaryCondition {
  static constexpr int interface = -1;

  int type;                      ///< index into EquationInfo::boundary_types, or `interface`
  std::vector<Expression> data;  ///< [n_fields] in x, y, z, t; empty where the type needs none
  /// Of faces with this condition: added to `data`; empty where the type needs none.
  std::vector<FaceTerm> terms = {};

  /// Whether the case gives a state there that is not zero.
  bool has_data() const {
    return !terms.empty() ||
           std::any_of(data.begin(), data.end(), [](const Expression& field) { return !field.is_zero(); });
  }
};

/// A source of one field in some cells: what it is in space, projected already, times a function of time.
struct CellSource {
  int field;
  Expression time;             ///< in t
  std::vector<int> cells;      ///< each once
  std::vector<double> values;  ///< [cells][Np]: nodal values of the L2 projection
};

/// A volume source: [n_fields] expressions in x, y, z, t, or none; L2-projected. And sources in some cells.
/// And −damping · u at nodes, of equations whose flux is not linear.
struct SourceView {
  std::vector<Expression> formulas;
  std::span<const CellSource> in_cells;
  std::span<const double> damping;      ///< [K][Np], 1/s; empty: none
  int n_points = 0;                     ///< Ns
  std::span<const double> coordinates;  ///< [K][Ns][dim]
  std::span<const double> project;      ///< [Np][Ns]: reference L2 projection
};

/// Coefficients of the equation: rows of regions, found by an index of each cell; or, for equations with
/// nodal coefficients, a row a node.
struct CoefficientView {
  int n = 0;                       ///< values a row
  std::span<const double> values;  ///< [rows][n], or [K·Np][n]
  std::span<const int> row;        ///< [K]; empty for nodal coefficients
};

/// A local model in some of the cells (kernels/waves/traits/local_model.hpp), or several in one cell
/// (kernels/waves/traits/layer_over.hpp).
struct ModelView {
  std::string type;                ///< as C++ spells it
  std::vector<std::string> files;  ///< of its text, as #include names them
  int n_aux = 0;
  CoefficientView coefficients;  ///< of the model; row: [K], used in its cells
};

/// Cells and faces as a viscous flux sees them (kernels/waves/traits/viscous_flux.hpp).
struct ViscousView {
  int n_gradients = 0;  ///< values of gradients at a node; 0: the equation has no such flux
  std::span<const std::uint8_t>
      gives;  ///< [K][n_faces]: 1: the face's variables are this side's, its gradients the other's
  std::span<const double> per_length;  ///< [K][n_faces], 1/m: of the smallest altitude of both cells
  /// [Nfp][Nfq]: values at the points of a face's quadrature → at its nodes.
  std::span<const double> face_project;
  std::span<const double> directions;  ///< [n_faces][dim]: s in sJ n = J Σ_d s_d ∇r_d, in all cells
  /// [Np][dim][dim]: ∂r_i/∂x_j at a curved cell's nodes. Several threads call it.
  std::function<void(int element, double* to)> metric_at_nodes = {};
};

/// The limiter behind each stage (kernels/waves/traits/limiter.hpp). Modes are orthonormal on the reference
/// cell, that of the mean first.
struct LimiterView {
  bool acts = false;
  RoughCells rough{};
  double gate = 0;                     ///< above which cells are rough; infinite: none is
  std::span<const double> modes;       ///< [mode][Np]: of nodal values
  std::span<const double> values;      ///< [Np][mode]: at the nodes
  std::span<const double> exponents;   ///< [mode]: d_p of damped cells, p² of filtered ones
  std::span<const double> is_highest;  ///< [mode]: 1 of degree N, else 0
  std::span<const double> mean;        ///< [Np]: weights of a straight cell's mean
  /// Of a curved cell's, [Np], by what its stages conserve. Several threads call it.
  std::function<void(int element, double* to)> mean_of_curved = {};
  std::span<const double> lengths =
      {};  ///< [K], m: largest ones of an artificial viscosity, where there is one
};

/// Steps in time.
struct StepView {
  /// Whether they are all that is done: no state is kept to go back to, and none is written.
  bool alone = false;
  /// Stages compute cells that meet ghosts before the others, so that what other devices read of them is sent
  /// meanwhile.
  bool rim_first = false;
  StageForm form = StageForm::low_storage;
  std::span<const CellRate> cell_rates;  ///< [K]: by which a state limits them; empty: none follow the state
  LimiterView limiter = {};
};

/// Everything a device needs for Q ∂u/∂t = −∇·F + S on one mesh at one order. The views must outlive
/// `Device::wave` only.
struct WaveProblem {
  std::string file;  ///< file_of its equation, and
  std::string type;  ///< EquationInfo::type: which system to run
  int n_fields;
  bool linear =
      true;  ///< the equation's flux; else all cells take the weak form, by the problem's quadrature
  CurlPairWeights curl_pair_weights =
      nullptr;  ///< null: the equation lacks that trait (kernels/waves/traits/equation.hpp)
  CoefficientView coefficients;
  FluxValues flux_parameters{};  ///< of the equation's numerical flux

  int K;
  ReferenceView reference;
  QuadratureView quadrature;
  GeometryView geometry;
  TraceView trace;
  /// Where data on a face are given: at the nodes of a straight cell's, [Nfp][dim], at the points of a curved
  /// one's, [Nfq][dim]; at interfaces of covariant cells at the nodes. Several threads call it.
  std::function<std::vector<double>(int element, int face)> face_points;

  std::vector<BoundaryCondition> boundaries;
  CircuitsView circuits;
  SourceView source;
  std::vector<ModelView> models;
  std::span<const int> model;  ///< [K]: index into models, −1: none; empty where there are no models
  ViscousView viscous;
  StepView steps;
  /// WaveOperator::variant() to compute stages by, where the device has it; empty: the fastest.
  std::string variant;
  /// The cells that the device computes, of a problem that several devices share; none: all. All else
  /// describes the whole problem.
  std::optional<CellRange> part;

  /// Whether curved cells take their fields in covariant components: those of an equation with a curl pair.
  bool is_covariant() const { return curl_pair_weights != nullptr; }
  CellRange cells() const { return part.value_or(CellRange{0, K}); }
  /// Those of the device's cells and their ghosts.
  std::vector<CellGroup> groups() const;
  /// Those of all cells, in blocks of one cell.
  std::vector<Numbering::Group> all_groups() const;
  /// Cells of other devices that this one's meet across faces, ascending.
  std::vector<int> ghosts() const;
  /// Whether a cell of this device meets some.
  bool meets_ghosts(int e) const;

 private:
  /// Whether a face of a cell of this device, an index as TraceView's, meets a ghost.
  bool is_at_rim(std::size_t side) const;
  std::vector<int> auxiliaries_of_models() const;  ///< [models], at a node
};

}  // namespace dgsolve
