// LinearExpression.swift
// What a layout is made of: variables, linear expressions of them, and relations to zero.
//
// SPDX-License-Identifier: MIT

/// An unknown of a ``LinearSolver``.
package struct Variable: Hashable, Comparable, Sendable {
  let symbol: Int32

  /// A number that no other variable of the solver has. That of a removed variable is used again.
  package var index: Int { Int(symbol) }

  package static func < (a: Variable, b: Variable) -> Bool { a.symbol < b.symbol }
}

/// A sum of variables with factors, and a constant.
///
///     // 2 x - y + 10
///     LinearExpression([(x, 2), (y, -1)], constant: 10)
package struct LinearExpression: Sendable {
  /// One variable with its factor.
  package struct Term: Hashable, Sendable {
    package var variable: Variable
    package var factor: Double

    package init(_ variable: Variable, _ factor: Double) {
      self.variable = variable
      self.factor = factor
    }
  }

  /// The terms. A variable may occur in several.
  package var terms: [Term]

  /// The part without a variable.
  package var constant: Double

  package init(_ terms: [(Variable, Double)] = [], constant: Double = 0) {
    self.terms = terms.map { Term($0.0, $0.1) }
    self.constant = constant
  }

  /// Adds a multiple of a variable.
  package mutating func add(_ variable: Variable, times factor: Double) {
    terms.append(Term(variable, factor))
  }

  /// Adds a multiple of another expression.
  package mutating func add(_ other: LinearExpression, times factor: Double = 1) {
    for term in other.terms { terms.append(Term(term.variable, term.factor * factor)) }
    constant += other.constant * factor
  }
}

/// The relation of an expression to zero.
package enum LinearRelation: Int, Hashable, Sendable {
  case lessThanOrEqual = -1
  case equal = 0
  case greaterThanOrEqual = 1
}
