#include "io/base/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <stdexcept>
#include <system_error>
#include <utility>

namespace dgsolve {

NewFile::NewFile(std::filesystem::path path) : path_(std::move(path)), temporary_(path_) {
  if (std::filesystem::exists(path_))  // a device or a pipe would become a file
    if (const std::string why = why_no_file(path_); !why.empty()) cannot_write(path_, why);
  temporary_ += temporary_suffix;
  descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) cannot_write(path_);
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) close(descriptor_);
  std::error_code ignored;  // there is an earlier error to report
  if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

void NewFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor_, text.data(), text.size());
    if (n < 0 && errno != EINTR) cannot_write(path_);
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

void NewFile::commit(Durable durable) {
  if (durable == Durable::yes && fsync(descriptor_) != 0) cannot_write(path_);
  if (close(std::exchange(descriptor_, -1)) != 0) cannot_write(path_);  // a full disk may show only here
  std::error_code error;
  std::filesystem::rename(temporary_, path_, error);
  if (error) cannot_write(path_, error.message());
  temporary_.clear();
  if (durable == Durable::yes) sync_file(path_.parent_path());  // the new name
}

void replace_file(const std::filesystem::path& path, std::string_view text, Durable durable) {
  NewFile file(path);
  file.write(text);
  file.commit(durable);
}

void sync_file(const std::filesystem::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = file >= 0 && fsync(file) == 0;
  const std::string why = std::strerror(errno);
  if (file >= 0) close(file);
  if (!synced) cannot_write(path, why);
}

std::string why_no_file(const std::filesystem::path& path) {
  using std::filesystem::file_type;
  std::error_code error;
  const file_type type = std::filesystem::status(path, error).type();
  if (type == file_type::regular) return "";
  if (type == file_type::not_found) return "there is no such file";
  if (type == file_type::none) return "the file cannot be read: " + error.message();
  return std::string("this is no file but a ") + (type == file_type::directory ? "folder"
                                                  : type == file_type::fifo    ? "named pipe"
                                                  : type == file_type::socket  ? "socket"
                                                                               : "device");
}

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw std::runtime_error(path.string() + ": the folder cannot be made: " + error.message());
}

std::filesystem::path free_name(const std::filesystem::path& path) {
  std::filesystem::path free = path;
  for (int i = 2; std::filesystem::exists(free); ++i)
    free = path.parent_path() / (path.stem().string() + '_' + std::to_string(i) + path.extension().string());
  return free;
}

void cannot_write(const std::filesystem::path& path, const std::string& why) {
  throw std::runtime_error(path.string() + ": cannot be written: " + why);
}

}  // namespace dgsolve
