// Tableau.swift
// The rows of a simplex tableau: each basic symbol as a linear function of the symbols that are not basic.
// Rows are sparse, sorted arrays, and each symbol lists the rows that it occurs in.
//
// SPDX-License-Identifier: MIT

/// A simplex tableau, and the objective rows that its pivots keep up to date.
///
/// Source: Badros, Borning and Stuckey, "The Cassowary linear arithmetic constraint solving algorithm",
/// ACM Transactions on Computer-Human Interaction, 2001, section 3.
struct Tableau {
  /// The values that a symbol may take.
  enum Kind: UInt8 {
    /// Not in use.
    case none
    /// Any number.
    case free
    /// Zero and more.
    case nonnegative
    /// Zero: the marker of a required equation. It never becomes basic by an optimisation.
    case fixed
  }

  /// A variable, a slack, an error, or a marker.
  struct Symbol {
    var kind = Kind.none
    /// The row in which the symbol is basic; -1 for none.
    var row: Int32 = -1
    /// The constraint that the symbol was made for; -1 for a variable.
    var owner: Int32 = -1
    var isVariable = false
    var isListedAsChanged = false
    /// The rows that the symbol may occur in. Some are out of date, and some occur twice.
    var column: [Int32] = []
  }

  struct Term {
    var symbol: Int32
    var factor: Double
  }

  /// A function of the symbols that are not basic.
  struct Row {
    /// The symbol with this value; -1 in an objective, and -2 in a row that is not in use.
    var basic: Int32 = -2
    var constant = 0.0
    /// Sorted by symbol; no factor is zero.
    var terms: [Term] = []
    var isSuspected = false

    /// Returns the index of a symbol's term, or of the first term after it.
    func index(of symbol: Int32) -> Int {
      var (low, high) = (0, terms.count)
      while low < high {
        let middle = (low + high) / 2
        if terms[middle].symbol < symbol { low = middle + 1 } else { high = middle }
      }
      return low
    }

    /// Returns a symbol's factor; 0 if it does not occur.
    func factor(of symbol: Int32) -> Double {
      let index = index(of: symbol)
      return index < terms.count && terms[index].symbol == symbol ? terms[index].factor : 0
    }
  }

  static let none: Int32 = -1
  static let objective: Int32 = -1
  static let unused: Int32 = -2

  /// A sum that is smaller than this part of its summands is zero.
  static let cancellation = 1e-11

  private(set) var symbols: [Symbol] = []
  private(set) var rows: [Row] = []
  private var freeSymbols: [Int32] = []
  private var freeRows: [Int32] = []
  private var merged: [Term] = []
  private var stamps: [Int] = []
  private var stamp = 0

  /// The variables whose value may have changed since the list was emptied.
  var changed: [Int32] = []
  /// The rows whose constant may have fallen out of its range.
  var suspects: [Int32] = []
  /// The pivots so far.
  private(set) var pivots = 0

  // MARK: Symbols

  mutating func makeSymbol(_ kind: Kind, owner: Int32 = none, isVariable: Bool = false) -> Int32 {
    let symbol = Symbol(kind: kind, owner: owner, isVariable: isVariable)
    if let index = freeSymbols.popLast() {
      symbols[Int(index)] = symbol
      return index
    }
    symbols.append(symbol)
    return Int32(symbols.count - 1)
  }

  /// Returns a symbol that occurs nowhere to the pool.
  mutating func release(symbol: Int32) {
    symbols[Int(symbol)] = Symbol()
    freeSymbols.append(symbol)
  }

  func value(of symbol: Int32) -> Double {
    let row = symbols[Int(symbol)].row
    return row < 0 ? 0 : rows[Int(row)].constant
  }

  mutating func noteChange(of symbol: Int32) {
    guard symbol >= 0, symbols[Int(symbol)].isVariable, !symbols[Int(symbol)].isListedAsChanged
    else { return }
    symbols[Int(symbol)].isListedAsChanged = true
    changed.append(symbol)
  }

  mutating func takeChanged() -> [Int32] {
    for symbol in changed { symbols[Int(symbol)].isListedAsChanged = false }
    defer { changed.removeAll(keepingCapacity: true) }
    return changed
  }

  fileprivate mutating func adopt(symbols: [Symbol], pivots: Int) {
    self.symbols = symbols
    self.pivots = pivots
    freeSymbols = symbols.indices.reversed().filter { symbols[$0].kind == .none }.map(Int32.init)
  }

  // MARK: Rows

  /// Adds a row; its terms are sorted and contain no basic symbol.
  mutating func insert(_ row: Row) -> Int32 {
    let index: Int32
    if let free = freeRows.popLast() {
      index = free
      rows[Int(index)] = row
    } else {
      index = Int32(rows.count)
      rows.append(row)
      stamps.append(0)
    }
    for term in row.terms { list(index, in: term.symbol) }
    if row.basic >= 0 {
      symbols[Int(row.basic)].row = index
      noteChange(of: row.basic)
      suspect(index)
    }
    return index
  }

  mutating func removeRow(_ index: Int32) {
    let basic = rows[Int(index)].basic
    if basic >= 0 {
      symbols[Int(basic)].row = Self.none
      noteChange(of: basic)
    }
    rows[Int(index)] = Row()
    freeRows.append(index)
  }

  private mutating func list(_ row: Int32, in symbol: Int32) {
    // Entries that are out of date are removed when the column is used, or before they prevail.
    if symbols[Int(symbol)].column.count > 2 * rows.count + 16 { _ = column(of: symbol) }
    symbols[Int(symbol)].column.append(row)
  }

  /// Returns the rows that a symbol occurs in, each once.
  mutating func column(of symbol: Int32) -> [Int32] {
    stamp += 1
    var kept: [Int32] = []
    kept.reserveCapacity(symbols[Int(symbol)].column.count)
    for row in symbols[Int(symbol)].column
    where stamps[Int(row)] != stamp && rows[Int(row)].factor(of: symbol) != 0 {
      stamps[Int(row)] = stamp
      kept.append(row)
    }
    symbols[Int(symbol)].column = kept
    return kept
  }

  /// Changes a row's constant.
  mutating func shift(_ row: Int32, by amount: Double) {
    guard amount != 0 else { return }
    rows[Int(row)].constant += amount
    noteChange(of: rows[Int(row)].basic)
    suspect(row)
  }

  /// Lists a row whose constant changed.
  private mutating func suspect(_ row: Int32) {
    guard rows[Int(row)].basic >= 0, !rows[Int(row)].isSuspected else { return }
    rows[Int(row)].isSuspected = true
    suspects.append(row)
  }

  mutating func clearSuspicion(of row: Int32) { rows[Int(row)].isSuspected = false }

  /// Adds a multiple of a symbol, basic or not, to a row.
  mutating func add(_ factor: Double, times symbol: Int32, to row: Int32) {
    let source = symbols[Int(symbol)].row
    if source >= 0 {
      merge(factor, constant: rows[Int(source)].constant, rows[Int(source)].terms, into: row)
    } else {
      merge(factor, constant: 0, [Term(symbol: symbol, factor: 1)], into: row)
    }
  }

  /// Adds a multiple of some terms and a constant to a row.
  private mutating func merge(
    _ factor: Double, constant: Double, _ terms: [Term], into row: Int32
  ) {
    let target = Int(row)
    merged.removeAll(keepingCapacity: true)
    var place = 0
    let old = rows[target].terms
    for term in terms {
      while place < old.count, old[place].symbol < term.symbol {
        merged.append(old[place])
        place += 1
      }
      let added = factor * term.factor
      if place < old.count, old[place].symbol == term.symbol {
        let before = old[place].factor
        let sum = before + added
        if abs(sum) > Self.cancellation * max(abs(before), abs(added)) {
          merged.append(Term(symbol: term.symbol, factor: sum))
        }
        place += 1
      } else if added != 0 {
        merged.append(Term(symbol: term.symbol, factor: added))
        list(row, in: term.symbol)
      }
    }
    merged.append(contentsOf: old[place...])
    swap(&rows[target].terms, &merged)
    let (before, added) = (rows[target].constant, factor * constant)
    let sum = before + added
    // An exact zero keeps a row that should not move from moving by rounding errors.
    let isZero = abs(sum) <= 1e-15 * max(abs(before), abs(added))
    shift(row, by: (isZero ? 0 : sum) - before)
  }

  // MARK: Pivoting

  /// Makes a symbol of a row basic in it, in place of the one that is.
  mutating func pivot(_ row: Int32, to entering: Int32) {
    pivots += 1
    let leaving = rows[Int(row)].basic
    let divisor = rows[Int(row)].factor(of: entering)
    var terms = rows[Int(row)].terms
    terms.remove(at: rows[Int(row)].index(of: entering))
    for index in terms.indices { terms[index].factor /= -divisor }
    let constant = rows[Int(row)].constant / -divisor
    // The row is replaced before the others change, so that it is not among them.
    rows[Int(row)].terms = []
    rows[Int(row)].basic = entering
    symbols[Int(entering)].row = row
    symbols[Int(leaving)].row = Self.none
    noteChange(of: entering)
    noteChange(of: leaving)
    let place = terms.firstIndex { $0.symbol > leaving } ?? terms.count
    terms.insert(Term(symbol: leaving, factor: 1 / divisor), at: place)
    for other in column(of: entering) {
      let factor = rows[Int(other)].factor(of: entering)
      rows[Int(other)].terms.remove(at: rows[Int(other)].index(of: entering))
      merge(factor, constant: constant, terms, into: other)
    }
    symbols[Int(entering)].column = []
    rows[Int(row)].constant = constant
    rows[Int(row)].terms = terms
    for term in terms { list(row, in: term.symbol) }
    suspect(row)
  }
}

extension Tableau {
  /// Takes the variables of another tableau, at the same indices, without any row.
  mutating func adoptVariables(of other: Tableau) {
    adopt(
      symbols: other.symbols.map {
        $0.isVariable ? Symbol(kind: $0.kind, isVariable: true) : Symbol()
      }, pivots: other.pivots)
    for index in symbols.indices where symbols[index].isVariable { noteChange(of: Int32(index)) }
  }
}
