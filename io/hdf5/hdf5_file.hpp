/// HDF5 files that are written once; the one door to the library. It builds every file in memory: one that it
/// cannot write it cannot close either, and its clean-up at exit crashes over it.
///
/// Kinds of datasets: compressed ones, for scripts; those that carry checksums, for restarts; plain ones, and
/// those that grow, for readers in a hurry.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/base/files.hpp"

namespace dgsolve::hdf5 {

/// An HDF5 identifier and the function that closes it.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  /// Before its time: the result tells whether it went well.
  herr_t close() { return close_(std::exchange(id_, -1)); }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Every call to the library goes through here: a negative result becomes an exception that names the file
/// and carries the innermost message of HDF5's own error stack.
hid_t check(hid_t result, const std::filesystem::path& file);

/// The types in memory of what we write.
inline hid_t memory_type(const double*) { return H5T_NATIVE_DOUBLE; }
inline hid_t memory_type(const float*) { return H5T_NATIVE_FLOAT; }
inline hid_t memory_type(const int*) { return H5T_NATIVE_INT; }
inline hid_t memory_type(const long*) { return H5T_NATIVE_LONG; }
inline hid_t memory_type(const std::uint8_t*) { return H5T_NATIVE_UINT8; }
inline hid_t memory_type(const std::byte*) { return H5T_NATIVE_UINT8; }

/// A file in memory: what the library leaves when it closes one.
struct Image {
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> memory;
};

/// A group of an open file, and what may be put there.
class Group {
 public:
  Group(hid_t id, herr_t (*close)(hid_t), const std::filesystem::path& file,
        std::unique_ptr<Image> image = nullptr)
      : image_(std::move(image)), id_(check(id, file), close), file_(file) {}

  const std::filesystem::path& file() const { return file_; }

  Group create(const std::string& name) const;
  /// `name` stands for a part of another file, or for the whole of it; `target` is relative to this one.
  void link(const std::string& name, const std::string& target, const std::string& part = "/") const {
    check(H5Lcreate_external(target.c_str(), part.c_str(), id_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
          file_);
  }

  template <class T>
  void attribute(const char* name, T value) const {
    const Handle space(check(H5Screate(H5S_SCALAR), file_), H5Sclose);
    put_attribute(id_, name, memory_type(&value), space, &value);
  }
  void attribute(const char* name, const std::vector<std::string>& values) const {
    const hsize_t n = values.size();
    const Handle space(check(H5Screate_simple(1, &n, nullptr), file_), H5Sclose);
    put_texts(id_, name, space, values);
  }
  void attribute(const char* name, const std::vector<long>& values) const {
    const hsize_t n = values.size();
    const Handle space(check(H5Screate_simple(1, &n, nullptr), file_), H5Sclose);
    put_attribute(id_, name, memory_type(values.data()), space, values.data());
  }
  /// ASCII, of as many characters as it has.
  void ascii_attribute(const char* name, const std::string& text) const;

  /// A compressed dataset of `type` in the file, whose rows are cells or nodes.
  template <class T>
  void dataset(const std::string& name, hid_t type, const std::vector<hsize_t>& shape, const T* values,
               const std::string& unit = {}) const {
    const Handle set = make_dataset(name, type, shape, Filter::deflate);
    check(H5Dwrite(set, memory_type(values), H5S_ALL, H5S_ALL, H5P_DEFAULT, values), file_);
    if (unit.empty()) return;
    const Handle scalar(check(H5Screate(H5S_SCALAR), file_), H5Sclose);
    put_texts(set, "unit", scalar, {unit});
  }

  /// A dataset in one piece, as it stands in memory.
  template <class T>
  void plain_dataset(const std::string& name, hid_t type, const std::vector<hsize_t>& shape,
                     const T* values) const {
    const Handle set = make_dataset(name, type, shape, Filter::none);
    check(H5Dwrite(set, memory_type(values), H5S_ALL, H5S_ALL, H5P_DEFAULT, values), file_);
  }
  /// Appends rows to a dataset, which is made if it is missing; shape: of the new rows.
  template <class T>
  void append(const std::string& name, hid_t type, const std::vector<hsize_t>& shape, const T* values) const {
    append_rows(name, type, shape, memory_type(values), values);
  }

  /// Takes all rows but the first ones from a dataset that was made by `append`.
  void keep_rows(const std::string& name, hsize_t rows) const;
  /// Rows of a dataset.
  hsize_t rows(const std::string& name) const;

  /// A dataset with a checksum for each of its chunks (Fletcher32): damaged values cannot be read.
  template <class T>
  void checked_dataset(const std::string& name, hid_t type, const std::vector<hsize_t>& shape,
                       const T* values) const {
    const Handle set = make_dataset(name, type, shape, Filter::checksum);
    check(H5Dwrite(set, memory_type(values), H5S_ALL, H5S_ALL, H5P_DEFAULT, values), file_);
  }
  /// Texts in a dataset of that kind, each with a zero byte at its end.
  void checked_texts(const std::string& name, const std::vector<std::string>& texts) const;

  // Reading. Throws std::runtime_error that names the file and says why, where something is not there, is
  // damaged or is no number.
  Group open(const std::string& name) const {
    return {H5Gopen2(id_, name.c_str(), H5P_DEFAULT), H5Gclose, file_};
  }
  bool has(const std::string& name) const {
    return check(H5Lexists(id_, name.c_str(), H5P_DEFAULT), file_) > 0;
  }
  /// The datasets in it, and in its groups as GROUP/DATASET.
  std::vector<std::string> datasets() const;
  template <class T>
  T read_attribute(const char* name) const {
    const Handle attribute(check(H5Aopen(id_, name, H5P_DEFAULT), file_), H5Aclose);
    T value{};
    check(H5Aread(attribute, memory_type(&value), &value), file_);
    return value;
  }
  /// All values of a dataset, in its order.
  template <class T>
  std::vector<T> read(const std::string& name) const {
    const Handle set(check(H5Dopen2(id_, name.c_str(), H5P_DEFAULT), file_), H5Dclose);
    const Handle space(check(H5Dget_space(set), file_), H5Sclose);
    std::vector<T> values(check(H5Sget_simple_extent_npoints(space), file_));
    check(H5Dread(set, memory_type(values.data()), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), file_);
    return values;
  }
  std::vector<std::string> read_texts(const std::string& name) const;
  std::string read_text(const std::string& name) const;

  /// Closes the file that this group is the root of, and puts it on the disk. None of its other groups may be
  /// open.
  void save(Durable durable = Durable::no);

 private:
  enum class Filter { none, deflate, checksum };
  Handle make_dataset(const std::string& name, hid_t type, const std::vector<hsize_t>& shape,
                      Filter filter) const;
  void append_rows(const std::string& name, hid_t type, const std::vector<hsize_t>& shape, hid_t memory_type,
                   const void* values) const;
  std::vector<hsize_t> extent_of(hid_t set) const;
  /// Whole rows, about half a megabyte.
  static std::vector<hsize_t> chunk_shape(std::vector<hsize_t> shape, std::size_t value_bytes);

  /// An older one of the name takes the new values.
  void put_attribute(hid_t owner, const char* name, hid_t type, hid_t space, const void* values) const;

  void put_texts(hid_t owner, const char* name, hid_t space, const std::vector<std::string>& texts) const;

  std::unique_ptr<Image> image_;  ///< of the root of a new file; outlives the identifier
  Handle id_;
  std::filesystem::path file_;
};

/// The root of a new file in memory.
Group new_file(const std::filesystem::path& path);
/// The root of a file on the disk, to read. Throws std::runtime_error that names it.
Group open_file(const std::filesystem::path& path);

}  // namespace dgsolve::hdf5
