/// The file of a folder that says where the first process of a run is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dgsolve {

struct MeetingAddress {
  struct Door {
    std::string address;  ///< numeric
    int port;
  };
  std::string token;  ///< random: tells one run's meeting from another's
  std::string host;   ///< of the first process
  std::vector<Door> doors;
};

std::filesystem::path meeting_file(const std::filesystem::path& folder);

/// None where there is no such file.
std::optional<MeetingAddress> read_address(const std::filesystem::path& file);

/// For this user's eyes only, for the token lets others in. Follows no link that lies there. Throws
/// std::runtime_error.
void write_address(const std::filesystem::path& file, const MeetingAddress& place);

std::string new_token();

/// Tells hosts apart, also those of one name.
std::string this_host();

}  // namespace dgsolve
