/// Implements io/fields/formats.hpp.
/// Fields for ParaView: one .vtu a snapshot, and a .pvd that lists them with their times.
///
/// Lagrange cells (io/fields/lagrange_cells.hpp); cell data such as `region`, a number; field data of one
/// number each, `TimeValue` and for each name such as `region: air` its number. meshio reads a scalar without
/// a number of components as one column, and refuses a file with texts. VTK's own writer would encode the
/// mesh anew in every snapshot, at several times the cost of the fields, and on one core. Values are inline,
/// for VTK 9.1 with expat 2.6 cannot read appended data, and compressed by zlib, which readers other than VTK
/// know too: what shrinks, such as the mesh and fields that are zero in most of it, at its fastest level.
#include <fmt/core.h>
#include <vtkBase64Utilities.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>

#include "io/base/files.hpp"
#include "io/fields/formats.hpp"
#include "io/fields/lagrange_cells.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/base/unset_vector.hpp"
#include "mesh/base/foreign_text.hpp"

namespace dgsolve {
namespace {

using Bytes = std::span<const unsigned char>;
/// Takes text piece by piece.
using Sink = std::function<void(std::string_view)>;

template <class Values>
Bytes bytes_of(const Values& values) {
  return {reinterpret_cast<const unsigned char*>(values.data()), values.size() * sizeof(values[0])};
}

/// By all of the calling thread's threads.
void write_base64(Bytes bytes, const Sink& sink) {
  constexpr std::size_t piece = 3 * 4096, at_once = 1024 * piece;  // whole triplets: only the end is padded
  std::vector<unsigned char> text((std::min(bytes.size(), at_once) + 2) / 3 * 4);
  while (!bytes.empty()) {
    const Bytes part = bytes.first(std::min(bytes.size(), at_once));
    bytes = bytes.subspan(part.size());
#pragma omp parallel for
    for (std::size_t i = 0; i < part.size(); i += piece)
      vtkBase64Utilities::Encode(&part[i], std::min(piece, part.size() - i), &text[i / 3 * 4]);
    sink({reinterpret_cast<const char*>(text.data()), (part.size() + 2) / 3 * 4});
  }
}

/// Values as VTK's XML files hold them: [number of blocks, their size, the last one's, compressed sizes],
/// then the compressed blocks, both in base64. By all of the calling thread's threads; the text is the same
/// for any number of them.
class CompressedBlocks {
 public:
  void write(Bytes bytes, const Sink& sink) {
    constexpr std::size_t block = std::size_t{1} << 18;
    const std::size_t n_blocks = (bytes.size() + block - 1) / block, room = compressBound(block);
    if (compressed_.size() < n_blocks * room) compressed_.resize(n_blocks * room);
    std::vector<std::uint64_t> header(3 + n_blocks);
    std::copy_n(std::array<std::uint64_t, 3>{n_blocks, block, bytes.size() % block}.begin(), 3,
                header.begin());
#pragma omp parallel for schedule(dynamic)
    for (std::size_t i = 0; i < n_blocks; ++i)
      header[3 + i] = compress(bytes.subspan(i * block, std::min(block, bytes.size() - i * block)),
                               &compressed_[i * room], room);
    std::size_t used = 0;
    for (std::size_t i = 0; i < n_blocks; ++i) {
      const std::size_t size = header[3 + i];
      if (size == 0) throw std::logic_error("zlib failed");
      std::copy_n(compressed_.begin() + i * room, size, compressed_.begin() + used);
      used += size;
    }
    write_base64(bytes_of(header), sink);
    write_base64({compressed_.data(), used}, sink);
  }

 private:
  /// To so many bytes; 0: zlib failed. Numbers of most fields would shrink by a tenth, fifty times slower
  /// than they are stored.
  static std::size_t compress(Bytes block, unsigned char* to, std::size_t room) {
    constexpr std::size_t sample = 1 << 14;
    constexpr double worthwhile = 0.5;
    constexpr int stored = 0, fastest = 1;
    const auto size_at = [&](std::size_t bytes, int level) -> std::size_t {
      uLongf size = room;
      return compress2(to, &size, block.data(), bytes, level) == Z_OK ? size : 0;
    };
    const std::size_t tried = std::min(sample, block.size());
    const bool shrinks =
        static_cast<double>(size_at(tried, fastest)) < worthwhile * static_cast<double>(tried);
    return size_at(block.size(), shrinks ? fastest : stored);
  }

  UnsetVector<unsigned char> compressed_;
};

/// The smallest and the largest norm of the values at a point, by which ParaView scales colours before it
/// reads them; of scalars the values themselves.
template <class Values>
std::pair<double, double> range_of(const Values& values, std::size_t n_components) {
  double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
#pragma omp parallel for reduction(min : smallest) reduction(max : largest)
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

/// first, first + step, …
UnsetVector<std::int64_t> multiples(std::int64_t first, std::int64_t step, std::size_t n) {
  UnsetVector<std::int64_t> numbers(n);
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i) numbers[i] = first + static_cast<std::int64_t>(i) * step;
  return numbers;
}

/// In an attribute in quotation marks.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) {
    const char* const name = c == '&'   ? "&amp;"
                             : c == '<' ? "&lt;"
                             : c == '>' ? "&gt;"
                             : c == '"' ? "&quot;"
                                        : nullptr;
    out += name != nullptr ? std::string(name) : std::string(1, c);
  }
  return out;
}

/// A number in the field data.
std::string number_text_of(const std::string& type, const std::string& name, const std::string& number) {
  return fmt::format(
      R"(      <DataArray type="{}" Name="{}" NumberOfTuples="1" format="ascii">{}</DataArray>)"
      "\n",
      type, escaped(name), number);
}

class VtuWriter : public LagrangeWriter {
 public:
  VtuWriter(const WriterSetup& setup, const FieldFormat& format) : LagrangeWriter(setup, format) {
    make_folder(directory_ / "fields");
  }

  void write(const Snapshot& snapshot) override {
    const std::string name = next_file();
    write_file(snapshot, name, Durable::no);
    add(snapshot.time, name);
  }

  void write_piece(const Snapshot& snapshot, const std::string& file) override {
    write_file(snapshot, file, Durable::yes);
  }

  void join_pieces(double time, long, const std::vector<PieceFile>& pieces) override {
    const std::string name = next_joined();
    replace_file(directory_ / name, text_that_joins(time, pieces));
    add(time, name);
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
  void write_file(const Snapshot& snapshot, const std::string& name, Durable durable) {
    if (before_time_.empty()) encode_mesh();
    NewFile file(directory_ / name);
    file.write(before_time_);
    file.write(number_text_of("Float64", "TimeValue", exact_text(snapshot.time)));
    file.write(before_fields_);
    for_each_array(snapshot.state,
                   [&](const PointArray& array, const auto& values) { write_array(array, values, file); });
    for (const std::string& text : behind_fields_) file.write(text);
    file.commit(durable);
  }

  /// The text of a file without fields, cut where they belong.
  void encode_mesh() {
    before_time_ = text_before_time("UnstructuredGrid", "");
    before_fields_ =
        names_text() +
        fmt::format("    <Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n      <PointData {}>\n",
                    cells_.n_points(), cells_.n_cells(), first_array());
    const Sink sink = [&](std::string_view text) { behind_fields_.emplace_back(text); };
    sink("      </PointData>\n      <CellData>\n");
    for (const CellArray& data : cells_.cell_data())
      write_values("Int32", data.name, 1, "", data.values, sink);
    sink("      </CellData>\n      <Points>\n");
    with_type(precision_, [&]<class T>(T) {
      write_values(sizeof(T) == 4 ? "Float32" : "Float64", "Points", 3, "", cells_.points<T>(), sink);
    });
    sink("      </Points>\n      <Cells>\n");
    write_values("Int64", "connectivity", 1, "", multiples(0, 1, cells_.n_points()), sink);
    const auto of_cell = static_cast<std::int64_t>(cells_.points_per_cell());
    write_values("Int64", "offsets", 1, "", multiples(of_cell, of_cell, cells_.n_cells()), sink);
    write_values("UInt8", "types", 1, "",
                 std::vector<std::uint8_t>(cells_.n_cells(), static_cast<std::uint8_t>(cells_.vtk_type())),
                 sink);
    sink("      </Cells>\n    </Piece>\n  </UnstructuredGrid>\n</VTKFile>\n");
  }

  /// The beginning of a file; more: further attributes of the grid, each with a blank before it.
  static std::string text_before_time(const std::string& type, const std::string& more) {
    return fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"{0}\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\" "
        "compressor=\"vtkZLibDataCompressor\">\n"
        "  <{0}{1}>\n    <FieldData>\n",
        type, more);
  }

  /// The names of regions and the like, and the end of the field data.
  std::string names_text() const {
    std::string text;
    for (const CellArray& data : cells_.cell_arrays())
      for (std::size_t i = 0; i < data.names.size(); ++i)
        text += number_text_of("Int32", data.name + ": " + data.names[i], std::to_string(i));
    return text + "    </FieldData>\n";
  }

  /// The one that ParaView shows first.
  std::string first_array() const {
    const PointArray& first = cells_.arrays().front();
    return fmt::format("{}=\"{}\"", first.fields.size() == 1 ? "Scalars" : "Vectors", first.name);
  }

  /// Pieces are found by paths relative to the file.
  std::string text_that_joins(double time, const std::vector<PieceFile>& pieces) const {
    const std::string of_files = precision_ == Precision::single ? "Float32" : "Float64";
    const auto declared = [](const std::string& type, const std::string& name, std::size_t n_components) {
      return fmt::format("      <PDataArray type=\"{}\" Name=\"{}\"{}/>\n", type, escaped(name),
                         n_components == 1 ? "" : fmt::format(" NumberOfComponents=\"{}\"", n_components));
    };
    std::string text = text_before_time("PUnstructuredGrid", " GhostLevel=\"0\"") +
                       number_text_of("Float64", "TimeValue", exact_text(time)) + names_text() +
                       fmt::format("    <PPointData {}>\n", first_array());
    for (const PointArray& array : cells_.arrays())
      text += declared(of_files, array.name, array.fields.size());
    text += "    </PPointData>\n    <PCellData>\n";
    for (const CellArray& data : cells_.cell_arrays()) text += declared("Int32", data.name, 1);
    text += "    </PCellData>\n    <PPoints>\n" + declared(of_files, "Points", 3) + "    </PPoints>\n";
    for (const PieceFile& piece : pieces)
      text +=
          fmt::format("    <Piece Source=\"{}\"/>\n", std::filesystem::path(piece.file).filename().string());
    return text + "  </PUnstructuredGrid>\n</VTKFile>\n";
  }

  /// more: further attributes, each with a blank behind it.
  template <class Values>
  void write_values(const std::string& type, const std::string& name, std::size_t n_components,
                    const std::string& more, const Values& values, const Sink& sink) {
    const std::string components =
        n_components == 1 ? "" : fmt::format("NumberOfComponents=\"{}\" ", n_components);
    sink(fmt::format(R"(        <DataArray type="{}" Name="{}" {}{}format="binary">)"
                     "\n          ",
                     type, escaped(name), components, more));
    blocks_.write(bytes_of(values), sink);
    sink("\n        </DataArray>\n");
  }

  template <class T>
  void write_array(const PointArray& array, const UnsetVector<T>& values, NewFile& file) {
    const auto [smallest, largest] = range_of(values, array.fields.size());
    const std::string range = smallest > largest ? ""  // there is no number among them
                                                 : fmt::format("RangeMin=\"{}\" RangeMax=\"{}\" ",
                                                               exact_text(smallest), exact_text(largest));
    write_values(sizeof(T) == 4 ? "Float32" : "Float64", array.name, array.fields.size(), range, values,
                 [&](std::string_view text) { file.write(text); });
  }

  std::string before_time_, before_fields_;
  std::vector<std::string> behind_fields_;
  CompressedBlocks blocks_;
};

}  // namespace

std::unique_ptr<Writer> make_vtu_writer(const WriterSetup& setup, const FieldFormat& format) {
  return std::make_unique<VtuWriter>(setup, format);
}

}  // namespace dgsolve
