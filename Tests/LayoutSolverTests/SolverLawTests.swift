// SolverLawTests.swift
// The solver: what holds for any system, on random ones.
//
// SPDX-License-Identifier: MIT

import LayoutSolver
import TestSupport
import Testing

@Suite struct SolverLawTests {
  /// A solver with the constraints of a small system in it.
  struct Run {
    var solver = LinearSolver()
    var variables: [Variable]
    var constraints: [LinearSolver.Constraint] = []

    init(_ system: SmallSystem, order: [Int]? = nil) {
      variables = []
      for _ in 0..<system.count { variables.append(solver.makeVariable()) }
      var made: [Int: LinearSolver.Constraint] = [:]
      for index in order ?? Array(system.lines.indices) {
        made[index] = add(system.lines[index])
      }
      constraints = system.lines.indices.compactMap { made[$0] }
    }

    mutating func add(_ line: SmallSystem.Line) -> LinearSolver.Constraint {
      let terms = zip(variables, line.factors).filter { $0.1 != 0 }
      let expression = LinearExpression(terms.map { ($0.0, $0.1) }, constant: line.constant)
      let relation = LinearRelation(rawValue: line.relation) ?? .equal
      return solver.add(expression, relation, priority: line.priority)
    }

    mutating func point() -> [Double]? {
      solver.solve() == nil ? variables.map { solver.value(of: $0) } : nil
    }
  }

  private func line(
    _ count: Int, required: Double = 0.3, _ random: inout SeededRandom
  ) -> SmallSystem.Line {
    var factors = [Double](repeating: 0, count: count)
    for _ in 0..<Int.random(in: 1...min(3, count), using: &random) {
      factors[Int.random(in: 0..<count, using: &random)] =
        [1, -1, 1, -1, 2, 0.5, -0.75, 3]
        .randomElement(using: &random) ?? 1
    }
    let isRequired = Double.random(in: 0..<1, using: &random) < required
    return SmallSystem.Line(
      factors: factors, constant: Double(Int.random(in: -100...100, using: &random)),
      relation: Int.random(in: -1...1, using: &random),
      priority: isRequired ? 1000 : [999, 750, 250].randomElement(using: &random) ?? 250)
  }

  /// Random lines, and a wish for each variable at a priority of its own, so that nothing is undetermined.
  private func system(
    _ count: Int, lines: Int, required: Double = 0.3, _ random: inout SeededRandom
  ) -> SmallSystem {
    var system = SmallSystem(count: count)
    for index in 0..<count {
      var factors = [Double](repeating: 0, count: count)
      factors[index] = 1
      system.lines.append(
        .init(
          factors: factors, constant: Double(Int.random(in: -9...9, using: &random)), relation: 0,
          priority: Float(1 + index)))
    }
    for _ in 0..<lines { system.lines.append(line(count, required: required, &random)) }
    return system
  }

  private func isClose(_ a: [Double], _ b: [Double], _ margin: Double = 1e-6) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= margin }
  }

  @Test func errorsAreLeastByPriority() throws {
    var random = SeededRandom(seed: 1)
    var feasible = 0
    for number in 0..<1000 {
      let count = Int.random(in: 1...3, using: &random)
      let system = system(count, lines: Int.random(in: 1...5, using: &random), &random)
      var run = Run(system)
      guard let least = system.leastErrors() else {
        let found = run.solver.solve()
        let conflict = try #require(found, "system \(number)")
        let lines = conflict.compactMap { found in
          run.constraints.firstIndex(of: found).map { system.lines[$0] }
        }
        #expect(lines.allSatisfy { $0.priority >= 1000 } && !system.isFeasible(lines))
        // None of them is there in vain.
        for index in lines.indices {
          var fewer = lines
          fewer.remove(at: index)
          #expect(system.isFeasible(fewer), "system \(number)")
        }
        continue
      }
      feasible += 1
      let found = run.point()
      let point = try #require(found, "system \(number)")
      #expect(isClose(system.errors(at: point), least), "system \(number): \(system)")
    }
    #expect(feasible > 600)
  }

  @Test func requiredConstraintsHoldExactly() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<100 {
      let system = system(30, lines: 60, required: 0.5, &random)
      var run = Run(system)
      var removed: Set<LinearSolver.Constraint> = []
      while let conflict = run.solver.solve(), let last = conflict.last {
        removed.insert(last)
        run.solver.remove(last)
      }
      let point = run.variables.map { run.solver.value(of: $0) }
      for (line, constraint) in zip(system.lines, run.constraints)
      where line.priority >= 1000 && !removed.contains(constraint) {
        #expect(line.error(at: point) <= 1e-9)
      }
    }
  }

  @Test func addingAndRemovingIsWithoutEffect() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<300 {
      let system = system(8, lines: 12, required: 0.15, &random)
      var run = Run(system)
      guard let before = run.point() else { continue }
      var added: [LinearSolver.Constraint] = []
      for _ in 0..<6 { added.append(run.add(line(8, &random))) }
      if Bool.random(using: &random) { run.solver.solve() }
      for constraint in added.shuffled(using: &random) { run.solver.remove(constraint) }
      let after = run.point() ?? []
      // Several solutions may be as good; they have the same errors.
      #expect(isClose(system.errors(at: after), system.errors(at: before)))
    }
  }

  @Test func changedConstantEqualsNewSolution() {
    var random = SeededRandom(seed: 4)
    var solved = 0
    for _ in 0..<300 {
      var system = system(8, lines: 12, required: 0.15, &random)
      var run = Run(system)
      guard run.point() != nil else { continue }
      for _ in 0..<5 {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let index = Int.random(in: system.lines.indices, using: &random)
          system.lines[index].constant = Double(Int.random(in: -100...100, using: &random))
          run.solver.setConstant(of: run.constraints[index], to: system.lines[index].constant)
        }
        var fresh = Run(system)
        let (point, expected) = (run.point(), fresh.point())
        #expect((point == nil) == (expected == nil))
        guard let point, let expected else { continue }
        solved += 1
        #expect(isClose(system.errors(at: point), system.errors(at: expected)))
      }
    }
    #expect(solved > 500)
  }

  @Test func anySequenceOfChangesEqualsNewSolution() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<100 {
      var system = system(10, lines: 4, &random)
      var run = Run(system)
      for _ in 0..<40 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let line = line(10, &random)
          system.lines.append(line)
          run.constraints.append(run.add(line))
        case 1 where system.lines.count > 10:
          let index = Int.random(in: 10..<system.lines.count, using: &random)
          system.lines.remove(at: index)
          run.solver.remove(run.constraints.remove(at: index))
        default:
          let index = Int.random(in: system.lines.indices, using: &random)
          system.lines[index].constant = Double(Int.random(in: -100...100, using: &random))
          run.solver.setConstant(of: run.constraints[index], to: system.lines[index].constant)
        }
        guard Bool.random(using: &random) else { continue }
        while let conflict = run.solver.solve(), let last = conflict.last,
          let index = run.constraints.firstIndex(of: last)
        {
          system.lines.remove(at: index)
          run.solver.remove(run.constraints.remove(at: index))
        }
        var fresh = Run(system)
        guard let point = run.point(), let expected = fresh.point() else {
          Issue.record("a system without conflicts has a solution")
          continue
        }
        #expect(isClose(system.errors(at: point), system.errors(at: expected)))
      }
    }
  }

  @Test func orderOfAddingDoesNotMatter() {
    var random = SeededRandom(seed: 6)
    for _ in 0..<200 {
      var system = system(6, lines: 6, required: 0.1, &random)
      // Each priority has one constraint, so that the solution is unique.
      for index in system.lines.indices where system.lines[index].priority < 1000 {
        system.lines[index].priority = Float(10 + index)
      }
      var run = Run(system)
      guard let point = run.point() else { continue }
      var other = Run(system, order: system.lines.indices.shuffled(using: &random))
      #expect(isClose(other.point() ?? [], point, 1e-8))
    }
  }

  @Test func equalCallsGiveEqualBits() {
    func points() -> [[Double]] {
      var random = SeededRandom(seed: 7)
      return (0..<50).map { _ in
        var run = Run(system(12, lines: 20, &random))
        run.solver.solve()
        return run.variables.map { run.solver.value(of: $0) }
      }
    }
    #expect(points() == points())
  }

  @Test func manyChangesDoNotAddUpErrors() {
    var random = SeededRandom(seed: 8)
    var system = system(20, lines: 40, required: 0, &random)
    for index in 0..<10 {
      var line = line(20, required: 1, &random)
      line.relation = index.isMultiple(of: 2) ? 0 : 1
      system.lines.append(line)
    }
    var run = Run(system)
    guard run.point() != nil else { return }
    for _ in 0..<20_000 {
      let index = Int.random(in: 0..<60, using: &random)
      system.lines[index].constant = Double.random(in: -100...100, using: &random)
      run.solver.setConstant(of: run.constraints[index], to: system.lines[index].constant)
      run.solver.solve()
    }
    let point = run.point() ?? []
    for line in system.lines where line.priority >= 1000 { #expect(line.error(at: point) <= 1e-9) }
    var fresh = Run(system)
    #expect(isClose(system.errors(at: point), system.errors(at: fresh.point() ?? [])))
  }
}
