/// Fields for scripts: one self-describing HDF5 file, in canonical order. The only file that knows HDF5.
///
///   /                      attributes: dimension, order, field_names, field_units
///   /mesh                  attributes: geometry_order, region_names
///     node_coordinates     [K][Np][dim]  where the fields' values stand
///     reference_nodes      [Np][dim]     the same nodes on the bi-unit simplex
///     geometry_nodes       [n][3]        points of the mesh
///     elements             [K][n_geo]    their numbers; the first dim + 1 are the cell's vertices
///     region               [K]           index into region_names
///   /snapshots/000000 …    attributes: time, step
///     FIELD                [K][Np]       attribute: unit
///
/// The file is opened for each snapshot only: between two of them it is complete, whatever happens to the
/// run.
#include <hdf5.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "io/files.hpp"
#include "io/writer.hpp"

namespace dgsolve {
namespace {

/// An HDF5 identifier and the function that closes it. What a close could still lose is flushed before.
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

/// One open file, or a group in it, and what may be put there.
class Group {
 public:
  Group(hid_t id, herr_t (*close)(hid_t), const std::filesystem::path& file)
      : id_(check(id, file), close), file_(file) {}

  Group create(const std::string& name) const {
    return {H5Gcreate2(id_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, file_};
  }
  Group open(const std::string& name) const {
    return {H5Gopen2(id_, name.c_str(), H5P_DEFAULT), H5Gclose, file_};
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

  void flush() const { check(H5Fflush(id_, H5F_SCOPE_GLOBAL), file_); }

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
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    put_attribute(owner, name, type, space, pointers.data());
  }

  Handle id_;
  std::filesystem::path file_;
};

class Hdf5Writer : public Writer {
 public:
  explicit Hdf5Writer(const WriterSetup& setup)
      : file_(setup.directory / "fields.h5"),
        K_(setup.discretization.K()),
        Np_(setup.discretization.element.Np),
        field_names_(setup.field_names),
        field_units_(setup.field_units),
        selected_(select_fields(setup.options.names, setup.field_names)),
        type_(setup.options.precision == Precision::single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE) {
    check(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr), file_);  // errors become exceptions, not prints
    const Group root(H5Fcreate(file_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose, file_);
    root.attribute("dimension", setup.discretization.mesh.dim);
    root.attribute("order", setup.discretization.element.N);
    root.attribute("field_names", field_names_);
    root.attribute("field_units", field_units_);
    write_mesh(root.create("mesh"), setup.discretization);
    root.create("snapshots");
    root.flush();
  }

  void write(const Snapshot& snapshot) override {
    const Group root(H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, file_);
    char name[16];
    std::snprintf(name, sizeof name, "%06d", n_written_);
    const Group group = root.open("snapshots").create(name);
    group.attribute("time", snapshot.time);
    group.attribute("step", snapshot.step);
    std::vector<double> values(static_cast<std::size_t>(K_) * Np_);
    for (int field : selected_) {
      for (std::size_t e = 0; e < static_cast<std::size_t>(K_); ++e)
        std::copy_n(&snapshot.state[(e * field_names_.size() + field) * Np_], Np_, &values[e * Np_]);
      group.dataset(field_names_[field], type_, {static_cast<hsize_t>(K_), static_cast<hsize_t>(Np_)},
                    values.data(), field_units_[field]);
    }
    root.flush();
    ++n_written_;
  }

 private:
  static void write_mesh(const Group& group, const Discretization& discretization) {
    const Mesh& mesh = discretization.mesh;
    const ReferenceElement& element = discretization.element;
    const hsize_t K = discretization.K(), Np = element.Np, dim = mesh.dim;
    const hsize_t n_geo = mesh.nodes_per_element, n_nodes = mesh.nodes.size();
    group.attribute("geometry_order", mesh.geometry_order);
    group.attribute("region_names", mesh.region_names);
    group.dataset("node_coordinates", H5T_IEEE_F64LE, {K, Np, dim}, discretization.node_coordinates.data());
    group.dataset("reference_nodes", H5T_IEEE_F64LE, {Np, dim}, element.nodes.data());
    group.dataset("geometry_nodes", H5T_IEEE_F64LE, {n_nodes, 3}, mesh.nodes.front().data());
    group.dataset("elements", H5T_STD_I32LE, {K, n_geo}, mesh.elements.data());
    group.dataset("region", H5T_STD_I32LE, {K}, mesh.region.data());
  }

  const std::filesystem::path file_;
  const int K_, Np_;
  const std::vector<std::string> field_names_, field_units_;
  const std::vector<int> selected_;
  const hid_t type_;  ///< of the fields, in the file
  int n_written_ = 0;
};

}  // namespace

std::unique_ptr<Writer> make_hdf5_writer(const WriterSetup& setup) {
  return std::make_unique<Hdf5Writer>(setup);
}

}  // namespace dgsolve
