#include "kernels/base/core_share.hpp"

namespace dgsolve {
namespace {

int n_processes = 1;

}  // namespace

void set_processes_on_cores(int n) { n_processes = n; }

int core_share() { return std::max(1, omp_get_num_procs() / n_processes); }

}  // namespace dgsolve
