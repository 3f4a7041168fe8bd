/// Fields for ParaView: one .vtu a snapshot, and a .pvd that lists them with their times. The only file that
/// knows VTK.
///
/// Every element is a Lagrange cell of order N with points of its own, so the jumps between elements stay
/// visible. The points are VTK's equispaced ones, mapped by the element's true geometry; a geometry of higher
/// degree than N is interpolated there. Data: every chosen field as a scalar; fields whose names differ only
/// in a last letter x, y or z (Hx, Hy) also as a vector (H), with zeros for components that the physics does
/// not have; cell data `region`, an index into the field data `region_names`; field data `TimeValue`.
#include <vtkCallbackCommand.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDataArray.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkHigherOrderTetra.h>
#include <vtkHigherOrderTriangle.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkSmartPointer.h>
#include <vtkStringArray.h>
#include <vtkTypeInt64Array.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <stdexcept>

#include "io/files.hpp"
#include "io/writer.hpp"
#include "solver/physics.hpp"

namespace dgsolve {
namespace {

/// VTK's equispaced points of order N, in its order, on our bi-unit simplex: [Np][dim].
std::vector<double> vtk_points(int dim, int N) {
  const int Np = n_polynomials(dim, N);
  std::vector<double> points;
  points.reserve(static_cast<std::size_t>(Np) * dim);
  for (int i = 0; i < Np; ++i) {
    vtkIdType barycentric[4];
    if (dim == 2)
      vtkHigherOrderTriangle::BarycentricIndex(i, barycentric, N);
    else
      vtkHigherOrderTetra::BarycentricIndex(i, barycentric, N);
    for (int d = 0; d < dim; ++d) points.push_back(2.0 * static_cast<double>(barycentric[d]) / N - 1);
  }
  return points;
}

/// A component of an array in the file, fed by one field of the state.
struct Target {
  vtkDataArray* array;  ///< owned by the grid
  int component;
};

/// Vector name → its fields, by component (−1: the physics has none), for names such as Hx, Hy, Hz of which
/// there are at least two, unless a field has the vector's name.
std::map<std::string, std::array<int, 3>> vectors_among(const std::vector<std::string>& field_names) {
  std::map<std::string, std::array<int, 3>> vectors;
  for (std::size_t field = 0; field < field_names.size(); ++field) {
    const std::string& name = field_names[field];
    const std::size_t component = name.size() > 1 ? std::string("xyz").find(name.back()) : std::string::npos;
    if (component == std::string::npos) continue;
    auto& fields = vectors.try_emplace(name.substr(0, name.size() - 1), std::array{-1, -1, -1}).first->second;
    fields[component] = static_cast<int>(field);
  }
  std::erase_if(vectors, [&](const auto& vector) {
    const auto& [name, fields] = vector;
    return std::count(fields.begin(), fields.end(), -1) > 1 || index_of(field_names, name) >= 0;
  });
  return vectors;
}

/// VTK 9.1 crashes where its own file stream fails (a full disk): ours takes its place.
class GridWriter : public vtkXMLUnstructuredGridWriter {
 public:
  static GridWriter* New() {
    auto* writer = new GridWriter;
    writer->InitializeObjectBase();
    return writer;
  }
  std::streambuf* file = nullptr;

 protected:
  int StartFile() override {
    Stream->rdbuf(file);
    return vtkXMLUnstructuredGridWriter::StartFile();
  }
};

/// VTK prints errors to the terminal unless somebody listens.
void keep_error_text(vtkObject*, unsigned long, void* text, void* message) {
  *static_cast<std::string*>(text) += static_cast<const char*>(message);
}

void write_grid(vtkUnstructuredGrid* grid, const std::filesystem::path& path) {
  ForgivingFile file(path);
  std::string message;
  vtkNew<vtkCallbackCommand> listener;
  listener->SetCallback(keep_error_text);
  listener->SetClientData(&message);
  vtkNew<GridWriter> writer;
  writer->AddObserver(vtkCommand::ErrorEvent, listener);
  writer->SetInputData(grid);
  writer->WriteToOutputStringOn();  // opens no file: `file` replaces the string before the first character
  writer->file = &file;
  writer->SetDataModeToBinary();  // inline: VTK 9.1 with expat 2.6 cannot read appended data
  writer->SetCompressorTypeToZLib();
  writer->SetHeaderTypeToUInt64();
  const bool written = writer->Write() != 0;
  file.finish();
  if (!written || !message.empty()) throw std::runtime_error(cannot_write(path, message));
}

class VtuWriter : public Writer {
 public:
  explicit VtuWriter(const WriterSetup& setup)
      : Writer(setup.directory, ".vtu"),
        Np_(setup.discretization.element.Np),
        K_(setup.discretization.K()),
        n_fields_(static_cast<int>(setup.field_names.size())),
        array_type_(setup.options.precision == Precision::single ? VTK_FLOAT : VTK_DOUBLE),
        targets_(n_fields_) {
    const ReferenceElement& element = setup.discretization.element;
    const std::vector<double> points = vtk_points(element.dim, element.N);
    to_vtk_ = interpolation(element.dim, element.N, element.nodes, points);
    add_cells(setup.discretization.mesh, points);
    add_regions(setup.discretization.mesh);
    add_point_arrays(setup);
    time_->SetName("TimeValue");
    time_->SetNumberOfTuples(1);
    grid_->GetFieldData()->AddArray(time_);
    make_folder(directory_ / "fields");
  }

  void write(const Snapshot& snapshot) override {
    fill(snapshot);
    const std::string name = next_file();
    write_grid(grid_, directory_ / name);
    written_.push_back({snapshot.time, name});
    write_index();
  }

 private:
  /// Rewritten after each snapshot, so that ParaView can open a case that is still running.
  void write_index() const override {
    std::string entries;
    for (const WrittenSnapshot& snapshot : written_) {
      char time[32];
      char* const end = std::to_chars(time, time + sizeof time, snapshot.time).ptr;
      entries +=
          "    <DataSet timestep=\"" + std::string(time, end) + "\" file=\"" + snapshot.file + "\"/>\n";
    }
    replace_file(directory_ / "fields.pvd",
                 "<?xml version=\"1.0\"?>\n"
                 "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
                 "  <Collection>\n" +
                     entries + "  </Collection>\n</VTKFile>\n");
  }

  void add_cells(const Mesh& mesh, const std::vector<double>& reference_points) {
    const std::vector<double> x = map_points(mesh, reference_points);
    const vtkIdType n_points = static_cast<vtkIdType>(K_) * Np_;
    vtkNew<vtkPoints> points;
    points->SetDataType(array_type_);
    points->SetNumberOfPoints(n_points);
    for (vtkIdType i = 0; i < n_points; ++i)
      points->SetPoint(i, x[i * mesh.dim], x[i * mesh.dim + 1], mesh.dim == 3 ? x[i * 3 + 2] : 0.0);
    grid_->SetPoints(points);

    vtkNew<vtkTypeInt64Array> offsets, connectivity;
    offsets->SetNumberOfValues(K_ + 1);
    for (vtkIdType e = 0; e <= K_; ++e) offsets->SetValue(e, e * Np_);
    connectivity->SetNumberOfValues(n_points);
    for (vtkIdType i = 0; i < n_points; ++i) connectivity->SetValue(i, i);
    vtkNew<vtkCellArray> cells;
    cells->SetData(offsets, connectivity);
    grid_->SetCells(mesh.dim == 2 ? VTK_LAGRANGE_TRIANGLE : VTK_LAGRANGE_TETRAHEDRON, cells);
  }

  void add_regions(const Mesh& mesh) {
    vtkNew<vtkIntArray> region;
    region->SetName("region");
    region->SetNumberOfValues(K_);
    for (int e = 0; e < K_; ++e) region->SetValue(e, mesh.region[e]);
    grid_->GetCellData()->AddArray(region);
    vtkNew<vtkStringArray> names;
    names->SetName("region_names");
    for (const std::string& name : mesh.region_names) names->InsertNextValue(name);
    grid_->GetFieldData()->AddArray(names);
  }

  void add_point_arrays(const WriterSetup& setup) {
    const std::vector<int> selected = select_fields(setup.options.names, setup.field_names);
    for (int field : selected) targets_[field].push_back({add_point_array(setup.field_names[field], 1), 0});
    for (const auto& [name, fields] : vectors_among(setup.field_names)) {
      const bool complete = std::all_of(fields.begin(), fields.end(), [&](int field) {
        return field < 0 || std::count(selected.begin(), selected.end(), field) > 0;
      });
      if (!complete) continue;
      vtkDataArray* array = add_point_array(name, 3);
      for (int d = 0; d < 3; ++d)
        if (fields[d] >= 0) targets_[fields[d]].push_back({array, d});
    }
    grid_->GetPointData()->SetActiveScalars(setup.field_names[selected.front()].c_str());
  }

  vtkDataArray* add_point_array(const std::string& name, int n_components) {
    const auto array = vtkSmartPointer<vtkDataArray>::Take(vtkDataArray::CreateDataArray(array_type_));
    array->SetName(name.c_str());
    array->SetNumberOfComponents(n_components);
    array->SetNumberOfTuples(static_cast<vtkIdType>(K_) * Np_);
    array->Fill(0);
    grid_->GetPointData()->AddArray(array);
    return array;
  }

  void fill(const Snapshot& snapshot) {
    time_->SetValue(0, snapshot.time);
    time_->Modified();  // its range, in the file too, comes from a cache that only this clears
    for (int field = 0; field < n_fields_; ++field) {
      if (targets_[field].empty()) continue;
      for (int e = 0; e < K_; ++e) {
        const double* u = &snapshot.state[(static_cast<std::size_t>(e) * n_fields_ + field) * Np_];
        for (int i = 0; i < Np_; ++i) {
          double value = 0;
          for (int j = 0; j < Np_; ++j) value += to_vtk_(i, j) * u[j];
          for (const Target& target : targets_[field])
            target.array->SetComponent(static_cast<vtkIdType>(e) * Np_ + i, target.component, value);
        }
      }
      // As above.
      for (const Target& target : targets_[field]) target.array->Modified();
    }
  }

  const int Np_, K_, n_fields_;
  const int array_type_;                      ///< VTK_FLOAT or VTK_DOUBLE
  Matrix to_vtk_;                             ///< [Np][Np]: values at our nodes to values at VTK's points
  std::vector<std::vector<Target>> targets_;  ///< [n_fields]
  vtkNew<vtkUnstructuredGrid> grid_;          ///< point e·Np + i is point i of element e
  vtkNew<vtkDoubleArray> time_;
};

}  // namespace

std::unique_ptr<Writer> make_vtu_writer(const WriterSetup& setup) {
  return std::make_unique<VtuWriter>(setup);
}

}  // namespace dgsolve
