/// Fields for ParaView 5.12 or VTK 9.3 and later in one file: VTKHDF, version 2.0, an unstructured grid in
/// time.
///
/// The mesh stands in the file once; a step appends the fields' values and where they begin.
///
/// A run that goes on begins a file of its own, for one that another run began may not be whole any more;
/// only the steps that the other took beyond the checkpoint are taken from it.
#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

#include "io/base/files.hpp"
#include "io/fields/lagrange_writer.hpp"
#include "io/fields/vtkhdf_mesh.hpp"
#include "io/hdf5/hdf5_growing_file.hpp"

namespace dgsolve {
namespace {

constexpr const char* extension = ".vtkhdf";

/// The file of a run that was restarted so many times.
std::string segment_name(int restarts) {
  return (restarts == 0 ? "fields" : "fields_" + std::to_string(restarts)) + extension;
}

class VtkhdfWriter : public LagrangeWriter {
 public:
  explicit VtkhdfWriter(const WriterSetup& setup) : LagrangeWriter(setup, extension) {
    for (const CellArray& data : cells_.cell_data()) cell_arrays_.push_back(data.name);
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
  std::vector<std::string> cut_files() override {
    std::map<std::string, long> n_steps;
    for (const WrittenSnapshot& snapshot : written_) ++n_steps[snapshot.file];
    std::vector<std::string> damaged;
    for (auto& [name, n] : n_steps) try {
        n = keep_steps(directory_ / name, n);
      } catch (const std::runtime_error& error) {
        damaged.emplace_back(error.what());  // by a kill perhaps; the next step does not depend on it
      }
    std::vector<WrittenSnapshot> there;
    for (const WrittenSnapshot& snapshot : written_)
      if (n_steps[snapshot.file]-- > 0) there.push_back(snapshot);
    written_ = there;
    return damaged;
  }

  /// At most n stay; how many. The arrays may be other ones than ours.
  static long keep_steps(const std::filesystem::path& path, long n) {
    hdf5::GrowingFile file(path, hdf5::GrowingFile::Begin::there);
    long there = 0;
    file.change([&](const hdf5::Group& root) {
      const hdf5::Group grid = root.open("VTKHDF"), steps = grid.open("Steps"), data = grid.open("PointData");
      there = steps.read_attribute<long>("NSteps");
      if (there <= n) return;
      steps.attribute("NSteps", n);
      for (const std::string& name : steps.datasets()) steps.keep_rows(name, n);  // a row a step
      for (const std::string& name : data.datasets()) data.keep_rows(name, data.rows(name) / there * n);
    });
    return std::min(there, n);
  }

  bool is_listed(const std::string& name) const {
    return std::any_of(written_.begin(), written_.end(),
                       [&](const WrittenSnapshot& snapshot) { return snapshot.file == name; });
  }

  std::vector<std::filesystem::path> later_files() const override {
    std::vector<std::filesystem::path> later;
    for (int restarts = 0;; ++restarts) {
      const std::string name = segment_name(restarts);
      if (is_listed(name)) continue;
      if (!std::filesystem::exists(directory_ / name)) return later;
      later.push_back(directory_ / name);
    }
  }

  void begin_segment() {
    int restarts = 0;
    while (is_listed(segment_name(restarts))) ++restarts;
    name_ = segment_name(restarts);
    file_.emplace(directory_ / name_);
    // Of a run that got further, from a checkpoint before.
    while (std::filesystem::remove(directory_ / segment_name(++restarts))) continue;
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
    steps.append("Values", H5T_IEEE_F64LE, {1}, &snapshot.time);
    const long none = 0, one = 1, first = n_steps_ * static_cast<long>(cells_.n_points());
    for (const char* name : {"PartOffsets", "PointOffsets"}) steps.append(name, H5T_STD_I64LE, {1}, &none);
    for (const std::string& name : cell_arrays_)
      steps.append("CellDataOffsets/" + name, H5T_STD_I64LE, {1}, &none);
    for (const char* name : {"CellOffsets", "ConnectivityIdOffsets"})
      steps.append(name, H5T_STD_I64LE, {1, 1}, &none);
    steps.append("NumberOfParts", H5T_STD_I64LE, {1}, &one);
    for_each_array(snapshot.state, [&](const PointArray& array, const auto& values) {
      steps.append("PointDataOffsets/" + array.name, H5T_STD_I64LE, {1}, &first);
      root.append("PointData/" + array.name, vtkhdf_type(precision_), vtkhdf_shape(cells_, array),
                  values.data());
    });
  }

  std::vector<std::string> cell_arrays_;
  std::string name_;                       ///< of the file
  std::optional<hdf5::GrowingFile> file_;  ///< none before the first snapshot
  long n_steps_ = 0;                       ///< in the file
};

}  // namespace

std::unique_ptr<Writer> make_vtkhdf_writer(const WriterSetup& setup) {
  return std::make_unique<VtkhdfWriter>(setup);
}

}  // namespace dgsolve
