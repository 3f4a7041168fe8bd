#include "mesh/gmsh/gmsh_reader.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "mesh/base/problems.hpp"
#include "mesh/gmsh/geo_parameters.hpp"
#include "mesh/gmsh/gmsh.hpp"
#include "mesh/gmsh/guarded_work.hpp"
#include "mesh/gmsh/plain_msh.hpp"
#include "mesh/gmsh/raw_mesh_bytes.hpp"
#include "mesh/gmsh/split_cells.hpp"
#include "mesh/gmsh/temporary_file.hpp"

namespace dgsolve {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string content(std::filesystem::file_size(file), '\0');
  in.read(content.data(), static_cast<std::streamsize>(content.size()));
  return content;
}

/// Kinds of results of Gmsh's process: the last byte.
constexpr char a_mesh = 'm', an_error = 'e';

WorkLimits limits_of(const MeshOptions& options) {
  const double all =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const MeshLimits& limits = options.limits;
  return {limits.seconds, limits.bytes ? *limits.bytes : MeshLimits::usual_share * all,
          options.starts_programs};
}

/// A process of its own that did not come to its end.
[[noreturn]] void fail_as(const WorkOutcome& outcome) {
  throw MeshError("Gmsh " + outcome.end +
                  (outcome.last_line.empty() ? "" : "; its last message: " + outcome.last_line));
}

/// The exception in flight, as bytes: a MeshError, or one of Gmsh's and its libraries'. That there is no
/// memory is for the process to say.
std::string error_bytes() {
  const std::string of_gmsh = "Gmsh says: ";
  try {
    throw;
  } catch (const MeshError& error) {
    return std::string(error.what()) + an_error;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::string& message) {  // Gmsh 4.8
    return of_gmsh + message + an_error;
  } catch (const std::exception& error) {  // Gmsh 4.12
    return of_gmsh + error.what() + an_error;
  }
}

/// Lets Gmsh work in a process of its own, whatever becomes of that. The report comes back with the mesh.
RawMesh by_gmsh(const MeshOptions& options, MeshReport& report, const PhaseDone& done,
                const std::function<RawMesh(Gmsh&, const PhaseDone&)>& work) {
  OpenGmsh& open = load_gmsh();
  const TemporaryFolder folder("Gmsh's files");
  WorkOutcome outcome = run_in_fork(
      limits_of(options),
      [&](const Listener& tell) -> std::string {
        setenv("TMPDIR", folder.path.c_str(), 1);
        try {
          const RawMesh raw = work(*open(), tell);
          return to_bytes(raw, report) + a_mesh;
        } catch (...) {
          return error_bytes();
        }
      },
      done);
  if (!outcome.result || outcome.result->empty()) fail_as(outcome);
  const char kind = outcome.result->back();
  outcome.result->pop_back();
  if (kind == an_error) {
    const bool asked_for_one =
        !options.starts_programs && outcome.result->find("aborting system call") != std::string::npos;
    throw MeshError(*outcome.result + (asked_for_one ? " (a check starts no program, as the script asks by "
                                                       "SystemCall: give the case the .msh that it makes)"
                                                     : ""));
  }
  return from_bytes(*outcome.result, report);
}

/// Of the types first…last of elements, by Gmsh.
std::vector<ElementShape> ask_shapes(const MeshOptions& options, int first, int last) {
  OpenGmsh& open = load_gmsh();
  const WorkOutcome outcome = run_in_fork(limits_of(options), [&](const Listener&) {
    const Gmsh& gmsh = *open();
    std::string text;
    for (int type = first; type <= last; ++type) {
      const ElementShape shape = gmsh.element_shape(type);
      text += fmt::format("{} {} ", shape.dim, shape.n_nodes);
    }
    return text;
  });
  if (!outcome.result) fail_as(outcome);
  std::istringstream in(*outcome.result);
  std::vector<ElementShape> found(last - first + 1);
  for (ElementShape& shape : found) in >> shape.dim >> shape.n_nodes;
  return found;
}

/// Of a type of elements. Gmsh takes seconds for those of high orders, so that it is asked once for the low
/// ones.
ElementShape gmsh_shape(const MeshOptions& options, int number) {
  constexpr int last_low = 31, n_types = 200;  // order 5 at most; Gmsh 4.12 has 140
  if (number < 0 || number >= n_types) return {0, 0};
  static std::map<int, ElementShape> known;
  if (!known.contains(number)) {
    const bool is_low = number <= last_low;
    int type = is_low ? 0 : number;
    for (const ElementShape& shape : ask_shapes(options, type, is_low ? last_low : number))
      known[type++] = shape;
  }
  return known.at(number);
}

/// The mesh of a .msh. Where it is plain and straight, Gmsh is not loaded.
RawMesh read_msh(const MeshOptions& options, MeshReport& report, const PhaseDone& done) {
  bool straight = true;
  std::string content = content_of(options.file);
  MshContent found = check_msh(content, [&](int number) -> ElementShape {
    if (const auto type = straight_element(number)) return {type->dim, type->n_nodes};
    straight = false;
    return gmsh_shape(options, number);
  });
  if (straight && options.refine == 0) {
    const auto type_of = [](int number) { return straight_element(number).value(); };
    std::vector<std::string> cut;
    if (options.split) cut = split_cells(found, type_of);
    if (const auto plain = plain_msh(found, options.geometry_order, type_of)) {
      done("reading the mesh");
      if (auto raw = take_plain_mesh(*plain, straight_gradients(plain->type.dim), report.notes)) {
        report.notes.insert(report.notes.begin(), cut.begin(), cut.end());
        return std::move(*raw);
      }
    }
  }
  return by_gmsh(options, report, done, [&](Gmsh& gmsh, const PhaseDone& phase_done) {
    return gmsh.read_msh(options, content, found, report, phase_done);
  });
}

}  // namespace

RawMesh read_with_gmsh(const MeshOptions& options, MeshReport& report, const PhaseDone& done) {
  const MeshFileKind kind = check_mesh_file(options.file);
  check_parameters(options, kind);
  RawMesh raw = kind == MeshFileKind::msh
                    ? read_msh(options, report, done)
                    : by_gmsh(options, report, done, [&](Gmsh& gmsh, const PhaseDone& phase_done) {
                        return gmsh.make_mesh(options, kind, report, phase_done);
                      });
  done("checking cells");
  return raw;
}

}  // namespace dgsolve
