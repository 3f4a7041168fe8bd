#include "kernels/cuda/gpu/kernel_text.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "kernels/base/device_error.hpp"

namespace dgsolve::cuda {

struct EmbeddedFile {
  const char *path, *text;
};
extern const EmbeddedFile embedded_files[];  ///< made by embed_texts.cmake; ends with a null path

std::map<std::string, std::string> kernel_files() {
  const char* folder = std::getenv("DGSOLVE_KERNELS");
  std::map<std::string, std::string> files;
  for (const EmbeddedFile* file = embedded_files; file->path != nullptr; ++file) {
    const std::string path = file->path;
    if (folder == nullptr) {
      files[path] = file->text;
      continue;
    }
    const std::filesystem::path on_disk = folder / std::filesystem::path(path).lexically_relative("kernels");
    std::ifstream stream(on_disk, std::ios::binary);
    if (!stream)
      throw DeviceError("DGSOLVE_KERNELS=" + std::string(folder) + ": " + on_disk.string() +
                        " cannot be read; expected the `kernels` folder of dgsolve's sources");
    files[path] = {std::istreambuf_iterator<char>(stream), {}};
  }
  return files;
}

}  // namespace dgsolve::cuda
