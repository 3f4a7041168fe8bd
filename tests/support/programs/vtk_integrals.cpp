#include "tests/support/programs/vtk_integrals.hpp"

#include <vtkCell.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLUnstructuredGridReader.h>
#include <vtkXMLUtilities.h>

#include <stdexcept>

#include "solver/reference/quadrature.hpp"

namespace dgsolve::test {
namespace {

/// Determinant of ∂x/∂r from VTK's derivatives of the shape functions, [dim][n].
double jacobian(vtkCell* cell, const double* derivatives) {
  const int dim = cell->GetCellDimension();
  const vtkIdType n = cell->GetNumberOfPoints();
  double a[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int j = 0; j < dim; ++j)
    for (int i = 0; i < dim; ++i) {
      a[i][j] = 0;
      for (vtkIdType k = 0; k < n; ++k) a[i][j] += cell->GetPoints()->GetPoint(k)[i] * derivatives[j * n + k];
    }
  return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
         a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
         a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

}  // namespace

std::vector<VtkDataSet> read_pvd(const std::filesystem::path& pvd) {
  const auto root =
      vtkSmartPointer<vtkXMLDataElement>::Take(vtkXMLUtilities::ReadElementFromFile(pvd.c_str()));
  vtkXMLDataElement* collection = root ? root->FindNestedElementWithName("Collection") : nullptr;
  if (!collection) throw std::runtime_error(pvd.string() + ": no collection");
  std::vector<VtkDataSet> sets(collection->GetNumberOfNestedElements());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    vtkXMLDataElement* set = collection->GetNestedElement(static_cast<int>(i));
    if (!set->GetScalarAttribute("timestep", sets[i].time) || !set->GetAttribute("file"))
      throw std::runtime_error(pvd.string() + ": a data set without time or file");
    sets[i].file = pvd.parent_path() / set->GetAttribute("file");
  }
  return sets;
}

double integrate_vtu(const std::filesystem::path& vtu, const std::string& array, int degree,
                     const std::function<double(const double* value, const std::array<double, 3>& x)>& f) {
  vtkNew<vtkXMLUnstructuredGridReader> reader;
  reader->SetFileName(vtu.c_str());
  reader->Update();
  vtkUnstructuredGrid* grid = reader->GetOutput();
  vtkDataArray* values = grid->GetPointData()->GetArray(array.c_str());
  int first = 0;
  if (!values && array.size() > 1) {  // a component of a vector
    first = array.back() - 'x';
    values = grid->GetPointData()->GetArray(array.substr(0, array.size() - 1).c_str());
  }
  if (!values) throw std::runtime_error(vtu.string() + ": no point array " + array);
  const int n_components = values->GetNumberOfComponents();

  double sum = 0;
  for (vtkIdType e = 0; e < grid->GetNumberOfCells(); ++e) {
    vtkCell* cell = grid->GetCell(e);
    const int dim = cell->GetCellDimension();
    const vtkIdType n = cell->GetNumberOfPoints();
    const Quadrature rule = simplex_quadrature(dim, degree);
    std::vector<double> weights(n), derivatives(dim * n);
    for (int q = 0; q < rule.size(); ++q) {
      double r[3] = {0, 0, 0};  // VTK's reference simplex has unit edges, ours has edges of length 2
      for (int d = 0; d < dim; ++d) r[d] = (1 + rule.points[q * dim + d]) / 2;
      int sub_cell = 0;
      std::array<double, 3> x;
      cell->EvaluateLocation(sub_cell, r, x.data(), weights.data());
      cell->InterpolateFunctions(r, weights.data());
      cell->InterpolateDerivs(r, derivatives.data());
      std::vector<double> value(n_components, 0.0);
      for (int c = 0; c < n_components; ++c)
        for (vtkIdType k = 0; k < n; ++k)
          value[c] += weights[k] * values->GetComponent(cell->GetPointId(k), c);
      sum += rule.weights[q] / (1 << dim) * jacobian(cell, derivatives.data()) * f(value.data() + first, x);
    }
  }
  return sum;
}

}  // namespace dgsolve::test
