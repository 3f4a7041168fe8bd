/// VTKHDF as any HDF5 program reads it; that VTK does too is in app_vtk.cpp.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numeric>

#include "io/hdf5/hdf5_growing_file.hpp"
#include "tests/support/programs/full_disk.hpp"
#include "tests/support/programs/hdf5_values.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/waves/polynomial_run.hpp"

namespace dgsolve::test {
namespace {

FieldOutput vtkhdf(Precision precision) { return {"vtkhdf", 1.0, precision, {}}; }

struct Example : PolynomialRun {
  using PolynomialRun::writer;
  std::unique_ptr<Writer> writer(Precision precision) const { return writer(vtkhdf(precision)); }
  std::filesystem::path file(const std::string& name = "fields.vtkhdf") const {
    return PolynomialRun::file(name);
  }
};

TEST(Vtkhdf, has_the_mesh_once_and_every_step_behind_the_one_before) {
  for (const Precision precision : {Precision::single, Precision::double_}) {
    const Example example;
    const auto writer = example.writer(precision);
    for (int i = 0; i < 3; ++i) writer->write({0.5 * i, i, example.state(i + 1)});
    const auto read = [&](const std::string& name) { return read_dataset(example.file(), "VTKHDF/" + name); };
    const hsize_t K = example.box.discretization.K(), n = K * example.box.discretization.element.Np;
    const Dataset x = read("Points"), u = read("PointData/u"), H = read("PointData/H");
    ASSERT_EQ(x.shape, (std::vector<hsize_t>{n, 3}));
    ASSERT_EQ(u.shape, (std::vector<hsize_t>{3 * n}));
    ASSERT_EQ(H.shape, (std::vector<hsize_t>{3 * n, 3}));
    EXPECT_EQ(u.bytes_per_value, static_cast<std::size_t>(bytes_of(precision)));
    const double tolerance = precision == Precision::single ? 1e-6 : 1e-13;
    for (hsize_t step = 0; step < 3; ++step)
      for (hsize_t i = 0; i < n; ++i) {
        const double factor = static_cast<double>(step + 1), *at = &x.values[3 * i];
        const hsize_t row = step * n + i;
        ASSERT_NEAR(u.values[row], factor * at[0] * at[1] * at[2], tolerance);
        ASSERT_NEAR(H.values[3 * row], factor + at[0], 4 * tolerance);
        ASSERT_EQ(H.values[3 * row + 1], 0);
        ASSERT_NEAR(H.values[3 * row + 2], factor * at[1] - at[2], 4 * tolerance);
      }
    EXPECT_EQ(read("Offsets").values.back(), static_cast<double>(n));
    EXPECT_EQ(read("Types").values, std::vector<double>(K, 71)) << "Lagrange tetrahedra";
    EXPECT_EQ(read("Steps/Values").values, (std::vector<double>{0, 0.5, 1}));
    for (const char* name : {"u", "H"})
      EXPECT_EQ(read(std::string("Steps/PointDataOffsets/") + name).values,
                (std::vector<double>{0, static_cast<double>(n), 2 * static_cast<double>(n)}));
    for (const char* name : {"PartOffsets", "PointOffsets", "CellOffsets", "ConnectivityIdOffsets"})
      EXPECT_EQ(read(std::string("Steps/") + name).values, std::vector<double>(3, 0.0)) << name;
  }
}

TEST(Vtkhdf, is_whole_after_each_snapshot_though_the_run_still_has_it_open) {
  const Example example;
  const auto writer = example.writer(Precision::single);
  for (int i = 0; i < 40; ++i) {
    writer->write({1.0 * i, i, std::vector<double>(example.box.discretization.n_dofs(3), i)});
    // What is on the disk now is what a kill would leave.
    std::filesystem::copy_file(example.file(), example.file("copy.vtkhdf"),
                               std::filesystem::copy_options::overwrite_existing);
    EXPECT_EQ(read_dataset(example.file("copy.vtkhdf"), "VTKHDF/Steps/Values").values.size(), i + 1u);
    EXPECT_NEAR(read_dataset(example.file("copy.vtkhdf"), "VTKHDF/PointData/H").values.back(), i, 1e-5);
  }
}

TEST(Vtkhdf, stays_as_it_was_where_the_disk_is_full_and_says_so) {
  const Example example;
  std::string whole;
  {
    const auto writer = example.writer(Precision::double_);
    writer->write({0, 0, example.state(1)});
    whole = read_text(example.file());
  }
  for (const std::size_t bytes : {std::size_t{0}, whole.size() / 2, whole.size() - 1, whole.size(),
                                  whole.size() + 100, whole.size() + 1000}) {
    SCOPED_TRACE(bytes);
    std::string message;
    testing::internal::CaptureStderr();
    {
      const auto writer = example.writer(Precision::double_);
      if (bytes >= whole.size()) writer->write({0, 0, example.state(1)});
      const FullDisk full(bytes);
      try {
        writer->write({1, 1, example.state(2)});
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
    }
    // The file of this run, or still that of the run before.
    EXPECT_TRUE(read_text(example.file()) == whole);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_NE(message.find("fields.vtkhdf: cannot be written: File too large"), std::string::npos) << message;
    EXPECT_FALSE(std::filesystem::exists(example.file("fields.vtkhdf.tmp")));
  }
}

TEST(Vtkhdf, of_a_run_that_goes_on_is_a_file_of_its_own_and_what_a_run_that_got_further_wrote_goes) {
  const Example example;
  const auto at_checkpoint = example.end_beyond_checkpoint(vtkhdf(Precision::single), 1, 2);
  const hsize_t n = example.box.discretization.K() * example.box.discretization.element.Np;
  for (int again = 0; again < 2; ++again) {
    std::ofstream(example.file("fields_2.vtkhdf")) << "of a run that got further";
    const auto writer = example.writer(Precision::single);
    const std::string before = read_text(example.file());
    EXPECT_TRUE(example.resume(*writer, "vtkhdf", at_checkpoint).damaged.empty());
    EXPECT_EQ(read_text(example.file()) == before, again > 0);
    writer->write({2, 2, example.state(3)});
    EXPECT_EQ(writer->written().size(), 2u);
    EXPECT_EQ(writer->written().back().file, "fields_1.vtkhdf");
    for (const char* name : {"Values", "PartOffsets", "PointDataOffsets/H", "CellDataOffsets/region"})
      EXPECT_EQ(read_dataset(example.file(), std::string("VTKHDF/Steps/") + name).values,
                std::vector<double>{0})
          << name;
    const Dataset u = read_dataset(example.file(), "VTKHDF/PointData/u");
    EXPECT_EQ(u.shape, std::vector<hsize_t>{n});
    EXPECT_EQ(read_dataset(example.file("fields_1.vtkhdf"), "VTKHDF/Steps/Values").values,
              std::vector<double>{2});
    EXPECT_FALSE(std::filesystem::exists(example.file("fields_2.vtkhdf")));
  }
}

TEST(Vtkhdf, of_a_run_that_goes_on_loses_its_later_steps_whatever_arrays_and_cells_it_has) {
  FieldOutput whole = vtkhdf(Precision::double_), two = whole, one = whole, slice = whole;
  two.names = {"u", "Hx"};
  one.names = {"u"};
  slice.slices = {{"level", {{0, 0, 0.1}, {0, 0, 1}}, 3, 3}};
  const std::vector<FieldOutput> outputs = {whole, two, one, slice};
  for (std::size_t earlier = 0; earlier < outputs.size(); ++earlier)
    for (std::size_t later = 0; later < outputs.size(); ++later) {
      SCOPED_TRACE(testing::Message() << earlier << " then " << later);
      const Example example;
      const auto at_checkpoint = example.end_beyond_checkpoint(outputs[earlier], 2, 4);
      const auto read = [&](const std::string& name) {
        return read_dataset(example.file(), "VTKHDF/" + name).values;
      };
      const std::vector<double> u = read("PointData/u");
      const auto writer = example.writer(outputs[later]);
      EXPECT_TRUE(example.resume(*writer, "vtkhdf", at_checkpoint).damaged.empty());
      writer->write({2, 2, example.state(2)});
      EXPECT_EQ(read("Steps/Values"), (std::vector<double>{0, 1}));
      for (const char* name :
           {"Steps/PartOffsets", "Steps/PointDataOffsets/u", "Steps/CellDataOffsets/region"})
        EXPECT_EQ(read(name).size(), 2u) << name;
      const auto half = static_cast<std::ptrdiff_t>(u.size() / 2);
      EXPECT_EQ(read("PointData/u"), std::vector<double>(u.begin(), u.begin() + half));
      EXPECT_EQ(read_dataset(example.file("fields_1.vtkhdf"), "VTKHDF/Steps/Values").values,
                std::vector<double>{2});
    }
}

TEST(Vtkhdf, lists_no_step_that_its_file_does_not_have) {
  const Example example;
  const auto listed = example.end_beyond_checkpoint(vtkhdf(Precision::single), 3, 3);
  const auto before = example.writer(Precision::single);
  example.resume(*before, "vtkhdf", {listed[0], listed[1]});
  const auto writer = example.writer(Precision::single);
  EXPECT_TRUE(example.resume(*writer, "vtkhdf", listed).damaged.empty());
  ASSERT_EQ(writer->written().size(), 2u);
  EXPECT_EQ(writer->written().back().time, 1);
}

TEST(Vtkhdf, that_a_kill_left_damaged_stays_as_it_is) {
  const Example example;
  const auto at_checkpoint = example.end_beyond_checkpoint(vtkhdf(Precision::single), 1, 2);
  std::filesystem::resize_file(example.file(), std::filesystem::file_size(example.file()) / 2);
  const std::string before = read_text(example.file());
  const auto writer = example.writer(Precision::single);
  const std::vector<std::string> damaged = example.resume(*writer, "vtkhdf", at_checkpoint).damaged;
  ASSERT_EQ(damaged.size(), 1u);
  EXPECT_NE(damaged[0].find("fields.vtkhdf: "), std::string::npos) << damaged[0];
  writer->write({2, 2, example.state(3)});
  EXPECT_TRUE(read_text(example.file()) == before);
  EXPECT_EQ(writer->written().back().file, "fields_1.vtkhdf");
}

TEST(GrowingFile, leaves_an_empty_file_of_others_where_it_is) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "empty.h5";
  std::ofstream(path).close();
  {
    hdf5::GrowingFile file(path, hdf5::GrowingFile::Begin::there);
    EXPECT_THROW(file.change([](const hdf5::Group& root) { root.open("VTKHDF"); }), std::runtime_error);
  }
  ASSERT_TRUE(std::filesystem::exists(path));
  EXPECT_EQ(std::filesystem::file_size(path), 0u);
}

TEST(GrowingFile, keeps_nothing_of_a_change_that_throws) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "growing.h5";
  hdf5::GrowingFile file(path);
  std::vector<double> values(3000);
  std::iota(values.begin(), values.end(), 0.0);
  const auto append = [&](const hdf5::Group& root) { root.append("values", {values.size()}, values.data()); };
  file.change(append);
  const std::string before = read_text(path);
  EXPECT_THROW(file.change([&](const hdf5::Group& root) {
    append(root);
    throw std::out_of_range("of the work's own");
  }),
               std::out_of_range);
  EXPECT_TRUE(read_text(path) == before);
  EXPECT_EQ(read_dataset(path, "values").values, values);
  EXPECT_THROW(file.change(append), std::logic_error);
}

}  // namespace
}  // namespace dgsolve::test
