/// What the kernels that take something out of a state, or put it in, are given beside StageArguments: read
/// by the kernel text, by the host code that launches them, and by the emulation.
#pragma once

#include "kernels/base/prelude.hpp"
#include "kernels/waves/step_control.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

inline constexpr int transfer_threads = 128;  ///< a block of export_state or import_state; a thread is a node
inline constexpr int phase_threads = 64;      ///< a block of find_phases
inline constexpr int circuit_threads = 64;    ///< a block of advance_circuits or sample_circuits
inline constexpr int frequency_threads = 256;  ///< a block of add_frequencies

/// Elements whose values cross: a list, or a range in canonical order.
struct Transfer {
  const int* elements;  ///< [n]; null: first, first + 1, …
  int first, n;
  double* canonical;  ///< [n][field][node]
};

/// Random values for a state.
struct Randomisation {
  unsigned long long seed;
  long long first_auxiliary, n_auxiliaries;  ///< values of a state behind its fields
};

/// Points at which fields are taken; a block is a point, a thread a node. Each launch appends a row.
struct Sample {
  const int* elements;           ///< [point]
  const double* weights;         ///< [point][node]
  long long* n_rows;             ///< [point]: rows before this one
  double* rows;                  ///< [row][point][field]
  long long n_points, capacity;  ///< rows beyond the capacity are counted only
};

/// Circuits of which samples are taken; a block is a circuit. Each launch appends a row.
struct CircuitSample {
  const int* circuits;  ///< [n_circuits]
  long long* n_rows;    ///< [n_circuits]: rows before this one
  double* rows;         ///< [row][n_circuits][n_circuit_samples]
  long long n_circuits, capacity;
  long long step;  ///< since the clock
};

/// What the samples of running Fourier transforms share. A launch is one block.
struct FrequencyPhases {
  const double* omega;  ///< [frequency], rad/s
  double* phases;       ///< [frequency][2]: of this sample, times its weight
  long long* taken;     ///< samples and steps between them so far
  int* is_sample;       ///< whether this step is one
  long long step;       ///< since the clock
  long long stride;
  int n_frequencies;
};

/// Points of Fourier transforms. A launch has few blocks, whose warps take points in turn: in most steps
/// there is nothing to do.
struct TransformPoints {
  const int* elements;    ///< [point]; without weights [point / Np]
  const double* weights;  ///< [point][node]; null: the elements' nodes are the points
  const double* phases;   ///< FrequencyPhases
  const int* is_sample;
  double* sums;  ///< [point][field][frequency][2]
  long long n_points;
  int n_blocks, n_frequencies;
};

/// Cells that a block adds up, one after the other. A group's chunks are those of the whole problem: sums do
/// not depend on how its cells are shared among devices.
inline constexpr int chunk_cells = 16;

/// How a launch's cells are shared among its blocks: the first ones have a block each, the others a block a
/// chunk. Alone are cells in a chunk that another device began, so that its sum can go on with them, and
/// curved cells where they are few (StagePlan), so that many multiprocessors take them.
struct Chunks {
  int n_single;  ///< cells of the first kind

  DGSOLVE_INLINE int first(int block) const {  ///< counted from the launch's first cell
    return block < n_single ? block : n_single + (block - n_single) * chunk_cells;
  }
  DGSOLVE_INLINE int last(int block, int n_cells) const {  ///< one beyond
    const int next = first(block + 1);
    return next < n_cells ? next : n_cells;
  }
};

/// An error's estimate, of as many values as a state has in memory.
struct ErrorEstimate {
  ErrorWeights weights;
  long long n_values;
};

constexpr int step_end_threads = 128;
/// The decision on a step, by what blocks measured or, without blocks, by what is reduced already.
struct StepEnd {
  StepControl* control;
  Reduce how;
  const double *of_state, *of_error;  ///< [block][value]; of_error: null where no errors are estimated
  const unsigned char* ends_chunk;    ///< [n_blocks]: 1 where a chunk ends with the block
  int n_blocks, n_values;
  bool compares;  ///< the error with the state: a relative error
  double state, error;
};

/// A step that may be taken back.
struct StepTakenBack {
  const StepControl* control;
  long long n_values;
};

/// A measure of a state (kernels/waves/state_measures.hpp), reduced by each of a launch's blocks.
struct BlockSums {
  double* sums;  ///< [block][value]
  Chunks chunks;
};

}  // namespace DGSOLVE_NAMESPACE::cuda
