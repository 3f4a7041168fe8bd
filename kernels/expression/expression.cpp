#include "kernels/expression/expression.hpp"

#include "kernels/expression/expression_graph.hpp"

namespace dgsolve {

Expression::Expression() : Expression(0.0) {}

Expression::Expression(double value)
    : graph_(std::make_shared<const ExpressionGraph>(
          std::vector<ExpressionNode>{{.op = Op::constant, .value = value}})) {}

Expression::Expression(std::shared_ptr<const ExpressionGraph> graph) : graph_(std::move(graph)) {}

Expression Expression::sampled(std::shared_ptr<const SampledFunction> f) {
  GraphBuilder builder;
  return Expression(builder.finish(builder.make(Op::sampled, {builder.variable(Variable::t)}, 0, f)));
}

// Whatever has no variable was folded to a constant, and whatever has one was not.
bool Expression::is_constant() const { return graph_->root().op == Op::constant; }

Expression Expression::substitute(Variable v, const Expression& by) const {
  GraphBuilder builder(*by.graph_);
  const Term replacement = builder.at(static_cast<int>(by.graph_->nodes.size()) - 1);
  std::vector<Term> terms;  // of each node
  for (const ExpressionNode& node : graph_->nodes) {
    const auto a = [&](int k) { return terms[node.a[k]]; };
    switch (node.op == Op::constant || node.op == Op::variable ? 0 : info(node.op).arity) {
      case 1:
        terms.push_back(builder.make(node.op, {a(0)}, node.index, node.samples));
        break;
      case 2:
        terms.push_back(builder.make(node.op, {a(0), a(1)}, node.index));
        break;
      case 3:
        terms.push_back(builder.make(node.op, {a(0), a(1), a(2)}, node.index));
        break;
      default:
        terms.push_back(node.op == Op::constant             ? builder.constant(node.value, node.origin)
                        : node.index == static_cast<int>(v) ? replacement
                                                            : builder.variable(Variable{node.index}));
    }
  }
  return Expression(builder.finish(terms.back()));
}

Expression Expression::operator-() const {
  GraphBuilder builder;
  return Expression(builder.finish(-builder.include(*graph_)));
}
Expression operator+(const Expression& a, const Expression& b) {
  GraphBuilder builder;
  return Expression(builder.finish(builder.include(*a.graph_) + builder.include(*b.graph_)));
}
Expression operator-(const Expression& a, const Expression& b) {
  GraphBuilder builder;
  return Expression(builder.finish(builder.include(*a.graph_) - builder.include(*b.graph_)));
}
Expression operator*(const Expression& a, const Expression& b) {
  GraphBuilder builder;
  return Expression(builder.finish(builder.include(*a.graph_) * builder.include(*b.graph_)));
}
Expression operator/(const Expression& a, const Expression& b) {
  GraphBuilder builder;
  return Expression(builder.finish(builder.include(*a.graph_) / builder.include(*b.graph_)));
}
Expression operator>(const Expression& a, const Expression& b) {
  GraphBuilder builder;
  return Expression(
      builder.finish(builder.make(Op::less, {builder.include(*b.graph_), builder.include(*a.graph_)})));
}
Expression sqrt_of(const Expression& a) {
  GraphBuilder builder;
  return Expression(builder.finish(builder.make(Op::sqrt, {builder.include(*a.graph_)})));
}
Expression pow_of(const Expression& a, const Expression& b) {
  GraphBuilder builder;
  return Expression(
      builder.finish(builder.make(Op::power, {builder.include(*a.graph_), builder.include(*b.graph_)})));
}
Expression select(const Expression& condition, const Expression& a, const Expression& b) {
  GraphBuilder builder;
  return Expression(
      builder.finish(builder.make(Op::if_, {builder.include(*condition.graph_), builder.include(*a.graph_),
                                            builder.include(*b.graph_)})));
}

Expression scaled(const Expression& f, const std::string& name, double value) {
  return Expression::parse(name + "*t", {{name, value}}).substitute(Variable::t, f);
}

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
