/// Implements io/fields/formats.hpp.
/// Fields for ParaView 5.12 or VTK 9.3 and later in one file: VTKHDF, version 2.0, an unstructured grid in
/// time.
///
/// The mesh stands in the file once; a step appends the fields' values and where they begin.
///
/// A run that continues another one begins a file of its own, for the other's may be damaged.
#include <algorithm>
#include <optional>

#include "io/fields/formats.hpp"
#include "io/fields/vtkhdf_mesh.hpp"
#include "io/hdf5/hdf5_growing_file.hpp"

namespace dgsolve {
namespace {

class VtkhdfWriter : public LagrangeWriter {
 public:
  VtkhdfWriter(const WriterSetup& setup, const FieldFormat& format) : LagrangeWriter(setup, format) {
    for (const CellArray& data : cells_.cell_arrays()) cell_arrays_.push_back(data.name);
  }

  void write(const Snapshot& snapshot) override {
    const bool is_first = !file_;
    if (is_first) begin_segment();
    file_->change([&](const hdf5::Group& root) {
      if (is_first) write_mesh(root.create("VTKHDF"));
      append_step(root.open("VTKHDF"), snapshot);
    });
    ++n_steps_;
    add(snapshot.time, name_);
  }

 private:
  bool is_listed(const std::string& name) const {
    return std::any_of(written_.begin(), written_.end(),
                       [&](const WrittenSnapshot& snapshot) { return snapshot.file == name; });
  }

  void begin_segment() {
    int restarts = 0;
    while (is_listed(segment_file(restarts, extension_))) ++restarts;
    name_ = segment_file(restarts, extension_);
    file_.emplace(directory_ / name_);
    // A run that got further from an earlier checkpoint left these.
    while (std::filesystem::remove(directory_ / segment_file(++restarts, extension_))) continue;
  }

  void write_mesh(const hdf5::Group& group) const {
    mark_vtkhdf_grid(group, {2, 0});
    write_vtkhdf_mesh(group, cells_, precision_);
    group.create("PointData");
    const hdf5::Group steps = group.create("Steps");
    steps.create("PointDataOffsets");
    steps.create("CellDataOffsets");
  }

  void append_step(const hdf5::Group& root, const Snapshot& snapshot) {
    const hdf5::Group steps = root.open("Steps");
    steps.attribute("NSteps", n_steps_ + 1);
    steps.append("Values", {1}, &snapshot.time);
    const long none = 0, one = 1, first = n_steps_ * static_cast<long>(cells_.n_points());
    for (const char* name : {"PartOffsets", "PointOffsets"}) steps.append(name, {1}, &none);
    for (const std::string& name : cell_arrays_) steps.append("CellDataOffsets/" + name, {1}, &none);
    for (const char* name : {"CellOffsets", "ConnectivityIdOffsets"}) steps.append(name, {1, 1}, &none);
    steps.append("NumberOfParts", {1}, &one);
    for_each_array(snapshot.state, [&](const PointArray& array, const auto& values) {
      steps.append("PointDataOffsets/" + array.name, {1}, &first);
      root.append("PointData/" + array.name, vtkhdf_shape(cells_, array), values.data());
    });
  }

  std::vector<std::string> cell_arrays_;
  std::string name_;                       ///< of the file
  std::optional<hdf5::GrowingFile> file_;  ///< none before the first snapshot
  long n_steps_ = 0;                       ///< in the file
};

}  // namespace

std::unique_ptr<Writer> make_vtkhdf_writer(const WriterSetup& setup, const FieldFormat& format) {
  return std::make_unique<VtkhdfWriter>(setup, format);
}

}  // namespace dgsolve
