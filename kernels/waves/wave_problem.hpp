/// A wave problem as the solver hands it to a device: plain views of operators, factors and maps. Doubles in
/// canonical order, [element][field][node].
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "kernels/base/mesh_views.hpp"
#include "kernels/expression/expression.hpp"
#include "kernels/waves/equation.hpp"
#include "kernels/waves/stage.hpp"

namespace dgsolve {

/// One boundary group as the physics sees it.
struct BoundaryCondition {
  int type;                      ///< index into EquationInfo::boundary_types
  std::vector<Expression> data;  ///< [n_fields] in x, y, z, t; empty where the type needs none

  /// Whether the case gives a state there that is not zero.
  bool has_data() const {
    return std::any_of(data.begin(), data.end(), [](const Expression& field) { return !field.is_zero(); });
  }
};

/// Everything a device needs for Q ∂u/∂t = −∇·F + S on one mesh at one order. The views must outlive
/// `Device::wave` only.
struct WaveProblem {
  std::string equation;  ///< EquationInfo::equation, and
  std::string type;      ///< EquationInfo::type: which system to run
  int K;
  int n_fields;
  int n_coefficients;
  CurlPairWeights curl_pair_weights =
      nullptr;  ///< null: the equation lacks that trait (kernels/waves/equation.hpp)
  ReferenceView reference;
  QuadratureView quadrature;
  GeometryView geometry;
  TraceView trace;
  std::span<const double> node_coordinates;        ///< [K][Np][dim]
  std::span<const double> face_point_coordinates;  ///< [Kc][n_faces][Nfq][dim], curved cells
  /// Coefficient rows: of a region [n_rows][n_coefficients] with `coefficient_row` [K], or, for equations
  /// with nodal coefficients, [K·Np][n_coefficients].
  std::span<const double> coefficients;
  std::span<const int> coefficient_row;
  double alpha;  ///< numerical flux: 1 upwind … 0 central
  std::vector<BoundaryCondition> boundaries;
  /// Volume source, [n_fields] expressions in x, y, z, t, or empty; L2-projected with the rule below.
  std::vector<Expression> source;
  int source_points = 0;                       ///< Ns
  std::span<const double> source_coordinates;  ///< [K][Ns][dim]
  std::span<const double> source_project;      ///< [Np][Ns]: reference L2 projection
  StageForm stage_form = StageForm::low_storage;
  /// WaveOperator::variant() to compute stages by, where the device has it; empty: the fastest.
  std::string variant;
};

}  // namespace dgsolve
