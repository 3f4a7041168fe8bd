#include "io/base/seal.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "io/base/files.hpp"
#include "kernels/base/digest.hpp"

namespace dgsolve {
namespace {

constexpr std::string_view label = "\ndgsolve digest ";
constexpr std::size_t seal_size = label.size() + 32 + 1;
constexpr std::size_t piece_size = std::size_t{1} << 20;  ///< bytes; of the digest's definition

std::string seal_text(const Digest& digest) { return std::string(label) + digest.text() + '\n'; }

}  // namespace

std::string seal_of(std::string_view bytes) {
  Digest digest;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece_size, bytes.size())))
    digest.add_words(bytes.substr(0, piece_size));
  return seal_text(digest);
}

std::string check_seal(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& why) { throw std::runtime_error(path.string() + ": " + why); };
  if (const std::string why = why_no_file(path); !why.empty()) refuse(why);
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::ifstream in(path, std::ios::binary);
  if (error || !in) refuse("the file cannot be read");
  if (size < seal_size) refuse("the file is cut off");
  Digest digest;
  std::string piece;
  for (std::uintmax_t left = size - seal_size; left > 0 && in; left -= piece.size()) {
    piece.resize(std::min<std::uintmax_t>(piece_size, left));
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    digest.add_words(piece);
  }
  std::string seal(seal_size, '\0');
  in.read(seal.data(), static_cast<std::streamsize>(seal.size()));
  if (!in) refuse("the file cannot be read");
  if (!seal.starts_with(label))
    refuse("the digest at its end is missing: the file is cut off, or was changed");
  if (seal != seal_text(digest)) refuse("the digest at its end is another one: the file is damaged");
  return seal;
}

}  // namespace dgsolve
