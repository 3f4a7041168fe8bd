/// Absorbing layers over media with poles. The layer is that of edges in slabs too, where its second pole
/// does nothing: such cells are few, and half as many kernels are compiled.
#pragma once

#include "kernels/models/absorbing_layer.hpp"
#include "kernels/models/poles.hpp"
#include "kernels/waves/traits/layer_over.hpp"

namespace DGSOLVE_NAMESPACE {

template <Formulation formulation, int n_electric, int n_magnetic>
using LayeredPoles = LayerOver<AbsorbingLayer<formulation, 2>, Poles<formulation, n_electric, n_magnetic>>;

using layered_poles_models =
    Models<LayeredPoles<Formulation::full, 1, 0>, LayeredPoles<Formulation::full, 2, 0>,
           LayeredPoles<Formulation::full, 4, 0>, LayeredPoles<Formulation::full, 5, 0>,
           LayeredPoles<Formulation::full, 6, 0>, LayeredPoles<Formulation::full, 12, 0>,
           LayeredPoles<Formulation::full, 4, 4>, LayeredPoles<Formulation::tm, 1, 0>,
           LayeredPoles<Formulation::tm, 2, 0>, LayeredPoles<Formulation::tm, 4, 0>,
           LayeredPoles<Formulation::tm, 5, 0>, LayeredPoles<Formulation::tm, 6, 0>,
           LayeredPoles<Formulation::tm, 12, 0>, LayeredPoles<Formulation::tm, 4, 4>,
           LayeredPoles<Formulation::te, 1, 0>, LayeredPoles<Formulation::te, 2, 0>,
           LayeredPoles<Formulation::te, 4, 0>, LayeredPoles<Formulation::te, 5, 0>,
           LayeredPoles<Formulation::te, 6, 0>, LayeredPoles<Formulation::te, 12, 0>,
           LayeredPoles<Formulation::te, 4, 4>>;

}  // namespace DGSOLVE_NAMESPACE
