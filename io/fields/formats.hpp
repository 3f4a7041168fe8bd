/// The formats of outputs of fields. A new one is a file with a class, which implements a function of this
/// header, and one line in the table of formats.cpp.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/base/name_list.hpp"
#include "io/fields/writer.hpp"

namespace dgsolve {

/// Throws std::invalid_argument that lists what there is.
const FieldFormat& field_format(const std::string& name);
/// Whether each of several processes can write its own cells. Sections of cells belong to the whole mesh.
bool has_pieces(const FieldOutput& output);
/// Names of formats, for messages: "vtu", "hdf5", ….
const std::vector<std::string>& writer_formats();
/// Formats of which an output folder has an index among these names.
std::vector<std::string> formats_in(const std::filesystem::path& directory, const NameList& names);

/// The writer for `setup.options.format`. Throws as field_format, and std::runtime_error where its files
/// cannot be made.
std::unique_ptr<Writer> make_writer(const WriterSetup& setup);

/// ParaView: fields.pvd and fields/fields_000000.vtu…; Lagrange cells of order N, each with its own points. A
/// .pvtu shows pieces.
std::unique_ptr<Writer> make_vtu_writer(const WriterSetup& setup, const FieldFormat& format);

/// HDF5: fields.h5, which links the mesh and the snapshots in fields/mesh.h5 and fields/fields_000000.h5….
/// These may show pieces.
std::unique_ptr<Writer> make_hdf5_writer(const WriterSetup& setup, const FieldFormat& format);

/// VTKHDF, one file for all times: fields.vtkhdf, after a restart fields_1.vtkhdf…; the cells of a .vtu.
std::unique_ptr<Writer> make_vtkhdf_writer(const WriterSetup& setup, const FieldFormat& format);

/// VTKHDF, a file a time: fields.hdf.series and fields/fields_000000.hdf…; the cells of a .vtu. These files
/// may show pieces.
std::unique_ptr<Writer> make_vtkhdf_series_writer(const WriterSetup& setup, const FieldFormat& format);

// Names of files with fields, relative to the output folder.

/// The file that snapshots of the format hdf5 share.
inline constexpr const char* hdf5_mesh_file = "fields/mesh.h5";
/// Names of all files that a writer of a format makes (io/base/name_list.hpp).
std::vector<std::string> names_of_fields(const std::string& format);

/// The number in the name of such a file of a format, or of a piece, without its folder; empty where it is
/// the name of another.
std::optional<std::size_t> number_of_file(const std::string& name, const FieldFormat& format);

}  // namespace dgsolve
