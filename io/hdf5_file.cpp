#include "io/hdf5_file.hpp"

#include <algorithm>
#include <stdexcept>

#include "io/files.hpp"

namespace dgsolve::hdf5 {

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
  throw std::runtime_error(cannot_write(file, why));
}

void Group::save() const {
  check(H5Fflush(id_, H5F_SCOPE_GLOBAL), file_);
  std::string image(check(H5Fget_file_image(id_, nullptr, 0), file_), '\0');
  check(H5Fget_file_image(id_, image.data(), image.size()), file_);
  replace_file(file_, image);
}

std::vector<hsize_t> Group::chunk_shape(std::vector<hsize_t> shape) {
  hsize_t row = 1;
  for (std::size_t d = 1; d < shape.size(); ++d) row *= shape[d];
  shape[0] = std::clamp<hsize_t>(65536 / row, 1, shape[0]);
  return shape;
}

void Group::put_attribute(hid_t owner, const char* name, hid_t type, hid_t space, const void* values) const {
  const Handle attribute(check(H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT), file_),
                         H5Aclose);
  check(H5Awrite(attribute, type, values), file_);
}

void Group::put_texts(hid_t owner, const char* name, hid_t space,
                      const std::vector<std::string>& texts) const {
  const Handle type(check(H5Tcopy(H5T_C_S1), file_), H5Tclose);
  check(H5Tset_size(type, H5T_VARIABLE), file_);
  check(H5Tset_cset(type, H5T_CSET_UTF8), file_);
  std::vector<const char*> pointers;
  pointers.reserve(texts.size());
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  put_attribute(owner, name, type, space, pointers.data());
}

Group new_file(const std::filesystem::path& path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors become exceptions, not prints
  const Handle access(check(H5Pcreate(H5P_FILE_ACCESS), path), H5Pclose);
  constexpr std::size_t increment = 1 << 20;  // bytes
  check(H5Pset_fapl_core(access, increment, false), path);
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, path};
}

}  // namespace dgsolve::hdf5
