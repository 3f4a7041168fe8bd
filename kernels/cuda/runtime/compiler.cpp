#include "kernels/cuda/runtime/compiler.hpp"

#include <dlfcn.h>
#include <nvrtc.h>
#include <sys/stat.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "kernels/base/device_error.hpp"
#include "kernels/base/digest.hpp"

namespace dgsolve::cuda {
namespace {

bool debugging() {
  const char* value = std::getenv("DGSOLVE_DEBUG_KERNELS");
  return value != nullptr && std::string_view(value) == "1";
}

void check_nvrtc(nvrtcResult result, const char* call, const std::string& file) {
  if (result != NVRTC_SUCCESS)
    throw DeviceError(std::string(call) + " failed for " + file + ": " + nvrtcGetErrorString(result));
}

std::vector<std::string> options_for(const std::string& architecture) {
  std::vector<std::string> options{"-std=c++20", "-default-device", "-arch=" + architecture,
                                   "--ptxas-options=-v",
                                   "-diag-suppress=177"};  // a constant that this kernel has no use for
  if (debugging()) options.emplace_back("-lineinfo");
  return options;
}

/// All that the compiler reads.
struct Input {
  std::string source;
  std::map<std::string, std::string> headers;  ///< by the name in #include
  std::vector<std::string> options;
};

Input input_for(const KernelText& text, const std::string& architecture) {
  Input input{"", kernel_files(), options_for(architecture)};
  const auto file = input.headers.find(text.file);
  if (file == input.headers.end()) throw DeviceError("there is no kernel source " + text.file);
  input.source = text.prefix + "\n" + file->second;
  return input;
}

/// Two inputs with one name give the same code.
std::string name_of(const Input& input) {
  Digest digest;
  digest.add(compiler_name()).add(input.source);
  for (const auto& [name, text] : input.headers) digest.add(name).add(text);
  for (const std::string& option : input.options) digest.add(option);
  return digest.text();
}

struct DestroyProgram {
  void operator()(nvrtcProgram program) const { nvrtcDestroyProgram(&program); }
};
using Program = std::unique_ptr<std::remove_pointer_t<nvrtcProgram>, DestroyProgram>;

Program create_program(const Input& input, const std::string& file) {
  std::vector<const char*> texts, names;
  for (const auto& [name, text] : input.headers) {
    names.push_back(name.c_str());
    texts.push_back(text.c_str());
  }
  nvrtcProgram program = nullptr;
  check_nvrtc(nvrtcCreateProgram(&program, input.source.c_str(), file.c_str(), static_cast<int>(texts.size()),
                                 texts.data(), names.data()),
              "nvrtcCreateProgram", file);
  return Program(program);
}

std::string log_of(nvrtcProgram program, const std::string& file) {
  std::size_t size = 0;
  check_nvrtc(nvrtcGetProgramLogSize(program, &size), "nvrtcGetProgramLogSize", file);
  std::string log(size, '\0');
  check_nvrtc(nvrtcGetProgramLog(program, log.data()), "nvrtcGetProgramLog", file);
  log.resize(size > 0 ? size - 1 : 0);  // the final null
  return log;
}

std::string cubin_of(nvrtcProgram program, const std::string& file) {
  std::size_t size = 0;
  check_nvrtc(nvrtcGetCUBINSize(program, &size), "nvrtcGetCUBINSize", file);
  std::string cubin(size, '\0');
  check_nvrtc(nvrtcGetCUBIN(program, cubin.data()), "nvrtcGetCUBIN", file);
  return cubin;
}

CompiledKernels compile(const KernelText& text, const Input& input, const KernelCache& cache) {
  const Program program = create_program(input, text.file);
  std::vector<const char*> options;
  for (const std::string& option : input.options) options.push_back(option.c_str());
  const nvrtcResult result =
      nvrtcCompileProgram(program.get(), static_cast<int>(options.size()), options.data());
  if (result != NVRTC_SUCCESS || debugging()) {
    const auto kept = cache.keep_text(name_of(input) + ".cu", input.source);
    if (result != NVRTC_SUCCESS)
      throw DeviceError(text.file + " does not compile: " + nvrtcGetErrorString(result) + "\n" +
                        log_of(program.get(), text.file) +
                        "\nThe source, with the generated lines above it, " +
                        (kept ? "is " + kept->string() : "could not be kept: no folder can be written"));
  }
  return {cubin_of(program.get(), text.file), log_of(program.get(), text.file)};
}

}  // namespace

std::string compiler_name() {
  int major = 0, minor = 0;
  check_nvrtc(nvrtcVersion(&major, &minor), "nvrtcVersion", "");
  std::string name = "NVRTC " + std::to_string(major) + "." + std::to_string(minor);
  Dl_info library{};
  struct stat file {};
  if (dladdr(reinterpret_cast<const void*>(&nvrtcCompileProgram), &library) != 0 &&
      stat(library.dli_fname, &file) == 0)
    name += ", " + std::to_string(file.st_size) + " bytes of " + std::to_string(file.st_mtime);
  return name;
}

void check_architecture(const std::string& architecture) {
  int n = 0;
  check_nvrtc(nvrtcGetNumSupportedArchs(&n), "nvrtcGetNumSupportedArchs", architecture);
  std::vector<int> known(n);
  check_nvrtc(nvrtcGetSupportedArchs(known.data()), "nvrtcGetSupportedArchs", architecture);
  std::string names;
  for (const int number : known) {
    const std::string name = "sm_" + std::to_string(number);
    if (name == architecture) return;
    names += " " + name;
  }
  throw DeviceError("the CUDA compiler on this machine cannot compile for " + architecture + "; it knows" +
                    names);
}

CompiledKernels compile(const KernelText& text, const std::string& architecture, const KernelCache& cache) {
  return compile(text, input_for(text, architecture), cache);
}

std::string find_or_compile(const KernelText& text, const std::string& architecture,
                            const KernelCache& cache) {
  const Input input = input_for(text, architecture);
  if (debugging()) return compile(text, input, cache).cubin;
  const std::string entry = name_of(input) + ".cubin";
  if (std::optional<std::string> cubin = cache.find(entry)) return *std::move(cubin);
  std::string cubin = compile(text, input, cache).cubin;
  cache.store(entry, cubin);
  return cubin;
}

}  // namespace dgsolve::cuda
