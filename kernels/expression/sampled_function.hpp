/// A function of one variable that is given by samples: a table, which a device reads as the host does.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace dgsolve {

class SampledFunction {
 public:
  /// Between samples straight lines, or the cubic spline whose third derivative does not jump at the second
  /// place and at the last but one ("not-a-knot"; de Boor, A Practical Guide to Splines, Springer 1978,
  /// chapter IV): its error falls with the fourth power of their distance, also near the ends. Through three
  /// samples it is a parabola. Outside of the samples the function is 0.
  enum class Interpolation { linear, cubic };
  static constexpr int highest_derivative = 3;  ///< that need not be 0

  /// places: rising; as many values, two or more. Throws std::invalid_argument.
  SampledFunction(std::span<const double> places, std::span<const double> values,
                  Interpolation interpolation);

  /// out[i] = f⁽ᵈ⁾(u[i]), d = derivative from 0 to highest_derivative.
  void evaluate(int derivative, const double* u, double* out, std::size_t n) const;

  /// Table that sampled_value reads (kernels/expression/sampled_value.hpp): its head; [bins + 1] the index,
  /// from the last piece that begins before a bin to the last one that begins before its end;
  /// [pieces][sampled_piece].
  const std::vector<double>& table() const { return table_; }
  /// Tells it from functions of other samples.
  std::string digest() const;

 private:
  std::vector<double> table_;
};

}  // namespace dgsolve
