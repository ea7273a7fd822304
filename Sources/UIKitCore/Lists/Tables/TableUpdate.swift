// TableUpdate.swift
// Animates one batch of changes of a table: rows that stay move, others enter and leave.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// One batch of changes of a table.
@MainActor
struct TableUpdate {
  /// A view that enters or leaves, and how.
  private struct Visitor {
    let view: UIView
    /// The frame in the layout.
    var frame: CGRect
    let look: UITableView.RowAnimation
    /// Returns the view to its pool.
    var end: () -> Void = {}
  }

  private let table: UITableView
  private let change: UITableView.RowChange

  init(_ table: UITableView, _ change: UITableView.RowChange) {
    self.table = table
    self.change = change
  }

  /// Checks the changes against the data source, and animates them.
  func run() {
    let old = table.tableLayout
    let counts = currentCounts()
    let map = ListMap(
      change.list, old: old.counts, new: counts, noun: "row", list: "table view")
    table.measured = Dictionary(
      table.measured.compactMap { path, height in
        change.list.reloadedItems.contains(path) ? nil : map.new(path).map { ($0, height) }
      }, uniquingKeysWith: { $1 })
    table.selection = table.selection.compactMap(map.new)
    table.pressed = table.pressed.flatMap(map.new)
    table.madeHeaders = [:]
    table.madeFooters = [:]
    table.tableLayout = table.makeLayout()
    guard table.window != nil, UIView.areAnimationsEnabled, table.bounds.height > 0 else {
      return showAtOnce(map)
    }
    animate(map, old)
    table.setNeedsLayout()
  }

  private func currentCounts() -> [Int] {
    let source = table.dataSource
    return (0..<checkedCount(source?.numberOfSections(in: table))).map {
      checkedCount(source?.tableView(table, numberOfRowsInSection: $0))
    }
  }

  private func showAtOnce(_ map: ListMap) {
    for (path, cell) in table.visible { table.recycle(cell, at: path) }
    table.visible = [:]
    dropHeaders()
    table.updateContentSize()
    table.setNeedsLayout()
    for completion in change.completions { completion(true) }
  }

  private func dropHeaders() {
    let (headers, footers) = (table.headers, table.footers)
    (table.headers, table.footers) = ([:], [:])
    for (section, view) in headers { table.recycleHeader(view, of: section) }
    for (section, view) in footers { table.recycleFooter(view, of: section) }
  }

  // MARK: Animating

  private func animate(_ map: ListMap, _ old: TableLayout) {
    let oldCells = table.visible
    var staying: SortedDictionary<IndexPath, UITableViewCell> = [:]
    var leaving: [Visitor] = []
    for (path, cell) in oldCells {
      if let target = map.new(path), !change.list.reloadedItems.contains(path) {
        staying[target] = cell
      } else {
        let visitor = leave(cell, path, map)
        if visitor.look == .none { visitor.end() } else { leaving.append(visitor) }
      }
    }
    let leavingHeaders = takeHeaders(map)
    table.visible = staying
    table.measureVisible()
    let offset = finalOffset()
    let entering = enter(map, old, at: offset)
    // Rows whose new place is off screen move there first, and are reused then.
    let band = offset..<(offset + table.bounds.height)
    for (path, cell) in staying {
      let frame = table.frame(ofRow: path)
      guard frame.maxY <= band.lowerBound || frame.minY >= band.upperBound else { continue }
      table.visible[path] = nil
      leaving.append(
        Visitor(
          view: cell, frame: frame, look: .none, end: { [table] in table.recycle(cell, at: path) }))
    }
    run(entering: entering, leaving: leaving, headers: leavingHeaders, offset: offset)
  }

  /// The vertical offset after the update, within the new content.
  private func finalOffset() -> CGFloat {
    let inset = table.adjustedContentInset
    let offset = table.contentOffset.y
    guard !table.isTracking else { return offset }
    let limit = max(-inset.top, table.tableLayout.height + inset.bottom - table.bounds.height)
    return min(offset, limit)
  }

  private func leave(_ cell: UITableViewCell, _ path: IndexPath, _ map: ListMap) -> Visitor {
    let look = change.rowExits[path] ?? change.sectionExits[path.section] ?? .automatic
    var frame = cell.frame
    // A replaced row goes along with its new cell.
    if change.list.reloadedItems.contains(path), let target = map.new(path) {
      frame = table.frame(ofRow: target)
    }
    return Visitor(
      view: cell, frame: frame, look: look, end: { [table] in table.recycle(cell, at: path) })
  }

  /// A header or footer that fades out.
  private struct LeavingHeader {
    let view: UIView
    let end: @MainActor () -> Void
  }

  /// Gives the headers and footers of sections that stay their new sections; returns the others.
  private func takeHeaders(_ map: ListMap) -> [LeavingHeader] {
    let table = table
    var leaving: [LeavingHeader] = []
    func keep(
      _ views: SortedDictionary<Int, UIView>, _ recycle: @escaping @MainActor (UIView, Int) -> Void
    ) -> SortedDictionary<Int, UIView> {
      var kept: SortedDictionary<Int, UIView> = [:]
      for (section, view) in views {
        if let target = map.newSection(section), !change.list.reloadedSections.contains(section) {
          kept[target] = view
        } else {
          leaving.append(LeavingHeader(view: view) { recycle(view, section) })
        }
      }
      return kept
    }
    table.headers = keep(table.headers) { table.recycleHeader($0, of: $1) }
    table.footers = keep(table.footers) { table.recycleFooter($0, of: $1) }
    return leaving
  }

  /// Makes the cells that become visible.
  private func enter(_ map: ListMap, _ old: TableLayout, at offset: CGFloat) -> [Visitor] {
    var entering: [Visitor] = []
    UIView.performWithoutAnimation {
      // The heights of new cells may change the places of others.
      for _ in 0..<8 {
        let paths = table.tableLayout.rows(from: offset, to: offset + table.bounds.height)
        let missing = paths.filter { table.visible[$0] == nil }
        if missing.isEmpty { break }
        for path in missing { entering.append(makeVisitor(path, map, old)) }
      }
    }
    return entering.map { visitor in
      var visitor = visitor
      if let cell = visitor.view as? UITableViewCell,
        let path = table.visible.first(where: { $0.value === cell })?.key
      {
        visitor.frame = table.frame(ofRow: path)
      }
      return visitor
    }
  }

  private func makeVisitor(_ path: IndexPath, _ map: ListMap, _ old: TableLayout) -> Visitor {
    table.load(path)
    let cell = table.visible[path] ?? UITableViewCell()
    let origin = map.old(path)
    if let origin, !change.list.reloadedItems.contains(origin) {
      // It was there, but not visible.
      let row = old.row(origin)
      cell.frame = table.rowFrame(top: row.top, height: row.height)
      return Visitor(view: cell, frame: table.frame(ofRow: path), look: .none)
    }
    if let origin {
      let row = old.row(origin)
      cell.frame = table.rowFrame(top: row.top, height: row.height)
    }
    let look =
      change.rowAnimations[path] ?? origin.flatMap { change.rowExits[$0] }
      ?? change.sectionAnimations[path.section]
      ?? map.oldSection(path.section).flatMap { change.sectionExits[$0] } ?? .automatic
    return Visitor(view: cell, frame: table.frame(ofRow: path), look: look)
  }

  private func run(
    entering: [Visitor], leaving: [Visitor], headers: [LeavingHeader], offset: CGFloat
  ) {
    let table = table
    UIView.performWithoutAnimation {
      for visitor in entering where visitor.look != .none {
        visitor.view.frame = visitor.frame
        Self.apply(visitor, isHidden: true)
      }
      for visitor in leaving { table.sendSubviewToBack(visitor.view) }
      if let backgroundView = table.backgroundView { table.sendSubviewToBack(backgroundView) }
      let kept = allHeaders()
      table.updateHeaders(at: offset)
      for view in allHeaders() where !kept.contains(view) { view.alpha = 0 }
    }
    let completions = change.completions
    UIView.animate(
      withDuration: UITableView.updateDuration, delay: 0, options: .allowUserInteraction,
      animations: {
        table.updateContentSize()
        if table.contentOffset.y != offset { table.contentOffset.y = offset }
        for (path, cell) in table.visible {
          cell.frame = table.frame(ofRow: path)
          table.roundCorners(of: cell, at: path)
          cell.layoutIfNeeded()
        }
        for visitor in entering { Self.apply(visitor, isHidden: false) }
        for visitor in leaving { Self.apply(visitor, isHidden: true) }
        table.placeEdgeViews()
        for header in headers { header.view.alpha = 0 }
        for view in allHeaders() { view.alpha = 1 }
      },
      completion: { finished in
        for visitor in leaving {
          Self.restore(visitor.view)
          visitor.end()
        }
        for header in headers {
          header.view.alpha = 1
          header.end()
        }
        for visitor in entering { Self.restore(visitor.view) }
        // The animation of a cell ends early when the update moves it out of the visible part.
        for completion in completions { completion(finished || table.window != nil) }
      })
  }

  private func allHeaders() -> [UIView] {
    table.headers.values + table.footers.values
  }

  // MARK: Looks

  /// Shows a view as it is before it enters and after it has left, or in its place.
  private static func apply(_ visitor: Visitor, isHidden: Bool) {
    let (view, frame) = (visitor.view, visitor.frame)
    guard isHidden else {
      view.frame = frame
      view.alpha = 1
      return
    }
    switch visitor.look {
    case .fade, .automatic:
      view.frame = frame
      view.alpha = 0
    case .left: view.frame = frame.offsetBy(dx: -frame.width, dy: 0)
    case .right: view.frame = frame.offsetBy(dx: frame.width, dy: 0)
    case .top:
      view.frame = frame.offsetBy(dx: 0, dy: -frame.height)
      view.alpha = 0
    case .bottom:
      view.frame = frame.offsetBy(dx: 0, dy: frame.height)
      view.alpha = 0
    case .middle: view.frame = CGRect(x: frame.minX, y: frame.midY, width: frame.width, height: 0)
    case .none: view.frame = frame
    }
  }

  private static func restore(_ view: UIView) { view.alpha = 1 }
}
