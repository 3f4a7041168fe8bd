/// Outputs that several processes write in pieces show what one process writes.

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <thread>

#include "io/fields/formats.hpp"
#include "io/pieces/piece_message.hpp"
#include "io/pieces/piece_writer.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/programs/field_series.hpp"
#include "tests/support/programs/io_fixture.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/flow_setup.hpp"

namespace dgsolve::test {
namespace {

/// A process's copy of its part.
class CopyOfPart : public StateCopy {
 public:
  explicit CopyOfPart(std::span<const double> values) : values_(values) {}
  void take(const WaveState&) override {}
  void download(std::span<double> canonical) const override {
    ASSERT_EQ(canonical.size(), values_.size());
    std::ranges::copy(values_, canonical.begin());
  }
  std::vector<std::byte> save() const override { return {}; }

 private:
  const std::span<const double> values_;
};

/// What another process makes of it.
Piece sent(const Piece& piece) {
  int ends[2];
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  const auto loss = std::make_shared<RankLoss>();
  Channel from{Socket(ends[0]), "rank 1", loss}, to{Socket(ends[1]), "rank 0", loss};
  std::thread sender([&] { put_piece(from, piece); });
  Piece taken = take_piece(to);
  sender.join();
  return taken;
}

/// Curved cells in two regions. In one of them each cell has another material.
Mesh mesh() {
  Mesh box = Box::make(3, 2, 2, [](Mesh& m) {
    for (Point& x : m.nodes) x[1] += 0.1 * x[0] * x[0];
  });
  box.region_names = {"vacuum", "glass"};
  for (int e = 0; e < box.n_elements(); ++e) box.region[e] = e % 7 < 3;
  return box;
}

WaveSystem options_for(const Mesh& mesh, const std::string& equation) {
  WaveSystem options;
  if (equation == "euler") {
    options = flow_options(equation, 3, mesh);
    set_walls(options, mesh, "slip_wall");
    return options;
  }
  options.equation = "maxwell";
  options.order = 3;
  options.regions["vacuum"] = parse({{"epsilon_r", "1"}});
  options.regions["glass"] = parse({{"epsilon_r", "2 + x"}});
  set_walls(options, mesh, "pec");
  return options;
}

struct Written {
  FieldOutput output;
  std::string equation = "maxwell";
};

class Pieces : public testing::TestWithParam<Written> {
 protected:
  /// Of an output to a folder of that name.
  WriterSetup setup(const std::string& name) const {
    const std::filesystem::path folder = folder_.path() / name;
    std::filesystem::create_directories(folder);
    return {GetParam().output,
            folder,
            wave_.discretization,
            GetParam().output.names.empty() ? state_fields(wave_.physics.info)
                                            : output_fields(wave_.physics.info),
            static_cast<std::size_t>(wave_.physics.n_fields),
            derived_fields(wave_.op)};
  }
  void write_whole() const { make_writer(setup("whole"))->write({0.5, 7, state_}); }
  /// firsts: of each process's cells.
  void write_in_pieces(std::vector<int> firsts) const {
    const WriterSetup whole = setup("pieces");
    const PieceCutter cutter(whole, wave_.op);
    const auto joined = make_writer(whole);
    firsts.push_back(wave_.discretization.K());
    const std::size_t of_cell = state_.size() / wave_.discretization.K();
    std::vector<PieceFile> pieces;
    for (int rank = 0; rank + 1 < std::ssize(firsts); ++rank) {
      const CellRange part{firsts[rank], firsts[rank + 1]};
      const std::size_t n = cutter.n_written(part);
      if (n == 0) continue;
      pieces.push_back({joined->next_piece(rank), n});
      PieceWriter writer(sent(cutter.cut(part)));
      writer.read(CopyOfPart(std::span(state_).subspan(part.first * of_cell, part.size() * of_cell)));
      writer.write(pieces.back().file, 0.5, 7);
    }
    joined->join_pieces(0.5, 7, pieces);
  }

  const TemporaryFolder folder_;
  const Wave wave_{mesh(), options_for(mesh(), GetParam().equation)};
  const std::vector<double> state_ = some_state(wave_, 1);
};

const Written outputs[] = {
    {{.precision = Precision::double_}},
    {{.stride = 3}},
    {{.regions = {"glass"}}},
    {{.precision = Precision::double_, .names = {"E", "S", "energy_density"}}},
    {{.boundaries = {"xmin"}}},
    {{.boundaries = {"xmax", "ymin", "zmin"}, .stride = 2}},
    {{.format = "hdf5", .precision = Precision::double_}},
    {{.format = "hdf5", .stride = 5}},
    {{.format = "hdf5", .names = {"S", "Ex"}, .regions = {"glass"}}},
    {{.format = "vtkhdf_series", .precision = Precision::double_}},
    {{.format = "vtkhdf_series", .boundaries = {"xmax", "ymin"}, .stride = 2}},
    {{.format = "vtkhdf_series", .names = {"S", "Ex"}}},
    {{.precision = Precision::double_, .names = {"velocity", "vorticity", "q"}}, "euler"},
    {{.format = "hdf5", .names = {"vorticity", "schlieren"}, .regions = {"glass"}}, "euler"},
    {{.names = {"q"}, .boundaries = {"xmax", "ymin"}}, "euler"}};
INSTANTIATE_TEST_SUITE_P(Outputs, Pieces, testing::ValuesIn(outputs),
                         [](const auto& test) { return std::to_string(test.index); });

TEST_P(Pieces, joined_are_bit_for_bit_what_one_process_writes) {
  write_whole();
  for (const auto& firsts : std::vector<std::vector<int>>{{0}, {0, 17}, {0, 1, 20, 21}}) {
    write_in_pieces(firsts);
    expect_same_series(folder_.path() / "pieces", folder_.path() / "whole");
    std::filesystem::remove_all(folder_.path() / "pieces");
  }
}

TEST_P(Pieces, are_not_written_where_the_output_folder_is_not_seen) {
  const WriterSetup whole = setup("elsewhere");
  Piece piece = PieceCutter(whole, wave_.op).cut({0, wave_.discretization.K()});
  std::filesystem::remove_all(whole.directory);
  const std::string error = error_of([&] { PieceWriter writer(std::move(piece)); });
  EXPECT_EQ(error.find(whole.directory.string() + ": the folder is not there"), 0u) << error;
  EXPECT_FALSE(std::filesystem::exists(whole.directory));
}

}  // namespace
}  // namespace dgsolve::test
