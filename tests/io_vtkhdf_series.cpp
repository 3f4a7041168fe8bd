#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkHDFReader.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>

#include <nlohmann/json.hpp>

#include "io/writer.hpp"
#include "io_fixture.hpp"
#include "temporary_folder.hpp"
#include "text_files.hpp"

namespace dgsolve::test {
namespace {

struct Series {
  std::unique_ptr<Writer> writer(Precision precision, int stride = 1) const {
    FieldOutput options{"vtkhdf_series", 1.0, precision, {}};
    options.stride = stride;
    return make_writer({options, folder.path(), box.discretization, {"u", "Hx", "Hz"}, {"", "", ""}});
  }
  std::vector<double> state(double factor) const {
    return nodal_state(box.discretization, {[=](const double* x) { return factor * x[0] * x[1] * x[2]; },
                                            [=](const double* x) { return factor + x[0]; },
                                            [=](const double* x) { return factor * x[1] - x[2]; }});
  }
  nlohmann::json index() const {
    return nlohmann::json::parse(read_text(folder.path() / "fields.hdf.series"));
  }

  const Box box{3, 2, 3};
  const TemporaryFolder folder;
};

/// Of version 9.1, which is in ParaView 5.11.
TEST(VtkhdfSeries, is_read_by_vtk_file_by_file) {
  for (const Precision precision : {Precision::single, Precision::double_}) {
    const Series series;
    const auto writer = series.writer(precision);
    for (int i = 0; i < 3; ++i) writer->write({0.5 * i, i, series.state(i + 1)});
    const nlohmann::json files = series.index().at("files");
    ASSERT_EQ(files.size(), 3u);
    const double tolerance = precision == Precision::single ? 2e-6 : 1e-13;
    for (int step = 0; step < 3; ++step) {
      EXPECT_EQ(files[step].at("time"), 0.5 * step);
      vtkNew<vtkHDFReader> reader;
      reader->SetFileName((series.folder.path() / files[step].at("name").get<std::string>()).c_str());
      reader->Update();
      auto* const grid = vtkUnstructuredGrid::SafeDownCast(reader->GetOutputDataObject(0));
      ASSERT_NE(grid, nullptr);
      ASSERT_EQ(grid->GetNumberOfCells(), series.box.discretization.K());
      EXPECT_EQ(grid->GetCellType(0), VTK_LAGRANGE_TETRAHEDRON);
      ASSERT_NE(grid->GetCellData()->GetArray("region"), nullptr);
      vtkDataArray *const u = grid->GetPointData()->GetArray("u"), *const H =
                                                                       grid->GetPointData()->GetArray("H");
      ASSERT_TRUE(u != nullptr && H != nullptr);
      for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i) {
        const double *const x = grid->GetPoint(i), factor = step + 1;
        ASSERT_NEAR(u->GetComponent(i, 0), factor * x[0] * x[1] * x[2], tolerance);
        ASSERT_NEAR(H->GetComponent(i, 0), factor + x[0], tolerance);
        ASSERT_NEAR(H->GetComponent(i, 2), factor * x[1] - x[2], 2 * tolerance);
      }
    }
  }
}

TEST(VtkhdfSeries, has_the_mesh_in_a_file_of_its_own_and_goes_on_after_a_restart) {
  const Series series;
  std::vector<WrittenSnapshot> at_checkpoint;
  {
    const auto writer = series.writer(Precision::single);
    writer->write({0, 0, series.state(1)});
    at_checkpoint = writer->written();
    writer->write({1, 1, series.state(2)});
  }
  const auto size = [&](const char* file) { return std::filesystem::file_size(series.folder.path() / file); };
  EXPECT_LT(size("fields/fields_000000.hdf"), size("fields/mesh_000000.hdf"));
  const auto writer = series.writer(Precision::single);
  writer->resume(at_checkpoint);
  writer->take_back_later();
  EXPECT_EQ(series.index().at("files").size(), 1u);
  writer->write({0.7, 2, series.state(3)});
  ASSERT_EQ(series.index().at("files").size(), 2u);
  EXPECT_EQ(series.index().at("files")[1].at("name"), "fields/fields_000001.hdf");
  EXPECT_EQ(series.index().at("files")[1].at("time"), 0.7);
}

TEST(VtkhdfSeries, of_a_run_that_goes_on_with_other_cells_keeps_the_mesh_of_earlier_snapshots) {
  const Series series;
  std::vector<WrittenSnapshot> earlier;
  {
    const auto writer = series.writer(Precision::double_);
    writer->write({0, 0, series.state(1)});
    earlier = writer->written();
  }
  const auto writer = series.writer(Precision::double_, 3);
  writer->resume(earlier);
  writer->take_back_later();
  writer->write({1, 1, series.state(1)});
  const nlohmann::json files = series.index().at("files");
  const int K = series.box.discretization.K(), n_cells[] = {K, (K + 2) / 3};
  ASSERT_EQ(files.size(), std::size(n_cells));
  for (std::size_t i = 0; i < files.size(); ++i) {
    vtkNew<vtkHDFReader> reader;
    reader->SetFileName((series.folder.path() / files[i].at("name").get<std::string>()).c_str());
    reader->Update();
    auto* const grid = vtkUnstructuredGrid::SafeDownCast(reader->GetOutputDataObject(0));
    ASSERT_NE(grid, nullptr);
    EXPECT_EQ(grid->GetNumberOfCells(), n_cells[i]);
    vtkDataArray* const u = grid->GetPointData()->GetArray("u");
    ASSERT_NE(u, nullptr);
    ASSERT_EQ(u->GetNumberOfTuples(), grid->GetNumberOfPoints());
    for (vtkIdType p = 0; p < grid->GetNumberOfPoints(); ++p) {
      const double* const x = grid->GetPoint(p);
      ASSERT_NEAR(u->GetComponent(p, 0), x[0] * x[1] * x[2], 1e-13);
    }
  }
}

TEST(VtkhdfSeries, stays_as_it_was_where_the_disk_is_full_and_says_so) {
  const Series series;
  const auto writer = series.writer(Precision::double_);
  writer->write({0, 0, series.state(1)});
  const std::string before = read_text(series.folder.path() / "fields.hdf.series");
  const FullDisk full(1000);
  try {
    writer->write({1, 1, series.state(2)});
    FAIL() << "wrote onto a full disk";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("fields_000001.hdf: cannot be written: File too large"),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(read_text(series.folder.path() / "fields.hdf.series"), before);
  EXPECT_FALSE(std::filesystem::exists(series.folder.path() / "fields/fields_000001.hdf"));
}

}  // namespace
}  // namespace dgsolve::test
