/// What the kernels of this process read of a vector that other processes have computed.
#pragma once

#include <functional>
#include <vector>

#include "kernels/cuda/algebra/gpu_vector.hpp"

namespace dgsolve::cuda {

class RemoteNumbers {
 public:
  /// A unit reads the vector's numbers at the places for which it calls read(place).
  using ReadsOf = std::function<void(std::size_t unit, const std::function<void(std::size_t place)>& read)>;

  /// None: all that is read is here.
  RemoteNumbers() = default;
  /// had: [rank], the vector's numbers that each process has computed; a single range: all have all. units:
  /// [rank], what each computes from them; a single range: each computes all. All processes call it together.
  RemoteNumbers(const VectorKernels& on, const std::vector<Team::Range>& had,
                const std::vector<Team::Range>& units, const ReadsOf& reads_of);

  /// Sends the numbers and takes in the others', in the vector. May be recorded, but for the first call.
  template <class T>
  void bring(const VectorKernels& on, const T* numbers);

 private:
  /// Places that go to another process, or come from it.
  struct Piece {
    int rank;
    std::size_t first, size;  ///< among all places
  };
  struct Places {
    Array<int> on_gpu;
    std::vector<Piece> pieces;
    std::shared_ptr<void> buffer;  ///< of numbers, in their order; null before the first call
  };
  static Places places_of(const VectorKernels& on, const std::vector<std::vector<int>>& of_ranks);
  template <class T>
  std::vector<Communicator::Piece> pieces_of(const VectorKernels& on, Places& places);

  Places sent_, received_;
};

/// What a map's rows read of x where row i reads the places for which `reads_of` calls.
RemoteNumbers numbers_of_rows(const VectorKernels& on, const Team::Results& rows, std::size_t cols,
                              const RemoteNumbers::ReadsOf& reads_of);

}  // namespace dgsolve::cuda
