#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "io/fields/formats.hpp"
#include "io/tables/probes.hpp"
#include "tests/support/programs/io_fixture.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/programs/vtk_integrals.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

SliceOutput slice(const std::string& name, const std::array<double, 3>& through,
                  const std::array<double, 3>& normal) {
  return {name, {through, normal}};
}

FieldOutput slices_of(std::vector<SliceOutput> slices) {
  FieldOutput options{"vtu", 1.0, Precision::double_, {}};
  options.slices = std::move(slices);
  return options;
}

vtkNew<vtkXMLUnstructuredGridReader> written(const FieldOutput& options, const Box& box,
                                             const std::vector<std::string>& fields,
                                             const std::vector<double>& state,
                                             const TemporaryFolder& folder) {
  make_writer(
      {options, folder.path(), box.discretization, fields, std::vector<std::string>(fields.size(), "1")})
      ->write({0, 0, state});
  vtkNew<vtkXMLUnstructuredGridReader> reader;
  reader->SetFileName(read_pvd(folder.path() / "fields.pvd").at(0).file.c_str());
  reader->Update();
  return reader;
}

double power(double x, int n) { return std::pow(x, n); }

/// VTK's own cells, at places of theirs: polynomials of order N over straight cells are polynomials of order
/// N over their sections.
TEST(Slices, show_polynomials_of_the_order_exactly_everywhere_in_straight_cells) {
  for (const int dim : {2, 3})
    for (const int N : {1, 2, 3, 5, 8}) {
      SCOPED_TRACE(testing::Message() << dim << "D, order " << N);
      const Box box(dim, 2, N);
      const PointFunction f = [N](const double* x) {
        return power(x[0] - 0.3 * x[1], N) + power(0.5 * x[1] + x[2] - 0.2, N) - x[0];
      };
      const TemporaryFolder folder;
      const auto reader = written(slices_of({slice("level", {0.1, 0.2, 0.3}, {0.2, 1, dim == 3 ? 0.4 : 0})}),
                                  box, {"u"}, nodal_state(box.discretization, {f}), folder);
      vtkUnstructuredGrid* grid = reader->GetOutput();
      vtkDataArray* values = grid->GetPointData()->GetArray("u");
      ASSERT_GT(grid->GetNumberOfCells(), 3);
      double largest_error = 0;
      for (vtkIdType c = 0; c < grid->GetNumberOfCells(); ++c) {
        vtkCell* cell = grid->GetCell(c);
        ASSERT_EQ(cell->GetCellDimension(), dim - 1);
        std::vector<double> weights(cell->GetNumberOfPoints());
        for (const double r : {0.05, 0.35, 0.6}) {
          const double at[3] = {r, dim == 3 ? 0.3 : 0, 0};
          double x[3], value = 0;
          int sub = 0;
          cell->EvaluateLocation(sub, at, x, weights.data());
          for (vtkIdType k = 0; k < cell->GetNumberOfPoints(); ++k)
            value += weights[k] * values->GetComponent(cell->GetPointId(k), 0);
          largest_error = std::max(largest_error, std::abs(value - f(x)));
        }
      }
      EXPECT_LT(largest_error, 1e-10);
    }
}

/// Their points lie in the plane, with the values that the fields have there.
TEST(Slices, of_curved_cells_show_the_fields_at_points_in_the_plane) {
  const Box box(3, 2, 4, 2, [](Mesh& mesh) {
    for (auto& x : mesh.nodes) x[1] += 0.1 * x[0] * x[0];
  });
  const PointFunction f = [](const double* x) { return 1 + x[0] - 2 * x[1] + 3 * x[2]; };
  const TemporaryFolder folder;
  const auto reader = written(slices_of({slice("tilted", {0, 0.1, 0}, {0, 1, 1})}), box, {"u"},
                              nodal_state(box.discretization, {f}), folder);
  vtkUnstructuredGrid* grid = reader->GetOutput();
  ASSERT_GT(grid->GetNumberOfPoints(), 100);
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i) {
    const double* x = grid->GetPoint(i);
    ASSERT_NEAR(x[1] - 0.1 + x[2], 0, 1e-12);
    ASSERT_NEAR(grid->GetPointData()->GetArray("u")->GetComponent(i, 0), f(x), 1e-11);
  }
}

TEST(Slices, and_probes_agree) {
  for (const int geometry_order : {1, 2}) {
    const Box box(3, 2, 4, geometry_order, [&](Mesh& mesh) {
      if (geometry_order > 1)
        for (auto& x : mesh.nodes) x[1] += 0.1 * x[0] * x[0];
    });
    std::vector<double> state(box.discretization.n_dofs(2));
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (double& value : state) value = uniform(generator);
    const TemporaryFolder folder;
    const auto reader =
        written(slices_of({slice("tilted", {0, 0.1, 0}, {0.3, 1, 1})}), box, {"u", "v"}, state, folder);
    vtkUnstructuredGrid* grid = reader->GetOutput();
    int n = 0;
    for (vtkIdType c = 0; c < grid->GetNumberOfCells(); c += 7, ++n) {
      // The last points lie inside the cell; elsewhere fields jump.
      const vtkIdType i = grid->GetCell(c)->GetPointId(14);
      const double* x = grid->GetPoint(i);
      const Probes probes({{"here", {{x[0], x[1], x[2]}}, 3, {}}}, box.discretization,
                          {{{"u", "v"}, {"1", "1"}}, 2, false});
      const std::vector<double> values = probes.sample(state);
      for (int field = 0; field < 2; ++field)
        EXPECT_NEAR(grid->GetPointData()->GetArray(field == 0 ? "u" : "v")->GetComponent(i, 0), values[field],
                    1e-9);
    }
    EXPECT_GT(n, 3);
  }
}

TEST(Slices, of_several_planes_and_of_chosen_regions_are_told_apart) {
  const Box box(3, 2, 2);
  FieldOutput options =
      slices_of({slice("low", {0, 0, -0.5}, {0, 0, 1}), slice("high", {0, 0, 0.6}, {0, 0, 1})});
  options.regions = {box.mesh.region_names[1]};
  const TemporaryFolder folder;
  const auto reader = written(options, box, {"u"}, std::vector<double>(box.discretization.n_dofs(1)), folder);
  vtkUnstructuredGrid* grid = reader->GetOutput();
  int n[2] = {0, 0};
  for (vtkIdType c = 0; c < grid->GetNumberOfCells(); ++c) {
    const int number = static_cast<int>(grid->GetCellData()->GetArray("slice")->GetComponent(c, 0));
    ++n[number];
    EXPECT_NEAR(grid->GetCell(c)->GetPoints()->GetPoint(0)[2], number == 0 ? -0.5 : 0.6, 1e-12);
    EXPECT_EQ(grid->GetCellData()->GetArray("region")->GetComponent(c, 0), 1);
  }
  EXPECT_GT(n[0], 0);
  EXPECT_GT(n[1], 0);
  std::vector<std::string> names;
  for (int i = 0; i < grid->GetFieldData()->GetNumberOfArrays(); ++i)
    names.emplace_back(grid->GetFieldData()->GetArrayName(i));
  EXPECT_EQ(
      std::count_if(names.begin(), names.end(), [](const auto& name) { return name.starts_with("slice: "); }),
      2);
}

TEST(Stride, writes_every_such_cell_face_or_section_as_it_is_without) {
  const Box box(3, 2, 3);
  const std::vector<double> state =
      nodal_state(box.discretization, {[](const double* x) { return x[0] + 2 * x[1] * x[2]; }});
  FieldOutput faces{"vtu", 1.0, Precision::double_, {}};
  faces.boundaries = {box.mesh.boundary_names.front()};
  for (FieldOutput options :
       {FieldOutput{"vtu", 1.0, Precision::double_, {}}, faces,
        slices_of({slice("low", {0, 0, -0.4}, {0, 0, 1}), slice("high", {0, 0, 0.1}, {0, 1, 2})})}) {
    const TemporaryFolder folder, thin_folder;
    const auto all = written(options, box, {"u"}, state, folder);
    options.stride = 3;
    const auto thin = written(options, box, {"u"}, state, thin_folder);
    vtkUnstructuredGrid *const from = all->GetOutput(), *const grid = thin->GetOutput();
    ASSERT_EQ(grid->GetNumberOfCells(), (from->GetNumberOfCells() + 2) / 3);
    for (vtkIdType c = 0; c < grid->GetNumberOfCells(); ++c)
      for (vtkIdType i = 0; i < grid->GetCell(c)->GetNumberOfPoints(); ++i) {
        const vtkIdType here = grid->GetCell(c)->GetPointId(i), there = from->GetCell(3 * c)->GetPointId(i);
        for (int d = 0; d < 3; ++d) ASSERT_EQ(grid->GetPoint(here)[d], from->GetPoint(there)[d]);
        ASSERT_EQ(grid->GetPointData()->GetArray("u")->GetComponent(here, 0),
                  from->GetPointData()->GetArray("u")->GetComponent(there, 0));
      }
  }
}

}  // namespace
}  // namespace dgsolve::test
