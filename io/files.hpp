/// Writing files so that no failure passes in silence.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace dgsolve {

/// What the name of a file ends in until all of it is written.
inline constexpr const char* temporary_suffix = ".tmp";

/// Whether a file has to survive that the machine goes down, which costs a wait for the disk.
enum class Durable { no, yes };

/// Puts `text` in a temporary file beside `path` and renames it: a reader sees the old file or the new one,
/// never half of one. Throws std::runtime_error that names the file and says why; the old file is then as it
/// was.
void replace_file(const std::filesystem::path& path, std::string_view text, Durable durable = Durable::no);

/// Waits until what was written to a file is on the disk. Throws std::runtime_error that names it.
void sync_file(const std::filesystem::path& path);

/// Makes a folder and those it stands in, where there are none yet. Throws std::runtime_error that names it
/// and says why.
void make_folder(const std::filesystem::path& path);

/// The error for a file that cannot be written: "PATH: cannot be written: WHY".
std::string cannot_write(const std::filesystem::path& path, const std::string& why);

/// A file for libraries that do not survive a stream that fails: it takes whatever it is given, and tells at
/// the end whether all of it arrived.
class ForgivingFile : public std::filebuf {
 public:
  explicit ForgivingFile(std::filesystem::path path);
  /// Closes the file. Throws std::runtime_error that names it, and removes it, where anything was lost.
  void finish();

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize n) override;
  int sync() override;
  pos_type seekoff(off_type offset, std::ios::seekdir from, std::ios::openmode which) override;
  pos_type seekpos(pos_type position, std::ios::openmode which) override;

 private:
  /// Keeps the first error.
  void check(bool good);

  const std::filesystem::path path_;
  std::string error_;  ///< empty: none
};

}  // namespace dgsolve
