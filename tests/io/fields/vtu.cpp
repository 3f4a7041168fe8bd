#include <gtest/gtest.h>
#include <vtkCell.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "io/fields/formats.hpp"
#include "tests/support/programs/full_disk.hpp"
#include "tests/support/programs/hdf5_values.hpp"
#include "tests/support/programs/io_fixture.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/programs/vtk_integrals.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

using std::numbers::pi;

FieldOutput vtu(Precision precision, std::vector<std::string> names = {}) {
  return {"vtu", 1.0, precision, std::move(names)};
}

/// ∫ value² over the last file of a .pvd.
double integral_of_square(const std::filesystem::path& folder, const std::string& field, int degree) {
  return integrate_vtu(read_pvd(folder / "fields.pvd").back().file, field, degree,
                       [](const double* value, const auto&) { return *value * *value; });
}

vtkNew<vtkXMLUnstructuredGridReader> read(const std::filesystem::path& file) {
  vtkNew<vtkXMLUnstructuredGridReader> reader;
  reader->SetFileName(file.c_str());
  reader->Update();
  return reader;
}

TEST(Vtu, integral_of_the_squared_cavity_mode_through_vtk_cells_is_exact_in_2d) {
  const Box box(2, 4, 6);
  const TemporaryFolder folder;
  const double t = 0.3;
  std::vector<double> state(box.discretization.n_dofs(3), 0.0);
  box.discretization.project(Expression::parse("sin(pi*x)*sin(pi*y)*cos(sqrt(2)*pi*t)"), t, 1, 3, state);
  make_writer({vtu(Precision::double_),
               folder.path(),
               box.discretization,
               {{"Hx", "Ez", "Hy"}, {"", "", ""}, {{"H", {0, 2, -1}}}}})
      ->write({t, 1, state});
  const double exact = std::pow(std::cos(std::numbers::sqrt2 * pi * t), 2);
  EXPECT_NEAR(integral_of_square(folder.path(), "Ez", 14), exact, 1e-6 * exact);
  EXPECT_EQ(integral_of_square(folder.path(), "H", 14), 0);
}

TEST(Vtu, integral_of_the_squared_cavity_mode_through_vtk_cells_is_exact_in_3d) {
  const Box box(3, 3, 6);
  const TemporaryFolder folder;
  std::vector<double> state(box.discretization.n_dofs(1));
  box.discretization.project(Expression::parse("sin(pi*x)*sin(pi*y)*sin(pi*z)"), 0, 0, 1, state);
  make_writer({vtu(Precision::double_), folder.path(), box.discretization, {{"Ez"}, {""}}})
      ->write({0, 0, state});
  EXPECT_NEAR(integral_of_square(folder.path(), "Ez", 14), 1, 1e-6);
}

/// A magnitude that was interpolated between nodes would be another one, and below 0 where fields change
/// sign.
TEST(Vtu, fields_that_follow_from_others_do_so_at_each_point) {
  const Box box(2, 1, 3);
  std::vector<PointFunction> functions;
  for (int k = 0; k < 5; ++k)
    functions.push_back([k](const double* x) { return std::sin(2 * x[0] + k) * std::cos(3 * x[1] - k); });
  const std::vector<double> state = nodal_state(box.discretization, functions);
  const FieldSet fields = {{"a", "b", "c", "d", "e", "m"}, std::vector<std::string>(6, "1")};
  const auto magnitude = [](int, const double* u, const double*, double* m) {
    *m = std::sqrt(u[0] * u[0] + u[3] * u[3] + u[4] * u[4]);
  };
  const FieldsAtPoint derive = {magnitude, 5};
  for (const bool slices : {false, true}) {
    const TemporaryFolder folder;
    FieldOutput options = vtu(Precision::double_);
    if (slices) options.slices = {{"cut", {{0, 0.1, 0}, {0.2, 1, 0}}, 2, 2}};
    make_writer({options, folder.path(), box.discretization, fields, 5, derive})->write({0, 0, state});
    const auto reader = read(folder.path() / "fields/fields_000000.vtu");
    vtkPointData* data = reader->GetOutput()->GetPointData();
    const auto at = [&](const char* name, vtkIdType i) { return data->GetArray(name)->GetComponent(i, 0); };
    ASSERT_GT(data->GetNumberOfTuples(), 0);
    for (vtkIdType i = 0; i < data->GetNumberOfTuples(); ++i) {
      EXPECT_GE(at("m", i), 0);
      EXPECT_NEAR(at("m", i),
                  std::sqrt(std::pow(at("a", i), 2) + std::pow(at("d", i), 2) + std::pow(at("e", i), 2)),
                  1e-15);
    }
  }
}

TEST(Vtu, values_that_are_no_numbers_stay_so_and_have_no_range) {
  const Box box(2, 1, 2);
  const TemporaryFolder folder;
  const std::vector<double> state(box.discretization.n_dofs(1), std::nan(""));
  make_writer({vtu(Precision::single), folder.path(), box.discretization, {{"Ez"}, {""}}})
      ->write({0, 0, state});
  const std::filesystem::path file = folder.path() / "fields/fields_000000.vtu";
  EXPECT_EQ(read_text(file).find("Range"), std::string::npos);
  const auto reader = read(file);
  vtkDataArray* const found = reader->GetOutput()->GetPointData()->GetArray("Ez");
  ASSERT_GT(found->GetNumberOfTuples(), 0);
  for (vtkIdType i = 0; i < found->GetNumberOfTuples(); ++i)
    EXPECT_TRUE(std::isnan(found->GetComponent(i, 0)));
}

/// |∇a|² of a linear a, in cells that a quadratic map bends.
TEST(Vtu, fields_that_follow_from_gradients_are_those_of_the_cells_polynomials) {
  const FieldSet fields = {{"a", "slope"}, {"1", "1"}};
  for (const int dim : {2, 3}) {
    const Box box(dim, 2, 3, 2, [](Mesh& mesh) {
      for (auto& [x, y, z] : mesh.nodes) y += x * x / 10;
    });
    const FieldsAtPoint derive = {[dim](int, const double*, const double* g, double* slope) {
                                    *slope = 0;
                                    for (int i = 0; i < dim; ++i) *slope += g[i] * g[i];
                                  },
                                  1, 1};
    const std::vector<double> state =
        nodal_state(box.discretization, {[](const double* x) { return 2 * x[0] - x[1] + 3 * x[2]; }});
    FieldOutput slices = vtu(Precision::double_), boundaries = slices, hdf5 = slices;
    slices.slices = {{"cut", {{0, 0.1, 0}, {0.2, 1, 0}}, dim, dim}};
    boundaries.boundaries = {"xmin", "ymax"};
    hdf5.format = "hdf5";
    for (const FieldOutput& options : {vtu(Precision::double_), slices, boundaries, hdf5}) {
      const TemporaryFolder folder;
      make_writer({options, folder.path(), box.discretization, fields, 1, derive})->write({0, 0, state});
      std::vector<double> slopes;
      if (options.format == "hdf5") {
        slopes = read_dataset(folder.path() / "fields.h5", "snapshots/000000/slope").values;
      } else {
        const auto reader = read(folder.path() / "fields/fields_000000.vtu");
        vtkDataArray* const found = reader->GetOutput()->GetPointData()->GetArray("slope");
        for (vtkIdType i = 0; i < found->GetNumberOfTuples(); ++i)
          slopes.push_back(found->GetComponent(i, 0));
      }
      EXPECT_FALSE(slopes.empty());
      for (const double slope : slopes) ASSERT_NEAR(slope, dim == 2 ? 5 : 14, 1e-11);
    }
  }
}

TEST(Vtu, curved_cells_keep_their_shape_and_their_values) {
  // (x, y) → (x, y(1 + x²/10)): a cubic map with J = 1 + x²/10, which geometry of order 3 holds exactly.
  const Box box(2, 3, 6, 3, [](Mesh& mesh) {
    for (auto& [x, y, z] : mesh.nodes) y *= 1 + x * x / 10;
  });
  const TemporaryFolder folder;
  const std::vector<double> state = nodal_state(box.discretization, {[](const double* x) { return x[1]; }});
  make_writer({vtu(Precision::double_), folder.path(), box.discretization, {{"u"}, {"m"}}})
      ->write({0, 0, state});
  const auto file = read_pvd(folder.path() / "fields.pvd").at(0).file;
  const double area = integrate_vtu(file, "u", 6, [](const double*, const auto&) { return 1; });
  EXPECT_NEAR(area, 4 + 0.1 * 4 / 3, 1e-12);
  // ∫y² over the image = ∫∫ y²(1 + x²/10)³ over the square.
  const double moment = 2.0 / 3 * (2 + 0.3 * 2 / 3 + 0.03 * 2 / 5 + 0.001 * 2 / 7);
  EXPECT_NEAR(integral_of_square(folder.path(), "u", 12), moment, 1e-12);
}

/// In every dimension and order: a wrong order of points would put values in the wrong places.
class VtuOrders : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(VtuOrders, a_polynomial_of_the_order_is_reproduced_at_every_point) {
  const auto [dim, N] = GetParam();
  const Box box(dim, 1, N);
  const auto f = [N = N](const double* x) { return std::pow(0.5 + (x[0] + 2 * x[1] - 3 * x[2]) / 4, N); };
  const TemporaryFolder folder;
  const std::vector<double> state = nodal_state(box.discretization, {f});
  make_writer({vtu(Precision::double_), folder.path(), box.discretization, {{"u"}, {"1"}}})
      ->write({0, 0, state});
  const auto file = read_pvd(folder.path() / "fields.pvd").at(0).file;
  double largest_error = 0, largest_value = 0;
  integrate_vtu(file, "u", 4, [&](const double* value, const std::array<double, 3>& x) {
    largest_error = std::max(largest_error, std::abs(*value - f(x.data())));
    largest_value = std::max(largest_value, std::abs(*value));
    return 0;
  });
  EXPECT_GT(largest_value, 0.1);
  EXPECT_LT(largest_error, 1e-11 * largest_value);
}

INSTANTIATE_TEST_SUITE_P(All, VtuOrders, testing::Combine(testing::Values(2, 3), testing::Range(1, 11)));

TEST(Vtu, components_of_a_vector_field_are_one_array) {
  const Box box(2, 2, 2);
  const TemporaryFolder folder;
  const std::vector<double> state =
      nodal_state(box.discretization, {[](const double* x) { return x[0]; }, [](const double*) { return 7; },
                                       [](const double* x) { return 2 * x[0]; }});
  make_writer({vtu(Precision::double_),
               folder.path(),
               box.discretization,
               {{"Ez", "Hx", "Hy"}, {"", "", ""}, {{"H", {1, 2, -1}}}}})
      ->write({0, 0, state});
  double largest_error = 0;
  integrate_vtu(folder.path() / "fields/fields_000000.vtu", "H", 2, [&](const double* H, const auto& x) {
    largest_error = std::max({largest_error, std::abs(H[0] - 7), std::abs(H[1] - 2 * x[0]), std::abs(H[2])});
    return 0;
  });
  EXPECT_LT(largest_error, 1e-12);
  const auto reader = read(folder.path() / "fields/fields_000000.vtu");
  EXPECT_EQ(reader->GetOutput()->GetPointData()->GetNumberOfArrays(), 2) << "more than Ez and H";
}

TEST(Vtu, a_vector_with_a_component_left_out_by_the_case_is_not_written) {
  const Box box(2, 1, 2);
  const TemporaryFolder folder;
  const std::vector<double> state(box.discretization.n_dofs(3), 1.0);
  make_writer({vtu(Precision::single, {"Hy"}),
               folder.path(),
               box.discretization,
               {{"Ez", "Hx", "Hy"}, {"", "", ""}, {{"H", {1, 2, -1}}}}})
      ->write({0, 0, state});
  const auto reader = read(folder.path() / "fields/fields_000000.vtu");
  EXPECT_EQ(reader->GetOutput()->GetPointData()->GetNumberOfArrays(), 1);
  EXPECT_TRUE(reader->GetOutput()->GetPointData()->HasArray("Hy"));
}

/// The left half is "left", the right half "right".
void divide(Mesh& mesh) {
  mesh.region_names = {"left", "right"};
  for (int e = 0; e < mesh.n_elements(); ++e) {
    double x = 0;
    for (int v = 0; v <= mesh.dim; ++v) x += mesh.vertex(e, v)[0];
    mesh.region[e] = x > 0 ? 1 : 0;
  }
}

TEST(Vtu, regions_time_and_precision_are_in_the_file) {
  const Box box(3, 2, 2, 1, divide);
  const TemporaryFolder folder;
  const std::vector<double> state(box.discretization.n_dofs(1), 1.0);
  make_writer({vtu(Precision::single), folder.path(), box.discretization, {{"u"}, {"1"}}})
      ->write({0.7, 3, state});
  const auto reader = read(folder.path() / "fields/fields_000000.vtu");
  vtkUnstructuredGrid* grid = reader->GetOutput();
  EXPECT_EQ(grid->GetPoints()->GetDataType(), VTK_FLOAT);
  EXPECT_EQ(grid->GetPointData()->GetArray("u")->GetDataType(), VTK_FLOAT);
  EXPECT_EQ(grid->GetFieldData()->GetArray("TimeValue")->GetComponent(0, 0), 0.7);
  vtkDataArray* region = grid->GetCellData()->GetArray("region");
  ASSERT_EQ(region->GetNumberOfTuples(), box.discretization.K());
  for (int e = 0; e < box.discretization.K(); ++e) {
    const std::string name = "region: " + box.mesh.region_names[box.mesh.region[e]];
    vtkDataArray* number = grid->GetFieldData()->GetArray(name.c_str());
    ASSERT_NE(number, nullptr) << name;
    EXPECT_EQ(region->GetComponent(e, 0), number->GetComponent(0, 0));
  }
}

TEST(Vtu, of_chosen_regions_has_their_cells_with_their_values_and_no_others) {
  const Box box(3, 4, 3, 1, divide);
  const PointFunction f = [](const double* x) { return x[0] * x[1] + x[2]; };
  const std::vector<double> state = nodal_state(box.discretization, {f});
  double volume = 0;
  for (const std::string region : {"left", "right"}) {
    const TemporaryFolder folder;
    FieldOutput options = vtu(Precision::double_);
    options.regions = {region};
    make_writer({options, folder.path(), box.discretization, {{"u"}, {"1"}}})->write({0, 0, state});
    const auto file = read_pvd(folder.path() / "fields.pvd").at(0).file;
    double largest_error = 0;
    volume += integrate_vtu(file, "u", 6, [&](const double* u, const std::array<double, 3>& x) {
      largest_error = std::max(largest_error, std::abs(*u - f(x.data())));
      return 1;
    });
    EXPECT_LT(largest_error, 1e-12);
    const auto reader = read(file);
    vtkDataArray* numbers = reader->GetOutput()->GetCellData()->GetArray("region");
    EXPECT_EQ(numbers->GetNumberOfTuples(),
              std::count(box.mesh.region.begin(), box.mesh.region.end(), region == "right"));
    for (vtkIdType c = 0; c < numbers->GetNumberOfTuples(); ++c)
      EXPECT_EQ(numbers->GetComponent(c, 0), region == "right");
  }
  EXPECT_NEAR(volume, 8, 1e-12);
}

/// Every face of a wall, at any order, straight or curved: VTK's own cell gives the field at its own points.
TEST(Vtu, of_chosen_boundaries_has_their_faces_with_the_values_there) {
  for (const auto& [dim, N, geometry_order] :
       {std::tuple{2, 1, 1}, {2, 4, 1}, {2, 5, 2}, {3, 1, 1}, {3, 3, 1}, {3, 4, 2}}) {
    SCOPED_TRACE(testing::Message() << dim << "D, order " << N << ", geometry " << geometry_order);
    const int geometry = geometry_order;
    const Box box(dim, 2, N, geometry_order, [&](Mesh& mesh) {
      if (geometry > 1)
        for (auto& x : mesh.nodes) x[1] += 0.1 * x[0] * x[0];
    });
    const PointFunction f = [](const double* x) { return 1 + x[0] - 2 * x[1] + 3 * x[2]; };
    const std::vector<double> state = nodal_state(box.discretization, {f});
    const TemporaryFolder folder;
    FieldOutput options = vtu(Precision::double_);
    options.boundaries = {box.mesh.boundary_names.back()};
    const int group = static_cast<int>(box.mesh.boundary_names.size()) - 1;
    make_writer({options, folder.path(), box.discretization, {{"u"}, {"1"}}})->write({0, 0, state});
    const auto reader = read(read_pvd(folder.path() / "fields.pvd").at(0).file);
    vtkUnstructuredGrid* grid = reader->GetOutput();
    ASSERT_EQ(grid->GetNumberOfCells(),
              std::count(box.mesh.boundary.begin(), box.mesh.boundary.end(), group));
    ASSERT_GT(grid->GetNumberOfCells(), 0);
    vtkDataArray* values = grid->GetPointData()->GetArray("u");
    double x_of_cell[3], largest_error = 0, farthest_from_others = 0;
    for (vtkIdType c = 0; c < grid->GetNumberOfCells(); ++c) {
      vtkCell* cell = grid->GetCell(c);
      ASSERT_EQ(cell->GetCellDimension(), dim - 1);
      EXPECT_EQ(grid->GetCellData()->GetArray("boundary")->GetComponent(c, 0), group);
      std::vector<double> weights(cell->GetNumberOfPoints());
      for (const double r : {0.1, 0.35, 0.6}) {
        const double at[3] = {r, dim == 3 ? 0.3 : 0, 0};
        int sub = 0;
        cell->EvaluateLocation(sub, at, x_of_cell, weights.data());
        double value = 0;
        for (vtkIdType k = 0; k < cell->GetNumberOfPoints(); ++k)
          value += weights[k] * values->GetComponent(cell->GetPointId(k), 0);
        largest_error = std::max(largest_error, std::abs(value - f(x_of_cell)));
        farthest_from_others = std::max(farthest_from_others, std::abs(x_of_cell[0]));
      }
    }
    EXPECT_LT(largest_error, 1e-11);
    EXPECT_GT(farthest_from_others, 0.5) << "all cells at one place";
  }
}

TEST(Vtu, data_are_inline_and_compressed_with_long_headers) {
  const Box box(2, 1, 1);
  const TemporaryFolder folder;
  const std::vector<double> state(box.discretization.n_dofs(1), 1.0);
  make_writer({vtu(Precision::single), folder.path(), box.discretization, {{"u"}, {"1"}}})
      ->write({0, 0, state});
  const std::string text = read_text(folder.path() / "fields/fields_000000.vtu");
  for (const char* part : {"header_type=\"UInt64\"", "vtkZLibDataCompressor", "format=\"binary\""})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_EQ(text.find("appended"), std::string::npos);
}

/// The array has several blocks. Some shrink, the others are stored.
TEST(Vtu, numbers_that_shrink_and_numbers_that_do_not_come_back_alike) {
  const Box box(3, 12, 2);
  const TemporaryFolder folder;
  std::vector<double> state(box.discretization.n_dofs(1));
  std::mt19937 random;
  for (std::size_t i = state.size() / 2; i < state.size(); ++i)
    state[i] = std::uniform_real_distribution(-1.0, 1.0)(random);
  make_writer({vtu(Precision::double_), folder.path(), box.discretization, {{"u"}, {"1"}}})
      ->write({0, 0, state});
  const auto reader = read(folder.path() / "fields/fields_000000.vtu");
  vtkDataArray* const values = reader->GetOutput()->GetPointData()->GetArray("u");
  constexpr std::size_t block = 1 << 18;  // bytes
  ASSERT_GT(state.size() * sizeof(double), 2 * block);
  ASSERT_EQ(values->GetNumberOfTuples(), std::ssize(state));
  // The nodes of order 2 are VTK's points in another order.
  const std::size_t Np = box.discretization.element.Np;
  for (std::size_t first = 0; first < state.size(); first += Np) {
    std::vector<double> found(Np);
    for (std::size_t i = 0; i < Np; ++i)
      found[i] = values->GetComponent(static_cast<vtkIdType>(first + i), 0);
    std::sort(found.begin(), found.end());
    std::sort(&state[first], &state[first] + Np);
    for (std::size_t i = 0; i < Np; ++i) ASSERT_NEAR(found[i], state[first + i], 1e-13);
  }
}

TEST(Vtu, the_collection_is_complete_after_every_snapshot) {
  const Box box(2, 1, 2);
  const TemporaryFolder folder;
  const auto writer =
      make_writer({vtu(Precision::double_), folder.path(), box.discretization, {{"u"}, {"1"}}});
  for (int i = 0; i < 3; ++i) {
    const double time = i / 3.0;
    const std::vector<double> state(box.discretization.n_dofs(1), i + 1.0);
    writer->write({time, i, state});
    const auto sets = read_pvd(folder.path() / "fields.pvd");
    ASSERT_EQ(sets.size(), static_cast<std::size_t>(i + 1));
    EXPECT_EQ(sets.back().time, time);
    const auto reader = read(sets.back().file);
    EXPECT_NEAR(reader->GetOutput()->GetPointData()->GetArray("u")->GetComponent(0, 0), i + 1, 1e-12);
  }
  // The range that ParaView scales its colours by, before it reads the data.
  const std::string text = read_text(read_pvd(folder.path() / "fields.pvd").back().file);
  const std::size_t range = text.find("RangeMax=\"", text.find("Name=\"u\"")) + 10;
  EXPECT_NEAR(std::stod(text.substr(range)), 3, 1e-12);
}

TEST(Vtu, a_full_disk_is_an_error_that_names_the_file_and_prints_nothing) {
  const Box box(2, 8, 6);
  const TemporaryFolder folder;
  const std::vector<double> state = nodal_state(box.discretization, {[](const double* x) { return x[0]; }});
  const auto writer =
      make_writer({vtu(Precision::double_), folder.path(), box.discretization, {{"u"}, {"1"}}});
  // Early in the file, and in what the stream still holds when VTK closes it.
  for (const rlim_t bytes : {0, 4096, 40000}) {
    std::string message;
    testing::internal::CaptureStderr();
    {
      const FullDisk full(bytes);
      try {
        writer->write({0, 0, state});
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_NE(message.find("fields_000000.vtu: cannot be written"), std::string::npos) << bytes << message;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "fields.pvd"));
  }
}

TEST(Vtu, a_folder_that_cannot_be_made_is_an_error) {
  const Box box(2, 1, 1);
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "fields") << "in the way";
  EXPECT_THROW(make_writer({vtu(Precision::single), folder.path(), box.discretization, {{"u"}, {"1"}}}),
               std::runtime_error);
}

TEST(MakeWriter, an_unknown_format_or_field_is_an_error_that_lists_the_valid_ones) {
  const Box box(2, 1, 1);
  const TemporaryFolder folder;
  const auto message = [&](const FieldOutput& options) -> std::string {
    try {
      make_writer({options, folder.path(), box.discretization, {{"Ez", "Hx"}, {"", ""}}});
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({"xdmf", 1, Precision::single, {}}).find("vtu, hdf5, vtkhdf"), std::string::npos);
  for (const std::string& format : writer_formats()) {
    EXPECT_NE(message({format, 1, Precision::single, {"Ey"}}).find("Ez, Hx"), std::string::npos);
    EXPECT_NE(message({format, 1, Precision::single, {"Ez", "Ez"}}).find("twice"), std::string::npos);
  }
}

}  // namespace
}  // namespace dgsolve::test
