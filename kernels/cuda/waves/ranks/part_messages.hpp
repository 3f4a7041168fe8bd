/// What rank 0 sends the other processes of their parts before they serve: they need neither the mesh nor the
/// problem.
#pragma once

#include "kernels/cuda/waves/plan/stage_plan.hpp"
#include "kernels/cuda/waves/ranks/rim_faces.hpp"
#include "kernels/ranks/channel.hpp"

namespace dgsolve::cuda {

void put_plan(Channel& channel, const StagePlan::Pieces& pieces);
StagePlan::Pieces take_plan(Channel& channel);

void put_rims(Channel& channel, const RimFaces& faces);
RimFaces take_rims(Channel& channel);

}  // namespace dgsolve::cuda
