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
#include "kernels/base/precision.hpp"

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

/// A type of numbers, in memory and in our files.
struct NumberType {
  hid_t memory, file;
};
inline NumberType type_of(const double*) { return {H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE}; }
inline NumberType type_of(const float*) { return {H5T_NATIVE_FLOAT, H5T_IEEE_F32LE}; }
inline NumberType type_of(const int*) { return {H5T_NATIVE_INT, H5T_STD_I32LE}; }
inline NumberType type_of(const long*) { return {H5T_NATIVE_LONG, H5T_STD_I64LE}; }
inline NumberType type_of(const std::uint8_t*) { return {H5T_NATIVE_UINT8, H5T_STD_U8LE}; }
inline NumberType type_of(const std::byte*) { return {H5T_NATIVE_UINT8, H5T_STD_U8LE}; }
/// Doubles in memory, in a file of the given precision.
inline NumberType doubles_as(Precision precision) {
  return {H5T_NATIVE_DOUBLE, precision == Precision::single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE};
}

using Shape = std::vector<hsize_t>;

/// A file in memory: what the library leaves when it closes one.
struct Image {
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> memory;
};

/// All rows of a dataset in another file.
struct RowsOfFile {
  std::string file;  ///< relative to the folder of the file that shows them
  hsize_t rows;
};
/// Some of them, and where they are shown.
struct SomeRowsOfFile {
  RowsOfFile all;
  hsize_t first_there, first_here, rows;
};

/// Whether a file ends in a digest of its bytes (io/base/seal.hpp), behind all that is the library's.
enum class Sealed { no, yes };

/// A group of an open file, and what may be put there.
class Group {
 public:
  Group(hid_t id, herr_t (*close)(hid_t), const std::filesystem::path& file,
        std::unique_ptr<Image> image = nullptr)
      : image_(std::move(image)), id_(check(id, file), close), file_(file) {}

  const std::filesystem::path& file() const { return file_; }

  Group create(const std::string& name) const;
  /// A dataset whose rows are read from those of that name in other files, one file behind the other; what is
  /// missing is NaN, −1 or a zero byte.
  void virtual_dataset(const std::string& name, NumberType type, const Shape& shape,
                       const std::vector<RowsOfFile>& from) const;
  void virtual_rows(const std::string& name, NumberType type, const Shape& shape,
                    const std::vector<SomeRowsOfFile>& from) const;
  /// `name` stands for a part of another file, or for the whole of it; `target` is relative to this one.
  void link(const std::string& name, const std::string& target, const std::string& part = "/") const {
    check(H5Lcreate_external(target.c_str(), part.c_str(), id_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
          file_);
  }

  template <class T>
  void attribute(const char* name, T value) const {
    put_attribute(id_, name, type_of(&value).memory, {}, &value);
  }
  void attribute(const char* name, const std::vector<long>& values) const {
    put_attribute(id_, name, H5T_NATIVE_LONG, {values.size()}, values.data());
  }
  void attribute(const char* name, const std::vector<std::string>& values) const;
  /// The unit of a dataset.
  void unit(const std::string& dataset, const std::string& text) const {
    put_texts(open_dataset(dataset), "unit", {}, {text});
  }
  /// ASCII, of as many characters as it has.
  void ascii_attribute(const char* name, const std::string& text) const;

  enum class Filter { none, deflate, checksum };
  /// A dataset of any kind and type; the next ones have the type of the values.
  void write(const std::string& name, NumberType type, const Shape& shape, Filter filter,
             const void* values) const;
  /// A compressed dataset, whose rows are cells or nodes.
  template <class T>
  void dataset(const std::string& name, const Shape& shape, const T* values) const {
    write(name, type_of(values), shape, Filter::deflate, values);
  }
  /// A dataset in one piece, as it stands in memory.
  template <class T>
  void plain_dataset(const std::string& name, const Shape& shape, const T* values) const {
    write(name, type_of(values), shape, Filter::none, values);
  }
  /// Appends rows to a dataset, which is made if it is missing; shape: of the new rows.
  template <class T>
  void append(const std::string& name, const Shape& shape, const T* values) const {
    append_rows(name, type_of(values), shape, values);
  }
  /// Takes all rows but the first ones from a dataset that was made by `append`.
  void keep_rows(const std::string& name, hsize_t rows) const;
  /// Rows of a dataset.
  hsize_t rows(const std::string& name) const;
  Shape shape(const std::string& name) const { return extent_of(open_dataset(name)); }

  /// A dataset with a checksum for each of its chunks (Fletcher32): damaged values cannot be read.
  template <class T>
  void checked_dataset(const std::string& name, const Shape& shape, const T* values) const {
    write(name, type_of(values), shape, Filter::checksum, values);
  }
  template <class T>
  void checked_dataset(const std::string& name, const std::vector<T>& values) const {
    checked_dataset(name, {values.size()}, values.data());
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
  // What has another type or shape than we write is refused: the library would convert, clamp, or write
  // behind the end of a single number.
  template <class T>
  T read_attribute(const char* name) const {
    T value{};
    read_number(name, type_of(&value), &value);
    return value;
  }
  /// All values of a dataset, in its order.
  template <class T>
  std::vector<T> read(const std::string& name) const {
    return read<T>(name, type_of(static_cast<T*>(nullptr)));
  }
  /// The same for values that have another type in the file than in memory.
  template <class T>
  std::vector<T> read(const std::string& name, NumberType type) const {
    const Handle set = open_dataset(name);
    std::vector<T> values(n_stored(name, set, type.file));
    check(H5Dread(set, type.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), file_);
    return values;
  }
  /// Rows first … first + n − 1, of a dataset that has the type.
  template <class T>
  void read_rows(const std::string& name, NumberType type, hsize_t first, hsize_t n, T* values) const {
    read_some(name, type.memory, first, n, values);
  }
  /// Values of a dataset that has this type in the file and that are all there; of one that shows other files
  /// these are taken to have theirs.
  std::size_t n_values(const std::string& name, NumberType type) const {
    return n_stored(name, open_dataset(name), type.file);
  }
  std::vector<std::string> read_texts(const std::string& name) const;
  std::string read_text(const std::string& name) const;

  /// Closes the file that this group is the root of, and puts it on the disk. None of its other groups may be
  /// open. Returns the seal, or an empty text where the file has none.
  std::string save(Durable durable = Durable::no, Sealed sealed = Sealed::no);

 private:
  /// The values of a dataset whose chunks are deflated.
  void write_packed(hid_t set, NumberType type, const Shape& shape, const void* values) const;
  Handle make_dataset(const std::string& name, hid_t type, const Shape& shape, Filter filter) const;
  void read_some(const std::string& name, hid_t type, hsize_t first, hsize_t n, void* values) const;
  void append_rows(const std::string& name, NumberType type, const Shape& shape, const void* values) const;
  Handle open_dataset(const std::string& name) const {
    return {check(H5Dopen2(id_, name.c_str(), H5P_DEFAULT), file_), H5Dclose};
  }
  Shape extent_of(hid_t set) const;
  Shape extent_of_space(hid_t space) const;
  /// Of a space with so many rows.
  void select_rows(hid_t space, hsize_t all, hsize_t first, hsize_t n) const;
  void read_number(const char* name, NumberType type, void* value) const;
  std::size_t n_stored(const std::string& name, hid_t set, hid_t type) const;
  /// An older one of the name takes the new values. shape: empty for a single value.
  void put_attribute(hid_t owner, const char* name, hid_t type, const Shape& shape, const void* values) const;
  void put_texts(hid_t owner, const char* name, const Shape& shape,
                 const std::vector<std::string>& texts) const;

  std::unique_ptr<Image> image_;  ///< of the root of a new file; outlives the identifier
  Handle id_;
  std::filesystem::path file_;
};

/// The root of a new file in memory.
Group new_file(const std::filesystem::path& path);
/// The root of a file on the disk, to read. Throws std::runtime_error that names it; also where a file that
/// must be sealed is not whole.
Group open_file(const std::filesystem::path& path, Sealed sealed = Sealed::no);

}  // namespace dgsolve::hdf5
