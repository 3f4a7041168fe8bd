#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkHDFReader.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>

#include <nlohmann/json.hpp>

#include "tests/support/programs/full_disk.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/waves/polynomial_run.hpp"

namespace dgsolve::test {
namespace {

FieldOutput vtkhdf_series(Precision precision) { return {"vtkhdf_series", 1.0, precision, {}}; }

struct Series : PolynomialRun {
  nlohmann::json index() const { return read_json(file("fields.hdf.series")); }
  /// What VTK reads in the i-th file; null where it reads none.
  vtkSmartPointer<vtkUnstructuredGrid> grid(std::size_t i) const {
    vtkNew<vtkHDFReader> reader;
    reader->SetFileName(file(index().at("files").at(i).at("name").get<std::string>()).c_str());
    reader->Update();
    return vtkUnstructuredGrid::SafeDownCast(reader->GetOutputDataObject(0));
  }
};

/// VTK 9.1 is the one in ParaView 5.11.
TEST(VtkhdfSeries, is_read_by_vtk_file_by_file) {
  for (const Precision precision : {Precision::single, Precision::double_}) {
    const Series series;
    const auto writer = series.writer(vtkhdf_series(precision));
    for (int i = 0; i < 3; ++i) writer->write({0.5 * i, i, series.state(i + 1)});
    const nlohmann::json files = series.index().at("files");
    ASSERT_EQ(files.size(), 3u);
    const double tolerance = precision == Precision::single ? 2e-6 : 1e-13;
    for (int step = 0; step < 3; ++step) {
      EXPECT_EQ(files[step].at("time"), 0.5 * step);
      const auto grid = series.grid(step);
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
  const auto at_checkpoint = series.end_beyond_checkpoint(vtkhdf_series(Precision::single), 1, 2);
  const auto size = [&](const char* file) { return std::filesystem::file_size(series.file(file)); };
  EXPECT_LT(size("fields/fields_000000.hdf"), size("fields/mesh_000000.hdf"));
  const auto writer = series.writer(vtkhdf_series(Precision::single));
  series.resume(*writer, "vtkhdf_series", at_checkpoint);
  EXPECT_EQ(series.index().at("files").size(), 1u);
  writer->write({0.7, 2, series.state(3)});
  ASSERT_EQ(series.index().at("files").size(), 2u);
  EXPECT_EQ(series.index().at("files")[1].at("name"), "fields/fields_000001.hdf");
  EXPECT_EQ(series.index().at("files")[1].at("time"), 0.7);
}

TEST(VtkhdfSeries, of_a_run_that_goes_on_with_other_cells_keeps_the_mesh_of_earlier_snapshots) {
  const Series series;
  FieldOutput output = vtkhdf_series(Precision::double_);
  const auto earlier = series.end_beyond_checkpoint(output, 1, 1);
  output.stride = 3;
  const auto writer = series.writer(output);
  series.resume(*writer, "vtkhdf_series", earlier);
  writer->write({1, 1, series.state(1)});
  const int K = series.box.discretization.K(), n_cells[] = {K, (K + 2) / 3};
  ASSERT_EQ(series.index().at("files").size(), std::size(n_cells));
  for (std::size_t i = 0; i < std::size(n_cells); ++i) {
    const auto grid = series.grid(i);
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
  const auto writer = series.writer(vtkhdf_series(Precision::double_));
  writer->write({0, 0, series.state(1)});
  const std::string before = read_text(series.file("fields.hdf.series"));
  const FullDisk full(1000);
  try {
    writer->write({1, 1, series.state(2)});
    FAIL() << "wrote onto a full disk";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("fields_000001.hdf: cannot be written: File too large"),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(read_text(series.file("fields.hdf.series")), before);
  EXPECT_FALSE(std::filesystem::exists(series.file("fields/fields_000001.hdf")));
}

}  // namespace
}  // namespace dgsolve::test
