/// What rank 0 asks the parts of other processes for, each command with its arguments behind it
/// (remote_part.cpp puts them, part_server.cpp takes them).
#pragma once

namespace dgsolve::cuda {

enum class RankCommand : unsigned char {
  // Objects, by numbers that rank 0 gives them.
  allocate,
  allocate_copy,
  make_sampler,
  make_steps,
  forget,
  // States; where one is handed over to the other process's program, that goes on on the channel.
  upload,
  download,
  save,
  restore,
  assign,
  hand_over,
  exchange,
  exchange_gradients,
  join,
  // Copies; the last three on the channel of readings.
  take_copy,
  download_copy,
  save_copy,
  hand_over_copy,
  // Samplers.
  sample,
  read_samples,
  write_samples,
  keep_samples,
  return_samples,
  // Steps that may be rejected.
  set_steps,
  steps,
  start_step_measures,
  step_measures,
  end_step,
  // The operator.
  use,
  report,
  limit,
  limited,
  set_limited,
  set_clock,
  advance_clock,
  find_gradients,
  stage,
  start_measure,
  sums,
  // The device.
  record,
  end_record,
  replay,
  synchronise,
  end  ///< of all that is asked for, on both channels
};

}  // namespace dgsolve::cuda
