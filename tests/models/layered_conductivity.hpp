/// Absorbing layers over the conductivity of tests.
#pragma once

#include "kernels/models/absorbing_layer.hpp"
#include "kernels/waves/traits/layer_over.hpp"
#include "tests/models/conductivity.hpp"

namespace DGSOLVE_NAMESPACE {

using layered_conductivity_models =
    Models<LayerOver<AbsorbingLayer<Formulation::full, 1>, Conductivity<Formulation::full>>,
           LayerOver<AbsorbingLayer<Formulation::full, 2>, Conductivity<Formulation::full>>,
           LayerOver<AbsorbingLayer<Formulation::tm, 1>, Conductivity<Formulation::tm>>,
           LayerOver<AbsorbingLayer<Formulation::tm, 2>, Conductivity<Formulation::tm>>>;

}  // namespace DGSOLVE_NAMESPACE
