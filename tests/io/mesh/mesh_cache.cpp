/// Meshes kept from one run to the next: the same to the last bit, or made again.

#include "io/mesh/mesh_cache.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "mesh/gmsh/geo_script.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/programs/checkpoint_example.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

namespace fs = std::filesystem;

class MeshCacheTest : public testing::Test {
 protected:
  MeshCacheTest() {
    write("ball.geo", R"(
SetFactory("OpenCASCADE");
DefineConstant[ h = 0.5 ];
Include "radius.geo";
Sphere(1) = {0, 0, 0, R};
Physical Volume("ball") = {1};
Physical Surface("skin") = Boundary{ Volume{1}; };
MeshSize{ PointsOf{ Volume{1}; } } = h;
)");
    write("radius.geo", "R = 1;\n");
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
  }
  MeshOptions ball(double h = 0.5) const {
    return {.file = folder_.path() / "ball.geo",
            .parameters = {{"h", h}},
            .geometry_order = MeshOptions::automatic};
  }
  MeshCache cache(const MeshOptions& options, std::uintmax_t limit = MeshCache::default_limit) const {
    return MeshCache(options, folder_.path() / "cache", limit);
  }
  static bool has(const MeshCache& cache) {
    std::vector<std::string> notes;
    const bool found = cache.find(notes).has_value();
    EXPECT_EQ(cache.has(), found);
    return found;
  }
  static void keep(const MeshCache& cache, const MeshOptions& options) {
    MeshReport report;
    const Mesh mesh = read_mesh(options, &report);
    EXPECT_NE(cache.store(mesh, report).find("kept for later runs in"), std::string::npos);
  }
  std::vector<fs::path> entries() const {
    const fs::directory_iterator begin(folder_.path() / "cache"), end;
    return {begin, end};
  }

  const TemporaryFolder folder_;
};

TEST_F(MeshCacheTest, gives_back_the_mesh_and_its_report_to_the_last_bit) {
  for (const int geometry_order : {MeshOptions::automatic, 1, 3})
    for (const int field_order : {1, 2}) {
      MeshOptions options = ball();
      options.geometry_order = geometry_order;
      options.field_order = field_order;
      MeshReport report;
      const Mesh mesh = read_mesh(options, &report);
      report.warnings = {"2 triangles are left out"};
      report.groups_without_cells = {"sheet", "band"};
      cache(options).store(mesh, report);
      std::vector<std::string> notes;
      const std::optional<KeptMesh> kept = cache(options).find(notes);
      ASSERT_TRUE(kept);
      EXPECT_TRUE(same(kept->mesh, mesh));
      EXPECT_EQ(kept->report.notes, report.notes);
      EXPECT_EQ(kept->report.warnings, report.warnings);
      EXPECT_EQ(kept->report.groups_without_cells, report.groups_without_cells);
      EXPECT_EQ(kept->report.locality_before, report.locality_before);
      EXPECT_EQ(kept->report.locality_after, report.locality_after);
      ASSERT_EQ(kept->report.flat.has_value(), report.flat.has_value());
      const FlatCells none, &is = kept->report.flat ? *kept->report.flat : none,
                            &was = report.flat ? *report.flat : none;
      EXPECT_EQ(is.distance, was.distance);
      EXPECT_EQ(is.bend, was.bend);
      EXPECT_TRUE(notes.empty());
      // A fresh one would have been the same.
      EXPECT_TRUE(same(read_mesh(options), kept->mesh));
    }
}

TEST_F(MeshCacheTest, has_another_entry_for_all_that_makes_another_mesh) {
  keep(cache(ball()), ball());
  EXPECT_TRUE(has(cache(ball())));
  EXPECT_FALSE(has(cache(ball(0.4))));
  for (void (*change)(MeshOptions&) :
       {+[](MeshOptions& o) { o.geometry_order = 2; }, +[](MeshOptions& o) { o.refine = 1; },
        +[](MeshOptions& o) { o.scale = 2; }, +[](MeshOptions& o) { o.field_order = 2; },
        +[](MeshOptions& o) { o.algorithm = VolumeAlgorithm::hxt; },
        +[](MeshOptions& o) { o.algorithm = VolumeAlgorithm::delaunay; }}) {
    MeshOptions other = ball();
    change(other);
    EXPECT_FALSE(has(cache(other)));
  }
  write("radius.geo", "R = 2;\n");
  EXPECT_FALSE(has(cache(ball())));
  write("radius.geo", "R = 1;\n");
  EXPECT_TRUE(has(cache(ball())));
  write("ball.geo.opt", "Mesh.MeshSizeFactor = 0.5;\n");  // Gmsh reads it, unasked
  EXPECT_FALSE(has(cache(ball())));
}

TEST_F(MeshCacheTest, tells_meshes_that_are_automatic_by_the_order_of_their_cells) {
  const auto automatic = [&](int field_order, bool isoparametric) {
    MeshOptions options = ball();
    options.geometry_order = MeshOptions::automatic;
    options.field_order = field_order;
    options.isoparametric = isoparametric;
    return options;
  };
  keep(cache(automatic(2, false)), automatic(2, false));
  EXPECT_FALSE(has(cache(automatic(2, true))));
  EXPECT_FALSE(has(cache(automatic(3, false))));
  EXPECT_TRUE(has(cache(automatic(3, true))));
}

TEST_F(MeshCacheTest, has_one_mesh_of_a_flat_model_for_fields_of_all_orders) {
  MeshOptions box{.file = DGSOLVE_SOURCE_DIR "/cases/maxwell_cavity_3d/cavity.geo"};
  box.geometry_order = MeshOptions::automatic;
  keep(cache(box), box);
  box.field_order = 5;
  EXPECT_TRUE(has(cache(box)));
}

TEST_F(MeshCacheTest, throws_a_damaged_entry_away_and_says_so) {
  keep(cache(ball()), ball());
  const fs::path entry = entries().at(0);
  for (const std::uintmax_t place : {fs::file_size(entry) / 2, fs::file_size(entry) - 1}) {
    keep(cache(ball()), ball());
    std::fstream(entry, std::ios::in | std::ios::out).seekp(static_cast<std::streamoff>(place)).put('\1');
    EXPECT_TRUE(cache(ball()).has());
    std::vector<std::string> notes;
    EXPECT_FALSE(cache(ball()).find(notes));
    EXPECT_EQ(notes.size(), 1u);
    EXPECT_FALSE(fs::exists(entry));
  }
  keep(cache(ball()), ball());
  fs::resize_file(entry, fs::file_size(entry) / 2);
  EXPECT_FALSE(has(cache(ball())));
  EXPECT_FALSE(fs::exists(entry));
}

TEST_F(MeshCacheTest, throws_the_entry_of_another_model_away_and_says_so) {
  keep(cache(ball()), ball());
  const fs::path entry = entries().at(0);
  keep(cache(ball(0.4)), ball(0.4));
  const std::vector<fs::path> both = entries();
  fs::copy_file(both.at(both.at(0) == entry ? 1 : 0), entry, fs::copy_options::overwrite_existing);
  std::vector<std::string> notes;
  EXPECT_FALSE(cache(ball()).find(notes));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("of another model"), std::string::npos) << notes[0];
  EXPECT_FALSE(fs::exists(entry));
  EXPECT_TRUE(has(cache(ball(0.4))));
}

TEST_F(MeshCacheTest, serves_processes_that_write_and_read_at_once) {
  MeshReport report;
  const Mesh mesh = read_mesh(ball(), &report);
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      bool sound = true;
      for (int k = 0; k < 50; ++k) {
        if ((k + i) % 2 == 0) cache(ball()).store(mesh, report);
        std::vector<std::string> notes;
        const std::optional<KeptMesh> kept = cache(ball()).find(notes);
        sound = sound && notes.empty() && (!kept || same(kept->mesh, mesh));
      }
      _exit(sound ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(MeshCacheTest, lets_those_go_that_were_unused_for_longest) {
  keep(cache(ball()), ball());
  const std::uintmax_t limit = 5 * fs::file_size(entries().at(0)) / 2;
  keep(cache(ball(0.55)), ball(0.55));
  std::vector<std::string> notes;
  fs::last_write_time(cache(ball()).find(notes).value().file,
                      fs::file_time_type::clock::now() - std::chrono::hours(1));
  keep(cache(ball(0.52), limit), ball(0.52));
  EXPECT_FALSE(has(cache(ball())));
  EXPECT_TRUE(has(cache(ball(0.52))));
}

TEST_F(MeshCacheTest, keeps_nothing_of_scripts_that_depend_on_more_than_files) {
  const char* const outside[] = {"SystemCall \"true\";\n", "System \"true\";\n",
                                 "Include Str(\"radius.geo\");\n", "s = \"radius.geo\"; Merge s;\n",
                                 "a = Rand(1);\n"};
  for (const char* text : outside) {
    write("more.geo", text);
    write("radius.geo", "R = 1;\nInclude \"more.geo\";\n");
    const MeshCache unsure = cache(ball());
    EXPECT_NE(unsure.why_not().find("more.geo"), std::string::npos) << text;
    MeshReport report;
    EXPECT_NE(unsure.store({}, report).find("not kept"), std::string::npos);
  }
  write("more.geo", "// SystemCall, Rand\nPrintf(\"SystemCall\");\n");
  EXPECT_EQ(cache(ball()).why_not(), "");
}

TEST(MeshSources, of_shipped_cases_tell_their_meshes_for_sure) {
  int n = 0;
  for (const auto& entry : fs::recursive_directory_iterator(DGSOLVE_SOURCE_DIR "/cases"))
    if (entry.path().extension() == ".geo") {
      EXPECT_EQ(mesh_sources(entry.path()).unsure, "") << entry.path();
      ++n;
    }
  EXPECT_GT(n, 10);
}

TEST_F(MeshCacheTest, that_cannot_be_written_is_no_error) {
  const MeshCache nowhere(ball(), ""), beneath_a_file(ball(), folder_.path() / "radius.geo" / "cache");
  MeshReport report;
  const Mesh mesh = read_mesh(ball(), &report);
  for (const MeshCache* cache : {&nowhere, &beneath_a_file}) {
    EXPECT_NE(cache->store(mesh, report).find("not kept"), std::string::npos);
    EXPECT_FALSE(has(*cache));
  }
}

}  // namespace
}  // namespace dgsolve::test
