/// What rank 0 tells another process of its piece.
#pragma once

#include "io/pieces/piece.hpp"
#include "kernels/ranks/channel.hpp"

namespace dgsolve {

/// Throws RankLost.
void put_piece(Channel& channel, const Piece& piece);
/// Waits for it. Throws RankLost.
Piece take_piece(Channel& channel);

}  // namespace dgsolve
