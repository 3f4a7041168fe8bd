/// Pictures in PNG files; the one door to zlib for them.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace dgsolve {

using Colour = std::array<std::uint8_t, 3>;  ///< red, green, blue

struct Picture {
  Picture(int w, int h, Colour background)
      : width(w), height(h), pixels(static_cast<std::size_t>(w) * h, background) {}
  Colour& at(int column, int row) { return pixels[static_cast<std::size_t>(row) * width + column]; }

  int width, height;
  std::vector<Colour> pixels;  ///< [row from above][column]
};

/// Over an earlier picture too. Throws std::invalid_argument that names the file where something else is
/// there, and std::runtime_error where it cannot be written.
void write_png(const Picture& picture, const std::filesystem::path& file);

}  // namespace dgsolve
