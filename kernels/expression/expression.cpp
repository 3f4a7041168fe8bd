#include "kernels/expression/expression.hpp"

#include "kernels/expression/expression_graph.hpp"

namespace dgsolve {

Expression::Expression() : Expression(0.0) {}

Expression::Expression(double value)
    : graph_(
          std::make_shared<const Graph>(std::vector<ExpressionNode>{{.op = Op::constant, .value = value}})) {}

Expression::Expression(std::shared_ptr<const Graph> graph) : graph_(std::move(graph)) {}

// Whatever has no variable was folded to a constant, and whatever has one was not.
bool Expression::is_constant() const { return graph_->root().op == Op::constant; }

bool Expression::is_zero() const { return is_constant() && graph_->root().value == 0; }

bool Expression::depends_on(Variable v) const { return graph_->root().depends_on(v); }

double Expression::operator()(double x, double y, double z, double t) const {
  double value = 0;
  graph_->tape.run({std::span(&x, 1), std::span(&y, 1), std::span(&z, 1)}, t, std::span(&value, 1));
  return value;
}

void Expression::evaluate(std::span<const double> x, std::span<const double> y, std::span<const double> z,
                          double t, std::span<double> values) const {
  for (const auto& coordinate : {x, y, z})
    if (!coordinate.empty() && coordinate.size() != values.size())
      throw std::invalid_argument("Expression::evaluate: " + std::to_string(coordinate.size()) +
                                  " coordinates for " + std::to_string(values.size()) + " values");
  graph_->tape.run({x, y, z}, t, values);
}

}  // namespace dgsolve
