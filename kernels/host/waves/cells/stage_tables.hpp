/// What crosses from the backend to the kernels of an instruction set: plain structs of pointers. Only they,
/// so that no function is shared between code for different instruction sets.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/waves/traits/powers.hpp"
#include "kernels/waves/traits/rough_cells.hpp"
#include "kernels/waves/traits/step_rate.hpp"

namespace dgsolve::host {

/// A face at a boundary, or an interface: a face with a neighbour and data. Its points are those of
/// WaveProblem::face_points.
struct BoundaryFace {
  int face, lane;
  int type;         ///< what the equation's `exterior` receives, or BoundaryCondition::interface
  bool has_data;    ///< the case gives data that are not zero
  int first_point;  ///< into BoundaryPoints

  bool is_interface() const { return type < 0; }
};

/// All boundary faces' points.
struct BoundaryPoints {
  int n;
  const double* x[3];      ///< [n] each, as many as the mesh has dimensions
  const double* data;      ///< [n_fields][n]: the case's data now, 0 where the type takes none
  const double* tangents;  ///< [n][2][axis]: CovariantGeometry::tangents, at boundaries of covariant cells
};

/// One product of a function of space and one of time in a field's volume source.
template <class T>
struct SourceTerm {
  const T* values;  ///< [block][node][lane]
  T factor;         ///< the function of time, now
};

/// Who meets whom.
struct FaceTables {
  const int* nodes;  ///< [n_faces][Nfp]
  /// [n_permutations][Nfp]: volume nodes of the neighbour. After the reference element's own permutations
  /// come n_faces rows of `nodes`: a boundary face meets itself before its exterior state is put in.
  const int* permutations;
  const int* neighbor;              ///< [block][face][lane]: slot
  const std::uint8_t* permutation;  ///< [block][face][lane]: row of `permutations`
  const int* boundary_begin;        ///< [n_blocks + 1] into boundary_faces
  const BoundaryFace* boundary_faces;
  BoundaryPoints boundary_points;
};

/// The equation's coefficients.
template <class T>
struct CoefficientTables {
  const T* values;  ///< [rows][n_coefficients], or at nodes [block][node][lane][coefficient]
  const int* row;   ///< [slot]; unused for nodal coefficients
};

/// Straight cells: factors, and operators as panels.
template <class T>
struct StraightTables {
  const T* jacobian;        ///< [block][lane]: J
  const T* geometry;        ///< [block][dim·dim metric; n_faces × (dim normal, f_scale)][lane]
  const int* normal_along;  ///< [n_faces]: i where all cells' normals are along ∇r_i, −1: nowhere
  /// panels of [Np][Np·dim + n_faces·Nfp]: (Dr, Ds, Dt) node by node, then LIFT
  const T* rhs;
};

/// Quadrature of all cells' energies and powers.
template <class T>
struct PointTables {
  int Nq, Nfq;
  const T* weights;       ///< [Nq]
  const T* values;        ///< panels of [Nq][Np]: values at points
  const T* face_weights;  ///< [Nfq]
  const T* face_mass;     ///< [Nfp][Nfp], of the reference face
};

/// Curved cells, in blocks counted from first_block.
template <class T>
struct CurvedTables {
  int first_block;
  const T* cell;         ///< [block][Nq][dim·dim J·metric; 1/J][lane]
  const T* jacobian;     ///< [block][smallest J; smallest over largest J][lane]
  const T* face;         ///< [block][n_faces][Nfq][dim normal; sJ][lane]
  const T* to_points;    ///< [Nq] panels of [1 + dim][Np]: value and derivatives at a point
  const T* face_values;  ///< [Nfq][Nfp]
  /// panels of [Np][Nq·(1 + dim) + n_faces·Nfq]: (project, project_D) point by point, then face_project
  const T* rhs;
  const T* project;  ///< panels of [Np][Nq]
};

/// The weak form of an equation whose flux is not linear.
template <class T>
struct WeakTables {
  const T* values;       ///< panels of [Nq][Np]; null: points are the nodes
  const T* face_values;  ///< panels of [Nfq][Nfp]; null: points are the face's nodes
  const T* rhs;  ///< panels of [Np][Nq·dim + n_faces·Nfq]: project_D point by point, then face_project
};

/// Curved cells in covariant components, in blocks counted from CurvedTables::first_block.
template <class T>
struct CovariantTables {
  const T* maps;          ///< [block][Np][i][axis][lane]: ∂x/∂r_i at nodes
  const T* weights;       ///< [block][Nq][6][lane]: CovariantGeometry::weights
  const T* mean;          ///< [block][7][lane]: CovariantGeometry::mean
  const T* edges;         ///< [block][10][lane]: CovariantGeometry::edges
  const T* rhs;           ///< panels of [Nq][Np·3 + n_faces·Nfp]: V (Dr, Ds, Dt) node by node, then V LIFT
  const T* face_project;  ///< [Nfp][Nfq]: M_f⁻¹ V_fᵀ W_f
  int vertices[4][3];     ///< of faces
  T outward[4];  ///< of faces: 1 where ∂x/∂τ_0 × ∂x/∂τ_1 points out of the cell, else −1
};

/// The first pass of a stage with a viscous flux. Gradients stand as states do:
/// [block][node][lane][variable][axis], behind them the length of an artificial viscosity.
template <class T>
struct ViscousTables {
  /// Of each direction d panels of [Np][Np + 2·Nfp]: D_d, then LIFT times s_d of the two faces that have one.
  const T* gradients[3];
  int lifted_faces[3][2];  ///< these faces
  const T* faces;          ///< [block][face][1 where this side takes, else 0; 1/m][lane]
  const T* metric;  ///< of curved cells, counted from CurvedTables::first_block: [block][Np][dim·dim][lane]
  const T* face_values;   ///< [Nfq][Nfp]: values at a boundary's nodes → at points,
  const T* face_project;  ///< [Nfp][Nfq]: and back
};

/// The limiter (kernels/waves/traits/limiter.hpp). Modes are orthonormal on the reference cell, that of the
/// mean first.
template <class T>
struct LimiterTables {
  bool acts;
  RoughCells rough;
  T gate;
  const T* modes;           ///< [mode][Np]: of nodal values
  const T* values;          ///< [Np][mode]: at the nodes
  const T* exponents;       ///< [mode]: LimiterView::exponents
  const T* is_highest;      ///< [mode]: 1 of degree N, else 0
  const T* mean;            ///< [Np]: weights of a straight cell's mean
  const T* mean_of_curved;  ///< of curved cells, in blocks counted from CurvedTables::first_block:
                            ///< [block][Np][lane]
  const T* lengths;         ///< [block][lane], m: largest ones of an artificial viscosity
};

/// The local model of a cell group. Its auxiliaries stand behind the fields in a state.
template <class T>
struct ModelTables {
  int first_block;  ///< of the group
  /// From a state's first value to the auxiliaries of first_block, [block][node][aux][lane].
  std::size_t auxiliaries;
  CoefficientTables<T> coefficients;  ///< of the model
};

/// A prepared problem, read by kernels only. Group after group has blocks of its own, straight cells before
/// curved ones; `slot` is block·W + lane. "Panels" are matrices as `layout::panel_rows` cuts them:
/// [panel][column][row].
template <class T>
struct Tables {
  int Np, Nfp;
  int n_blocks;
  const T* flux_parameters;  ///< [max_flux_parameters], of the numerical flux
  FaceTables faces;
  CoefficientTables<T> media;
  StraightTables<T> straight;
  PointTables<T> points;
  CurvedTables<T> curved;
  WeakTables<T> weak;            ///< in place of the operators of both where the flux is not linear
  CovariantTables<T> covariant;  ///< in place of most of them where curved cells are covariant
  ViscousTables<T> viscous;
  LimiterTables<T> limiter;
  ModelTables<T> model;  ///< of the group at hand
};

/// One stage: residual ← a·residual + dt·L(u, t); u_next ← u + b·residual. With a = 0 the residual is not
/// read.
template <class T>
struct Step {
  T a, b, dt, t;
  const T* u;  ///< [block][node][lane][field], as all states
  T* residual;
  T* u_next;
  const SourceTerm<T>* source;  ///< terms field by field
  const int* source_begin;      ///< [n_fields + 1] into source; null: no source
  bool general = false;         ///< not of 2N storage:
  T p = 0, q = 1, e = 0;
  const T* u0 = nullptr;  ///< null where p is 0
  bool keeps_residual = true;
  const T* gradients = nullptr;  ///< of the state u, where the flux is viscous
  const T* damping = nullptr;    ///< [block][node][lane], 1/s; null: none
};

/// The kernels of cells of one kind. Blocks [first, last) are of one group; scratch is aligned to 64 bytes.
template <class T>
struct CellKernels {
  /// Values of scratch space a thread needs.
  std::size_t (*scratch)(const Tables<T>& tables);
  void (*stage)(const Tables<T>& tables, const Step<T>& step, int first, int last, T* scratch);
  /// The same without regard to the equation's optional traits; with a local model, `stage`.
  void (*generic_stage)(const Tables<T>& tables, const Step<T>& step, int first, int last, T* scratch);
  /// The gradients of a step's state u, for its stage; null: the flux is not viscous.
  void (*gradients)(const Tables<T>& tables, const Step<T>& step, int first, int last, T* scratch, T* to);
  /// Limits a step's new state, behind its stage; acted: [slot], s. Null: the equation has no limiter.
  void (*limit)(const Tables<T>& tables, const Step<T>& step, int first, int last, T* scratch, double* acted);
  /// Energies of the cells in a state u, [slot]; of a local model: adds those of its auxiliaries.
  void (*energy)(const Tables<T>& tables, const T* u, int first, int last, T* scratch, double* to);
  /// Integrals over the cells in a state u, [slot][max_integrals], zeros before; of a local model: none.
  void (*integrals)(const Tables<T>& tables, const T* u, int first, int last, T* scratch, double* to);
  /// Squares of the fields, as the integrals.
  void (*squares)(const Tables<T>& tables, const T* u, int first, int last, T* scratch, double* to);
  /// Powers in the cells, of which a step says the state, time and source, [slot]; of a local model: adds its
  /// loss. Null: the flux is not linear, and no powers are known.
  void (*powers)(const Tables<T>& tables, const Step<T>& step, int first, int last, T* scratch, Powers* to);
};

/// The kernels of one equation, local model or none, number type and instruction set.
template <class T>
struct Kernels {
  const char* type;   ///< P::type
  const char* model;  ///< M::type; empty: no local model
  int width;          ///< W: elements a block
  int panel_rows;     ///< R: rows a panel
  CellKernels<T> straight, curved;
  /// The largest rates in cells of any kind in a state u, 1/s, [slot] as `cells`; null with a local model.
  void (*rates)(const Tables<T>& tables, const T* u, const CellRate* cells, int first, int last, T* scratch,
                double* to);
};

}  // namespace dgsolve::host
