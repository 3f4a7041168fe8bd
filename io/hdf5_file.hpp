/// HDF5 files that are written once; the one door to the library. It builds every file in memory: one that it
/// cannot write it cannot close either, and its clean-up at exit crashes over it.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <string>
#include <vector>

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

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Every call to the library goes through here: a negative result becomes an exception that names the file
/// and carries the innermost message of HDF5's own error stack.
hid_t check(hid_t result, const std::filesystem::path& file);

/// The types in memory of what we write.
inline hid_t memory_type(const double*) { return H5T_NATIVE_DOUBLE; }
inline hid_t memory_type(const int*) { return H5T_NATIVE_INT; }
inline hid_t memory_type(const long*) { return H5T_NATIVE_LONG; }

/// A group of an open file, and what may be put there.
class Group {
 public:
  Group(hid_t id, herr_t (*close)(hid_t), const std::filesystem::path& file)
      : id_(check(id, file), close), file_(file) {}

  Group create(const std::string& name) const {
    return {H5Gcreate2(id_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, file_};
  }
  /// `name` stands for the whole of another file; `target` is relative to this one.
  void link(const std::string& name, const std::string& target) const {
    check(H5Lcreate_external(target.c_str(), "/", id_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT), file_);
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

  /// A compressed dataset of `type` in the file, whose rows are cells or nodes.
  template <class T>
  void dataset(const std::string& name, hid_t type, const std::vector<hsize_t>& shape, const T* values,
               const std::string& unit = {}) const {
    const int rank = static_cast<int>(shape.size());
    const Handle space(check(H5Screate_simple(rank, shape.data(), nullptr), file_), H5Sclose);
    const Handle layout(check(H5Pcreate(H5P_DATASET_CREATE), file_), H5Pclose);
    const std::vector<hsize_t> chunk = chunk_shape(shape);
    check(H5Pset_chunk(layout, rank, chunk.data()), file_);
    check(H5Pset_shuffle(layout), file_);
    check(H5Pset_deflate(layout, 4), file_);
    const Handle set(
        check(H5Dcreate2(id_, name.c_str(), type, space, H5P_DEFAULT, layout, H5P_DEFAULT), file_), H5Dclose);
    check(H5Dwrite(set, memory_type(values), H5S_ALL, H5S_ALL, H5P_DEFAULT, values), file_);
    if (unit.empty()) return;
    const Handle scalar(check(H5Screate(H5S_SCALAR), file_), H5Sclose);
    put_texts(set, "unit", scalar, {unit});
  }

  /// Puts the file this group is the root of on the disk.
  void save() const;

 private:
  /// Whole rows, about 64 Ki values.
  static std::vector<hsize_t> chunk_shape(std::vector<hsize_t> shape);

  void put_attribute(hid_t owner, const char* name, hid_t type, hid_t space, const void* values) const;

  void put_texts(hid_t owner, const char* name, hid_t space, const std::vector<std::string>& texts) const;

  Handle id_;
  std::filesystem::path file_;
};

/// The root of a new file in memory.
Group new_file(const std::filesystem::path& path);

}  // namespace dgsolve::hdf5
