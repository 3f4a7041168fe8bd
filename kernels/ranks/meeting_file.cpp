#include "kernels/ranks/meeting_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

#include "kernels/ranks/socket.hpp"

namespace dgsolve {
namespace {

constexpr std::size_t longest_file = 1 << 16;  // bytes

/// Empty where no regular file lies there. Does not wait at a pipe.
std::string text_of_file(const std::filesystem::path& file) {
  const int opened = open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (opened < 0) return {};
  std::string text(longest_file, '\0');
  struct stat status {};
  const bool is_regular = fstat(opened, &status) == 0 && S_ISREG(status.st_mode);
  const ssize_t n = is_regular ? read(opened, text.data(), text.size()) : 0;
  close(opened);
  text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return text;
}

bool write_new_file(const std::filesystem::path& file, const std::string& text) {
  std::error_code ignored;
  std::filesystem::remove(file, ignored);  // of a run that was killed
  const int opened =
      open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (opened < 0) return false;
  const bool is_written = write(opened, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  return close(opened) == 0 && is_written;
}

}  // namespace

std::filesystem::path meeting_file(const std::filesystem::path& folder) { return folder / ".dgsolve_ranks"; }

std::optional<MeetingAddress> read_address(const std::filesystem::path& file) {
  std::istringstream text(text_of_file(file));
  MeetingAddress place;
  if (!std::getline(text, place.token) || !std::getline(text, place.host)) return {};
  for (MeetingAddress::Door door; text >> door.address >> door.port;) place.doors.push_back(door);
  return place;
}

void write_address(const std::filesystem::path& file, const MeetingAddress& place) {
  std::string text = place.token + '\n' + place.host + '\n';
  for (const auto& [address, port] : place.doors) text += address + ' ' + std::to_string(port) + '\n';
  const std::filesystem::path unfinished = file.string() + ".tmp";
  std::error_code error;
  errno = 0;
  const bool is_written = write_new_file(unfinished, text);
  const int reason = errno;
  if (is_written) std::filesystem::rename(unfinished, file, error);
  if (!is_written || error)
    throw std::runtime_error(file.string() +
                             ": cannot be written: " + (error ? error.message() : std::strerror(reason)));
}

std::string new_token() {
  std::random_device random;
  std::string token;
  for (int i = 0; i < 4; ++i) token += std::to_string(random()) + '.';
  return token;
}

std::string this_host() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  return std::string(name.data()) + ' ' + boot;
}

}  // namespace dgsolve
