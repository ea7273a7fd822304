// LinearSolverTests.swift
// The solver: single behaviours.
//
// SPDX-License-Identifier: MIT

import LayoutSolver
import Testing

@Suite struct LinearSolverTests {
  /// The solver, with short forms for tests.
  struct System {
    var solver = LinearSolver()

    @discardableResult
    mutating func add(
      _ terms: [(Variable, Double)], _ relation: LinearRelation, _ value: Double,
      at priority: Float = 1000
    ) -> LinearSolver.Constraint {
      solver.add(LinearExpression(terms, constant: -value), relation, priority: priority)
    }

    mutating func values(_ variables: [Variable]) -> [Double] {
      #expect(solver.solve() == nil)
      return variables.map { solver.value(of: $0) }
    }
  }

  @Test func equationsDetermineVariables() {
    var system = System()
    let (x, y) = (system.solver.makeVariable(), system.solver.makeVariable())
    system.add([(x, 1), (y, 1)], .equal, 10)
    system.add([(x, 1), (y, -1)], .equal, 4)
    #expect(system.values([x, y]) == [7, 3])
  }

  @Test func inequalitiesBoundWeakerWishes() {
    var system = System()
    let x = system.solver.makeVariable()
    system.add([(x, 1)], .equal, 500, at: 250)
    system.add([(x, 1)], .lessThanOrEqual, 320)
    #expect(system.values([x]) == [320])
    system.add([(x, 1)], .greaterThanOrEqual, 100)
    #expect(system.values([x]) == [320])
  }

  @Test func higherPriorityOutweighsAnyNumberOfLowerOnes() {
    var system = System()
    let x = system.solver.makeVariable()
    for _ in 0..<1000 { system.add([(x, 1)], .equal, 0, at: 749) }
    system.add([(x, 1)], .equal, 1, at: 750)
    #expect(system.values([x]) == [1])
  }

  @Test func equalPrioritiesMinimizeTheSumOfErrors() {
    var system = System()
    let x = system.solver.makeVariable()
    for value in [0.0, 10, 100] { system.add([(x, 1)], .equal, value, at: 500) }
    #expect(system.values([x]) == [10])
  }

  @Test func nonnegativeVariablesStayThere() {
    var system = System()
    let width = system.solver.makeVariable(isNonnegative: true)
    system.add([(width, 1)], .equal, -40, at: 999)
    #expect(system.values([width]) == [0])
    let required = system.add([(width, 1)], .equal, -40)
    #expect(system.solver.solve() == [required])
    system.solver.remove(required)
    #expect(system.values([width]) == [0])
  }

  @Test func conflictNamesItsConstraintsOnly() {
    var system = System()
    let variables = (0..<4).map { _ in system.solver.makeVariable() }
    let left = system.add([(variables[0], 1)], .equal, 10)
    system.add([(variables[3], 1)], .equal, 77)
    let gap = system.add([(variables[1], 1), (variables[0], -1)], .greaterThanOrEqual, 100)
    system.add([(variables[2], 1), (variables[1], -1)], .equal, 5)
    #expect(system.solver.solve() == nil)
    let limit = system.add([(variables[2], 1)], .lessThanOrEqual, 50)
    let conflict = system.solver.solve() ?? []
    #expect(conflict.contains(left) && conflict.contains(gap) && conflict.contains(limit))
    #expect(conflict.count == 4)
    system.solver.remove(gap)
    #expect(system.solver.solve() == nil)
    #expect(system.solver.value(of: variables[0]) == 10)
  }

  @Test func redundantEquationsHoldTogether() {
    var system = System()
    let (x, y) = (system.solver.makeVariable(), system.solver.makeVariable())
    let first = system.add([(x, 1), (y, 1)], .equal, 10)
    let second = system.add([(x, 2), (y, 2)], .equal, 20)
    system.add([(x, 1)], .equal, 3)
    #expect(system.values([x, y]) == [3, 7])
    system.solver.remove(first)
    #expect(system.values([x, y]) == [3, 7])
    system.solver.setConstant(of: second, to: -30)
    #expect(system.values([x, y]) == [3, 12])
    let contradiction = system.add([(x, 1), (y, 1)], .equal, 10)
    #expect(system.solver.solve() == [second, contradiction])
  }

  @Test func constantChangesUntilConflictAndBack() {
    var system = System()
    let x = system.solver.makeVariable()
    let wish = system.add([(x, 1)], .equal, 50)
    let limit = system.add([(x, 1)], .lessThanOrEqual, 100)
    #expect(system.values([x]) == [50])
    system.solver.setConstant(of: wish, to: -120)
    #expect(system.solver.solve() == [wish, limit])
    system.solver.setConstant(of: wish, to: -80)
    #expect(system.values([x]) == [80])
  }

  @Test func changesOfOneConstantAreLocal() {
    var system = System()
    var chains: [[Variable]] = []
    var first: [LinearSolver.Constraint] = []
    for _ in 0..<50 {
      let chain = (0..<10).map { _ in system.solver.makeVariable() }
      first.append(system.add([(chain[0], 1)], .equal, 1))
      for (a, b) in zip(chain, chain.dropFirst()) { system.add([(b, 1), (a, -1)], .equal, 5) }
      chains.append(chain)
    }
    #expect(system.solver.solve() == nil)
    #expect(system.solver.takeChangedVariables().count == 500)
    let pivots = system.solver.pivotCount
    system.solver.setConstant(of: first[7], to: -100)
    #expect(system.solver.solve() == nil)
    #expect(system.solver.pivotCount == pivots)
    #expect(Set(system.solver.takeChangedVariables()) == Set(chains[7]))
    #expect(system.solver.value(of: chains[7][9]) == 145)
  }

  @Test func undeterminedVariablesAreAmbiguous() {
    var system = System()
    let (x, y) = (system.solver.makeVariable(), system.solver.makeVariable())
    system.add([(x, 1)], .equal, 1)
    system.add([(y, 1)], .greaterThanOrEqual, 5)
    #expect(system.solver.solve() == nil)
    #expect(!system.solver.isAmbiguous(x) && system.solver.isAmbiguous(y))
    system.add([(y, 1)], .equal, 0, at: 1)
    #expect(system.values([x, y]) == [1, 5])
    #expect(!system.solver.isAmbiguous(y))
  }

  @Test func extremeNumbersEnd() {
    let numbers = [
      0, 1, -1, 1e-300, Double.leastNonzeroMagnitude, 1e300, -1e300, Double.greatestFiniteMagnitude,
      -Double.greatestFiniteMagnitude, 1e-20, 1e20,
    ]
    for factor in numbers {
      for constant in numbers {
        for relation in [LinearRelation.lessThanOrEqual, .equal, .greaterThanOrEqual] {
          var solver = LinearSolver()
          let (x, y) = (solver.makeVariable(), solver.makeVariable(isNonnegative: true))
          solver.add(
            LinearExpression([(x, factor), (y, 1)], constant: constant), relation, priority: 1000)
          solver.add(
            LinearExpression([(y, factor), (x, -3)], constant: 1), relation, priority: 1000)
          solver.add(
            LinearExpression([(x, 1), (y, factor)], constant: constant), relation, priority: 10)
          var rounds = 0
          while let conflict = solver.solve(), rounds < 5 {
            rounds += 1
            if let last = conflict.last { solver.remove(last) }
          }
          #expect(rounds < 5)
          #expect(solver.value(of: x).isFinite && solver.value(of: y).isFinite)
        }
      }
    }
  }
}
