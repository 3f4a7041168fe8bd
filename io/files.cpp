#include "io/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace dgsolve {

namespace {

/// An open file or folder of the operating system's.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags) : number_(open(path.c_str(), flags, 0666)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  // The rest: false, and errno, where they fail.
  bool is_open() const { return number_ >= 0; }
  bool write_all(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = write(number_, text.data(), text.size());
      if (n < 0 && errno != EINTR) return false;
      if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }
  bool sync() { return fsync(number_) == 0; }
  bool close() {  // a full disk may show only here
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0;
  }

 private:
  int number_;
};

bool write_and_close(const std::filesystem::path& path, std::string_view text, Durable durable) {
  Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
  return file.is_open() && file.write_all(text) && (durable == Durable::no || file.sync()) && file.close();
}

}  // namespace

void replace_file(const std::filesystem::path& path, std::string_view text, Durable durable) {
  std::filesystem::path temporary = path;
  temporary += temporary_suffix;
  if (!write_and_close(temporary, text, durable)) {
    const std::string why = std::strerror(errno);
    std::error_code ignored;  // the first error is the one to report
    std::filesystem::remove(temporary, ignored);
    throw std::runtime_error(cannot_write(path, why));
  }
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (error) throw std::runtime_error(cannot_write(path, error.message()));
  if (durable == Durable::yes) sync_file(path.parent_path());  // the new name
}

void sync_file(const std::filesystem::path& path) {
  Descriptor file(path, O_RDONLY | O_CLOEXEC);
  if (!file.is_open() || !file.sync()) throw std::runtime_error(cannot_write(path, std::strerror(errno)));
}

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw std::runtime_error(path.string() + ": the folder cannot be made: " + error.message());
}

ForgivingFile::ForgivingFile(std::filesystem::path path) : path_(std::move(path)) {
  check(open(path_, std::ios::out | std::ios::binary | std::ios::trunc) != nullptr);
}

void ForgivingFile::finish() {
  check(close() != nullptr);
  if (error_.empty()) return;
  std::error_code ignored;  // the first error is the one to report
  std::filesystem::remove(path_, ignored);
  throw std::runtime_error(cannot_write(path_, error_));
}

void ForgivingFile::check(bool good) {
  if (!good && error_.empty()) error_ = std::strerror(errno);
}

ForgivingFile::int_type ForgivingFile::overflow(int_type c) {
  if (error_.empty()) check(!traits_type::eq_int_type(std::filebuf::overflow(c), traits_type::eof()));
  return traits_type::not_eof(c);
}

std::streamsize ForgivingFile::xsputn(const char* text, std::streamsize n) {
  if (error_.empty()) check(std::filebuf::xsputn(text, n) == n);
  return n;
}

int ForgivingFile::sync() {
  if (error_.empty()) check(std::filebuf::sync() == 0);
  return 0;
}

ForgivingFile::pos_type ForgivingFile::seekoff(off_type offset, std::ios::seekdir from,
                                               std::ios::openmode which) {
  const pos_type position = error_.empty() ? std::filebuf::seekoff(offset, from, which) : pos_type(0);
  check(position != pos_type(off_type(-1)));
  return error_.empty() ? position : pos_type(0);
}

ForgivingFile::pos_type ForgivingFile::seekpos(pos_type position, std::ios::openmode which) {
  return seekoff(position, std::ios::beg, which);
}

std::string cannot_write(const std::filesystem::path& path, const std::string& why) {
  return path.string() + ": cannot be written: " + why;
}

}  // namespace dgsolve
