/// Where this host can be reached.
#pragma once

#include <string>
#include <vector>

namespace dgsolve {

struct Interface {
  std::string name;
  std::string address;  ///< IPv4, numeric
  bool is_loopback;
};

/// Interfaces that are up and have an address.
std::vector<Interface> interfaces_of_host();

/// Interfaces that NCCL_SOCKET_IFNAME names, as NCCL reads it: prefixes of names with commas between;
/// after
/// "=" names; after "^" those that are left out.
std::vector<Interface> named_interfaces(const std::string& names, const std::vector<Interface>& all);

}  // namespace dgsolve
