/// A state as VTK's and ParaView's Lagrange cells of order N: elements, faces of theirs, or sections by
/// planes.
///
/// Every cell has points of its own, so the jumps between elements stay visible. The points are VTK's
/// equispaced ones, mapped by the element's true geometry; a geometry of higher degree than N is interpolated
/// there. The components of a vector are one array, with zeros for those that the problem does not have; all
/// other fields, and vectors of which the case leaves a component out, are scalars.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "io/fields/interpolate.hpp"
#include "io/fields/writer.hpp"
#include "kernels/base/unset_vector.hpp"
#include "solver/discretization/cell_gradients.hpp"

namespace dgsolve {

/// An array of values at points.
struct PointArray {
  std::string name;
  std::vector<int> fields;  ///< of the state, one a component; −1: zero
};

/// A number for each cell, an index into names.
struct CellArray {
  std::string name;
  std::vector<int> values;  ///< [n_cells]
  std::vector<std::string> names;
};

class LagrangeCells {
 public:
  /// Throws as select_fields.
  explicit LagrangeCells(const WriterSetup& setup);

  std::size_t n_cells() const { return cells_.size(); }
  std::size_t points_per_cell() const { return n_; }
  /// Point i of cell c is c·points_per_cell + i.
  std::size_t n_points() const { return n_cells() * points_per_cell(); }
  int vtk_type() const;  ///< a VTKCellType
  template <class T>
  UnsetVector<T> points() const;               ///< [n_points][3]
  std::vector<CellArray> cell_arrays() const;  ///< `region`, and `boundary` of faces, `slice` of sections
  std::vector<CellArray> cell_data() const;    ///< with their values
  const std::vector<PointArray>& arrays() const { return arrays_; }

  /// An array of a canonical state: [n_points][components]; by all of the calling thread's threads. Fields
  /// that follow from others do so at each point.
  template <class T>
  void evaluate(const PointArray& array, std::span<const double> state, UnsetVector<T>& values) const;

 private:
  struct Cell {
    int element;
    int points;  ///< its entry in points_
    int group;   ///< its boundary's or slice's number
  };
  /// Points of a cell in its element.
  struct Points {
    std::vector<double> reference;  ///< [n][dim]: VTK's, on our simplex
    Interpolation from_nodes;       ///< values at our nodes to values at the points
  };

  template <class T>
  void derive(const PointArray& array, std::span<const double> state, UnsetVector<T>& values) const;
  /// [n][derive_.n_fields][dim], at a cell's points, from its fields at its nodes.
  std::vector<double> gradients(const Cell& cell, const double* u) const;
  void put_elements(const FieldOutput& options);
  void put_faces(const FieldOutput& options);
  void put_sides(const std::vector<Side>& sides);
  void put_points_of_faces();
  void put_sections(const FieldOutput& options);

  const Mesh& mesh_;
  const ReferenceElement& element_;
  const int cell_dim_;
  const std::size_t n_state_, n_fields_, Np_;
  const FieldsAtPoint derive_;
  const std::vector<int> vtk_points_;  ///< [n][cell_dim + 1]: VTK's of a cell, shares of its corners times N
  const std::size_t n_;                ///< points of a cell
  std::vector<Points> points_;         ///< one for all cells, one a face of an element, or one a section
  std::vector<Cell> cells_;
  std::string group_;  ///< what a group is: `boundary` or `slice`; empty: no groups
  std::vector<std::string> group_names_;
  std::vector<PointArray> arrays_;
  // Where an array takes gradients:
  std::optional<CellSlopes> slopes_;
  std::vector<CellMap> maps_;  ///< [points_]
};

/// What writers of Lagrange cells share: cells, and arrays in the precision of the files.
class LagrangeWriter : public Writer {
 protected:
  LagrangeWriter(const WriterSetup& setup, const FieldFormat& format)
      : Writer(setup, format), precision_(setup.options.precision), cells_(setup) {}

  /// body(array, values) for one array of a canonical state after another; values: [n_points][components],
  /// float or double.
  template <class Body>
  void for_each_array(std::span<const double> state, const Body& body) {
    with_type(precision_, [&]<class T>(T) {
      UnsetVector<T>& values = std::get<UnsetVector<T>>(values_);
      for (const PointArray& array : cells_.arrays()) {
        cells_.evaluate(array, state, values);
        body(array, values);
      }
    });
  }

  const Precision precision_;
  const LagrangeCells cells_;

 private:
  /// Values of one array at a time; only the vector of our precision is used.
  std::tuple<UnsetVector<float>, UnsetVector<double>> values_;
};

}  // namespace dgsolve
