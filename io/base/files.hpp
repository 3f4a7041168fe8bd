/// Writing files so that no failure passes in silence.
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

namespace dgsolve {

/// What the name of a file ends in until all of it is written.
inline constexpr const char* temporary_suffix = ".tmp";

/// Whether a file has to survive that the machine goes down, which costs a wait for the disk.
enum class Durable { no, yes };

/// A file that is written piece by piece under a temporary name beside its own: a reader sees the old file or
/// the new one, never half of one. Until it is in its place the old file stays as it was; where it never
/// comes to that, what was written is removed. All throw std::runtime_error that names the file and says why.
class NewFile {
 public:
  explicit NewFile(std::filesystem::path path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  void write(std::string_view text);
  /// Nothing is written behind it.
  void commit(Durable durable = Durable::no);

 private:
  const std::filesystem::path path_;
  std::filesystem::path temporary_;  ///< empty: it is in its place
  int descriptor_;                   ///< −1: closed
};

/// The whole of a file at once.
void replace_file(const std::filesystem::path& path, std::string_view text, Durable durable = Durable::no);

/// Waits until what was written to a file is on the disk. Throws std::runtime_error that names it.
void sync_file(const std::filesystem::path& path);

/// Why what a user names cannot be read as a file: "there is no such file", "this is no file but a named
/// pipe", on which a reader would wait for ever. Empty: it is a regular file.
std::string why_no_file(const std::filesystem::path& path);

/// Makes a folder and those it stands in, if they are missing. Throws std::runtime_error that names it
/// and says why.
void make_folder(const std::filesystem::path& path);

/// The path itself, or NAME_2, NAME_3, … with its extension: the first where nothing is yet.
std::filesystem::path free_name(const std::filesystem::path& path);

/// Throws std::runtime_error "PATH: cannot be written: WHY"; why: by default what errno says.
[[noreturn]] void cannot_write(const std::filesystem::path& path,
                               const std::string& why = std::strerror(errno));

}  // namespace dgsolve
