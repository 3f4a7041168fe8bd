/// A problem in parts, each in a process of its own with an emulated GPU, against the same on one GPU.

#include <gtest/gtest.h>

#include <thread>

#include "kernels/base/device_error.hpp"
#include "kernels/base/phase_clock.hpp"
#include "tests/kernels/emulated/parts_fixture.hpp"
#include "tests/simt/rank_processes.hpp"
#include "tests/support/error_of.hpp"

namespace dgsolve::test {
namespace {

class RanksOfProblem : public Parts {
 protected:
  /// What a process does that rank 0 leads; program: with its part.
  auto follow(const simt::GpuOptions& options = {}, const PartProgram& program = {}) const {
    return [options, program, precision = configuration().precision](Ranks& ranks) {
      simt::make_rank(ranks, precision, options)->serve(program);
    };
  }
  /// Calls body(device) at rank 0 of n processes, which end well.
  template <class Body>
  void with_ranks(int n, Body body, const simt::GpuOptions& options = {},
                  const PartProgram& program = {}) const {
    simt::RankProcesses processes(n, follow(options, program));
    {
      const auto device = simt::make_rank(processes.ranks(), configuration().precision, options);
      body(*device);
    }
    for (int rank = 1; rank < n; ++rank) EXPECT_EQ(processes.status_of(rank), 0) << "rank " << rank;
  }
};

TEST_P(RanksOfProblem, do_bit_for_bit_what_one_gpu_does) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& u) {
    const RunResult expected = run(*one(), problem, u);
    for (const int n : {2, 3, 5}) {
      if (n > problem.K) continue;
      SCOPED_TRACE(std::to_string(n) + " processes");
      with_ranks(n, [&](Device& device) { expect_same_bits(run(device, problem, u), expected); });
    }
  });
}

TEST_P(RanksOfProblem, do_so_too_where_they_reach_each_other_and_no_rim_comes_first) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& u) {
    const RunResult expected = run(*one(), problem, u);
    with_ranks(3, [&](Device& device) { expect_same_bits(run(device, problem, u), expected); },
               {.reaches_other_processes = true});
  });
}

TEST_P(RanksOfProblem, go_on_bit_for_bit_from_the_raw_states_of_any_number_of_processes) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& u) {
    const auto alone = one();
    const auto wave = alone->wave(problem);
    const auto first = wave->allocate();
    first->upload(u);
    std::vector<std::byte> expected = first->save(), found = expected;
    for (const int n : {2, 1, 3, 1}) {
      expected = go_on(*alone, problem, expected);
      if (n == 1)
        found = go_on(*alone, problem, found);
      else
        with_ranks(n, [&](Device& device) { found = go_on(device, problem, found); });
      EXPECT_TRUE(found == expected) << n << " processes";
    }
  });
}

TEST_P(RanksOfProblem, let_another_thread_read_a_copy_while_they_go_on) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& initial) {
    with_ranks(3, [&](Device& device) {
      const auto wave = device.wave(problem);
      const auto u = wave->allocate(), next = wave->allocate(), residual = wave->allocate();
      const auto copy = wave->allocate_copy();
      wave->set_clock(0.2, 1e-4);
      u->upload(initial);
      const auto recording = device.record([&] {
        wave->stage({0, 0.3, 0}, *u, *residual, *next);
        wave->stage({-0.4, 0.2, 0.5}, *next, *residual, *u);
      });
      for (int turn = 0; turn < 3; ++turn) {
        recording->replay();
        const std::vector<std::byte> taken = u->save();
        copy->take(*u);
        std::vector<std::byte> found;
        std::thread reader([&] { found = copy->save(); });
        recording->replay();
        const std::vector<std::byte> later = u->save();
        reader.join();
        EXPECT_TRUE(found == taken);
        EXPECT_FALSE(later == taken);
      }
    });
  });
}

/// Which rank 0's program tells what to do.
TEST_P(RanksOfProblem, have_the_program_of_each_process_read_its_own_part_of_a_copy) {
  PartProgram program;
  program.read = [](const StateCopy& part, Channel& rank_0) {
    std::vector<double> values(rank_0.take<std::size_t>());
    part.download(values);
    rank_0.put_array(std::span<const double>(values));
    rank_0.flush();
  };
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& u) {
    EXPECT_TRUE(several(3)->wave(problem)->parts_by_rank().parts.empty());
    const std::size_t of_cell = static_cast<std::size_t>(problem.n_fields) * problem.reference.Np;
    const auto read = [&](Device& device) {
      const auto wave = device.wave(problem);
      const auto state = wave->allocate();
      const auto copy = wave->allocate_copy();
      state->upload(std::span(u).first(problem.K * of_cell));
      copy->take(*state);
      std::vector<double> whole(problem.K * of_cell), parts;
      copy->download(whole);
      const StateParts by_rank = wave->parts_by_rank();
      ASSERT_EQ(by_rank.parts.size(), 3u);
      for (int rank = 0; rank < 3; ++rank) {
        const CellRange& cells = by_rank.parts[rank].cells;
        EXPECT_EQ(cells.first * of_cell, parts.size());
        std::vector<double> own(cells.size() * of_cell);
        if (rank == 0) {
          copy->own_part().download(own);
        } else {
          Channel& channel = copy->hand_over(rank);
          channel.put(own.size());
          channel.flush();
          channel.take_into(std::span(own));
        }
        parts.insert(parts.end(), own.begin(), own.end());
      }
      EXPECT_EQ(parts, whole);
    };
    with_ranks(3, read, {}, program);
  });
}

TEST_P(RanksOfProblem, are_one_state_once_the_program_of_each_process_has_set_its_own_part) {
  PartProgram program;
  program.set = [](WaveState& part, Channel& rank_0) { part.restore(rank_0.take_array<std::byte>()); };
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& u) {
    const auto set = [&](Device& device) {
      const auto wave = device.wave(problem);
      const auto expected = wave->allocate(), found = wave->allocate();
      expected->upload(u);
      const std::vector<std::byte> raw = expected->save();
      const StateParts by_rank = wave->parts_by_rank();
      EXPECT_EQ(raw.size(), by_rank.raw_bytes);
      for (int rank = 0; rank < 3; ++rank) {
        std::vector<std::byte> own(by_rank.parts[rank].raw_bytes);
        for (const PartRun& run : by_rank.parts[rank].raw)
          std::copy_n(&raw[run.in_whole], run.size, &own[run.in_part]);
        if (rank == 0) {
          found->own_part().restore(own);
        } else {
          Channel& channel = found->hand_over(rank);
          channel.put_array(std::span<const std::byte>(own));
          channel.flush();
        }
      }
      found->join_parts();
      EXPECT_TRUE(found->save() == raw);
      const auto stepped = [&](const WaveState& from) {  // which reads ghosts
        const auto residual = wave->allocate(), next = wave->allocate();
        wave->set_clock(0.2, 1e-4);
        wave->stage({0, 0.3, 0}, from, *residual, *next);
        return next->save();
      };
      EXPECT_TRUE(stepped(*found) == stepped(*expected));
    };
    with_ranks(3, set, {}, program);
  });
}

TEST_P(RanksOfProblem, write_and_read_fields_in_the_runs_of_the_whole_mesh) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& u) {
    const std::size_t of_cell = static_cast<std::size_t>(problem.n_fields) * problem.reference.Np;
    const RunsOfCells runs(problem.K, 4096 / 7);
    with_ranks(3, [&](Device& device) {
      const auto wave = device.wave(problem);
      const auto whole = wave->allocate(), in_runs = wave->allocate();
      whole->upload(std::span(u).first(problem.K * of_cell));
      in_runs->fill(runs, [&](int first, int, std::span<double> values) {
        std::copy_n(&u[first * of_cell], values.size(), values.begin());
      });
      EXPECT_TRUE(in_runs->save() == whole->save());
      std::vector<double> expected(problem.K * of_cell), found(problem.K * of_cell);
      whole->download(expected);
      in_runs->visit(runs, [&](int first, int, std::span<const double> values) {
        std::ranges::copy(values, &found[first * of_cell]);
      });
      EXPECT_EQ(found, expected);
    });
  });
}

TEST_P(RanksOfProblem, report_their_cells_and_what_they_send) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>&) {
    const auto in_one = simt::make_group(3, configuration().precision);
    const std::vector<PartReport> expected = in_one->wave(problem)->parts();
    with_ranks(3, [&](Device& device) {
      const auto wave = device.wave(problem);
      const std::vector<PartReport> found = wave->parts();
      ASSERT_EQ(found.size(), 3u);
      std::size_t bytes = 0;
      for (int rank = 0; rank < 3; ++rank) {
        EXPECT_EQ(found[rank].cells, expected[rank].cells);
        EXPECT_EQ(found[rank].rim->ghosts, expected[rank].rim->ghosts);
        EXPECT_EQ(found[rank].rim->bytes_sent, expected[rank].rim->bytes_sent);
        EXPECT_GT(found[rank].rim->bytes_sent, 0u);
        bytes += found[rank].bytes;
      }
      EXPECT_EQ(device.memory(), bytes);
    });
  });
}
/// Straight and curved cells, sources, interfaces, terms of data on faces, local models, both precisions;
/// thread a node and tensor cores.
INSTANTIATE_TEST_SUITE_P(Configurations, RanksOfProblem,
                         testing::Values(0, 4, 9, 15, 26, 30, 32, 33, 40, 41, 46, 49, 54, with_model(0),
                                         with_model(6), with_model(14), with_model(15)),
                         testing::PrintToStringParamName());

class RanksInTrouble : public RanksOfProblem {
 protected:
  static void expect_said(const std::string& error, const std::string& part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  }
  /// Steps until something goes wrong.
  static void step_on(Device& device, const WaveProblem& problem, const std::function<void()>& once_begun) {
    const auto wave = device.wave(problem);
    const auto u = wave->allocate(), next = wave->allocate(), residual = wave->allocate();
    const auto recording = device.record([&] {
      wave->stage({0, 0.3, 0}, *u, *residual, *next);
      wave->stage({0, 0.3, 0}, *next, *residual, *u);
    });
    wave->set_clock(0.2, 1e-4);
    recording->replay();
    device.synchronise();
    once_begun();
    for (;;) {
      recording->replay();
      device.synchronise();
    }
  }
};

TEST_P(RanksInTrouble, end_all_where_one_is_killed) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>&) {
    simt::RankProcesses processes(3, follow());
    const Stopwatch watch;
    expect_said(error_of([&] {
                  const auto device = simt::make_rank(processes.ranks(), configuration().precision);
                  step_on(*device, problem, [&] { processes.kill(2); });
                }),
                "rank 2 has ended");
    EXPECT_EQ(processes.status_of(1), 1);
    EXPECT_EQ(processes.status_of(2), -1);
    EXPECT_LT(watch.seconds(), 10);
  });
}

TEST_P(RanksInTrouble, end_all_where_rank_0_is_gone) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>&) {
    simt::RankProcesses processes(3, follow());
    const Stopwatch watch;
    expect_said(error_of([&] {
                  const auto device = simt::make_rank(processes.ranks(), configuration().precision);
                  step_on(*device, problem, [&] {
                    for (const int rank : {1, 2}) processes.ranks().commands(rank).socket().hang_up();
                  });
                }),
                "has ended");
    for (const int rank : {1, 2}) EXPECT_EQ(processes.status_of(rank), 1);
    EXPECT_LT(watch.seconds(), 10);
  });
}

TEST_P(RanksInTrouble, end_all_where_the_part_of_one_fails) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>&) {
    simt::RankProcesses processes(3, follow());
    expect_said(error_of([&] {
                  const auto device = simt::make_rank(processes.ranks(), configuration().precision);
                  step_on(*device, problem, [&] {
                    Channel& rank_1 = processes.ranks().commands(1);
                    rank_1.put(cuda::RankCommand::replay);
                    rank_1.put(-1);  // there is none
                    rank_1.flush();
                  });
                }),
                "rank 1 has ended");
    for (const int rank : {1, 2}) EXPECT_EQ(processes.status_of(rank), 1);
  });
}

TEST_P(RanksInTrouble, use_the_last_resort_where_a_process_does_not_end_by_itself) {
  const auto hang = [](Ranks& ranks) {
    while (ranks.rank() == 1) std::this_thread::sleep_for(std::chrono::seconds(1));
  };
  simt::RankProcesses processes(3, hang, {.end_seconds = 1});
  processes.ranks();
  EXPECT_EQ(processes.status_of(2), 0);  // too early
  EXPECT_EQ(processes.status_of(1), simt::RankProcesses::last_resort);
}

TEST_P(RanksInTrouble, say_that_two_have_the_same_gpu) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>&) {
    simt::RankProcesses processes(2, follow({.serial = "7"}));
    expect_said(
        error_of([&] {
          simt::make_rank(processes.ranks(), configuration().precision, {.serial = "7"})->wave(problem);
        }),
        "ranks 0 and 1 have the same GPU");
  });
}

TEST_P(RanksInTrouble, are_no_more_than_there_are_cells) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>&) {
    simt::RankProcesses processes(problem.K + 1, follow());
    expect_said(
        error_of([&] { simt::make_rank(processes.ranks(), configuration().precision)->wave(problem); }),
        "fewer cells than there are GPUs");
  });
}
INSTANTIATE_TEST_SUITE_P(Configurations, RanksInTrouble, testing::Values(17),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace dgsolve::test
