/// All that VTK reads in a file of cells.
#pragma once

#include <vtkCell.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkHDFReader.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLGenericDataObjectReader.h>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>

namespace dgsolve::test {

/// Type, number of components and bits.
inline std::string vtk_bits(vtkDataArray* array) {
  return std::string(array->GetDataTypeAsString()) + ' ' + std::to_string(array->GetNumberOfComponents()) +
         ' ' +
         std::string(static_cast<const char*>(array->GetVoidPointer(0)),
                     static_cast<std::size_t>(array->GetNumberOfValues()) * array->GetDataTypeSize());
}

/// Throws std::runtime_error where the file has no cells.
template <class Reader>
vtkSmartPointer<vtkUnstructuredGrid> read_grid(const std::filesystem::path& file) {
  vtkNew<Reader> reader;
  reader->SetFileName(file.c_str());
  reader->Update();
  vtkSmartPointer<vtkUnstructuredGrid> grid =
      vtkUnstructuredGrid::SafeDownCast(reader->GetOutputDataObject(0));
  if (!grid || grid->GetNumberOfCells() == 0) throw std::runtime_error(file.string() + ": no cells");
  return grid;
}

/// By name, the arrays of a .vtu, .pvtu or .hdf, its points and its cells: each with its type and its points.
/// Throws std::runtime_error.
inline std::map<std::string, std::string> vtk_contents(const std::filesystem::path& file) {
  const auto grid = file.extension() == ".hdf" ? read_grid<vtkHDFReader>(file)
                                               : read_grid<vtkXMLGenericDataObjectReader>(file);
  std::map<std::string, std::string> contents = {{"points", vtk_bits(grid->GetPoints()->GetData())}};
  std::string& cells = contents["cells"];
  vtkNew<vtkIdList> points;
  for (vtkIdType c = 0; c < grid->GetNumberOfCells(); ++c) {
    grid->GetCellPoints(c, points);
    cells += std::to_string(grid->GetCellType(c)) + ':';
    for (vtkIdType i = 0; i < points->GetNumberOfIds(); ++i) cells += ' ' + std::to_string(points->GetId(i));
    cells += '\n';
  }
  for (int i = 0; i < grid->GetPointData()->GetNumberOfArrays(); ++i)
    contents[std::string("point ") + grid->GetPointData()->GetArrayName(i)] =
        vtk_bits(grid->GetPointData()->GetArray(i));
  for (int i = 0; i < grid->GetCellData()->GetNumberOfArrays(); ++i)
    contents[std::string("cell ") + grid->GetCellData()->GetArrayName(i)] =
        vtk_bits(grid->GetCellData()->GetArray(i));
  for (int i = 0; i < grid->GetFieldData()->GetNumberOfArrays(); ++i)
    contents[std::string("field ") + grid->GetFieldData()->GetArrayName(i)] =
        vtk_bits(grid->GetFieldData()->GetArray(i));
  return contents;
}

/// Bit for bit.
inline void expect_same_in_vtk(const std::filesystem::path& found, const std::filesystem::path& expected) {
  const auto a = vtk_contents(found), b = vtk_contents(expected);
  for (const auto& [name, bits] : b)
    EXPECT_TRUE(a.contains(name) && a.at(name) == bits) << found << ": " << name;
  EXPECT_EQ(a.size(), b.size()) << found;
}

}  // namespace dgsolve::test
