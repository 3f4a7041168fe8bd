/// A library of NVIDIA's that is loaded when it is asked for: it is large, and not on every machine that has
/// a driver.
#pragma once

#include <dlfcn.h>

#include <string>

#include "kernels/base/device_error.hpp"

namespace dgsolve::cuda {

class Library {
 public:
  /// name: of the file; purpose: who needs it, for people. Stays loaded.
  Library(std::string name, const std::string& purpose)
      : name_(std::move(name)), handle_(dlopen(name_.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr)
      throw DeviceError(purpose + ", which cannot be loaded: " + name_ +
                        " is not among the system's libraries, nor on LD_LIBRARY_PATH");
  }

  /// Null where the library has none of this name.
  template <class Function>
  Function* find(const std::string& function) const {
    return reinterpret_cast<Function*>(dlsym(handle_, function.c_str()));
  }
  /// Throws DeviceError where the library has none of this name.
  template <class Function>
  Function* get(const std::string& function) const {
    Function* const found = find<Function>(function);
    if (found == nullptr) throw DeviceError(name_ + " is too old: it has no " + function);
    return found;
  }
  const std::string& name() const { return name_; }

 private:
  const std::string name_;
  void* const handle_;
};

}  // namespace dgsolve::cuda
