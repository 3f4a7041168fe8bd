/// What earlier runs wrote of fields in one format: a run that continues them keeps the snapshots that a
/// checkpoint lists. What was written later is cut from files or moved to the folder fields_before.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/fields/writer.hpp"

namespace dgsolve {

class EarlierFields {
 public:
  /// directory: the output folder; listed: by the checkpoint, of all formats. Changes no file.
  EarlierFields(std::filesystem::path directory, const FieldFormat& format,
                const std::vector<WrittenSnapshot>& listed);

  /// Those of this format whose files are there.
  const std::vector<WrittenSnapshot>& snapshots() const { return snapshots_; }
  /// Those of other formats.
  const std::vector<WrittenSnapshot>& of_other_formats() const { return of_other_formats_; }
  /// The number that the next numbered file takes.
  std::size_t next_number() const { return next_number_; }

  struct TakenBack {
    std::size_t n_moved = 0;              ///< files
    std::string folder;                   ///< where they are now, in the output folder
    std::vector<std::string> damaged;     ///< from which something could not be taken, and why
    std::vector<std::string> unreadable;  ///< files that were moved for that, and why
  };
  /// Takes back what was written later. The writer, of this format, then lists the other snapshots.
  TakenBack take_back_later(Writer& writer);
  /// As above, for a run that writes another format: without snapshots the index goes too. ours: names of
  /// dgsolve's files; no others are touched.
  TakenBack leave(Writer& writer, const NameList& ours);

 private:
  /// Lets files that hold several snapshots have those listed only, and the list those that files have.
  void cut_files(TakenBack& taken);
  /// Moves those that the writer cannot read, and forgets their snapshots.
  void set_damaged_aside(Writer& writer, TakenBack& taken);
  /// The files of this format beyond those of the snapshots.
  std::vector<std::filesystem::path> later_files() const;
  /// A folder fields_before, or fields_before_2, …, where none of these is yet.
  std::filesystem::path folder_for(const std::vector<std::filesystem::path>& files) const;
  void set_aside(const std::vector<std::filesystem::path>& files, TakenBack& taken) const;

  const std::filesystem::path directory_;
  const FieldFormat& format_;
  std::vector<WrittenSnapshot> snapshots_, of_other_formats_;
  std::size_t next_number_ = 0;
};

}  // namespace dgsolve
