/// Stands in for libdgsolve_cuda.so: the program on emulated GPUs. g++ compiles the kernels of a case when
/// they are asked for, into the folder $DGSOLVE_CACHE.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "kernels/base/digest.hpp"
#include "kernels/cuda/module/module.hpp"
#include "tests/simt/emulated_gpu.hpp"

namespace dgsolve::simt {
namespace {

std::string path_of_this_library() {
  Dl_info info{};
  dladdr(reinterpret_cast<const void*>(&dgsolve_cuda_count_devices), &info);
  return info.dli_fname;
}

void compile(const std::string& prefix, const std::filesystem::path& library) {
  std::filesystem::create_directories(library.parent_path());
  const std::string name = library.string() + '.' + std::to_string(getpid());
  std::ofstream(name + ".cpp") << "#define DGSOLVE_CONFIGURATION 1000\n#include \"tests/simt/simt.hpp\"\n"
                               << prefix
                               << "#include \"kernels/cuda/waves/stage.cu\"\n"
                                  "#include \"tests/simt/emulated_stage.hpp\"\n"
                                  "extern \"C\" void run_text(const dgsolve::cuda::KernelLaunch& launch,\n"
                                  "    void** parameters, dgsolve::simt::Order order) {\n"
                                  "  dgsolve::simt::run_emulated<1000>(launch, parameters, order);\n}\n";
  const std::string command = "g++ -std=c++20 -O1 -w -shared -fPIC -I " DGSOLVE_SOURCE_DIR " " + name +
                              ".cpp " + path_of_this_library() + " -o " + name + ".so";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
  std::filesystem::rename(name + ".so", library);
}

/// The texts below the prefix, and the emulation, are in this library.
std::string name_of(const std::string& prefix) {
  std::ostringstream library;
  library << std::ifstream(path_of_this_library(), std::ios::binary).rdbuf();
  return Digest().add(prefix).add_words(library.str()).text() + ".so";
}

Program program_of(const std::string& prefix) {
  const std::filesystem::path library = std::filesystem::path(std::getenv("DGSOLVE_CACHE")) / name_of(prefix);
  if (!exists(library)) compile(prefix, library);
  void* const loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) throw std::runtime_error(dlerror());
  return reinterpret_cast<Program>(dlsym(loaded, "run_text"));
}

}  // namespace
}  // namespace dgsolve::simt

int dgsolve_cuda_count_devices() { return 4; }

dgsolve::Device* dgsolve_cuda_make_device(const std::vector<int>& devices, dgsolve::Precision precision,
                                          dgsolve::Ranks* ranks, dgsolve::RankWork work) {
  namespace simt = dgsolve::simt;
  simt::make_program = simt::program_of;
  const simt::GpuOptions options{.tensor_cores = false};
  constexpr std::size_t shortest_shared = 1;
  if (ranks != nullptr && work == dgsolve::RankWork::alike)
    return simt::make_team_rank(*ranks, precision, options, shortest_shared).release();
  if (ranks != nullptr) return simt::make_rank(*ranks, precision, options).release();
  if (devices.size() > 1)
    return simt::make_group(static_cast<int>(devices.size()), precision, options).release();
  return simt::make_device(precision, options).release();
}
