#include "io/fields/writer.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace dgsolve {
Writer::Writer(const WriterSetup& setup, const FieldFormat& format)
    : directory_(setup.directory),
      extension_(format.extension),
      joined_(format.joined),
      index_(format.index) {}

std::string Writer::next_file(const std::string& kind) const {
  return numbered_file(kind, next_number_, extension_);
}

std::string Writer::next_joined() const { return numbered_file("fields", next_number_, joined_); }

std::string Writer::next_piece(int rank) const {
  return numbered_file("fields", next_number_, '_' + std::to_string(rank) + extension_);
}

void Writer::write_piece(const Snapshot&, const std::string&) {
  throw std::logic_error(extension_ + ": this format has no pieces");
}

void Writer::join_pieces(double, long, const std::vector<PieceFile>&) {
  throw std::logic_error(extension_ + ": this format has no pieces");
}

void Writer::add(double time, const std::string& file) {
  written_.push_back({time, file});
  ++next_number_;
  write_index();
}

void Writer::join(const std::vector<WrittenSnapshot>& earlier, std::size_t next_number) {
  written_ = earlier;
  next_number_ = next_number;
}

std::string numbered_file(const std::string& kind, std::size_t number, const std::string& extension) {
  return fmt::format("fields/{}_{:06}{}", kind, number, extension);
}

std::string segment_file(int restarts, const std::string& extension) {
  return (restarts == 0 ? "fields" : "fields_" + std::to_string(restarts)) + extension;
}

}  // namespace dgsolve
