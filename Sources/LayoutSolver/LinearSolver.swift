// LinearSolver.swift
// The incremental solver of a layout: constraints come and go, constants change, and values of variables
// come out. LinearSolver+Rows.swift makes rows of constraints, LinearSolver+Simplex.swift has the pivots.
//
// This folder: constraints as a simplex tableau, solved from the highest priority down.
//
// SPDX-License-Identifier: MIT

/// An incremental solver of linear equations and inequalities with priorities.
///
/// Required constraints hold exactly. Of the others, those of the highest priority have the least possible
/// sum of errors; among the solutions with this sum, those of the next priority do, and so on: no number of
/// weaker constraints outweighs a stronger one.
///
///     var solver = LinearSolver()
///     let x = solver.makeVariable()
///     solver.add(LinearExpression([(x, 1)], constant: -100), .equal, priority: 1000)
///     solver.solve()  // nil: no conflict
///     solver.value(of: x)  // 100
///
/// Changes are collected until ``solve()``. Results depend only on the calls and their order.
///
/// Source: Badros, Borning and Stuckey, "The Cassowary linear arithmetic constraint solving algorithm",
/// 2001. Differences: a required constraint is added by the dual simplex method instead of with an
/// artificial variable, and the objective has one row for each priority instead of symbolic weights.
package struct LinearSolver {
  /// A constraint in the solver.
  package struct Constraint: Hashable, Comparable, Sendable {
    let index: Int32

    package static func < (a: Constraint, b: Constraint) -> Bool { a.index < b.index }
  }

  /// The priority of constraints that must hold. Larger ones are the same.
  package static let required: Float = 1000

  /// A constraint as it was added, and its symbols while it is in the tableau.
  struct Record {
    var expression: LinearExpression
    var relation: LinearRelation
    var priority: Float
    var order = 0
    /// The symbol that is in no other constraint: slack, error, or marker of a required equation.
    var marker = Tableau.none
    /// The other error or the slack's error; none for required constraints.
    var other = Tableau.none

    var isRequired: Bool { priority >= LinearSolver.required }
    /// The marker's factor in the equation: expression + sign * marker + … = 0.
    var markerSign: Double {
      switch relation {
      case .greaterThanOrEqual: -1
      case .lessThanOrEqual: 1
      case .equal: isRequired ? 1 : -1
      }
    }
  }

  /// The errors of the constraints of one priority: a row of the objective.
  struct Level {
    var priority: Float
    var row: Int32
    var count = 0
  }

  var tableau = Tableau()
  var records: [Record?] = []
  /// From the highest priority to the lowest.
  var levels: [Level] = []
  private var freeRecords: [Int32] = []
  private var nextOrder = 0

  /// Whether the objective may be less than optimal.
  var needsOptimization = false
  /// Whether the tableau has to be set up from the records again.
  var needsRebuild = false
  /// The constraints for which ``needsRebuild`` was set.
  var lastConflict: [Constraint] = []
  /// The largest constant so far, in absolute terms.
  var magnitude = 1.0
  private var checkedPivots = 0

  /// The greatest number in a constraint. The product of two such numbers is finite.
  package static let greatest = 1e150

  /// The nearest number that the solver can calculate with; zero for NaN.
  static func limited(_ number: Double) -> Double {
    number.isNaN ? 0 : min(max(number, -greatest), greatest)
  }

  private static func limited(_ expression: LinearExpression) -> LinearExpression {
    var result = expression
    result.constant = limited(result.constant)
    for index in result.terms.indices {
      result.terms[index].factor = limited(result.terms[index].factor)
    }
    return result
  }

  package init() {}

  /// The pivots since the solver was made: a measure of its work.
  package var pivotCount: Int { tableau.pivots }

  /// The rows of the tableau, with one for each priority.
  package var rowCount: Int { tableau.rows.count { $0.basic != Tableau.unused } }

  // MARK: Variables

  /// Makes a variable. Its value is 0 until a constraint requires another.
  ///
  /// - Parameter isNonnegative: Whether negative values are impossible.
  package mutating func makeVariable(isNonnegative: Bool = false) -> Variable {
    Variable(
      symbol: tableau.makeSymbol(isNonnegative ? .nonnegative : .free, isVariable: true))
  }

  /// Removes a variable that no constraint contains any more.
  package mutating func remove(_ variable: Variable) {
    let symbol = variable.symbol
    assert(
      !records.contains { $0?.expression.terms.contains { $0.variable == variable } ?? false },
      "a variable is removed that is still in a constraint")
    let row = tableau.symbols[Int(symbol)].row
    if row >= 0 { tableau.removeRow(row) }
    for row in tableau.column(of: symbol) { eliminate(symbol, from: row) }
    if tableau.symbols[Int(symbol)].isListedAsChanged {
      tableau.changed.removeAll { $0 == symbol }
    }
    tableau.release(symbol: symbol)
  }

  /// A variable without a constraint can only be left in rows by rounding; its value there is 0.
  private mutating func eliminate(_ symbol: Int32, from row: Int32) {
    let factor = tableau.rows[Int(row)].factor(of: symbol)
    tableau.add(-factor, times: symbol, to: row)
  }

  /// The value of a variable in the last solution, of which one beyond ``greatest`` counts as this.
  package func value(of variable: Variable) -> Double {
    Self.limited(tableau.value(of: variable.symbol))
  }

  /// Returns the variables whose value may have changed since the last call, in no particular order.
  package mutating func takeChangedVariables() -> [Variable] {
    tableau.takeChanged().map(Variable.init)
  }

  /// Whether the variable could have another value in a solution that is as good.
  package func isAmbiguous(_ variable: Variable) -> Bool {
    let symbol = variable.symbol
    let row = tableau.symbols[Int(symbol)].row
    if row < 0 { return isFreeToMove(symbol) }
    return tableau.rows[Int(row)].terms.contains { isFreeToMove($0.symbol) }
  }

  /// Whether a symbol that is not basic can change without a cost.
  private func isFreeToMove(_ symbol: Int32) -> Bool {
    tableau.symbols[Int(symbol)].kind != .fixed
      && levels.allSatisfy {
        abs(tableau.rows[Int($0.row)].factor(of: symbol)) <= Self.costTolerance
      }
  }

  // MARK: Constraints

  /// Adds a constraint: the expression's relation to zero.
  ///
  /// - Parameters:
  ///   - expression: Factors and a constant, of which those beyond ``greatest`` count as this.
  ///   - priority: Above 0. From ``required`` up, the constraint must hold.
  @discardableResult
  package mutating func add(
    _ expression: LinearExpression, _ relation: LinearRelation, priority: Float
  ) -> Constraint {
    let expression = Self.limited(expression)
    let record = Record(
      expression: expression, relation: relation, priority: priority, order: nextOrder)
    nextOrder += 1
    magnitude = max(magnitude, abs(expression.constant))
    let index: Int32
    if let free = freeRecords.popLast() {
      index = free
      records[Int(index)] = record
    } else {
      index = Int32(records.count)
      records.append(record)
    }
    insertRow(of: index)
    return Constraint(index: index)
  }

  /// Removes a constraint.
  package mutating func remove(_ constraint: Constraint) {
    let index = Int(constraint.index)
    guard let record = records[index] else { return }
    if !needsRebuild { removeRow(of: record) }
    records[index] = nil
    freeRecords.append(constraint.index)
  }

  /// Changes the constant of a constraint's expression.
  package mutating func setConstant(of constraint: Constraint, to constant: Double) {
    let index = Int(constraint.index)
    guard var record = records[index] else { return }
    let constant = Self.limited(constant)
    let change = constant - record.expression.constant
    guard change != 0 else { return }
    record.expression.constant = constant
    records[index] = record
    magnitude = max(magnitude, abs(constant))
    guard !needsRebuild else { return }
    optimizeIfNeeded()
    let row = tableau.symbols[Int(record.marker)].row
    let shift = record.markerSign * change
    if row >= 0 {
      tableau.shift(row, by: -shift)
    } else {
      for row in tableau.column(of: record.marker) {
        tableau.shift(row, by: tableau.rows[Int(row)].factor(of: record.marker) * shift)
      }
    }
  }

  /// The constant of a constraint's expression.
  package func constant(of constraint: Constraint) -> Double {
    records[Int(constraint.index)]?.expression.constant ?? 0
  }

  // MARK: Solving

  /// Finds the solution after changes.
  ///
  /// - Returns: Nil, or required constraints that cannot all hold, oldest first. After a conflict at least
  ///   one of them has to be removed and `solve()` called again; values are undefined until then.
  @discardableResult
  package mutating func solve() -> [Constraint]? {
    if needsRebuild { rebuild() }
    finish()
    // Rounding errors add up over many pivots.
    if !needsRebuild, tableau.pivots - checkedPivots > 2_000 {
      checkedPivots = tableau.pivots
      if !requiredConstraintsHold() {
        rebuild()
        finish()
      }
    }
    return needsRebuild ? lastConflict : nil
  }

  private mutating func finish() {
    optimizeIfNeeded()
    restoreFeasibility()
    optimizeIfNeeded()
  }

  private func requiredConstraintsHold() -> Bool {
    records.allSatisfy { record in
      guard let record, record.isRequired else { return true }
      let value = value(of: record.expression)
      switch record.relation {
      case .equal: return abs(value) <= tolerance
      case .lessThanOrEqual: return value <= tolerance
      case .greaterThanOrEqual: return value >= -tolerance
      }
    }
  }

  /// The value of an expression in the last solution.
  package func value(of expression: LinearExpression) -> Double {
    expression.terms.reduce(expression.constant) { $0 + $1.factor * value(of: $1.variable) }
  }

  /// Sets the tableau up from the constraints: the required ones, and then the others from the highest
  /// priority to the lowest, each in the order of adding.
  private mutating func rebuild() {
    let old = tableau
    tableau = Tableau()
    levels = []
    needsRebuild = false
    needsOptimization = false
    tableau.adoptVariables(of: old)
    let indices = records.indices.filter { records[$0] != nil }.sorted {
      guard let a = records[$0], let b = records[$1] else { return false }
      let (first, second) = (min(a.priority, Self.required), min(b.priority, Self.required))
      return first == second ? a.order < b.order : first > second
    }
    for index in indices {
      insertRow(of: Int32(index))
      if needsRebuild { return }
    }
  }
}
