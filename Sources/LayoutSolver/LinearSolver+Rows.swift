// LinearSolver+Rows.swift
// The rows of the tableau that constraints become: inserted, removed, and changed with their constants.
//
// SPDX-License-Identifier: MIT

extension LinearSolver {
  /// Brings a constraint into the tableau.
  mutating func insertRow(of index: Int32) {
    guard !needsRebuild, var record = records[Int(index)] else { return }
    if record.isRequired {
      optimizeIfNeeded()
    } else if !restoreFeasibility() {
      return
    }
    var row = makeRow(of: record)
    func slack(_ kind: Tableau.Kind) -> Int32 { tableau.makeSymbol(kind, owner: index) }
    // expression + sign * marker + otherSign * other = 0
    record.marker = slack(record.isRequired && record.relation == .equal ? .fixed : .nonnegative)
    if !record.isRequired { record.other = slack(.nonnegative) }
    records[Int(index)] = record
    let sign = record.markerSign
    // The symbol that the constraint's row defines: one whose value is not negative, if there is one.
    var (basic, rest, basicSign) = (record.marker, record.other, sign)
    if !record.isRequired, -row.constant / sign < 0 {
      (basic, rest, basicSign) = (record.other, record.marker, -sign)
    }
    row.scale(by: -1 / basicSign)
    if rest >= 0 { row.append(Tableau.Term(symbol: rest, factor: 1)) }
    row.basic = basic
    let place = tableau.insert(row)
    if record.relation != .equal { putAtBound(place, record) }
    if !record.isRequired { addCosts(of: record) }
    // The marker of an equation stays basic only if the equation follows from others.
    if record.isRequired, record.relation == .equal {
      let direction: Double = tableau.rows[Int(place)].constant < 0 ? 1 : -1
      if let symbol = dualEnteringSymbol(place, direction)
        ?? (isOutOfRange(place) ? nil : dualEnteringSymbol(place, -direction))
      {
        tableau.pivot(place, to: symbol)
      }
    }
  }

  /// Puts a variable of an inequality that nothing else determines at its bound: it becomes basic, and the slack is
  /// zero. Of several variables, the first in the inequality.
  ///
  /// A lesser priority takes only a variable whose change moves no symbol out of its range: the objective is not
  /// at its minimum here, without which the dual method does not find the way back.
  private mutating func putAtBound(_ place: Int32, _ record: Record) {
    let row = tableau.rows[Int(place)]
    let symbols = record.expression.terms.map(\.variable.symbol) + row.terms.map(\.symbol)
    for symbol in symbols where tableau.symbols[Int(symbol)].kind == .free {
      guard abs(row.factor(of: symbol)) > Self.pivotTolerance else { continue }
      let movesOnlyFree = tableau.column(of: symbol).allSatisfy {
        $0 == place || tableau.rows[Int($0)].basic < 0 || kind(ofBasicIn: $0) == .free
      }
      guard record.isRequired || movesOnlyFree else { continue }
      tableau.pivot(place, to: symbol)
      return
    }
  }

  /// The constraint's expression in symbols that are not basic.
  private mutating func makeRow(of record: Record) -> Tableau.Row {
    var scratch = Tableau.Row()
    scratch.basic = Tableau.objective
    let index = tableau.insert(scratch)
    for term in record.expression.terms {
      tableau.add(term.factor, times: term.variable.symbol, to: index)
    }
    var row = tableau.rows[Int(index)]
    row.constant += record.expression.constant
    tableau.removeRow(index)
    return row
  }

  private mutating func addCosts(of record: Record) {
    let level = makeLevel(record.priority)
    levels[level].count += 1
    let row = levels[level].row
    if record.relation == .equal { tableau.add(1, times: record.marker, to: row) }
    tableau.add(1, times: record.other, to: row)
    needsOptimization = true
  }

  /// Returns the index of a priority's level.
  private mutating func makeLevel(_ priority: Float) -> Int {
    let index = levels.firstIndex { $0.priority <= priority } ?? levels.count
    if index < levels.count, levels[index].priority == priority { return index }
    var row = Tableau.Row()
    row.basic = Tableau.objective
    levels.insert(Level(priority: priority, row: tableau.insert(row)), at: index)
    return index
  }

  /// Takes a constraint out of the tableau.
  mutating func removeRow(of record: Record) {
    guard restoreFeasibility() else { return }
    if !record.isRequired { removeCosts(of: record) }
    let marker = record.marker
    if tableau.symbols[Int(marker)].row < 0 {
      // The marker may now have any value. It becomes basic where this keeps all other symbols in range.
      if let row = leavingRow(ofRemoved: marker) { tableau.pivot(row, to: marker) }
    }
    let row = tableau.symbols[Int(marker)].row
    if row >= 0 { tableau.removeRow(row) }
    for symbol in [marker, record.other] where symbol >= 0 {
      let row = tableau.symbols[Int(symbol)].row
      if row >= 0 { tableau.removeRow(row) }
      // The two errors cancel each other except in the row that is gone.
      for row in tableau.column(of: symbol) {
        tableau.add(-tableau.rows[Int(row)].factor(of: symbol), times: symbol, to: row)
      }
      tableau.release(symbol: symbol)
    }
    needsOptimization = true
  }

  private mutating func removeCosts(of record: Record) {
    guard let level = levels.firstIndex(where: { $0.priority == record.priority }) else { return }
    let row = levels[level].row
    levels[level].count -= 1
    if levels[level].count == 0 {
      tableau.removeRow(row)
      levels.remove(at: level)
    } else {
      if record.relation == .equal { tableau.add(-1, times: record.marker, to: row) }
      tableau.add(-1, times: record.other, to: row)
    }
  }

  /// Returns the row whose symbol reaches a limit first when a marker moves away from zero.
  private mutating func leavingRow(ofRemoved marker: Int32) -> Int32? {
    let rows = tableau.column(of: marker).filter { tableau.rows[Int($0)].basic >= 0 }
    if let fixed = rows.first(where: { kind(ofBasicIn: $0) == .fixed }) { return fixed }
    for direction in [1.0, -1] {
      if let row = limitingRow(of: marker, direction, among: rows, isQuick: true) { return row }
    }
    return rows.max {
      abs(tableau.rows[Int($0)].factor(of: marker)) < abs(tableau.rows[Int($1)].factor(of: marker))
    }
  }

  func kind(ofBasicIn row: Int32) -> Tableau.Kind {
    tableau.symbols[Int(tableau.rows[Int(row)].basic)].kind
  }
}

extension Tableau.Row {
  fileprivate mutating func scale(by factor: Double) {
    constant *= factor
    for index in terms.indices { terms[index].factor *= factor }
  }

  fileprivate mutating func append(_ term: Tableau.Term) {
    terms.insert(term, at: index(of: term.symbol))
  }
}
