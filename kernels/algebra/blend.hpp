/// What every product with a map is given, on every device. Data only: kernel text and the code of each
/// instruction set read it too.
#pragma once

namespace dgsolve {

/// y ← α (A x) + β b for a map A, then sum ← sum + y where there is a sum; with β = 0, b is not read.
template <class T>
struct Blend {
  T alpha, beta;
  const T* x;
  const T* b;
  T* y;
  T* sum;
};

}  // namespace dgsolve
