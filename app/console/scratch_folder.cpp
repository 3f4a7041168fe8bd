#include "app/console/scratch_folder.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <string>

namespace dgsolve {
namespace {

/// A name that no other process takes.
std::string new_name() {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return ".dgsolve_check_" + std::to_string(getpid()) + '_' + std::to_string(now);
}

}  // namespace

std::filesystem::path existing_folder(const std::filesystem::path& directory) {
  std::filesystem::path folder = directory;
  while (!std::filesystem::is_directory(folder) && folder.has_relative_path()) folder = folder.parent_path();
  return folder;
}

ScratchFolder::ScratchFolder(const std::filesystem::path& output_folder)
    : path(existing_folder(output_folder) / new_name()) {
  start_janitor();
  std::error_code error;
  std::filesystem::create_directory(path, error);
  if (error)
    throw std::runtime_error(path.parent_path().string() +
                             ": no files can be written there: " + error.message());
}

/// In a session of its own, where no signal from the terminal reaches it. Without it only a kill leaves the
/// folder behind, so a failure here is not an error.
void ScratchFolder::start_janitor() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  std::string shell = "sh", option = "-c", script = "cat; rm -rf \"$0\"", folder = path.string();
  char* const arguments[] = {shell.data(), option.data(), script.data(), folder.data(), nullptr};
  if (posix_spawn(&janitor_, "/bin/sh", &actions, &attributes, arguments, environ) == 0)
    alive_ = ends[1];
  else
    close(ends[1]);
  close(ends[0]);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
  if (alive_ < 0) return;
  close(alive_);
  waitpid(janitor_, nullptr, 0);
}

double bytes_in(const std::filesystem::path& folder) {
  double bytes = 0;
  if (!std::filesystem::exists(folder)) return 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += static_cast<double>(entry.file_size());
  return bytes;
}

}  // namespace dgsolve
