/// What a stage kernel is given: read by the kernel text, by the plan that packs a problem, and by the
/// emulation. A slot is an element's place on the device: group after group, straight cells before curved
/// ones.
#pragma once

#include "kernels/base/clock.hpp"
#include "kernels/cuda/tensor/tensor_layout.hpp"
#include "kernels/waves/traits/circuit_point.hpp"
#include "kernels/waves/traits/equation.hpp"
#include "kernels/waves/traits/step_rate.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// What an element meets at one of its faces. 16 bytes: one load.
struct alignas(16) Face {
  int neighbor;               ///< slot across; at a boundary the first of the face's points with data
  int weights;                ///< row of `flux_weights`
  unsigned short condition;   ///< at a boundary or an interface: which data
  unsigned char permutation;  ///< row of `neighbor_nodes`
  /// 0: none, `interface_face`, else 1 + the type that the equation's `exterior` receives.
  unsigned char boundary;
  /// `pair_offset` of the vertices that meet this face's, a byte each: of the neighbour's, or at a boundary
  /// of this cell's own. At an interface the first of the face's points with data.
  unsigned pairs;
};
/// Face::boundary of a face that has a neighbour and data.
constexpr unsigned char interface_face = 255;

// What kernels read, part by part. T: the number type of kernels; void where only the layout matters.
// Matrices are stored column by column, so that neighbouring threads read neighbouring rows.

/// Where cells are.
struct CellArguments {
  int n;               ///< slots
  const int* slot_of;  ///< [element, of a part counted from its first cell; then its ghosts]
};

/// Who meets whom.
struct TraceArguments {
  const Face* faces;                     ///< [slot][n_faces]
  const unsigned short* face_nodes;      ///< [n_faces][Nfp]
  const unsigned short* neighbor_nodes;  ///< [permutation][Nfp]: volume nodes of the neighbour
  const double* boundary_points;  ///< [point][dim]: where data are given; a face's nodes or its face points
  /// [point]: row of face_values at which the terms of the point's condition begin; null without terms.
  const int* face_rows;
  /// [row][n_fields]: point by point the terms of its condition; those of circuits are written by their pass.
  double* face_values;
};

/// The places of the fields of a circuit point's sides − and +, and of their data.
struct CircuitSides {
  int slot[2];        ///< slot[1] is −1 where nothing is behind the face
  int row[2];         ///< of face_values
  short node[2];      ///< −1: the points are the face's quadrature points
  short face, point;  ///< of the side −
  int circuit;        ///< of the whole problem
};

/// Circuits on faces.
struct CircuitArguments {
  int n;                  ///< points of all of them
  long long first_state;  ///< from a state's first value to the circuits' [point][CircuitPoint::n_states]
  const int* begin;       ///< [circuit here + 1] into points
  const CircuitPoint* points;
  const CircuitSides* sides;  ///< [point]
};

/// Coefficients of the equation, or of a local model.
template <class T>
struct CoefficientArguments {
  const T* values;  ///< [rows][n_coefficients], or [slot][node][n_coefficients]
  const int* row;   ///< [slot]; null for nodal coefficients
};

/// Straight cells.
template <class T>
struct StraightArguments {
  const T* geometry;  ///< [slot][dim·dim metric; n_faces f_scale; 1/f_scale]
  const T* jacobian;  ///< [slot]: J
  const T* D;         ///< [column][dim][row Np]
  const T* lift;      ///< [column n_faces·Nfp][row Np]
};

/// The same for tensor cores: blocks of 8 rows by 8 columns, zero beyond the matrix, two values a lane
/// (kernels/cuda/tensor/operator_blocks.hpp). Of fluxes that are not linear the operators of the weak form,
/// whose values beyond the last point are those at it; all of these in single precision split, four values a
/// lane.
template <class T>
struct TensorArguments {
  const T* value_blocks;             ///< [point block][node block][lane][2]
  const T* project_blocks;           ///< [node block][point block][dim][lane][2]
  const T* project_to_nodes_blocks;  ///< of M⁻¹ Vᵀ W, [node block][point block][lane][2]
  const T* face_value_blocks;        ///< of a face, [point block][node block][lane][2]
  const T* face_project_blocks;      ///< [node block][face][point block][lane][2]
  const T* D_blocks;                 ///< [row block][column block][dim][lane][2]
  const T* lift_blocks;              ///< [row block][column block][lane][2]
  const unsigned short*
      neighbor_pairs;  ///< [permutation][Nfp][3]: where a neighbour's records have a pair, or no_pair
  /// [slot][10]: squared length over J of edges 01 02 03 12 13 23; 1/f_scale of faces. Of curved cells
  /// CovariantGeometry::edges.
  const T* edges;
  const T* flux_weights;  ///< [pair of media][4]: the equation's curl_pair_weights
  // Fluxes that are not linear have:
  const T* cells;  ///< [slot]: CellRecord
  /// [the cell's own faces, then permutations][TraceCopies::padded()]: from a cell's first value in a state
  /// to what a copy takes, bytes.
  const unsigned short* trace_offsets;
};

/// Quadrature of all cells' energies and powers.
template <class T>
struct PointArguments {
  const T* weights;       ///< [Nq]
  const T* values;        ///< [node][1 + dim][Nq]: value and derivatives at points
  const T* mass;          ///< [Np][Np], of the reference element
  const T* face_weights;  ///< [Nfq]
  const T* face_mass;     ///< [Nfp][Nfp], of the reference face
};

/// Curved cells in covariant components; slots counted from the first of curved ones.
template <class T>
struct CovariantArguments {
  const T* maps;      ///< [slot][Np][i][axis]: ∂x/∂r_i at nodes
  const T* weights;   ///< [slot][Nq][6]: CovariantGeometry::weights
  const T* mean;      ///< [slot][7]: CovariantGeometry::mean
  const T* tangents;  ///< [point of boundary_points][2][axis]: CovariantGeometry::tangents; elsewhere zero
  const T* lift;      ///< [column n_faces·Nfp][row Nq]: V LIFT
  const T* face_project;  ///< [face point][row Nfp]
  // As TensorArguments has them:
  const T* D_blocks;        ///< of V Dr, V Ds, V Dt
  const T* lift_blocks;     ///< of V LIFT
  const T* project_blocks;  ///< of M⁻¹ Vᵀ W
};

/// Curved cells; slots counted from the first of them. Of covariant ones only jacobian, face_values and
/// project.
template <class T>
struct CurvedArguments {
  int first;              ///< slot
  const T* cell;          ///< [slot][Nq][dim·dim J·metric; 1/J]
  const T* jacobian;      ///< [slot]: smallest J, smallest over largest J
  const T* face;          ///< [slot][n_faces][Nfq][dim normal; sJ]
  const T* face_values;   ///< [face node][Nfq]
  const T* project;       ///< [point][1 + dim][row Np]: project, project_D
  const T* face_project;  ///< [column n_faces·Nfq][row Np]
  /// Of fluxes that are not linear, [column DenseSizes::n_columns][row Np]: project_D by axes, face_project.
  const T* project_all;
  CovariantArguments<T> covariant;
};

/// The first pass of a stage with a viscous flux.
template <class T>
struct ViscousArguments {
  T* gradients;     ///< [slot, gradient_stride apart][node][variable][axis; length], written by that pass
  const T* faces;   ///< [slot][face]: 1 where this side takes, else 0; 1/m
  const T* metric;  ///< of curved cells, [slot from the first of them][node][dim·dim]: ∂r_i/∂x_j
  const T* face_project;  ///< [face point][row Nfp]
};

/// The limiter behind a stage (kernels/waves/traits/limiter.hpp). Modes are orthonormal on the reference
/// cell, that of the mean first.
template <class T>
struct LimiterArguments {
  const T* gate;            ///< [1]: above which cells are rough
  const T* lebesgue;        ///< [1]: max_x Σ_i |ℓ_i(x)| over the points that fluxes read
  const T* modes;           ///< [node][mode]: of nodal values
  const T* values;          ///< [mode][node]: at the nodes
  const T* exponents;       ///< [mode]: LimiterView::exponents
  const T* is_highest;      ///< [mode]: 1 of degree N, else 0
  const T* mean;            ///< [Np]: weights of a straight cell's mean
  const T* mean_of_curved;  ///< [slot from the first of curved ones][Np]
  const T* lengths;         ///< [slot], m: largest ones of an artificial viscosity; null: there is none
  double* acted;            ///< [slot], s: strength over time
  unsigned char* asks;      ///< [slot]: 1 where a chained stage found that the limiter may act, else 0
};

/// Volume source: terms field by field, each a projected function of space times one of time.
template <class T>
struct SourceArguments {
  T* terms;               ///< [term][slot][Np]
  const double* points;   ///< [slot][Ns][dim]; null where every term is fixed in space
  const double* project;  ///< [point][row Np]
  const T* damping;       ///< [slot][Np], 1/s; null: none
};

/// Values that one load takes of a node's auxiliaries: up to 16 bytes.
constexpr int auxiliary_piece(int n_aux, int size) {
  int piece = 1;
  while (piece * size < 16 && n_aux % (2 * piece) == 0) piece *= 2;
  return piece;
}
/// The piece of n of them, from the first on.
constexpr int auxiliary_piece(int n_aux, int first, int n, int size) {
  int piece = auxiliary_piece(n_aux, size);
  while (first % piece != 0 || n % piece != 0) piece /= 2;
  return piece;
}
/// Where the i-th auxiliary of a node is in its cell's: pieces of neighbouring nodes are neighbours, so that
/// threads that each take a node fill whole sectors of memory.
constexpr int auxiliary_offset(int n_aux, int Np, int size, int node, int i) {
  const int piece = auxiliary_piece(n_aux, size);
  return (i / piece * Np + node) * piece + i % piece;
}

/// The cells of a launch, and their local model. Its auxiliaries stand behind the fields in a state.
template <class T>
struct GroupArguments {
  int begin, end;         ///< slots
  const int* blocks;      ///< [blockIdx.x]: which of the group's blocks; null: all, in their order
  long long auxiliaries;  ///< from a state's first value to the group's, [slot from begin][Np·n_aux, by
                          ///< `auxiliary_offset`]
  CoefficientArguments<T> model;  ///< its coefficients
};

/// Whether a stage can spare a residual that nobody reads. From N = 8 on in 3D blocks of 2N storage have no
/// registers left for the branch, and write it always.
constexpr bool spares_residuals(int Np, bool general_stage) { return general_stage || Np < 165; }

/// The numbers of kernels/waves/stage.hpp; of 2N storage p, q and e are not read.
struct StageNumbers {
  double a, b, c;
  double p, q, e;
  bool keeps_residual;
  long long step;
};

template <class T>
struct StageArguments {
  StageNumbers stage;
  const T* u0;  ///< of 2N storage not read
  const T* u;   ///< [slot, slot_stride apart][node][field], then auxiliaries, as all states
  T* residual;
  T* u_next;

  Clock* clock;
  double flux_parameters[max_flux_parameters];  ///< WaveProblem::flux_parameters
  CellArguments cells;
  const double* constants;  ///< in formulas, StageShape::constants

  TraceArguments traces;
  CircuitArguments circuits;
  CoefficientArguments<T> media;
  StraightArguments<T> straight;
  TensorArguments<T> tensor;
  PointArguments<T> points;
  CurvedArguments<T> curved;
  ViscousArguments<T> viscous;
  LimiterArguments<T> limiter;
  SourceArguments<T> source;
  const CellRate* cell_rates;  ///< [slot]; null where no step follows the state
  GroupArguments<T> group;
};

}  // namespace DGSOLVE_NAMESPACE::cuda
