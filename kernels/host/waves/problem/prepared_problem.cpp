#include "kernels/host/waves/problem/prepared_problem.hpp"

namespace dgsolve::host {

template <class T>
PreparedProblem<T>::PreparedProblem(const WaveProblem& problem, int W, int R)
    : n_fields(problem.n_fields),
      Np(problem.reference.Np),
      numbering(problem.groups(), W),
      source(problem, numbering),
      Nfp_(problem.reference.Nfp),
      alpha_(static_cast<T>(problem.alpha)),
      connections_(problem, numbering),
      media_(problem.coefficients, Np, numbering),
      straight_(problem, numbering, R),
      points_(problem, R),
      curved_(problem, numbering, R) {
  for (const ModelView& model : problem.models) models_.emplace_back(model.coefficients, Np, numbering);
}

template <class T>
Tables<T> PreparedProblem<T>::tables(int g) const {
  Tables<T> t{Np,
              Nfp_,
              numbering.n_blocks,
              alpha_,
              connections_.tables(),
              media_.tables(),
              straight_.tables(),
              points_.tables(),
              curved_.tables(),
              {}};
  const Numbering::Group& group = numbering.groups[g];
  if (group.kind.model >= 0)
    t.model = {group.first_block, auxiliaries(g), models_[group.kind.model].tables()};
  return t;
}

template <class T>
void PreparedProblem<T>::evaluate(double t) {
  connections_.boundaries.evaluate(t);
  source.evaluate(t);
}

template <class T>
std::size_t PreparedProblem<T>::bytes() const {
  std::size_t n = source.bytes() + connections_.bytes() + media_.bytes() + straight_.bytes() +
                  points_.bytes() + curved_.bytes();
  for (const Materials<T>& model : models_) n += model.bytes();
  return n;
}

template <class T>
std::size_t PreparedProblem<T>::auxiliaries(int g) const {
  std::size_t first = static_cast<std::size_t>(numbering.n_slots()) * n_fields * Np;
  for (int i = 0; i < g; ++i) {
    const Numbering::Group& group = numbering.groups[i];
    first += static_cast<std::size_t>(group.n_blocks) * numbering.W * Np * group.n_aux;
  }
  return first;
}

template <class T>
std::size_t PreparedProblem<T>::state_size() const {
  return auxiliaries(static_cast<int>(numbering.groups.size()));
}

template class PreparedProblem<double>;
template class PreparedProblem<float>;

}  // namespace dgsolve::host
