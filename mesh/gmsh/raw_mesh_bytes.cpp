#include "mesh/gmsh/raw_mesh_bytes.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>

namespace dgsolve {
namespace {

/// Calls act(field) for all that a mesh and its report are. The lists of names do not compile where a field
/// is missing.
void for_each_field(auto& raw, auto& report, const auto& act) {
  auto& [mesh, tagged, images] = raw;
  auto& [dim, geometry_order, nodes_per_element, reference_nodes, nodes, elements, region_names, region,
         boundary_names, neighbor, neighbor_face, orientation, boundary, periodic_pairs] = mesh;
  auto& [curved, flat, notes, warnings, groups_without_cells, locality_before, locality_after] = report;
  const auto act_on_all = [&](auto&... fields) { (act(fields), ...); };
  act_on_all(dim, geometry_order, nodes_per_element, reference_nodes, nodes, elements, region_names, region,
             boundary_names, neighbor, neighbor_face, orientation, boundary, periodic_pairs, tagged, images,
             curved, flat, notes, warnings, groups_without_cells, locality_before, locality_after);
}

class BytesWriter {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const std::string& text) {
    put(text.size());
    bytes += text;
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(values.size());
    if constexpr (std::is_trivially_copyable_v<T>)
      bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    else
      for (const T& value : values) put(value);
  }
  void put(const std::array<std::string, 2>& texts) {
    for (const std::string& text : texts) put(text);
  }

  std::string bytes;
};

class BytesReader {
 public:
  explicit BytesReader(const std::string& bytes) : bytes_(bytes) {}

  template <class T>
  void take(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(&value, next(sizeof value), sizeof value);
  }
  void take(std::string& text) {
    const std::size_t n = length();
    text.assign(next(n), n);
  }
  template <class T>
  void take(std::vector<T>& values) {
    const std::size_t n = length();
    if constexpr (std::is_trivially_copyable_v<T>) {
      if (n > bytes_left() / sizeof(T)) fail();
      values.resize(n);
      if (n > 0) std::memcpy(values.data(), next(n * sizeof(T)), n * sizeof(T));
    } else {
      values.clear();
      for (std::size_t i = 0; i < n; ++i) take(values.emplace_back());
    }
  }
  void take(std::array<std::string, 2>& texts) {
    for (std::string& text : texts) take(text);
  }

  std::size_t bytes_left() const { return bytes_.size() - position_; }
  [[noreturn]] static void fail() { throw MeshError("Gmsh's process sent no whole mesh"); }

 private:
  /// A length, of items of one byte at least.
  std::size_t length() {
    std::size_t n = 0;
    take(n);
    if (n > bytes_left()) fail();
    return n;
  }
  const char* next(std::size_t n) {
    if (n > bytes_left()) fail();
    return bytes_.data() + std::exchange(position_, position_ + n);
  }

  const std::string& bytes_;
  std::size_t position_ = 0;
};

/// Sizes and numbers that agree with one another.
bool is_consistent(const RawMesh& raw) {
  const Mesh& mesh = raw.mesh;
  if ((mesh.dim != 2 && mesh.dim != 3) || mesh.geometry_order < 1 || mesh.geometry_order > 4) return false;
  const std::size_t K = mesh.region.size(), width = mesh.reference_nodes.size() / mesh.dim;
  const auto is_below = [](std::size_t n) {
    return [n](int value) { return value >= 0 && static_cast<std::size_t>(value) < n; };
  };
  const auto is_node = is_below(mesh.nodes.size());
  return K > 0 && std::cmp_equal(mesh.nodes_per_element, width) && mesh.elements.size() == K * width &&
         std::ranges::all_of(mesh.elements, is_node) &&
         std::ranges::all_of(mesh.region, is_below(mesh.region_names.size())) &&
         std::ranges::all_of(raw.tagged,
                             [&](const TaggedFace& face) {
                               return is_below(mesh.boundary_names.size())(face.group) &&
                                      std::all_of(face.vertices.begin(), face.vertices.begin() + mesh.dim,
                                                  is_node);
                             }) &&
         std::ranges::all_of(raw.images, [&](const auto& pairs) {
           return std::ranges::all_of(pairs,
                                      [&](const auto& pair) { return is_node(pair[0]) && is_node(pair[1]); });
         });
}

}  // namespace

std::string to_bytes(const RawMesh& raw, const MeshReport& report) {
  BytesWriter writer;
  for_each_field(raw, report, [&](const auto& field) { writer.put(field); });
  return std::move(writer.bytes);
}

RawMesh from_bytes(const std::string& bytes, MeshReport& report) {
  RawMesh raw;
  BytesReader reader(bytes);
  for_each_field(raw, report, [&](auto& field) { reader.take(field); });
  if (reader.bytes_left() > 0 || !is_consistent(raw)) BytesReader::fail();
  return raw;
}

}  // namespace dgsolve
