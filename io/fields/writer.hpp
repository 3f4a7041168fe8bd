/// Outputs of fields over time: one class a format behind Writer.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/fields/field_output.hpp"

namespace dgsolve {

class Writer;

/// A row of the table of formats (io/fields/formats.cpp).
struct FieldFormat {
  std::string name;       ///< in a case
  std::string extension;  ///< of files with snapshots, and with pieces of them
  std::string joined;     ///< of files that show pieces as one; empty: the format has no pieces
  std::string index;      ///< in the output folder: what lists all snapshots, or the first file of some
  bool one_file;          ///< holds all snapshots of a run; after a restart there is another one
  std::unique_ptr<Writer> (*make)(const WriterSetup&, const FieldFormat&);
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
  Writer(const WriterSetup& setup, const FieldFormat& format);
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

// Names of files with fields, relative to the output folder.

/// "fields/fields_000012.vtu"; kind: "fields", or "mesh" for the mesh that snapshots share.
std::string numbered_file(const std::string& kind, std::size_t number, const std::string& extension);
/// "fields.vtkhdf", "fields_1.vtkhdf", …: the file of a run that was restarted so many times.
std::string segment_file(int restarts, const std::string& extension);

}  // namespace dgsolve
