#include <gtest/gtest.h>
#include <hdf5.h>

#include <cmath>
#include <fstream>

#include "io/fields/formats.hpp"
#include "tests/support/programs/full_disk.hpp"
#include "tests/support/programs/hdf5_values.hpp"
#include "tests/support/programs/io_fixture.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

double read_number(const std::filesystem::path& file, const char* object, const char* name) {
  const hid_t f = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t a = H5Aopen_by_name(f, object, name, H5P_DEFAULT, H5P_DEFAULT);
  double value = std::nan("");
  EXPECT_GE(H5Aread(a, H5T_NATIVE_DOUBLE, &value), 0) << object << " " << name;
  H5Aclose(a);
  H5Fclose(f);
  return value;
}

/// The first text of an attribute.
std::string read_text_attribute(const std::filesystem::path& file, const char* object, const char* name) {
  const hid_t f = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t o = H5Oopen(f, object, H5P_DEFAULT), a = H5Aopen(o, name, H5P_DEFAULT);
  const hid_t type = H5Aget_type(a), space = H5Aget_space(a);
  std::vector<char*> texts(H5Sget_simple_extent_npoints(space));
  EXPECT_GE(H5Aread(a, type, texts.data()), 0) << object << " " << name;
  std::string first = texts.at(0);
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, texts.data());
  H5Sclose(space);
  H5Tclose(type);
  H5Aclose(a);
  H5Oclose(o);
  H5Fclose(f);
  return first;
}

FieldOutput hdf5(Precision precision, std::vector<std::string> names = {}) {
  return {"hdf5", 1.0, precision, std::move(names)};
}

TEST(Hdf5, every_nodal_value_comes_back_with_its_place) {
  const Box box(3, 2, 3);
  const TemporaryFolder folder;
  const PointFunction first = [](const double*x) { return x[0] + 10 * x[1]; },
                      second = [](const double*x) { return x[2] - 3; };
  const std::vector<double> state = nodal_state(box.discretization, {first, second});
  const auto writer = make_writer(
      {hdf5(Precision::double_), folder.path(), box.discretization, {{"Ex", "Hz"}, {"V/m", "A/m"}}});
  writer->write({0.25, 7, state});
  writer->write({0.5, 14, state});

  const auto file = folder.path() / "fields.h5";
  const hsize_t K = box.discretization.K(), Np = box.discretization.element.Np;
  const Dataset x = read_dataset(file, "mesh/node_coordinates");
  EXPECT_EQ(x.shape, (std::vector<hsize_t>{K, Np, 3}));
  const Dataset Hz = read_dataset(file, "snapshots/000001/Hz");
  ASSERT_EQ(Hz.shape, (std::vector<hsize_t>{K, Np}));
  const Dataset Ex = read_dataset(file, "snapshots/000000/Ex");
  ASSERT_EQ(Ex.shape, Hz.shape);
  for (std::size_t i = 0; i < K * Np; ++i) {
    EXPECT_EQ(Ex.values[i], first(&x.values[3 * i]));
    EXPECT_EQ(Hz.values[i], second(&x.values[3 * i]));
  }
  EXPECT_EQ(read_number(file, "snapshots/000000", "time"), 0.25);
  EXPECT_EQ(read_number(file, "snapshots/000001", "step"), 14);
}

TEST(Hdf5, of_chosen_regions_has_their_cells_only) {
  const Box box(2, 3, 2, 1, [](Mesh& mesh) {
    mesh.region_names = {"even", "odd"};
    for (int e = 0; e < mesh.n_elements(); ++e) mesh.region[e] = e % 2;
  });
  const TemporaryFolder folder;
  const std::vector<double> state =
      nodal_state(box.discretization, {[](const double* x) { return 3 * x[0]; }});
  FieldOutput options = hdf5(Precision::double_);
  options.regions = {"odd"};
  make_writer({options, folder.path(), box.discretization, {{"u"}, {"1"}}})->write({0, 0, state});
  const auto file = folder.path() / "fields.h5";
  const Dataset cells = read_dataset(file, "mesh/cells"), x = read_dataset(file, "mesh/node_coordinates"),
                u = read_dataset(file, "snapshots/000000/u");
  ASSERT_EQ(cells.values.size(), static_cast<std::size_t>(box.mesh.n_elements()) / 2);
  for (std::size_t i = 0; i < cells.values.size(); ++i) EXPECT_EQ(cells.values[i], 2. * i + 1);
  ASSERT_EQ(2 * u.values.size(), x.values.size());
  for (std::size_t i = 0; i < u.values.size(); ++i) EXPECT_EQ(u.values[i], 3 * x.values[2 * i]);
}

TEST(Hdf5, of_a_run_that_goes_on_is_refused_for_other_cells_and_stays_as_it_was) {
  const Box box(2, 3, 2);
  const TemporaryFolder folder;
  const std::vector<double> state =
      nodal_state(box.discretization, {[](const double* x) { return 3 * x[0]; }});
  FieldOutput options = hdf5(Precision::double_);
  options.stride = 2;
  const auto writer = [&] {
    return make_writer({options, folder.path(), box.discretization, {{"u"}, {"1"}}});
  };
  const auto first = writer();
  first->write({0, 0, state});
  const std::string mesh = read_text(folder.path() / "fields/mesh.h5");

  options.stride = 3;
  try {
    const auto other = writer();
    other->join(first->written(), 1);
    other->check_fit();
    FAIL() << "the snapshots have the mesh of others";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("expected the same regions and stride"), std::string::npos)
        << error.what();
  }
  EXPECT_TRUE(read_text(folder.path() / "fields/mesh.h5") == mesh);

  options.stride = 2;
  const auto second = writer();
  second->join(first->written(), 1);
  second->check_fit();
  second->write({1, 1, state});
  EXPECT_TRUE(read_text(folder.path() / "fields/mesh.h5") == mesh);
  EXPECT_EQ(read_dataset(folder.path() / "fields.h5", "snapshots/000001/u").values,
            read_dataset(folder.path() / "fields.h5", "snapshots/000000/u").values);
}

TEST(Hdf5, the_file_describes_itself) {
  const Box box(2, 2, 4);
  const TemporaryFolder folder;
  const std::vector<double> state(box.discretization.n_dofs(1), 1.0);
  make_writer({hdf5(Precision::single), folder.path(), box.discretization, {{"Ez"}, {"V/m"}}})
      ->write({0, 0, state});
  const auto file = folder.path() / "fields.h5";
  EXPECT_EQ(read_number(file, "/", "dimension"), 2);
  EXPECT_EQ(read_number(file, "/", "order"), 4);
  EXPECT_EQ(read_number(file, "/mesh", "geometry_order"), 1);
  EXPECT_EQ(read_text_attribute(file, "/", "field_names"), "Ez");
  EXPECT_EQ(read_text_attribute(file, "/", "field_units"), "V/m");
  EXPECT_EQ(read_text_attribute(file, "/snapshots/000000/Ez", "unit"), "V/m");
  EXPECT_EQ(read_text_attribute(file, "/mesh", "region_names"), box.mesh.region_names[0]);
  EXPECT_EQ(read_dataset(file, "/snapshots/000000/Ez").bytes_per_value, sizeof(float));
  const Dataset elements = read_dataset(file, "/mesh/elements"), region = read_dataset(file, "/mesh/region");
  EXPECT_EQ(elements.values, std::vector<double>(box.mesh.elements.begin(), box.mesh.elements.end()));
  EXPECT_EQ(region.values, std::vector<double>(box.mesh.region.begin(), box.mesh.region.end()));
}

TEST(Hdf5, fields_that_follow_from_others_do_so_at_each_node) {
  const Box box(2, 1, 2);
  const TemporaryFolder folder;
  const std::vector<double> state = nodal_state(
      box.discretization, {[](const double* x) { return x[0]; }, [](const double* x) { return x[1] - 0.3; }});
  make_writer({hdf5(Precision::double_),
               folder.path(),
               box.discretization,
               {{"u", "v", "m"}, {"1", "1", "1"}},
               2,
               {[](int, const double* u, const double*, double* m) { *m = std::hypot(u[0], u[1]); }, 2}})
      ->write({0, 0, state});
  const auto values = [&](const std::string& name) {
    return read_dataset(folder.path() / "fields.h5", "snapshots/000000/" + name).values;
  };
  const std::vector<double> u = values("u"), v = values("v"), m = values("m");
  ASSERT_EQ(m.size(), u.size());
  for (std::size_t i = 0; i < m.size(); ++i) EXPECT_EQ(m[i], std::hypot(u[i], v[i]));
}

TEST(Hdf5, only_the_fields_asked_for_are_written) {
  const Box box(2, 1, 2);
  const TemporaryFolder folder;
  const std::vector<double> state(box.discretization.n_dofs(2), 1.0);
  make_writer({hdf5(Precision::single, {"v"}), folder.path(), box.discretization, {{"u", "v"}, {"1", "1"}}})
      ->write({0, 0, state});
  const hid_t file = H5Fopen((folder.path() / "fields.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_GT(H5Lexists(file, "snapshots/000000/v", H5P_DEFAULT), 0);
  EXPECT_EQ(H5Lexists(file, "snapshots/000000/u", H5P_DEFAULT), 0);
  H5Fclose(file);
}

TEST(Hdf5, a_full_disk_is_an_error_that_names_the_file_and_harms_no_earlier_snapshot) {
  const Box box(2, 8, 6);
  const TemporaryFolder folder;
  const std::vector<double> state =
      nodal_state(box.discretization, {[](const double* x) { return std::sin(50 * x[0] * x[1]); }});
  const auto writer =
      make_writer({hdf5(Precision::double_), folder.path(), box.discretization, {{"u"}, {"1"}}});
  writer->write({0, 0, state});
  std::string message;
  testing::internal::CaptureStderr();
  try {
    const FullDisk full(5000);
    writer->write({1, 1, state});
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_NE(message.find("fields_000001.h5: cannot be written"), std::string::npos) << message;
  EXPECT_EQ(read_dataset(folder.path() / "fields.h5", "snapshots/000000/u").values, state);
}

TEST(Hdf5, a_reader_who_holds_the_file_open_does_not_stop_the_run) {
  const Box box(2, 1, 2);
  const TemporaryFolder folder;
  const std::vector<double> state(box.discretization.n_dofs(1), 1.0);
  const auto writer =
      make_writer({hdf5(Precision::single), folder.path(), box.discretization, {{"u"}, {"1"}}});
  writer->write({0, 0, state});
  const hid_t held = H5Fopen((folder.path() / "fields.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_NO_THROW(writer->write({1, 1, state}));
  H5Fclose(held);
  EXPECT_EQ(read_number(folder.path() / "fields.h5", "snapshots/000001", "step"), 1);
}

TEST(Hdf5, a_folder_that_cannot_be_made_is_an_error) {
  const Box box(2, 1, 1);
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "fields") << "in the way";
  EXPECT_THROW(make_writer({hdf5(Precision::double_), folder.path(), box.discretization, {{"u"}, {"1"}}}),
               std::runtime_error);
}

}  // namespace
}  // namespace dgsolve::test
