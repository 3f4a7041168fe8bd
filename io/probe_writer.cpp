/// Probes: the fields at a point, one line a snapshot.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <stdexcept>

#include "io/files.hpp"
#include "io/writer.hpp"

namespace dgsolve {
namespace {

class ProbeWriter : public Writer {
 public:
  ProbeWriter(const std::vector<ProbeOutput>& probes, const std::filesystem::path& directory,
              const Discretization& discretization, const std::vector<std::string>& field_names)
      : Np_(discretization.element.Np), n_fields_(static_cast<int>(field_names.size())) {
    // All points are found before the first file is made, so that a wrong one leaves nothing behind.
    for (const ProbeOutput& probe : probes) {
      const Location where = locate(probe, discretization);
      files_.push_back({directory / "probes" / (probe.name + ".csv"),
                        {},
                        where.element,
                        discretization.interpolation_weights(where),
                        select_fields(probe.fields, field_names)});
    }
    if (!files_.empty()) std::filesystem::create_directories(directory / "probes");
    for (File& file : files_) {
      errno = 0;
      file.out.open(file.path);
      file.out << std::setprecision(17) << "time";
      for (int field : file.fields) file.out << ',' << field_names[field];
      end_line(file);
    }
  }

  void write(const Snapshot& snapshot) override {
    for (File& file : files_) {
      file.out << snapshot.time;
      for (int field : file.fields) {
        const std::size_t first = (static_cast<std::size_t>(file.element) * n_fields_ + field) * Np_;
        double value = 0;
        for (int i = 0; i < Np_; ++i) value += file.weights[i] * snapshot.state[first + i];
        file.out << ',' << value;
      }
      end_line(file);
    }
  }

 private:
  struct File {
    std::filesystem::path path;
    std::ofstream out;
    int element;
    std::vector<double> weights;  ///< [Np]
    std::vector<int> fields;
  };

  static Location locate(const ProbeOutput& probe, const Discretization& discretization) {
    try {
      return discretization.locate(probe.at);
    } catch (const MeshError& error) {
      throw MeshError("probe " + probe.name + ": " + error.what());
    }
  }

  /// Each line reaches the disk at once: a running case can be plotted, and a full disk shows.
  static void end_line(File& file) {
    file.out << '\n' << std::flush;
    if (!file.out) throw std::runtime_error(cannot_write(file.path, std::strerror(errno)));
  }

  const int Np_, n_fields_;
  std::vector<File> files_;
};

}  // namespace

std::unique_ptr<Writer> make_probe_writer(const std::vector<ProbeOutput>& probes,
                                          const std::filesystem::path& directory,
                                          const Discretization& discretization,
                                          const std::vector<std::string>& field_names) {
  return std::make_unique<ProbeWriter>(probes, directory, discretization, field_names);
}

}  // namespace dgsolve
