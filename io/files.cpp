#include "io/files.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace dgsolve {

void replace_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::path temporary = path;
  temporary += ".tmp";
  errno = 0;
  std::ofstream out(temporary, std::ios::binary);
  out << text;
  out.close();  // a full disk may show only here
  if (!out) {
    const std::string why = std::strerror(errno);
    std::error_code ignored;  // the first error is the one to report
    std::filesystem::remove(temporary, ignored);
    throw std::runtime_error(cannot_write(path, why));
  }
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (error) throw std::runtime_error(cannot_write(path, error.message()));
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
