#include "kernels/ranks/interfaces.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>
#include <string_view>

namespace dgsolve {

std::vector<Interface> interfaces_of_host() {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return {};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(all, freeifaddrs);
  std::vector<Interface> found;
  for (const ifaddrs* i = all; i != nullptr; i = i->ifa_next) {
    if (i->ifa_addr == nullptr || i->ifa_addr->sa_family != AF_INET || (i->ifa_flags & IFF_UP) == 0) continue;
    char text[INET_ADDRSTRLEN];
    if (inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(i->ifa_addr)->sin_addr, text, sizeof text) !=
        nullptr)
      found.push_back({i->ifa_name, text, (i->ifa_flags & IFF_LOOPBACK) != 0});
  }
  return found;
}

std::vector<Interface> named_interfaces(const std::string& names, const std::vector<Interface>& all) {
  std::string_view rest = names;
  const auto begins = [&](char mark) {
    const bool is_there = rest.starts_with(mark);
    rest.remove_prefix(is_there ? 1 : 0);
    return is_there;
  };
  const bool leaves_out = begins('^'), is_whole = begins('=');
  std::vector<std::string> listed;
  std::istringstream list{std::string(rest)};
  for (std::string name; std::getline(list, name, ',');) listed.push_back(name);
  std::vector<Interface> found;
  std::ranges::copy_if(all, std::back_inserter(found), [&](const Interface& one) {
    return leaves_out != std::ranges::any_of(listed, [&](const std::string& name) {
             return is_whole ? one.name == name : one.name.starts_with(name);
           });
  });
  return found;
}

}  // namespace dgsolve
