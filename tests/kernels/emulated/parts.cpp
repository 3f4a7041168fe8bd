/// A problem in parts, each on an emulated GPU of its own, against the same on one.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "kernels/base/device_error.hpp"
#include "kernels/waves/cells/cell_split.hpp"
#include "tests/kernels/emulated/parts_fixture.hpp"

namespace dgsolve::test {
namespace {

TEST_P(Parts, do_bit_for_bit_what_one_gpu_does) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& u) {
    const RunResult expected = run(*one(), problem, u);
    EXPECT_TRUE(expected.restored);
    for (const int n : {2, 5}) {
      if (n > problem.K) continue;
      SCOPED_TRACE(std::to_string(n) + " parts");
      expect_same_bits(run(*several(n), problem, u), expected);
    }
  });
}

/// Straight and curved cells at random, each meeting any other; sources, interfaces, terms of data on faces,
/// local models, circuits, both precisions, all systems; thread a node and tensor cores.
INSTANTIATE_TEST_SUITE_P(Configurations, Parts,
                         testing::Values(0, 2, 4, 6, 9, 10, 12, 14, 15, 18, 24, 26, 28, 30, 31, 32, 33, 34,
                                         35, 36, 38, 40, 41, 43, 44, 46, 49, 50, 52, 53, 54, with_model(0),
                                         with_model(2), with_model(4), with_model(6), with_model(8),
                                         with_model(14), with_model(15)),
                         testing::PrintToStringParamName());

using ManyParts = Parts;

TEST_P(ManyParts, and_parts_of_one_cell_too) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& u) {
    const RunResult expected = run(*one(), problem, u);
    for (const int n : {3, 8, problem.K}) expect_same_bits(run(*several(n), problem, u), expected);
  });
}
/// Configurations of 11 and 18 cells.
INSTANTIATE_TEST_SUITE_P(Configurations, ManyParts, testing::Values(1, 14),
                         testing::PrintToStringParamName());

using PartsOfARun = Parts;

TEST_P(PartsOfARun, go_on_bit_for_bit_from_the_raw_states_of_any_number_of_gpus) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& u) {
    const auto alone = one(), two = several(2), three = several(3);
    const auto wave = alone->wave(problem);
    EXPECT_EQ(two->wave(problem)->layout(), wave->layout());
    const auto first = wave->allocate();
    first->upload(u);
    std::vector<std::byte> expected = first->save(), found = expected;
    for (Device* const device : {two.get(), three.get(), alone.get()}) {
      expected = go_on(*alone, problem, expected);
      found = go_on(*device, problem, found);
      EXPECT_TRUE(found == expected);
    }
    const auto in_two = two->wave(problem);
    const auto state = in_two->allocate();
    EXPECT_THROW(state->restore(std::span(found).subspan(1)), std::invalid_argument);
  });
}

/// A step back to a kept state, as after a fault: its ghosts too are what they were.
TEST_P(PartsOfARun, return_to_a_state_that_was_kept) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& initial) {
    std::vector<std::vector<std::byte>> ends;
    const auto alone = one(), three = several(3);
    for (Device* const device : {alone.get(), three.get()}) {
      const auto wave = device->wave(problem);
      const auto u = wave->allocate(), next = wave->allocate(), residual = wave->allocate(),
                 kept = wave->allocate();
      const auto stages = [&] {
        wave->stage({0, 0.3, 0}, *u, *residual, *next);
        wave->stage({-0.4, 0.2, 0.5}, *next, *residual, *u);
      };
      wave->set_clock(0.2, 1e-4);
      u->upload(initial);
      stages();
      kept->assign(*u);
      stages();
      const std::vector<std::byte> expected = u->save();
      stages();
      u->assign(*kept);
      stages();
      EXPECT_TRUE(u->save() == expected);
      ends.push_back(expected);
    }
    EXPECT_TRUE(ends[0] == ends[1]);
  });
}

TEST_P(PartsOfARun, let_another_thread_read_a_copy_while_they_go_on) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& initial) {
    const auto device = several(3);
    const auto wave = device->wave(problem);
    const auto u = wave->allocate(), next = wave->allocate(), residual = wave->allocate();
    const auto copy = wave->allocate_copy();
    wave->set_clock(0.2, 1e-4);
    u->upload(initial);
    const auto stages = [&] {
      wave->stage({0, 0.3, 0}, *u, *residual, *next);
      wave->stage({-0.4, 0.2, 0.5}, *next, *residual, *u);
    };
    const auto recording = device->record(stages);
    recording->replay();
    const std::vector<std::byte> taken = u->save();
    copy->take(*u);
    recording->replay();
    std::vector<std::byte> found;
    std::thread reader([&] { found = copy->save(); });
    const std::vector<std::byte> later = u->save();
    reader.join();
    EXPECT_TRUE(found == taken);
    EXPECT_FALSE(later == taken);
  });
}

TEST_P(PartsOfARun, write_and_read_fields_in_the_runs_of_the_whole_mesh) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>& u) {
    const std::size_t of_cell = static_cast<std::size_t>(problem.n_fields) * problem.reference.Np;
    const auto device = several(5);
    const auto wave = device->wave(problem);
    for (const int points : {4096, 4096 / 7, 1}) {
      const RunsOfCells runs(problem.K, points);
      const auto expect_run = [&](int first, int last) {
        EXPECT_EQ(first % runs.length, 0);
        EXPECT_EQ(last, std::min(first + runs.length, problem.K));
      };
      const auto whole = wave->allocate(), in_runs = wave->allocate();
      whole->upload(std::span(u).first(problem.K * of_cell));
      in_runs->fill(runs, [&](int first, int last, std::span<double> values) {
        expect_run(first, last);
        std::copy_n(&u[first * of_cell], values.size(), values.begin());
      });
      EXPECT_TRUE(in_runs->save() == whole->save());
      std::vector<double> expected(problem.K * of_cell), found(problem.K * of_cell);
      whole->download(expected);
      std::atomic<int> n_read = 0;
      in_runs->visit(runs, [&](int first, int last, std::span<const double> values) {
        expect_run(first, last);
        ++n_read;
        std::ranges::copy(values, &found[first * of_cell]);
      });
      EXPECT_EQ(found, expected);
      EXPECT_EQ(n_read, runs.n);
    }
  });
}

/// The emulation compiles all kernels so that they wait, and would not see one that does not.
TEST_P(PartsOfARun, begin_launches_early_of_kernels_that_end_behind_the_one_before) {
  with_state([&](const WaveProblem& problem, const std::vector<double>&, const std::string&) {
    WaveProblem rim_first = problem;
    rim_first.part = split_cells(problem, {1, 1, 1})[1];
    rim_first.steps.rim_first = true;
    for (const WaveProblem* const shown : std::initializer_list<const WaveProblem*>{&problem, &rim_first}) {
      const cuda::StagePlan plan(*shown, configuration().precision);
      const cuda::Variant& variant = variant_of(configuration(), plan);
      const auto launches = plan.stage_launches(variant);
      for (std::size_t i = 0; i < launches.size(); ++i) {
        const cuda::StagePlan::GroupLaunch& launch = launches[i].of_group;
        const std::string text = plan.kernel_text(variant, launch.module).prefix;
        const auto has = [&](const char* feature) { return text.find(feature) != std::string::npos; };
        EXPECT_EQ(launch.kernel.beside_last, i > 0);
        EXPECT_TRUE(launches.size() == 1 || has("beside_others = true"));
        EXPECT_TRUE(launches[i].blocks.empty() || has("takes_blocks = true"));
      }
    }
  });
}

TEST_P(PartsOfARun, report_their_cells_ghosts_and_memory) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>&) {
    const auto device = several(3);
    const auto wave = device->wave(problem);
    EXPECT_TRUE(one()->wave(problem)->parts().empty());
    int cells = 0;
    std::size_t bytes = 0;
    for (const PartReport& part : wave->parts()) {
      EXPECT_GT(part.cells, 0);
      EXPECT_GT(part.rim->ghosts, 0);
      EXPECT_LE(part.rim->ghosts, problem.K - part.cells);
      cells += part.cells;
      bytes += part.bytes;
    }
    EXPECT_EQ(cells, problem.K);
    EXPECT_EQ(bytes, device->memory());
  });
}
INSTANTIATE_TEST_SUITE_P(Configurations, PartsOfARun,
                         testing::Values(4, 15, 33, 38, 41, 46, 54, with_model(0), with_model(14)),
                         testing::PrintToStringParamName());

using LimitersOfRims = Parts;

TEST_P(LimitersOfRims, follow_a_stage_that_has_computed_their_cells) {
  with_state([&](const WaveProblem& shown, const std::vector<double>&, const std::string&) {
    WaveProblem problem = shown;
    problem.part = split_cells(shown, {1, 1, 1})[1];
    problem.steps.rim_first = true;
    const cuda::StageShape shape(problem, configuration().precision);
    const cuda::StagePlan plan(problem, shape, configuration().precision);
    const cuda::Variant& variant = variant_of(configuration(), plan);
    const auto cells_of = [&](const cuda::StagePlan::StageLaunch& launch, int elements) {
      const Numbering::Group& group = plan.numbering.groups[launch.of_group.group];
      std::set<int> cells;
      for (const int block : launch.blocks)
        for (int cell = block * elements; cell < std::min((block + 1) * elements, group.n_cells); ++cell)
          cells.insert(group.first_block + cell);
      return cells;
    };
    std::set<int> computed;
    for (const auto& launch : plan.stage_launches(variant)) {
      const bool by_points = plan.numbering.groups[launch.of_group.group].kind.curved && !variant.chained;
      if (launch.cells == cuda::StageCells::rim)
        computed.merge(cells_of(launch, by_points ? shape.blocks.points : variant.elements));
    }
    int n_limited = 0;
    for (const auto& launch : plan.limiter_launches()) {
      if (launch.cells != cuda::StageCells::rim) continue;
      for (const int cell : cells_of(launch, shape.blocks.limiter)) {
        EXPECT_TRUE(computed.contains(cell)) << cell;
        ++n_limited;
      }
    }
    EXPECT_GT(n_limited, 0);
  });
}
INSTANTIATE_TEST_SUITE_P(Configurations, LimitersOfRims, testing::Values(41, 42, 44, 49, 51, 52),
                         testing::PrintToStringParamName());

class PartsInTrouble : public Parts {
 protected:
  template <class Action>
  static std::string error_of(Action action) {
    try {
      action();
    } catch (const DeviceError& error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_P(PartsInTrouble, are_no_more_than_there_are_cells) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>&) {
    const std::string error = error_of([&] { several(problem.K + 1)->wave(problem); });
    EXPECT_NE(error.find("fewer cells than there are GPUs: got " + std::to_string(problem.K)),
              std::string::npos)
        << error;
  });
}

TEST_P(PartsInTrouble, say_that_gpus_cannot_reach_each_other) {
  with_forced_variant([&](const WaveProblem& problem, const std::vector<double>&) {
    const auto device = simt::make_group(2, configuration().precision, {.reaches_others = false});
    EXPECT_NE(error_of([&] { device->wave(problem); }).find("cannot reach"), std::string::npos);
  });
}

TEST_P(PartsInTrouble, say_that_a_gpu_cannot_compute_as_the_others_do) {
  with_state([&](const WaveProblem& shown, const std::vector<double>&, const std::string& variant) {
    WaveProblem problem = shown;
    problem.variant = variant;
    std::vector<std::unique_ptr<cuda::Gpu>> gpus;
    gpus.push_back(simt::make_gpu());
    gpus.push_back(simt::make_gpu({.tensor_cores = false}));
    cuda::GpuTeam device(std::move(gpus), configuration().precision);
    const std::string error = error_of([&] { device.wave(problem); });
    EXPECT_NE(error.find(variant), std::string::npos) << error;
  });
}

INSTANTIATE_TEST_SUITE_P(Configurations, PartsInTrouble, testing::Values(17),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace dgsolve::test
