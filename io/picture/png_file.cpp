#include "io/picture/png_file.hpp"

#include <zlib.h>

#include <fstream>
#include <stdexcept>
#include <string>

#include "io/base/files.hpp"

namespace dgsolve {
namespace {

/// The most significant byte first.
void put_number(std::string& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
}

const Bytef* bytes_of(const std::string& text) { return reinterpret_cast<const Bytef*>(text.data()); }

/// Length, type, content, and a checksum of the last two (PNG specification, third edition, 5.3).
void put_chunk(std::string& file, const std::string& type, const std::string& content) {
  const std::string body = type + content;
  put_number(file, static_cast<std::uint32_t>(content.size()));
  file += body;
  put_number(file, static_cast<std::uint32_t>(crc32(0, bytes_of(body), static_cast<uInt>(body.size()))));
}

std::string packed(const std::string& content) {
  uLongf n = compressBound(content.size());
  std::string bytes(n, '\0');
  if (compress(reinterpret_cast<Bytef*>(bytes.data()), &n, bytes_of(content), content.size()) != Z_OK)
    throw std::runtime_error("zlib cannot compress a picture");
  bytes.resize(n);
  return bytes;
}

const std::string signature = "\x89PNG\r\n\x1a\n";

/// A mesh that is named by mistake must not be lost.
void refuse_other_files(const std::filesystem::path& file) {
  if (!why_no_file(file).empty()) return;
  std::string start(signature.size(), '\0');
  std::ifstream(file, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
  if (start != signature)
    throw std::invalid_argument(file.string() +
                                ": this file is no PNG picture; expected the name of a new file, or of one");
}

}  // namespace

void write_png(const Picture& picture, const std::filesystem::path& file) {
  refuse_other_files(file);
  std::string header, rows;
  put_number(header, static_cast<std::uint32_t>(picture.width));
  put_number(header, static_cast<std::uint32_t>(picture.height));
  header += {8, 2, 0, 0, 0};  // bits of a number; red, green and blue; the usual packing; no interlace
  for (int row = 0; row < picture.height; ++row) {
    rows += '\0';  // no filter
    for (int column = 0; column < picture.width; ++column)
      for (const std::uint8_t part : picture.pixels[static_cast<std::size_t>(row) * picture.width + column])
        rows += static_cast<char>(part);
  }
  std::string bytes = signature;
  put_chunk(bytes, "IHDR", header);
  put_chunk(bytes, "IDAT", packed(rows));
  put_chunk(bytes, "IEND", "");
  replace_file(file, bytes);
}

}  // namespace dgsolve
