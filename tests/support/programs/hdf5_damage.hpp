/// What a program that knows HDF5, and not what we write, may do to a file of ours.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {

/// Changes one attribute or dataset of a file by the library's own calls. Results of calls that may fail are
/// not looked at: whatever stands in the file then is damage too.
class Hdf5Damage {
 public:
  explicit Hdf5Damage(const std::filesystem::path& path)
      : file_(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT)) {
    remember(file_, ".", nullptr, this);
    H5Lvisit(file_, H5_INDEX_NAME, H5_ITER_INC, remember, this);
  }
  Hdf5Damage(const Hdf5Damage&) = delete;
  Hdf5Damage& operator=(const Hdf5Damage&) = delete;
  ~Hdf5Damage() { H5Fclose(file_); }

  struct Change {
    std::string part, kind;
  };
  Change change(std::mt19937_64& generator) {
    return generator() % 3 == 0 ? change_attribute(generator) : change_dataset(generator);
  }

 private:
  struct Attribute {
    std::string object, name;
  };

  static herr_t remember(hid_t file, const char* name, const H5L_info_t*, void* self) {
    auto& parts = *static_cast<Hdf5Damage*>(self);
    const hid_t object = H5Oopen(file, name, H5P_DEFAULT);
    if (H5Iget_type(object) == H5I_DATASET) parts.datasets_.emplace_back(name);
    const auto remember_attribute = [](hid_t, const char* attribute, const H5A_info_t*,
                                       void* names) -> herr_t {
      static_cast<std::vector<std::string>*>(names)->emplace_back(attribute);
      return 0;
    };
    std::vector<std::string> names;
    H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, remember_attribute, &names);
    for (const std::string& attribute : names) parts.attributes_.push_back({name, attribute});
    H5Oclose(object);
    return 0;
  }

  static hid_t other_type(hid_t type, std::mt19937_64& generator) {
    const hid_t text = H5T_C_S1;
    for (;;) {
      const hid_t types[] = {H5T_STD_I8LE,  H5T_STD_I32LE,  H5T_STD_I64LE,  H5T_STD_U16LE,
                             H5T_STD_I32BE, H5T_IEEE_F32LE, H5T_IEEE_F64LE, text};
      const hid_t other = types[generator() % std::size(types)];
      if (H5Tequal(type, other) <= 0) return other;
    }
  }

  Change change_attribute(std::mt19937_64& generator) {
    const auto& [object, name] = attributes_[generator() % attributes_.size()];
    const hid_t owner = H5Oopen(file_, object.c_str(), H5P_DEFAULT),
                old = H5Aopen(owner, name.c_str(), H5P_DEFAULT), type = H5Aget_type(old);
    H5Aclose(old);
    H5Adelete(owner, name.c_str());
    const std::vector<char> values(8000, '\1');
    const auto put = [&](hid_t new_type, hid_t space) {
      const hid_t attribute = H5Acreate2(owner, name.c_str(), new_type, space, H5P_DEFAULT, H5P_DEFAULT);
      H5Awrite(attribute, new_type, values.data());
      H5Aclose(attribute);
      H5Sclose(space);
    };
    const hsize_t many[] = {1000};
    const int kind = static_cast<int>(generator() % 4);
    if (kind == 1) put(type, H5Screate_simple(1, many, nullptr));
    if (kind == 2) put(other_type(type, generator), H5Screate(H5S_SCALAR));
    if (kind == 3) put(type, H5Screate(H5S_NULL));
    H5Tclose(type);
    H5Oclose(owner);
    static constexpr const char* kinds[] = {"missing", "a thousand", "other type", "none"};
    return {object + '/' + name, kinds[kind]};
  }

  Change change_dataset(std::mt19937_64& generator) {
    const std::string name = datasets_[generator() % datasets_.size()];
    const hid_t old = H5Dopen2(file_, name.c_str(), H5P_DEFAULT), type = H5Dget_type(old),
                space = H5Dget_space(old);
    std::vector<hsize_t> shape(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
    H5Sget_simple_extent_dims(space, shape.data(), nullptr);
    const hsize_t n = static_cast<hsize_t>(H5Sget_simple_extent_npoints(space));
    H5Sclose(space);
    std::vector<char> values(H5Tget_size(type) * (n + 2000 * (n / std::max<hsize_t>(shape[0], 1) + 1)) + 8);
    H5Dread(old, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(old);
    H5Ldelete(file_, name.c_str(), H5P_DEFAULT);

    const int kind = static_cast<int>(generator() % 8);
    const bool is_written = kind != 4 && kind != 5;
    hid_t new_type = type;
    if (kind == 1) shape[0] += 1 + generator() % 1000;
    if (kind == 2) shape[0] -= shape[0] > 0 ? 1 + generator() % shape[0] : 0;
    if (kind == 3) new_type = other_type(type, generator);
    if (kind == 4) shape = {hsize_t{1} << 40};
    if (kind == 6) shape = {n, 1};
    if (kind == 7) H5Gclose(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    if (kind >= 1 && kind <= 6) {
      const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
      const std::vector<hsize_t> chunk(shape.size(), 16);
      if (!is_written) H5Pset_chunk(layout, static_cast<int>(chunk.size()), chunk.data());
      const hid_t extent = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
      const hid_t set = H5Dcreate2(file_, name.c_str(), new_type, extent, H5P_DEFAULT, layout, H5P_DEFAULT);
      if (is_written)
        H5Dwrite(set, H5Tget_class(new_type) == H5T_STRING ? new_type : type, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                 values.data());
      H5Dclose(set);
      H5Sclose(extent);
      H5Pclose(layout);
    }
    H5Tclose(type);
    static constexpr const char* kinds[] = {"missing", "longer",        "shorter",     "other type",
                                            "huge",    "never written", "other shape", "a group"};
    return {name, kinds[kind]};
  }

  const hid_t file_;
  std::vector<std::string> datasets_;
  std::vector<Attribute> attributes_;
};

}  // namespace dgsolve::test
