/// Outputs of fields over time: one class a format behind Writer. A new format is one file with a class, and
/// one line in the table of writer.cpp.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/fields/field_output.hpp"
#include "kernels/base/field_set.hpp"
#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// A state at a time; views live during the call only.
struct Snapshot {
  double time;
  long step;
  std::span<const double> state;  ///< canonical [K][n_fields][Np]
};

/// A snapshot in the output folder.
struct WrittenSnapshot {
  double time;
  std::string file;  ///< relative to the output folder
};

/// What every writer of fields is told once.
struct WriterSetup {
  FieldOutput options;
  std::filesystem::path directory;       ///< the output folder; exists
  const Discretization& discretization;  ///< must outlive the writer
  FieldSet fields;                       ///< of the snapshots, in the state's order
};

class Writer {
 public:
  virtual ~Writer() = default;
  /// Throws std::runtime_error that names the file where it cannot be written.
  virtual void write(const Snapshot& snapshot) = 0;

  /// The snapshots in the output folder, in time.
  const std::vector<WrittenSnapshot>& written() const { return written_; }
  /// Goes on behind what an earlier run wrote, of which those count that are there in this writer's format.
  /// Changes no file. Returns those of other formats. Throws std::invalid_argument where new snapshots would
  /// not fit to those.
  virtual std::vector<WrittenSnapshot> resume(const std::vector<WrittenSnapshot>& earlier);
  /// What was written later goes from list and files: files of which no snapshot is listed are moved to
  /// fields_before/, and those there of the same name go.
  struct TakenBack {
    std::size_t n_moved;
    std::vector<std::string> damaged;  ///< from which something could not be taken, and why
  };
  TakenBack take_back_later();
  /// Takes back what earlier runs wrote in this format beyond their snapshots listed, for a run that writes
  /// another one: whatever it shows. Where none is listed, all of it.
  TakenBack leave(const std::vector<WrittenSnapshot>& earlier);

 protected:
  /// extension: of a snapshot's file.
  Writer(const WriterSetup& setup, std::string extension);
  /// "fields/fields_000012.vtu", behind all snapshots listed; or another kind of file of that number.
  std::string next_file(const std::string& kind = "fields") const { return numbered(kind, next_number_); }
  /// A snapshot is in its file: now it is listed.
  void add(double time, const std::string& file);
  /// Lets files that hold several snapshots, and the list of those written, have the same ones. Which could
  /// not be changed, and why.
  virtual std::vector<std::string> cut_files() { return {}; }
  /// The files of this format beyond those of the snapshots listed.
  virtual std::vector<std::filesystem::path> later_files() const;
  /// Writes the index, where it is a file of its own.
  virtual void write_index() const {}

  const std::filesystem::path directory_;  ///< the output folder
  const std::string index_;                ///< in it: what lists all snapshots, or the first file of some
  std::vector<WrittenSnapshot> written_;

 private:
  void set_aside(const std::vector<std::filesystem::path>& files, TakenBack& taken) const;
  std::string numbered(const std::string& kind, std::size_t number) const;
  /// Of a file's name without its folder; none where `numbered` gives no such name.
  std::optional<std::size_t> number_of(const std::string& name) const;

  const std::string extension_;
  std::size_t next_number_ = 0;
};

/// Formats of make_writer, for messages: "vtu", "hdf5", ….
const std::vector<std::string>& writer_formats();
/// Those of which an output folder has an index.
std::vector<std::string> formats_in(const std::filesystem::path& directory);

/// The writer for `setup.options.format`. Throws std::invalid_argument that lists what there is, and
/// std::runtime_error where its files cannot be made.
std::unique_ptr<Writer> make_writer(const WriterSetup& setup);

/// ParaView: fields.pvd and fields/fields_000000.vtu…; Lagrange cells of order N, each with its own points.
std::unique_ptr<Writer> make_vtu_writer(const WriterSetup& setup);

/// HDF5: fields.h5, which links the mesh and the snapshots in fields/mesh.h5 and fields/fields_000000.h5….
std::unique_ptr<Writer> make_hdf5_writer(const WriterSetup& setup);

/// VTKHDF, one file for all times: fields.vtkhdf, after a restart fields_1.vtkhdf…; the cells of a .vtu.
std::unique_ptr<Writer> make_vtkhdf_writer(const WriterSetup& setup);

/// VTKHDF, a file a time: fields.hdf.series and fields/fields_000000.hdf…; the cells of a .vtu.
std::unique_ptr<Writer> make_vtkhdf_series_writer(const WriterSetup& setup);

/// The cells of these regions, in the mesh's order; all of them where `regions` is empty.
std::vector<int> select_elements(const std::vector<std::string>& regions, const Mesh& mesh);

}  // namespace dgsolve
