/// Outputs of fields over time: one class a format behind Writer. A new format is one file with a class, and
/// one line in the table of writer.cpp.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/base/name_list.hpp"
#include "kernels/base/field_set.hpp"
#include "kernels/base/precision.hpp"
#include "mesh/base/faces.hpp"
#include "solver/discretization/nodal_mesh.hpp"
#include "solver/discretization/plane_section.hpp"

namespace dgsolve {

/// A plane through the mesh, in 2D a line.
struct SliceOutput {
  std::string name;
  Plane plane;
  int n_through = 0, n_normal = 0;  ///< numbers given: the mesh's dimension, once checked
};

/// What a case says of its outputs of fields.
struct FieldOutput {
  std::string format = "vtu";  ///< a format of make_writer
  /// Interval in time, > 0, by default the final time; t = 0 is written too. 0: there is no time.
  double every = 0;
  Precision precision = Precision::single;
  std::vector<std::string> names = {};       ///< fields; default all
  std::vector<std::string> regions = {};     ///< the cells of these; default all
  std::vector<std::string> boundaries = {};  ///< in place of cells: the faces of these groups
  std::vector<SliceOutput> slices = {};      ///< in place of cells: their sections
  int stride = 1;                            ///< of what was chosen, every such cell
};

/// A state at a time; views live during the call only.
struct Snapshot {
  double time;
  long step;
  std::span<const double> state;  ///< canonical [K][n_state][Np]
};

/// A snapshot in the output folder.
struct WrittenSnapshot {
  double time;
  std::string file;  ///< relative to the output folder
};

/// A file that cannot be read.
struct DamagedFile {
  std::string file;  ///< relative to the output folder
  std::string why;
};

/// What one of several processes wrote of a snapshot.
struct PieceFile {
  std::string file;     ///< relative to the output folder
  std::size_t n_cells;  ///< that it shows
};

/// What every writer of fields is told once.
struct WriterSetup {
  FieldOutput options;
  std::filesystem::path directory;  ///< the output folder; exists
  NodalMesh nodal;                  ///< refers to what must outlive the writer
  FieldSet fields;                  ///< of the snapshots, in the state's order, then those that follow
  std::size_t n_state = fields.names.size();  ///< of the snapshots
  FieldsAtPoint derive = {};                  ///< the others, at each point of a file
  std::vector<Side> sides = {};               ///< in place of cells: these faces
};

class Writer {
 public:
  virtual ~Writer() = default;
  /// Throws std::runtime_error that names the file where it cannot be written.
  virtual void write(const Snapshot& snapshot) = 0;

  /// The snapshots in the output folder, in time.
  const std::vector<WrittenSnapshot>& written() const { return written_; }
  /// Continues snapshots of its format that are in the output folder. next_number: of its next file. Changes
  /// no file.
  void join(const std::vector<WrittenSnapshot>& earlier, std::size_t next_number);
  /// Throws std::invalid_argument where new snapshots would not fit to those that it continues.
  virtual void check_fit() const {}
  /// Files of those that it continues, as far as the index needs them, that cannot be read. Their places must
  /// be free before anything is written.
  virtual std::vector<DamagedFile> damaged() const { return {}; }
  /// Lists the snapshots in the index, where that is a file of its own.
  virtual void write_index() const {}

  // Where several processes have the cells, and the format has pieces (FieldFormat):

  /// Writes a snapshot of the writer's cells to a file that is not listed, and onto the disk.
  virtual void write_piece(const Snapshot& snapshot, const std::string& file);
  /// Writes the next snapshot as a file that shows pieces as one. The writer's cells are theirs, one behind
  /// the other.
  virtual void join_pieces(double time, long step, const std::vector<PieceFile>& pieces);
  /// "fields/fields_000012_1.vtu": a process's piece of that snapshot.
  std::string next_piece(int rank) const;

 protected:
  explicit Writer(const WriterSetup& setup);
  /// "fields/fields_000012.vtu", behind all snapshots listed; or another kind of file of that number.
  std::string next_file(const std::string& kind = "fields") const;
  /// The same for one that shows pieces.
  std::string next_joined() const;
  /// A snapshot is in its file: now it is listed.
  void add(double time, const std::string& file);

  const std::filesystem::path directory_;         ///< the output folder
  const std::string extension_, joined_, index_;  ///< FieldFormat's
  std::vector<WrittenSnapshot> written_;

 private:
  std::size_t next_number_ = 0;
};

/// A row of the table in writer.cpp.
struct FieldFormat {
  std::string name;       ///< in a case
  std::string extension;  ///< of files with snapshots, and with pieces of them
  std::string joined;     ///< of files that show pieces as one; empty: the format has no pieces
  std::string index;      ///< in the output folder: what lists all snapshots, or the first file of some
  bool one_file;          ///< holds all snapshots of a run; after a restart there is another one
  std::unique_ptr<Writer> (*make)(const WriterSetup&);
};

/// Throws std::invalid_argument that lists what there is.
const FieldFormat& field_format(const std::string& name);
/// Whether each of several processes can write its own cells. Sections of cells belong to the whole mesh.
bool has_pieces(const FieldOutput& output);
/// Names of formats, for messages: "vtu", "hdf5", ….
const std::vector<std::string>& writer_formats();
/// Formats of which an output folder has an index among these names.
std::vector<std::string> formats_in(const std::filesystem::path& directory, const NameList& names);

/// The writer for `setup.options.format`. Throws as field_format, and std::runtime_error where its files
/// cannot be made.
std::unique_ptr<Writer> make_writer(const WriterSetup& setup);

/// ParaView: fields.pvd and fields/fields_000000.vtu…; Lagrange cells of order N, each with its own points. A
/// .pvtu shows pieces.
std::unique_ptr<Writer> make_vtu_writer(const WriterSetup& setup);

/// HDF5: fields.h5, which links the mesh and the snapshots in fields/mesh.h5 and fields/fields_000000.h5….
/// These may show pieces.
std::unique_ptr<Writer> make_hdf5_writer(const WriterSetup& setup);

/// VTKHDF, one file for all times: fields.vtkhdf, after a restart fields_1.vtkhdf…; the cells of a .vtu.
std::unique_ptr<Writer> make_vtkhdf_writer(const WriterSetup& setup);

/// VTKHDF, a file a time: fields.hdf.series and fields/fields_000000.hdf…; the cells of a .vtu. These files
/// may show pieces.
std::unique_ptr<Writer> make_vtkhdf_series_writer(const WriterSetup& setup);

// Names of files with fields, relative to the output folder.

/// The file that snapshots of the format hdf5 share.
inline constexpr const char* hdf5_mesh_file = "fields/mesh.h5";
/// Names of all files that a writer of a format makes (io/base/name_list.hpp).
std::vector<std::string> names_of_fields(const std::string& format);

/// "fields/fields_000012.vtu"; kind: "fields", or "mesh" for the mesh that snapshots share.
std::string numbered_file(const std::string& kind, std::size_t number, const std::string& extension);
/// The number in the name of such a file of a format, or of a piece, without its folder; empty where it is
/// the name of another.
std::optional<std::size_t> number_of_file(const std::string& name, const FieldFormat& format);

/// "fields.vtkhdf", "fields_1.vtkhdf", …: the file of a run that was restarted so many times.
std::string segment_file(int restarts, const std::string& extension);

}  // namespace dgsolve
