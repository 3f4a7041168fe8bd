/// Implements io/fields/formats.hpp.
/// Fields for ParaView 5.11, which knows no VTKHDF in time: files of version 1.0, one a snapshot, and
/// fields.hdf.series, which lists them with their times for ParaView. The mesh is in a file of its own,
/// fields/mesh_000000.hdf, to which the others link; a run that goes on begins a new one, for it may show
/// other cells.
///
/// A piece of a snapshot has the fields' arrays alone. Rank 0, which has the whole mesh, writes it as ever,
/// and shows the pieces' arrays as virtual datasets.
#include <nlohmann/json.hpp>

#include "io/base/files.hpp"
#include "io/fields/formats.hpp"
#include "io/fields/hdf5_pieces.hpp"
#include "io/fields/vtkhdf_mesh.hpp"

namespace dgsolve {
namespace {

const std::vector<long> version = {1, 0};

class VtkhdfSeriesWriter : public LagrangeWriter {
 public:
  VtkhdfSeriesWriter(const WriterSetup& setup, const FieldFormat& format) : LagrangeWriter(setup, format) {
    make_folder(directory_ / "fields");
  }

  void write(const Snapshot& snapshot) override {
    write_snapshot(snapshot.time, next_file(),
                   [&](const hdf5::Group& point_data) { put_arrays(point_data, snapshot); });
  }

  void write_piece(const Snapshot& snapshot, const std::string& file) override {
    hdf5::Group root = hdf5::new_file(directory_ / file);
    put_arrays(root, snapshot);
    root.save(Durable::yes);
  }

  void join_pieces(double time, long, const std::vector<PieceFile>& pieces) override {
    write_snapshot(time, next_joined(), [&](const hdf5::Group& point_data) {
      for (const PointArray& array : cells_.arrays())
        point_data.virtual_dataset(array.name, hdf5::doubles_as(precision_), vtkhdf_shape(cells_, array),
                                   rows_of_pieces(pieces, cells_.points_per_cell()));
    });
  }

  void write_index() const override {
    nlohmann::ordered_json files = nlohmann::ordered_json::array();
    for (const WrittenSnapshot& snapshot : written_)
      files.push_back({{"name", snapshot.file}, {"time", snapshot.time}});
    const nlohmann::ordered_json index = {{"file-series-version", "1.0"}, {"files", files}};
    replace_file(directory_ / index_, index.dump(1) + '\n');
  }

 private:
  void write_mesh() {
    const std::filesystem::path path = directory_ / next_file("mesh");
    hdf5::Group root = hdf5::new_file(path);
    {
      const hdf5::Group group = root.create("VTKHDF");
      mark_vtkhdf_grid(group, version);
      write_vtkhdf_mesh(group, cells_, precision_);
    }
    root.save(Durable::yes);  // before a checkpoint can list a snapshot that relies on it
    mesh_file_ = path.filename();
  }

  void put_arrays(const hdf5::Group& group, const Snapshot& snapshot) {
    for_each_array(snapshot.state, [&](const PointArray& array, const auto& values) {
      group.plain_dataset(array.name, vtkhdf_shape(cells_, array), values.data());
    });
  }

  /// put(group): the arrays of the points.
  template <class Put>
  void write_snapshot(double time, const std::string& name, const Put& put) {
    if (mesh_file_.empty()) write_mesh();
    hdf5::Group root = hdf5::new_file(directory_ / name);
    {
      const hdf5::Group group = root.create("VTKHDF");
      mark_vtkhdf_grid(group, version);
      for (const std::string part : vtkhdf_mesh_parts()) group.link(part, mesh_file_, "/VTKHDF/" + part);
      put(group.create("PointData"));
    }
    root.save();
    add(time, name);
  }

  std::string mesh_file_;  ///< in fields/; empty before the first snapshot
};

}  // namespace

std::unique_ptr<Writer> make_vtkhdf_series_writer(const WriterSetup& setup, const FieldFormat& format) {
  return std::make_unique<VtkhdfSeriesWriter>(setup, format);
}

}  // namespace dgsolve
