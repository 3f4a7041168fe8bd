#include "kernels/waves/stage.hpp"

#include <stdexcept>

namespace dgsolve {

void check_stage(StageForm form, const Stage& stage, const WaveState& u, const WaveState& u_next) {
  if (&u == &u_next) throw std::invalid_argument("a stage needs two arrays for the states before and after");
  if (form == StageForm::low_storage && (stage.p != 0 || stage.q != 1 || stage.e != 0))
    throw std::invalid_argument("the operator computes stages of 2N storage; expected p = 0, q = 1, e = 0");
  if (stage.p != 0 && stage.u0 == nullptr)
    throw std::invalid_argument("a stage with p other than 0 needs the state at the beginning of its step");
}

}  // namespace dgsolve
