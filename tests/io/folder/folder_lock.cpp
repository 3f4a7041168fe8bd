/// The lock that keeps two runs out of one folder.

#include "io/folder/folder_lock.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "tests/support/temporary_folder.hpp"

namespace {

bool has_locks = true;

int call_fcntl(int file, int command, void* argument) {
  if (has_locks || command != F_SETLK) return static_cast<int>(syscall(SYS_fcntl, file, command, argument));
  errno = ENOLCK;
  return -1;
}

}  // namespace

// The C library's, in this program: a file system may have no locks.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the library's are reserved words
extern "C" int fcntl(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  return call_fcntl(file, command, argument);
}
extern "C" int fcntl64(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  return call_fcntl(file, command, argument);
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)

namespace dgsolve::test {
namespace {

TEST(FolderLock, is_given_up_with_a_reason_where_a_file_system_has_none) {
  const TemporaryFolder folder;
  const FolderLock lock(folder.path());
  EXPECT_EQ(lock.why_none(), "");
  has_locks = false;
  {
    const FolderLock none(folder.path() / "a/b");
    EXPECT_EQ(none.why_none(), std::strerror(ENOLCK));
  }
  has_locks = true;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a")) << "it made the folder, and left it empty";
}

}  // namespace
}  // namespace dgsolve::test
