#include "io/hdf5/hdf5_file.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string_view>

#include "io/base/seal.hpp"
#include "io/hdf5/packed_chunks.hpp"

namespace dgsolve::hdf5 {
namespace {

/// Bytes of a row of a dataset: of all values with one first index.
hsize_t row_bytes(const Shape& shape, hid_t type) {
  return std::accumulate(shape.begin() + 1, shape.end(), hsize_t{H5Tget_size(type)}, std::multiplies<>());
}

}  // namespace

hid_t check(hid_t result, const std::filesystem::path& file) {
  if (result >= 0) return result;
  std::string why;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned depth, const H5E_error2_t* error, void* text) -> herr_t {
        if (depth == 0 && error->desc) *static_cast<std::string*>(text) = error->desc;
        return 0;
      },
      &why);
  throw std::runtime_error(file.string() + ": " + why);
}

std::string Group::save(Durable durable, Sealed sealed) {
  check(H5Fflush(id_, H5F_SCOPE_GLOBAL), file_);
  const ssize_t size = H5Fget_file_image(id_, nullptr, 0);
  check(size < 0 ? -1 : 0, file_);
  // An image that the library gives of a file still open costs a copy, and its first block would carry a
  // checksum that is wrong.
  check(id_.close(), file_);
  if (!image_->memory) throw std::logic_error(file_.string() + ": a group is still open");
  const std::string_view bytes{static_cast<const char*>(image_->memory.get()),
                               static_cast<std::size_t>(size)};
  NewFile file(file_);
  file.write(bytes);
  const std::string seal = sealed == Sealed::yes ? seal_of(bytes) : "";
  file.write(seal);
  file.commit(durable);
  return seal;
}

void Group::checked_texts(const std::string& name, const std::vector<std::string>& texts) const {
  std::vector<std::uint8_t> bytes;
  for (const std::string& text : texts)
    bytes.insert(bytes.end(), text.c_str(), text.c_str() + text.size() + 1);
  checked_dataset(name, bytes);
}

std::vector<std::string> Group::datasets() const {
  H5G_info_t group;
  check(H5Gget_info(id_, &group), file_);
  std::vector<std::string> all;
  for (hsize_t i = 0; i < group.nlinks; ++i) {
    const auto name_of_link = [&](char* name, std::size_t size) {
      const ssize_t length =
          H5Lget_name_by_idx(id_, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, size, H5P_DEFAULT);
      check(length < 0 ? -1 : 0, file_);
      return static_cast<std::size_t>(length);
    };
    std::string name(name_of_link(nullptr, 0), '\0');
    name_of_link(name.data(), name.size() + 1);
    const Handle object(check(H5Oopen(id_, name.c_str(), H5P_DEFAULT), file_), H5Oclose);
    if (H5Iget_type(object) == H5I_DATASET)
      all.push_back(name);
    else
      for (const std::string& inner : open(name).datasets()) all.push_back(name + '/' + inner);
  }
  return all;
}

void Group::read_number(const char* name, NumberType type, void* value) const {
  const Handle attribute(check(H5Aopen(id_, name, H5P_DEFAULT), file_), H5Aclose);
  const Handle found(check(H5Aget_type(attribute), file_), H5Tclose);
  const Handle space(check(H5Aget_space(attribute), file_), H5Sclose);
  if (H5Tequal(found, type.file) <= 0 || H5Sget_simple_extent_npoints(space) != 1)
    throw std::runtime_error(file_.string() + ": " + name + ": this is not one number of the expected type");
  check(H5Aread(attribute, type.memory, value), file_);
}

std::size_t Group::n_stored(const std::string& name, hid_t set, hid_t type) const {
  const Handle found(check(H5Dget_type(set), file_), H5Tclose);
  if (H5Tequal(found, type) <= 0)
    throw std::runtime_error(file_.string() + ": " + name + ": its values are not of the expected type");
  const Handle space(check(H5Dget_space(set), file_), H5Sclose);
  const hssize_t n = check(H5Sget_simple_extent_npoints(space), file_);
  const Handle layout(check(H5Dget_create_plist(set), file_), H5Pclose);
  if (H5Pget_layout(layout) == H5D_VIRTUAL) return static_cast<std::size_t>(n);
  // Where a dataset claims more than the file holds the library gives zeros for the rest, gigabytes perhaps.
  const bool packed =
      H5Pget_filter_by_id2(layout, H5Z_FILTER_DEFLATE, nullptr, nullptr, nullptr, 0, nullptr, nullptr) >= 0;
  constexpr double best = 1032;  // deflate packs no better (RFC 1951: 258 bytes take two bits)
  const double stored = static_cast<double>(H5Dget_storage_size(set)) * (packed ? best : 1);
  if (stored < static_cast<double>(n) * static_cast<double>(H5Tget_size(type)))
    throw std::runtime_error(file_.string() + ": " + name + ": some of its values are missing");
  return static_cast<std::size_t>(n);
}

std::vector<std::string> Group::read_texts(const std::string& name) const {
  std::vector<std::string> texts;
  const std::vector<std::uint8_t> bytes = read<std::uint8_t>(name);
  for (auto begin = bytes.begin(), end = begin; begin != bytes.end(); begin = end + 1) {
    end = std::find(begin, bytes.end(), 0);
    if (end == bytes.end()) throw std::runtime_error(file_.string() + ": " + name + ": a text has no end");
    texts.emplace_back(begin, end);
  }
  return texts;
}

std::string Group::read_text(const std::string& name) const {
  const std::vector<std::string> texts = read_texts(name);
  if (texts.size() != 1) throw std::runtime_error(file_.string() + ": " + name + ": this is not one text");
  return texts.front();
}

Group Group::create(const std::string& name) const {
  const Handle creation(check(H5Pcreate(H5P_GROUP_CREATE), file_), H5Pclose);
  check(H5Pset_obj_track_times(creation, false), file_);
  return {H5Gcreate2(id_, name.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT), H5Gclose, file_};
}

Handle Group::make_dataset(const std::string& name, hid_t type, const Shape& shape, Filter filter) const {
  const int rank = static_cast<int>(shape.size());
  const Handle space(check(H5Screate_simple(rank, shape.data(), nullptr), file_), H5Sclose);
  const Handle layout(check(H5Pcreate(H5P_DATASET_CREATE), file_), H5Pclose);
  check(H5Pset_obj_track_times(layout, false), file_);         // the same values make the same file, whenever
  if (filter != Filter::none && shape[0] > 0) {                // the library has no empty chunks
    constexpr std::size_t chunk_bytes = std::size_t{1} << 19;  // of whole rows
    Shape chunk = shape;
    chunk[0] = std::clamp<hsize_t>(chunk_bytes / row_bytes(shape, type), 1, shape[0]);
    check(H5Pset_chunk(layout, rank, chunk.data()), file_);
    if (filter == Filter::checksum) {
      check(H5Pset_fletcher32(layout), file_);
    } else {
      check(H5Pset_shuffle(layout), file_);
      check(H5Pset_deflate(layout, deflate_level), file_);
    }
  }
  return {check(H5Dcreate2(id_, name.c_str(), type, space, H5P_DEFAULT, layout, H5P_DEFAULT), file_),
          H5Dclose};
}

void Group::virtual_dataset(const std::string& name, NumberType type, const Shape& shape,
                            const std::vector<RowsOfFile>& from) const {
  std::vector<SomeRowsOfFile> all;
  hsize_t first = 0;
  for (const RowsOfFile& file : from) {
    all.push_back({file, 0, first, file.rows});
    first += file.rows;
  }
  virtual_rows(name, type, shape, all);
}

void Group::virtual_rows(const std::string& name, NumberType type, const Shape& shape,
                         const std::vector<SomeRowsOfFile>& from) const {
  const int rank = static_cast<int>(shape.size());
  const Handle space(check(H5Screate_simple(rank, shape.data(), nullptr), file_), H5Sclose);
  const Handle layout(check(H5Pcreate(H5P_DATASET_CREATE), file_), H5Pclose);
  check(H5Pset_obj_track_times(layout, false), file_);
  for (const SomeRowsOfFile& some : from) {
    Shape extent = shape;
    extent[0] = some.all.rows;
    const Handle there(check(H5Screate_simple(rank, extent.data(), nullptr), file_), H5Sclose);
    const Handle here(check(H5Scopy(space), file_), H5Sclose);
    select_rows(there, some.all.rows, some.first_there, some.rows);
    select_rows(here, shape[0], some.first_here, some.rows);
    check(H5Pset_virtual(layout, here, some.all.file.c_str(), name.c_str(), there), file_);
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const int none = -1;
  if (H5Tget_class(type.file) == H5T_FLOAT)
    check(H5Pset_fill_value(layout, H5T_NATIVE_DOUBLE, &nan), file_);
  else if (H5Tget_size(type.file) > 1)
    check(H5Pset_fill_value(layout, H5T_NATIVE_INT, &none), file_);
  const Handle set(
      check(H5Dcreate2(id_, name.c_str(), type.file, space, H5P_DEFAULT, layout, H5P_DEFAULT), file_),
      H5Dclose);
}

void Group::select_rows(hid_t space, hsize_t all, hsize_t first, hsize_t n) const {
  if (n == all) return;
  Shape start = extent_of_space(space), count = start;
  std::ranges::fill(start, 0);
  start[0] = first;
  count[0] = n;
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), file_);
}

void Group::read_some(const std::string& name, hid_t type, hsize_t first, hsize_t n, void* values) const {
  if (n == 0) return;
  const Handle set = open_dataset(name);
  const Handle there(check(H5Dget_space(set), file_), H5Sclose);
  Shape rows = extent_of_space(there);
  select_rows(there, rows[0], first, n);
  rows[0] = n;
  const Handle here(check(H5Screate_simple(static_cast<int>(rows.size()), rows.data(), nullptr), file_),
                    H5Sclose);
  check(H5Dread(set, type, here, there, H5P_DEFAULT, values), file_);
}

void Group::write(const std::string& name, NumberType type, const Shape& shape, Filter filter,
                  const void* values) const {
  const Handle set = make_dataset(name, type.file, shape, filter);
  if (filter == Filter::deflate && shape[0] > 0) return write_packed(set, type, shape, values);
  check(H5Dwrite(set, type.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), file_);
}

/// Of types that differ, values are doubles that become floats. The last chunk may have more rows than there
/// are: zeros, as the library's own.
void Group::write_packed(hid_t set, NumberType type, const Shape& shape, const void* values) const {
  static_assert(std::endian::native == std::endian::little);  // as in files
  const Handle layout(check(H5Dget_create_plist(set), file_), H5Pclose);
  Shape chunk(shape.size());
  check(H5Pget_chunk(layout, static_cast<int>(chunk.size()), chunk.data()), file_);
  const std::size_t size = H5Tget_size(type.file), row = row_bytes(shape, type.file) / size;
  const bool rounds = H5Tget_size(type.memory) != size;
  const auto fill = [&](std::size_t i, std::span<unsigned char> to) {
    const std::size_t first = i * chunk[0] * row, n = std::min(chunk[0] * row, shape[0] * row - first);
    if (!rounds) {
      std::memcpy(to.data(), static_cast<const unsigned char*>(values) + first * size, n * size);
      return;
    }
    const auto* const doubles = static_cast<const double*>(values) + first;
    for (std::size_t k = 0; k < n; ++k) {
      const auto rounded = static_cast<float>(doubles[k]);
      std::memcpy(&to[k * size], &rounded, size);
    }
  };
  Shape offset(shape.size(), 0);
  pack_all((shape[0] + chunk[0] - 1) / chunk[0], chunk[0] * row * size, size, fill,
           [&](std::size_t i, const PackedChunk& packed) {
             offset[0] = i * chunk[0];
             check(H5Dwrite_chunk(set, H5P_DEFAULT, packed.skipped, offset.data(), packed.bytes.size(),
                                  packed.bytes.data()),
                   file_);
           });
}

hsize_t Group::rows(const std::string& name) const { return extent_of(open_dataset(name)).front(); }

void Group::keep_rows(const std::string& name, hsize_t rows) const {
  const Handle set = open_dataset(name);
  Shape extent = extent_of(set);
  extent[0] = std::min(extent[0], rows);
  check(H5Dset_extent(set, extent.data()), file_);
}

Shape Group::extent_of(hid_t set) const {
  return extent_of_space(Handle(check(H5Dget_space(set), file_), H5Sclose));
}

Shape Group::extent_of_space(hid_t space) const {
  Shape extent(check(H5Sget_simple_extent_ndims(space), file_));
  check(H5Sget_simple_extent_dims(space, extent.data(), nullptr), file_);
  return extent;
}

void Group::append_rows(const std::string& name, NumberType type, const Shape& shape,
                        const void* values) const {
  const int rank = static_cast<int>(shape.size());
  if (!has(name)) {
    Shape none = shape, unlimited = shape, chunk = shape;
    none[0] = 0;
    unlimited[0] = H5S_UNLIMITED;
    const hsize_t row = row_bytes(shape, type.file);
    // As many rows as come at once, for they are read at once; the library allows less than 4 GiB.
    chunk[0] = std::clamp<hsize_t>(shape[0], 4096 / row + 1, (hsize_t{1} << 31) / row);
    const Handle space(check(H5Screate_simple(rank, none.data(), unlimited.data()), file_), H5Sclose);
    const Handle layout(check(H5Pcreate(H5P_DATASET_CREATE), file_), H5Pclose);
    check(H5Pset_obj_track_times(layout, false), file_);
    check(H5Pset_chunk(layout, rank, chunk.data()), file_);
    const Handle made(
        check(H5Dcreate2(id_, name.c_str(), type.file, space, H5P_DEFAULT, layout, H5P_DEFAULT), file_),
        H5Dclose);
  }
  const Handle set = open_dataset(name);
  Shape extent = extent_of(set), start(rank, 0);
  start[0] = extent[0];
  extent[0] += shape[0];
  check(H5Dset_extent(set, extent.data()), file_);
  const Handle space(check(H5Dget_space(set), file_), H5Sclose);
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, shape.data(), nullptr), file_);
  const Handle rows(check(H5Screate_simple(rank, shape.data(), nullptr), file_), H5Sclose);
  check(H5Dwrite(set, type.memory, rows, space, H5P_DEFAULT, values), file_);
}

void Group::put_attribute(hid_t owner, const char* name, hid_t type, const Shape& shape,
                          const void* values) const {
  const Handle space(
      check(shape.empty() ? H5Screate(H5S_SCALAR)
                          : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
            file_),
      H5Sclose);
  const bool there = check(H5Aexists(owner, name), file_) > 0;
  const Handle attribute(check(there ? H5Aopen(owner, name, H5P_DEFAULT)
                                     : H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT),
                               file_),
                         H5Aclose);
  check(H5Awrite(attribute, type, values), file_);
}

void Group::ascii_attribute(const char* name, const std::string& text) const {
  const Handle type(check(H5Tcopy(H5T_C_S1), file_), H5Tclose);
  check(H5Tset_size(type, text.size()), file_);
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), file_);
  put_attribute(id_, name, type, {}, text.data());
}

void Group::attribute(const char* name, const std::vector<std::string>& values) const {
  put_texts(id_, name, {values.size()}, values);
}

void Group::put_texts(hid_t owner, const char* name, const Shape& shape,
                      const std::vector<std::string>& texts) const {
  const Handle type(check(H5Tcopy(H5T_C_S1), file_), H5Tclose);
  check(H5Tset_size(type, H5T_VARIABLE), file_);
  check(H5Tset_cset(type, H5T_CSET_UTF8), file_);
  std::vector<const char*> pointers;
  pointers.reserve(texts.size());
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  put_attribute(owner, name, type, shape, pointers.data());
}

Group open_file(const std::filesystem::path& path, Sealed sealed) {
  if (sealed == Sealed::yes) check_seal(path);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Handle access(check(H5Pcreate(H5P_FILE_ACCESS), path), H5Pclose);
  check(H5Pset_file_locking(access, false, true), path);  // some network disks know no locks
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, path};
}

namespace {

/// Lets the library build a file in memory that `image` gets when it is closed. `image` must outlive the
/// file.
void keep_image(hid_t access, Image& image, const std::filesystem::path& path) {
  H5FD_file_image_callbacks_t callbacks{};
  callbacks.image_malloc = [](std::size_t size, H5FD_file_image_op_t, void*) { return std::malloc(size); };
  callbacks.image_memcpy = [](void* to, const void* from, std::size_t size, H5FD_file_image_op_t, void*) {
    return std::memcpy(to, from, size);
  };
  callbacks.image_realloc = [](void* memory, std::size_t size, H5FD_file_image_op_t, void*) {
    return std::realloc(memory, size);
  };
  callbacks.image_free = [](void* memory, H5FD_file_image_op_t, void* owner) -> herr_t {
    static_cast<Image*>(owner)->memory.reset(memory);
    return 0;
  };
  callbacks.udata = &image;
  callbacks.udata_copy = [](void* owner) { return owner; };
  callbacks.udata_free = [](void*) -> herr_t { return 0; };
  check(H5Pset_file_image_callbacks(access, &callbacks), path);
}

}  // namespace

Group new_file(const std::filesystem::path& path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors become exceptions, not prints
  const Handle access(check(H5Pcreate(H5P_FILE_ACCESS), path), H5Pclose);
  constexpr std::size_t increment = 1 << 20;  // bytes
  check(H5Pset_fapl_core(access, increment, false), path);
  // From this version of the format on all that is no value carries a checksum.
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110), path);
  auto image = std::make_unique<Image>();
  keep_image(access, *image, path);
  const Handle creation(check(H5Pcreate(H5P_FILE_CREATE), path), H5Pclose);
  check(H5Pset_obj_track_times(creation, false), path);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access);
  return {file, H5Fclose, path, std::move(image)};
}

}  // namespace dgsolve::hdf5
