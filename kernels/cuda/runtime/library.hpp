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
  /// Calls a function that returns a status, 0: success. Throws DeviceError.
  template <class... Arguments>
  void call(const std::string& function, Arguments... arguments) const {
    if (const int status = get<int(Arguments...)>(function)(arguments...); status != 0)
      throw DeviceError(function + " failed with status " + std::to_string(status));
  }
  const std::string& name() const { return name_; }

 private:
  const std::string name_;
  void* const handle_;
};

/// A handle of a library, and the function that destroys it.
class LibraryHandle {
 public:
  LibraryHandle(const Library& library, const char* destroy) : library_(library), destroy_(destroy) {}
  LibraryHandle(const LibraryHandle&) = delete;
  LibraryHandle& operator=(const LibraryHandle&) = delete;
  ~LibraryHandle() {
    const auto function = library_.find<int(void*)>(destroy_);
    if (value_ != nullptr && function != nullptr) function(value_);
  }
  void* get() const { return value_; }
  void** put() { return &value_; }

 private:
  const Library& library_;
  const char* const destroy_;
  void* value_ = nullptr;
};

}  // namespace dgsolve::cuda
