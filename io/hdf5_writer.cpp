/// Fields for scripts: self-describing HDF5, in canonical order. The only file that knows HDF5.
///
///   fields.h5                 attributes: dimension, order, field_names, field_units
///     /mesh                   attributes: geometry_order, region_names
///       node_coordinates      [K][Np][dim]  where the fields' values stand
///       reference_nodes       [Np][dim]     the same nodes on the bi-unit simplex
///       geometry_nodes        [n][3]        points of the mesh
///       elements              [K][n_geo]    their numbers; the first dim + 1 are the cell's vertices
///       region                [K]           index into region_names
///     /snapshots/000000 …     attributes: time, step
///       FIELD                 [K][Np]       attribute: unit
///
/// The mesh and each snapshot are links to files of their own in fields/, so that neither a full disk nor a
/// reader who holds a file open can harm what is there already. HDF5 builds every file in memory: one that it
/// cannot write it cannot close either, and its clean-up at exit crashes over it.
#include <hdf5.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "io/files.hpp"
#include "io/writer.hpp"

namespace dgsolve {
namespace {

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

/// The types in memory of what we write.
hid_t memory_type(const double*) { return H5T_NATIVE_DOUBLE; }
hid_t memory_type(const int*) { return H5T_NATIVE_INT; }
hid_t memory_type(const long*) { return H5T_NATIVE_LONG; }

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
  void save() const {
    check(H5Fflush(id_, H5F_SCOPE_GLOBAL), file_);
    std::string image(check(H5Fget_file_image(id_, nullptr, 0), file_), '\0');
    check(H5Fget_file_image(id_, image.data(), image.size()), file_);
    replace_file(file_, image);
  }

 private:
  /// Whole rows, about 64 Ki values.
  static std::vector<hsize_t> chunk_shape(std::vector<hsize_t> shape) {
    hsize_t row = 1;
    for (std::size_t d = 1; d < shape.size(); ++d) row *= shape[d];
    shape[0] = std::clamp<hsize_t>(65536 / row, 1, shape[0]);
    return shape;
  }

  void put_attribute(hid_t owner, const char* name, hid_t type, hid_t space, const void* values) const {
    const Handle attribute(check(H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT), file_),
                           H5Aclose);
    check(H5Awrite(attribute, type, values), file_);
  }

  void put_texts(hid_t owner, const char* name, hid_t space, const std::vector<std::string>& texts) const {
    const Handle type(check(H5Tcopy(H5T_C_S1), file_), H5Tclose);
    check(H5Tset_size(type, H5T_VARIABLE), file_);
    check(H5Tset_cset(type, H5T_CSET_UTF8), file_);
    std::vector<const char*> pointers;
    pointers.reserve(texts.size());
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    put_attribute(owner, name, type, space, pointers.data());
  }

  Handle id_;
  std::filesystem::path file_;
};

/// The root of a new file in memory.
Group new_file(const std::filesystem::path& path) {
  const Handle access(check(H5Pcreate(H5P_FILE_ACCESS), path), H5Pclose);
  constexpr std::size_t increment = 1 << 20;  // bytes
  check(H5Pset_fapl_core(access, increment, false), path);
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, path};
}

void write_mesh(const std::filesystem::path& path, const Discretization& discretization) {
  const Mesh& mesh = discretization.mesh;
  const ReferenceElement& element = discretization.element;
  const hsize_t K = discretization.K(), Np = element.Np, dim = mesh.dim;
  const hsize_t n_geo = mesh.nodes_per_element, n_nodes = mesh.nodes.size();
  const Group root = new_file(path);
  root.attribute("geometry_order", mesh.geometry_order);
  root.attribute("region_names", mesh.region_names);
  root.dataset("node_coordinates", H5T_IEEE_F64LE, {K, Np, dim}, discretization.node_coordinates.data());
  root.dataset("reference_nodes", H5T_IEEE_F64LE, {Np, dim}, element.nodes.data());
  root.dataset("geometry_nodes", H5T_IEEE_F64LE, {n_nodes, 3}, mesh.nodes.front().data());
  root.dataset("elements", H5T_STD_I32LE, {K, n_geo}, mesh.elements.data());
  root.dataset("region", H5T_STD_I32LE, {K}, mesh.region.data());
  root.save();
}

class Hdf5Writer : public Writer {
 public:
  explicit Hdf5Writer(const WriterSetup& setup)
      : directory_(setup.directory),
        dim_(setup.discretization.mesh.dim),
        N_(setup.discretization.element.N),
        K_(setup.discretization.K()),
        Np_(setup.discretization.element.Np),
        field_names_(setup.field_names),
        field_units_(setup.field_units),
        selected_(select_fields(setup.options.names, setup.field_names)),
        type_(setup.options.precision == Precision::single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors become exceptions, not prints
    make_folder(directory_ / "fields");
    write_mesh(directory_ / "fields/mesh.h5", setup.discretization);
  }

  void write(const Snapshot& snapshot) override {
    char number[16];
    std::snprintf(number, sizeof number, "%06zu", snapshots_.size());
    const std::string name = "fields/fields_" + std::string(number) + ".h5";
    write_fields(directory_ / name, snapshot);
    snapshots_.emplace_back(number, name);
    write_index();
  }

 private:
  void write_fields(const std::filesystem::path& path, const Snapshot& snapshot) const {
    const Group root = new_file(path);
    root.attribute("time", snapshot.time);
    root.attribute("step", snapshot.step);
    std::vector<double> values(K_ * Np_);
    for (const int field : selected_) {
      for (std::size_t e = 0; e < K_; ++e)
        std::copy_n(&snapshot.state[(e * field_names_.size() + field) * Np_], Np_, &values[e * Np_]);
      root.dataset(field_names_[field], type_, {K_, Np_}, values.data(), field_units_[field]);
    }
    root.save();
  }

  /// fields.h5, whose links make one tree of all files; rewritten after every snapshot.
  void write_index() const {
    const Group root = new_file(directory_ / "fields.h5");
    root.attribute("dimension", dim_);
    root.attribute("order", N_);
    root.attribute("field_names", field_names_);
    root.attribute("field_units", field_units_);
    root.link("mesh", "fields/mesh.h5");
    const Group snapshots = root.create("snapshots");
    for (const auto& [number, name] : snapshots_) snapshots.link(number, name);
    root.save();
  }

  const std::filesystem::path directory_;
  const int dim_, N_;
  const std::size_t K_, Np_;
  const std::vector<std::string> field_names_, field_units_;
  const std::vector<int> selected_;
  const hid_t type_;                                            ///< of the fields, in the files
  std::vector<std::pair<std::string, std::string>> snapshots_;  ///< number and file
};

}  // namespace

std::unique_ptr<Writer> make_hdf5_writer(const WriterSetup& setup) {
  return std::make_unique<Hdf5Writer>(setup);
}

}  // namespace dgsolve
