#include "io/folder/folder_lock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "io/base/files.hpp"

namespace dgsolve {
namespace {

constexpr const char* file_name = ".dgsolve_lock";

/// "process 1234 on hal"
std::string this_process() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return "process " + std::to_string(getpid()) + " on " + host.data();
}

/// Who says that the file is theirs.
std::string holder(int descriptor) {
  std::array<char, 400> text{};
  const ssize_t size = pread(descriptor, text.data(), text.size() - 1, 0);
  const std::string said(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  return said.starts_with("process ") ? said.substr(0, said.find('\n')) : "a process that just began";
}

bool is_file(int descriptor, const std::filesystem::path& path) {
  struct stat opened {
  }, there{};
  return fstat(descriptor, &opened) == 0 && lstat(path.c_str(), &there) == 0 &&
         opened.st_dev == there.st_dev && opened.st_ino == there.st_ino;
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) : file_(folder / file_name) {
  make_folders(folder);
  try {
    while (!lock()) continue;
  } catch (...) {
    if (descriptor_ >= 0) close(descriptor_);
    remove_made_folders();
    throw;
  }
}

FolderLock::~FolderLock() {
  unlink(file_.c_str());  // while nobody else can lock it
  close(descriptor_);
  remove_made_folders();
}

void FolderLock::make_folders(const std::filesystem::path& folder) {
  std::error_code unknown;
  for (std::filesystem::path missing = std::filesystem::absolute(folder).lexically_normal();
       !std::filesystem::exists(missing, unknown); missing = missing.parent_path())
    made_.insert(made_.begin(), missing);
  make_folder(folder);
}

bool FolderLock::lock() {
  constexpr mode_t for_all = 0666;
  descriptor_ = open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, for_all);
  if (descriptor_ < 0) cannot_write(file_);
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (fcntl(descriptor_, F_SETLK, &whole) != 0) {
    if (errno == EACCES || errno == EAGAIN)
      throw std::invalid_argument(file_.parent_path().string() +
                                  ": another run works in this output folder, " + holder(descriptor_) +
                                  "; expected another folder, or that the run has ended");
    why_none_ = std::strerror(errno);  // the file system has no locks
    return true;
  }
  if (!is_file(descriptor_, file_)) {  // the run that had it has ended, and removed it
    close(descriptor_);
    return false;
  }
  const std::string text = this_process() + '\n';
  // A full disk does not loosen the lock.
  if (ftruncate(descriptor_, 0) == 0) [[maybe_unused]]
    const ssize_t told = pwrite(descriptor_, text.data(), text.size(), 0);
  return true;
}

void FolderLock::remove_made_folders() {
  for (auto made = made_.rbegin(); made != made_.rend(); ++made) rmdir(made->c_str());
}

}  // namespace dgsolve
