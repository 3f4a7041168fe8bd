/// Fields for ParaView: one .vtu a snapshot, and a .pvd that lists them with their times.
///
/// Lagrange cells (io/fields/lagrange_cells.hpp); cell data such as `region`, a number; field data of one
/// number each, `TimeValue` and for each name such as `region: air` its number. meshio reads a scalar without
/// a number of components as one column, and refuses a file with texts. VTK's own writer would encode the
/// mesh anew in every snapshot, at several times the cost of the fields: here it does so once, and leaves the
/// place for the fields. Values are inline, for VTK 9.1 with expat 2.6 cannot read appended data, and
/// compressed by zlib, which readers other than VTK know too, at its fastest level: fields that are zero in
/// most of the mesh shrink, others hardly would.
#include <fmt/core.h>
#include <vtkBase64Utilities.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkFloatArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkTypeInt64Array.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridWriter.h>
#include <vtkZLibDataCompressor.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "io/base/files.hpp"
#include "io/fields/lagrange_cells.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

void write_base64(std::span<const unsigned char> bytes, NewFile& file) {
  constexpr std::size_t piece = 3 * 4096;  // stays in a cache; whole triplets, so that only the end is padded
  std::array<unsigned char, piece / 3 * 4> text;
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(piece, bytes.size()))) {
    const std::size_t length =
        vtkBase64Utilities::Encode(bytes.data(), std::min(piece, bytes.size()), text.data());
    file.write({reinterpret_cast<const char*>(text.data()), length});
  }
}

/// Values as VTK's XML files hold them: [number of blocks, their size, the last one's, compressed sizes],
/// then the compressed blocks, both in base64.
class CompressedBlocks {
 public:
  CompressedBlocks() { compressor_->SetCompressionLevel(1); }

  void write(std::span<const unsigned char> bytes, NewFile& file) {
    constexpr std::size_t block = std::size_t{1} << 18;
    const std::size_t n_blocks = (bytes.size() + block - 1) / block;
    std::vector<std::uint64_t> header = {n_blocks, block, bytes.size() % block};
    std::size_t used = 0;
    for (std::size_t i = 0; i < n_blocks; ++i) {
      const auto part = bytes.subspan(i * block, std::min(block, bytes.size() - i * block));
      const std::size_t room = compressor_->GetMaximumCompressionSpace(part.size());
      if (compressed_.size() < used + room) compressed_.resize(used + (n_blocks - i) * room);
      const std::size_t size = compressor_->Compress(part.data(), part.size(), &compressed_[used], room);
      if (size == 0) throw std::logic_error("zlib failed");
      used += size;
      header.push_back(size);
    }
    write_base64({reinterpret_cast<const unsigned char*>(header.data()), header.size() * sizeof header[0]},
                 file);
    write_base64({compressed_.data(), used}, file);
  }

 private:
  vtkNew<vtkZLibDataCompressor> compressor_;
  std::vector<unsigned char> compressed_;
};

/// The smallest and the largest norm of the values at a point, by which ParaView scales colours before it
/// reads them; of scalars the values themselves.
template <class T>
std::pair<double, double> range_of(const std::vector<T>& values, std::size_t n_components) {
  double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
  for (std::size_t i = 0; i < values.size(); i += n_components) {
    double value = values[i];
    if (n_components > 1) {
      value = 0;
      for (std::size_t k = 0; k < n_components; ++k) value += double(values[i + k]) * values[i + k];
      value = std::sqrt(value);
    }
    smallest = std::min(smallest, value);
    largest = std::max(largest, value);
  }
  return {smallest, largest};
}

vtkNew<vtkUnstructuredGrid> grid_of(const LagrangeCells& cells, Precision precision) {
  vtkNew<vtkUnstructuredGrid> grid;
  const vtkIdType K = static_cast<vtkIdType>(cells.n_cells()),
                  Np = static_cast<vtkIdType>(cells.points_per_cell());
  vtkNew<vtkPoints> points;
  points->SetDataType(precision == Precision::single ? VTK_FLOAT : VTK_DOUBLE);
  points->SetNumberOfPoints(K * Np);
  const std::vector<double> x = cells.points();
  for (vtkIdType i = 0; i < K * Np; ++i) points->SetPoint(i, &x[3 * i]);
  grid->SetPoints(points);

  vtkNew<vtkTypeInt64Array> offsets, connectivity;
  offsets->SetNumberOfValues(K + 1);
  for (vtkIdType e = 0; e <= K; ++e) offsets->SetValue(e, e * Np);
  connectivity->SetNumberOfValues(K * Np);
  for (vtkIdType i = 0; i < K * Np; ++i) connectivity->SetValue(i, i);
  vtkNew<vtkCellArray> faces;
  faces->SetData(offsets, connectivity);
  grid->SetCells(cells.vtk_type(), faces);

  for (const CellArray& data : cells.cell_data()) {
    vtkNew<vtkIntArray> values;
    values->SetName(data.name.c_str());
    for (const int value : data.values) values->InsertNextValue(value);
    grid->GetCellData()->AddArray(values);
    for (std::size_t i = 0; i < data.names.size(); ++i) {
      vtkNew<vtkIntArray> number;
      number->SetName((data.name + ": " + data.names[i]).c_str());
      number->InsertNextValue(static_cast<int>(i));
      grid->GetFieldData()->AddArray(number);
    }
  }
  return grid;
}

class VtuWriter : public LagrangeWriter {
 public:
  explicit VtuWriter(const WriterSetup& setup) : LagrangeWriter(setup) { make_folder(directory_ / "fields"); }

  void write(const Snapshot& snapshot) override {
    if (before_time_.empty()) encode_mesh();
    const std::string name = next_file();
    NewFile file(directory_ / name);
    file.write(before_time_);
    file.write("      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">" +
               exact_text(snapshot.time) + "</DataArray>\n");
    file.write(before_fields_);
    for_each_array(snapshot.state,
                   [&](const PointArray& array, const auto& values) { write_array(array, values, file); });
    file.write(behind_fields_);
    file.put_in_place();
    add(snapshot.time, name);
  }

  /// Rewritten after each snapshot, so that ParaView can open a case that is still running.
  void write_index() const override {
    std::string entries;
    for (const WrittenSnapshot& snapshot : written_)
      entries += fmt::format("    <DataSet timestep=\"{}\" file=\"{}\"/>\n", exact_text(snapshot.time),
                             snapshot.file);
    replace_file(directory_ / index_,
                 "<?xml version=\"1.0\"?>\n"
                 "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
                 "  <Collection>\n" +
                     entries + "  </Collection>\n</VTKFile>\n");
  }

 private:
  /// The text of a file without fields, cut where they belong.
  void encode_mesh() {
    vtkNew<vtkXMLUnstructuredGridWriter> writer;
    const auto grid = grid_of(cells_, precision_);
    writer->SetInputData(grid);
    writer->WriteToOutputStringOn();
    writer->SetDataModeToBinary();
    writer->SetCompressorTypeToZLib();
    writer->SetHeaderTypeToUInt64();
    writer->Write();
    const std::string text = writer->GetOutputString(), field_data = "<FieldData>\n",
                      point_data = "<PointData>\n";
    const std::size_t time = text.find(field_data), fields = text.find(point_data);
    if (time == std::string::npos || fields == std::string::npos || time > fields)
      throw std::logic_error("VTK writes other XML than it did: " + text.substr(0, 500));
    const std::size_t behind_time = time + field_data.size();
    before_time_ = text.substr(0, behind_time);
    before_fields_ = text.substr(behind_time, fields - behind_time);
    const PointArray& first = cells_.arrays().front();
    before_fields_ +=
        fmt::format("<PointData {}=\"{}\">\n", first.fields.size() == 1 ? "Scalars" : "Vectors", first.name);
    behind_fields_ = text.substr(fields + point_data.size());
  }

  template <class T>
  void write_array(const PointArray& array, const std::vector<T>& values, NewFile& file) {
    const std::size_t n_components = array.fields.size();
    const auto [smallest, largest] = range_of(values, n_components);
    const std::string components =
        n_components == 1 ? "" : fmt::format("NumberOfComponents=\"{}\" ", n_components);
    file.write(
        fmt::format(R"(        <DataArray type="{}" Name="{}" {}format="binary" RangeMin="{}" RangeMax="{}">)"
                    "\n          ",
                    sizeof(T) == 4 ? "Float32" : "Float64", array.name, components, exact_text(smallest),
                    exact_text(largest)));
    blocks_.write({reinterpret_cast<const unsigned char*>(values.data()), values.size() * sizeof(T)}, file);
    file.write("\n        </DataArray>\n");
  }

  std::string before_time_, before_fields_, behind_fields_;
  CompressedBlocks blocks_;
};

}  // namespace

std::unique_ptr<Writer> make_vtu_writer(const WriterSetup& setup) {
  return std::make_unique<VtuWriter>(setup);
}

}  // namespace dgsolve
