/// Implements io/fields/formats.hpp.
/// Fields for scripts: self-describing HDF5, in canonical order.
///
///   fields.h5                 attributes: dimension, order, field_names, field_units
///     /mesh                   attributes: geometry_order, region_names
///       cells                 [K]           numbers in the run's mesh of the K cells that are written
///       node_coordinates      [K][Np][dim]  where the fields' values stand
///       reference_nodes       [Np][dim]     the same nodes on the bi-unit simplex
///       geometry_nodes        [n][3]        points of the mesh
///       elements              [K][n_geo]    their numbers; the first dim + 1 are the cell's vertices
///       region                [K]           index into region_names
///     /snapshots/000000 …     attributes: time, step
///       FIELD                 [K][Np]       attribute: unit
///
/// The datasets are virtual: their values are in files of their own in fields/, of the mesh and of each
/// snapshot, so that neither a full disk nor a reader who holds a file open can harm what is there already. A
/// snapshot of several processes is virtual in turn: its file shows those of their pieces.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "io/base/files.hpp"
#include "io/fields/field_names.hpp"
#include "io/fields/formats.hpp"
#include "io/fields/hdf5_pieces.hpp"
#include "io/fields/selection.hpp"
#include "io/hdf5/hdf5_file.hpp"
#include "kernels/base/names.hpp"
#include "mesh/topology/rows.hpp"
#include "solver/discretization/cell_gradients.hpp"
#include "solver/discretization/cell_map.hpp"

namespace dgsolve {
namespace {

void write_mesh(const std::filesystem::path& path, const NodalMesh& nodal, const std::vector<int>& cells) {
  const auto& [mesh, element] = nodal;
  const hsize_t K = cells.size(), Np = element.Np, dim = mesh.dim;
  const hsize_t n_geo = mesh.nodes_per_element, n_nodes = mesh.nodes.size();
  hdf5::Group root = hdf5::new_file(path);
  root.attribute("geometry_order", mesh.geometry_order);
  root.attribute("region_names", mesh.region_names);
  root.dataset("cells", {K}, cells.data());
  root.dataset("node_coordinates", {K, Np, dim},
               rows_of(cells, Np * dim, map_points(mesh, element.nodes)).data());
  root.dataset("reference_nodes", {Np, dim}, element.nodes.data());
  root.dataset("geometry_nodes", {n_nodes, 3}, mesh.nodes.front().data());
  root.dataset("elements", {K, n_geo}, rows_of(cells, n_geo, mesh.elements).data());
  root.dataset("region", {K}, rows_of(cells, 1, mesh.region).data());
  root.save(Durable::yes);  // before a checkpoint can list a snapshot that relies on it
}

class Hdf5Writer : public Writer {
 public:
  Hdf5Writer(const WriterSetup& setup, const FieldFormat& format)
      : Writer(setup, format),
        nodal_(setup.nodal),
        cells_(written_elements(setup.options, setup.nodal.mesh)),
        fields_(setup.fields),
        n_state_(setup.n_state),
        derive_(setup.derive),
        selected_(select_fields(setup.options.names, setup.fields)),
        gradients_(nodal_.mesh, nodal_.element),
        type_(hdf5::doubles_as(setup.options.precision)) {
    make_folder(directory_ / "fields");
  }

  void check_fit() const override {
    if (!has_mesh()) return;
    std::vector<int> theirs;
    try {
      theirs = hdf5::open_file(directory_ / hdf5_mesh_file).read<int>("cells");
    } catch (const std::runtime_error&) {
      return;  // it is damaged, and written anew
    }
    if (theirs != cells_)
      throw std::invalid_argument(fmt::format(
          "output.fields: snapshots behind those in {} share the mesh with them, of {} cells; regions and "
          "stride choose others, {}: expected the same regions and stride, or another output folder",
          directory_.string(), theirs.size(), cells_.size()));
  }

  std::vector<DamagedFile> damaged() const override {
    std::vector<DamagedFile> all;
    const auto try_file = [&](const std::string& file, const auto& read) {
      try {
        read(hdf5::open_file(directory_ / file));
      } catch (const std::runtime_error& error) {
        all.push_back({file, error.what()});
      }
    };
    if (has_mesh()) try_file(hdf5_mesh_file, [&](const hdf5::Group& root) { read_mesh_file(root); });
    for (const WrittenSnapshot& snapshot : written_)
      try_file(snapshot.file, [&](const hdf5::Group& root) {
        static_cast<void>(root.read_attribute<long>("step"));
        for (const std::string& field : root.datasets()) static_cast<void>(root.n_values(field, type_));
      });
    return all;
  }

  void write(const Snapshot& snapshot) override {
    if (!has_mesh()) write_mesh(directory_ / hdf5_mesh_file, nodal_, cells_);
    const std::string name = next_file();
    write_fields(snapshot, name, Durable::no);
    add(snapshot.time, name);
  }

  void write_piece(const Snapshot& snapshot, const std::string& file) override {
    write_fields(snapshot, file, Durable::yes);
  }

  void join_pieces(double time, long step, const std::vector<PieceFile>& pieces) override {
    if (!has_mesh()) write_mesh(directory_ / hdf5_mesh_file, nodal_, cells_);
    const std::string name = next_joined();
    hdf5::Group root = hdf5::new_file(directory_ / name);
    put_time(root, time, step);
    for (const int field : selected_) {
      root.virtual_dataset(fields_.names[field], type_, shape(), rows_of_pieces(pieces, 1));
      put_unit(root, field);
    }
    root.save();
    add(time, name);
  }

  /// fields.h5, which shows all files as one tree; rewritten after every snapshot.
  void write_index() const override {
    hdf5::Group root = hdf5::new_file(directory_ / index_);
    root.attribute("dimension", nodal_.mesh.dim);
    root.attribute("order", nodal_.element.N);
    root.attribute("field_names", fields_.names);
    root.attribute("field_units", fields_.units);
    if (has_mesh()) index_mesh(root.create("mesh"));
    {
      const hdf5::Group snapshots = root.create("snapshots");
      for (std::size_t i = 0; i < written_.size(); ++i)
        index_snapshot(snapshots.create(fmt::format("{:06}", i)), written_[i]);
    }
    root.save();
  }

 private:
  /// All of it, which is checked on the way: deflated data carry a checksum.
  static void read_mesh_file(const hdf5::Group& root) {
    for (const char* name : {"cells", "elements", "region"}) static_cast<void>(root.read<int>(name));
    for (const char* name : {"node_coordinates", "reference_nodes", "geometry_nodes"})
      static_cast<void>(root.read<double>(name));
  }

  /// What an index repeats of a snapshot's file.
  struct Indexed {
    long step;
    std::vector<std::string> fields;
  };

  void index_mesh(const hdf5::Group& group) const {
    const Mesh& mesh = nodal_.mesh;
    const hsize_t K = cells_.size(), Np = nodal_.element.Np, dim = mesh.dim;
    const auto show = [&](const char* name, auto number, const hdf5::Shape& shape) {
      group.virtual_dataset(name, hdf5::type_of(&number), shape, {{hdf5_mesh_file, shape[0]}});
    };
    group.attribute("geometry_order", mesh.geometry_order);
    group.attribute("region_names", mesh.region_names);
    show("cells", int{}, {K});
    show("node_coordinates", double{}, {K, Np, dim});
    show("reference_nodes", double{}, {Np, dim});
    show("geometry_nodes", double{}, {mesh.nodes.size(), 3});
    show("elements", int{}, {K, static_cast<hsize_t>(mesh.nodes_per_element)});
    show("region", int{}, {K});
  }

  void index_snapshot(const hdf5::Group& group, const WrittenSnapshot& snapshot) const {
    const auto [known, is_new] = indexed_.try_emplace(snapshot.file);
    if (is_new) {
      const hdf5::Group file = hdf5::open_file(directory_ / snapshot.file);
      known->second = {file.read_attribute<long>("step"), file.datasets()};
    }
    group.attribute("time", snapshot.time);
    group.attribute("step", known->second.step);
    for (const std::string& name : known->second.fields) {
      group.virtual_dataset(name, type_, shape(), {{snapshot.file, cells_.size()}});
      if (const int field = index_of(fields_.names, name); field >= 0) put_unit(group, field);
    }
  }

  /// The one that the snapshots share; without any, what is there is an older run's.
  bool has_mesh() const { return !written_.empty() && std::filesystem::exists(directory_ / hdf5_mesh_file); }

  hdf5::Shape shape() const { return {cells_.size(), static_cast<hsize_t>(nodal_.element.Np)}; }

  void put_unit(const hdf5::Group& group, int field) const {
    if (!fields_.units[field].empty()) group.unit(fields_.names[field], fields_.units[field]);
  }

  static void put_time(const hdf5::Group& root, double time, long step) {
    root.attribute("time", time);
    root.attribute("step", step);
  }

  void write_fields(const Snapshot& snapshot, const std::string& name, Durable durable) const {
    hdf5::Group root = hdf5::new_file(directory_ / name);
    put_time(root, snapshot.time, snapshot.step);
    const std::size_t K = cells_.size(), Np = nodal_.element.Np;
    std::vector<double> values(K * Np);
    for (const int field : selected_) {
      for (std::size_t i = 0; i < K; ++i) {
        const double* const of_cell = &snapshot.state[cells_[i] * n_state_ * Np];
        if (field < static_cast<int>(n_state_))
          std::copy_n(of_cell + field * Np, Np, &values[i * Np]);
        else
          derive(cells_[i], of_cell, field, &values[i * Np]);
      }
      root.write(fields_.names[field], type_, shape(), hdf5::Group::Filter::deflate, values.data());
      put_unit(root, field);
    }
    root.save(durable);
  }

  /// A field that follows from the state's, at the nodes of a cell.
  void derive(int cell, const double* state, int field, double* values) const {
    const std::size_t Np = nodal_.element.Np;
    const std::size_t n = derive_.n_fields, of_node = n * nodal_.mesh.dim;
    std::vector<double> all(fields_.names.size()), gradients;  // all: at a node
    if (derive_.take_gradients({&field, 1}, all.size()))
      gradients = gradients_.of_cells(cell, cell + 1, derive_.n_fields, {state, n * Np});
    for (std::size_t i = 0; i < Np; ++i) {
      for (std::size_t f = 0; f < n; ++f) all[f] = state[f * Np + i];
      derive_.find(cell, all.data(), gradients.empty() ? nullptr : &gradients[i * of_node], &all[n_state_]);
      values[i] = all[field];
    }
  }

  const NodalMesh nodal_;
  const std::vector<int> cells_;  ///< [K]: of the mesh, those that are written
  const FieldSet fields_;
  const std::size_t n_state_;  ///< fields of a snapshot
  const FieldsAtPoint derive_;
  const std::vector<int> selected_;
  const CellGradients gradients_;
  const hdf5::NumberType type_;                     ///< of the fields
  mutable std::map<std::string, Indexed> indexed_;  ///< by file
};

}  // namespace

std::unique_ptr<Writer> make_hdf5_writer(const WriterSetup& setup, const FieldFormat& format) {
  return std::make_unique<Hdf5Writer>(setup, format);
}

}  // namespace dgsolve
