// LinearSolver+Simplex.swift
// The pivots of the solver: the primal method towards the optimum, and the dual method back to a feasible
// solution.
//
// SPDX-License-Identifier: MIT

extension LinearSolver {
  /// Costs closer to zero are zero.
  static let costTolerance = 1e-9
  /// Factors closer to zero are not divided by.
  static let pivotTolerance = 1e-9
  /// Pivots after which only the smallest symbol is taken, which cannot go round in circles.
  private static let quickPivots = 500

  /// Deviations from a required constraint up to here are rounding errors.
  var tolerance: Double { 5e-10 * max(1, magnitude * 1e-4) }

  private var pivotLimit: Int { 2_000 + 50 * tableau.rows.count }

  // MARK: The primal method

  /// Reduces the objective to its minimum, if it may not be there. The solution stays feasible.
  mutating func optimizeIfNeeded() {
    guard needsOptimization, !needsRebuild, restoreFeasibility() else { return }
    needsOptimization = false
    let limit = pivotLimit
    for count in 0..<limit {
      let isQuick = count < Self.quickPivots
      guard let (symbol, direction) = enteringSymbol(isQuick: isQuick) else { return }
      let rows = tableau.column(of: symbol)
      guard let row = limitingRow(of: symbol, direction, among: rows, isQuick: isQuick) else {
        return
      }
      tableau.pivot(row, to: symbol)
      // What the pivot moved is still in range.
      acceptSuspects()
    }
  }

  private mutating func acceptSuspects() {
    for row in tableau.suspects { tableau.clearSuspicion(of: row) }
    tableau.suspects.removeAll(keepingCapacity: true)
  }

  /// Returns a symbol whose change reduces the error of the highest priority that it affects.
  private func enteringSymbol(isQuick: Bool) -> (symbol: Int32, direction: Double)? {
    for (index, level) in levels.enumerated() {
      var best: (symbol: Int32, direction: Double, gain: Double)?
      for term in tableau.rows[Int(level.row)].terms {
        let gain = abs(term.factor)
        guard gain > max(Self.costTolerance, best?.gain ?? 0) else { continue }
        switch tableau.symbols[Int(term.symbol)].kind {
        case .free: break
        case .nonnegative: if term.factor > 0 { continue }
        case .none, .fixed: continue
        }
        let isCheaper = levels[..<index].allSatisfy {
          abs(tableau.rows[Int($0.row)].factor(of: term.symbol)) <= Self.costTolerance
        }
        guard isCheaper else { continue }
        best = (term.symbol, term.factor < 0 ? 1 : -1, gain)
        if !isQuick { break }
      }
      if let best { return (best.symbol, best.direction) }
    }
    return nil
  }

  /// Returns the row whose symbol reaches zero first when another symbol moves.
  func limitingRow(
    of symbol: Int32, _ direction: Double, among rows: [Int32], isQuick: Bool
  ) -> Int32? {
    var best: (row: Int32, ratio: Double, factor: Double)?
    for row in rows where tableau.rows[Int(row)].basic >= 0 {
      guard kind(ofBasicIn: row) == .nonnegative else { continue }
      let factor = tableau.rows[Int(row)].factor(of: symbol) * direction
      guard factor < -Self.pivotTolerance else { continue }
      let ratio = max(0, tableau.rows[Int(row)].constant) / -factor
      guard let known = best else {
        best = (row, ratio, factor)
        continue
      }
      let margin = 1e-12 * max(1, ratio, known.ratio)
      if ratio > known.ratio + margin { continue }
      let isSame = ratio >= known.ratio - margin
      let (a, b) = (tableau.rows[Int(row)].basic, tableau.rows[Int(known.row)].basic)
      // Of equal limits, the larger factor is more exact; the smaller symbol ends circles.
      let isBetter = isQuick && factor != known.factor ? factor < known.factor : a < b
      if !isSame || isBetter { best = (row, ratio, factor) }
    }
    return best?.row
  }

  // MARK: The dual method

  /// Brings all symbols into their ranges, if some may have left them. The objective stays optimal.
  ///
  /// - Returns: Whether there is such a solution. If not, ``lastConflict`` has required constraints that
  ///   exclude each other, and the tableau has to be set up again.
  @discardableResult
  mutating func restoreFeasibility() -> Bool {
    guard !needsRebuild else { return false }
    let limit = pivotLimit
    var count = 0
    while let row = infeasibleRow() {
      count += 1
      guard count < limit,
        let symbol = dualEnteringSymbol(
          row, tableau.rows[Int(row)].constant < 0 ? 1 : -1)
      else {
        lastConflict = conflict(in: row)
        // Numbers beyond the range of the calculation exclude themselves.
        guard !lastConflict.isEmpty else {
          acceptSuspects()
          return true
        }
        needsRebuild = true
        return false
      }
      tableau.pivot(row, to: symbol)
    }
    return true
  }

  /// Returns the row of the smallest symbol that is out of its range.
  private mutating func infeasibleRow() -> Int32? {
    var (kept, best): ([Int32], Int32?) = ([], nil)
    if tableau.suspects.isEmpty { return nil }
    for row in tableau.suspects {
      let content = tableau.rows[Int(row)]
      guard content.basic >= 0, isOutOfRange(row) else {
        tableau.clearSuspicion(of: row)
        continue
      }
      kept.append(row)
      if best.map({ tableau.rows[Int($0)].basic > content.basic }) ?? true { best = row }
    }
    tableau.suspects = kept
    return best
  }

  func isOutOfRange(_ row: Int32) -> Bool {
    let constant = tableau.rows[Int(row)].constant
    switch kind(ofBasicIn: row) {
    case .nonnegative: return constant < -tolerance
    case .fixed: return abs(constant) > tolerance
    case .none, .free: return false
    }
  }

  /// Returns the symbol that moves a row's symbol up (1) or down (-1) at the least cost; nil for none.
  func dualEnteringSymbol(_ row: Int32, _ direction: Double) -> Int32? {
    let content = tableau.rows[Int(row)]
    var candidates: [(symbol: Int32, factor: Double)] = []
    for term in content.terms {
      let factor = term.factor * direction
      switch tableau.symbols[Int(term.symbol)].kind {
      case .free:
        // Its cost is zero.
        if abs(factor) > Self.pivotTolerance { return term.symbol }
      case .nonnegative:
        if factor > Self.pivotTolerance { candidates.append((term.symbol, factor)) }
      case .none, .fixed: continue
      }
    }
    for level in levels where candidates.count > 1 {
      // Below the highest priority that a symbol affects, its costs may be negative.
      let ratios = candidates.map {
        tableau.rows[Int(level.row)].factor(of: $0.symbol) / $0.factor
      }
      let least = ratios.min() ?? 0
      let margin = 1e-9 * max(1, abs(least))
      candidates = zip(candidates, ratios).filter { $1 <= least + margin }.map(\.0)
    }
    guard let largest = candidates.map(\.factor).max() else { return nil }
    return candidates.first { $0.factor >= largest * 0.1 }?.symbol
  }

  /// Returns the constraints whose markers occur in a row that cannot be satisfied.
  ///
  /// The row is a sum of these constraints alone that has no solution.
  private func conflict(in row: Int32) -> [Constraint] {
    let content = tableau.rows[Int(row)]
    var owners: Set<Int32> = []
    for symbol in content.terms.map(\.symbol) + [content.basic] {
      let owner = tableau.symbols[Int(symbol)].owner
      if owner >= 0, records[Int(owner)]?.isRequired ?? false { owners.insert(owner) }
    }
    return owners.sorted { (records[Int($0)]?.order ?? 0) < (records[Int($1)]?.order ?? 0) }
      .map(Constraint.init)
  }
}
