#include "kernels/expression/formula_set.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/expression/expression.hpp"
#include "kernels/expression/expression_graph.hpp"

namespace dgsolve {

FormulaSet::FormulaSet() : FormulaSet(std::span<const Expression>()) {}

FormulaSet::FormulaSet(std::span<const Expression> formulas) : size_(static_cast<int>(formulas.size())) {
  GraphBuilder builder;
  std::vector<int> roots;
  for (const Expression& f : formulas) roots.push_back(builder.include(*f.graph_).id);
  tape_ = std::make_shared<const Tape>(builder.nodes(), roots);
}

void FormulaSet::evaluate(std::span<const double> x, std::span<const double> y, std::span<const double> z,
                          double t, std::span<double> values) const {
  if (size_ == 0) return;
  const std::size_t n = values.size() / size_;
  for (const auto& coordinate : {x, y, z})
    if (values.size() % size_ != 0 || (!coordinate.empty() && coordinate.size() != n))
      throw std::invalid_argument("FormulaSet::evaluate: " + std::to_string(coordinate.size()) +
                                  " coordinates for " + std::to_string(values.size()) + " values of " +
                                  std::to_string(size_) + " formulas");
  tape_->run({x, y, z}, t, values);
}

}  // namespace dgsolve
