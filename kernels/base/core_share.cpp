#include "kernels/base/core_share.hpp"

#include <omp.h>

#include <algorithm>

namespace dgsolve {
namespace {

int n_processes = 1;

}  // namespace

void set_processes_on_cores(int n) { n_processes = n; }

int core_share() { return std::max(1, omp_get_num_procs() / n_processes); }

CoresShared::CoresShared() : before_(omp_get_max_threads()) {
  if (n_processes > 1) omp_set_num_threads(std::min(before_, core_share()));
}
CoresShared::~CoresShared() { omp_set_num_threads(before_); }

}  // namespace dgsolve
