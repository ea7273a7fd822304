// TableTests.swift
// Tables: cells for what is visible, reuse, heights, selection, and updates with their animations.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

/// The rows of a table, and what the table requested.
@MainActor final class RowSource: UITableViewDataSource, UITableViewDelegate {
  var sections: [[String]]
  var titles: [String?] = []
  var heights: [String: CGFloat] = [:]
  var height: CGFloat = 20
  var made = 0
  var requested = 0
  var events: [String] = []
  /// Runs when a cell is requested.
  var whenRequested: ((UITableView, IndexPath) -> Void)?

  init(_ sections: [[String]]) { self.sections = sections }

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].count
  }
  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    requested += 1
    whenRequested?(tableView, indexPath)
    let cell = tableView.dequeueReusableCell(withIdentifier: "row")
    if cell == nil { made += 1 }
    let result = cell ?? UITableViewCell(style: .default, reuseIdentifier: "row")
    result.textLabel?.text = sections[indexPath.section][indexPath.row]
    return result
  }
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    titles.indices.contains(section) ? titles[section] : nil
  }
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    heights[sections[indexPath.section][indexPath.row]] ?? height
  }
  func tableView(
    _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) { events.append("will \(cell.textLabel?.text ?? "")") }
  func tableView(
    _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) { events.append("end \(indexPath.row)") }
  func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
    events.append("highlight \(indexPath.row)")
  }
  func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
    events.append("unhighlight \(indexPath.row)")
  }
  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    events.append("willSelect \(indexPath.row)")
    return refuses ? nil : indexPath
  }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    events.append("select \(indexPath.row)")
  }
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    events.append("deselect \(indexPath.row)")
  }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { scrolls += 1 }
  var refuses = false
  var scrolls = 0
}

/// A table of 100 x 100 points in a window.
@MainActor final class TableStage {
  let source: RowSource
  let table: UITableView
  let stage: ControllerScene

  init(_ source: RowSource, style: UITableView.Style = .plain) {
    self.source = source
    table = UITableView(frame: .zero, style: style)
    table.dataSource = source
    table.delegate = source
    let controller = UIViewController()
    controller.view = table
    stage = ControllerScene(controller)
  }

  convenience init(rows: Int) { self.init(RowSource([(0..<rows).map { "row \($0)" }])) }

  func texts() -> [String] { table.visibleCells.map { $0.textLabel?.text ?? "" } }

  /// The top edge of a cell on the screen, in the table's coordinates.
  func shownTop(_ cell: UITableViewCell?) -> Double {
    guard let cell else { return .nan }
    return stage.scene.shown("position.y", cell.layer)
      - stage.scene.shown("bounds.size.height", cell.layer) / 2
  }

  func cell(_ row: Int, _ section: Int = 0) -> UITableViewCell? {
    table.cellForRow(at: IndexPath(row: row, section: section))
  }
}

extension LiveViews {
  @MainActor @Suite struct TableTests {
    private func path(_ row: Int, _ section: Int = 0) -> IndexPath {
      IndexPath(row: row, section: section)
    }

    @Test func rowsOfAnInsetGroupAreAField() throws {
      let source = RowSource([["a", "b", "c"]])
      source.titles = ["Title"]
      let table = UITableView(frame: .zero, style: .insetGrouped)
      table.dataSource = source
      table.delegate = source
      let scene = ViewScene(table, size: CGSize(width: 200, height: 300))
      table.frame = CGRect(x: 0, y: 0, width: 200, height: 300)
      scene.host.advance(to: 0.1)
      func cell(_ row: Int) throws -> UITableViewCell {
        try #require(table.cellForRow(at: IndexPath(row: row, section: 0)))
      }
      let (first, last) = (try cell(0), try cell(2))
      #expect(first.frame.minX == 16 && first.frame.width == 168)
      #expect(first.layer.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMinYCorner])
      #expect(last.layer.maskedCorners == [.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
      #expect(try cell(1).layer.cornerRadius == 0 && first.layer.cornerRadius == 10)
      #expect(table.headerView(forSection: 0)?.textLabel?.text == "TITLE")
      #expect(table.headerView(forSection: 0)?.frame.minX == 16)
      // A row that becomes the last one gets its corners.
      source.sections[0].removeLast()
      table.deleteRows(at: [IndexPath(row: 2, section: 0)], with: .fade)
      scene.host.advance(to: 1)
      #expect(try cell(1).layer.maskedCorners == [.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
      #expect(try cell(1).layer.cornerRadius == 10)
    }

    @Test func indexPathsHaveSectionsRowsAndItems() {
      var path = IndexPath(row: 3, section: 2)
      #expect(path.section == 2 && path.row == 3 && path.item == 3)
      path.item = 7
      path.section = 1
      #expect(path == IndexPath(item: 7, section: 1) && path < IndexPath(row: 0, section: 2))
    }

    // MARK: Cells

    @Test func hundredThousandRowsCostWhatIsVisible() {
      let s = TableStage(rows: 100_000)
      #expect(s.table.contentSize.height == 2_000_000)
      #expect(s.source.made == 5 && s.source.requested == 5)
      #expect(s.table.subviews.filter { $0 is UITableViewCell }.count == 5)
      // Each row that is scrolled to takes one cell, from the pool but for one that is partly visible.
      for row in 1...50 {
        let before = s.source.requested
        s.table.contentOffset.y = CGFloat(row) * 20
        s.stage.advance(1.0 / 60)
        #expect(s.source.requested == before + 1)
      }
      #expect(s.source.made == 5 && s.texts().first == "row 50")
      s.table.contentOffset.y = 1_000_007
      s.stage.advance(1.0 / 60)
      #expect(s.texts().first == "row 50000" && s.source.made == 6)
      s.table.scrollToRow(at: path(99_999), at: .bottom, animated: false)
      s.stage.advance(1.0 / 60)
      #expect(s.texts().last == "row 99999" && s.table.contentOffset.y == 1_999_900)
      #expect(s.source.made == 6 && s.table.visibleCells.count == 5)
    }

    @Test func displayOfCellsIsReported() {
      let s = TableStage(rows: 10)
      #expect(s.source.events == (0..<5).map { "will row \($0)" })
      s.source.events = []
      s.table.contentOffset.y = 20
      s.table.layoutIfNeeded()
      #expect(s.source.events == ["end 0", "will row 5"] && s.source.scrolls == 1)
      s.source.events = []
      s.table.reloadData()
      #expect(s.source.events == (1...5).map { "end \($0)" })
    }

    @Test func registeredClassesAreMade() {
      final class Fancy: UITableViewCell {
        let tagged: Int
        override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
          tagged = 7
          super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
          detailTextLabel?.text = "detail"
        }
        required init?(coder: NSCoder) { nil }
      }
      final class Head: UITableViewHeaderFooterView {
        let name: String
        override init(reuseIdentifier: String?) {
          name = "head of " + (reuseIdentifier ?? "")
          super.init(reuseIdentifier: reuseIdentifier)
        }
        required init?(coder: NSCoder) { nil }
      }
      let table = UITableView()
      table.register(Fancy.self, forCellReuseIdentifier: "a long identifier, not a small string")
      table.register(Head.self, forHeaderFooterViewReuseIdentifier: "h")
      for _ in 0..<3 {
        let cell = table.dequeueReusableCell(
          withIdentifier: "a long identifier, not a small string", for: path(0))
        #expect((cell as? Fancy)?.tagged == 7 && cell.detailTextLabel?.text == "detail")
        #expect(cell.reuseIdentifier == "a long identifier, not a small string")
      }
      let head = table.dequeueReusableHeaderFooterView(withIdentifier: "h") as? Head
      #expect(head?.name == "head of h" && head?.reuseIdentifier == "h")
      #expect(table.dequeueReusableCell(withIdentifier: "other") == nil)
      #expect(table.dequeueReusableHeaderFooterView(withIdentifier: "other") == nil)
    }

    @Test func reloadReadsTheContentsAgain() {
      let s = TableStage(rows: 3)
      #expect(s.texts() == ["row 0", "row 1", "row 2"] && s.table.numberOfRows(inSection: 0) == 3)
      s.source.sections = [["x"], ["y", "z"]]
      s.table.reloadData()
      #expect(s.table.numberOfSections == 2 && s.table.contentSize.height == 60)
      s.stage.advance(0.02)
      #expect(s.texts() == ["x", "y", "z"] && s.source.made == 3)
      s.source.sections = []
      s.table.reloadData()
      s.stage.advance(0.02)
      #expect(s.texts() == [] && s.table.contentSize.height == 0 && s.table.numberOfSections == 0)
    }

    @Test func rowsAndFramesAgree() {
      let source = RowSource([["a", "b"], ["c"]])
      source.heights = ["a": 10, "c": 50]
      source.titles = ["one", nil]
      let s = TableStage(source)
      #expect(s.table.rectForRow(at: path(0)) == CGRect(x: 0, y: 28, width: 100, height: 10))
      #expect(s.table.rectForRow(at: path(0, 1)) == CGRect(x: 0, y: 58, width: 100, height: 50))
      #expect(s.table.rect(forSection: 0) == CGRect(x: 0, y: 0, width: 100, height: 58))
      #expect(s.table.rectForRow(at: path(9)) == .zero)
      for (y, expected) in [
        (5.0, nil), (28, path(0)), (37.9, path(0)), (38, path(1)), (60, path(0, 1)),
      ]
        as [(CGFloat, IndexPath?)]
      {
        #expect(s.table.indexPathForRow(at: CGPoint(x: 5, y: y)) == expected)
      }
      #expect(s.table.indexPathForRow(at: CGPoint(x: 5, y: 200)) == nil)
      #expect(s.table.indexPath(for: s.cell(0, 1) ?? UITableViewCell()) == path(0, 1))
      #expect(s.table.indexPath(for: UITableViewCell()) == nil)
      #expect(s.table.indexPathsForVisibleRows == [path(0), path(1), path(0, 1)])
    }

    @Test func headersStayAtTheTopOfPlainTables() {
      for style in [UITableView.Style.plain, .grouped] {
        let source = RowSource([(0..<9).map { "\($0)" }, (0..<9).map { "\($0)" }])
        source.titles = ["one", "two"]
        let s = TableStage(source, style: style)
        let header = s.table.headerView(forSection: 0)
        #expect(header?.textLabel?.text == (style == .plain ? "one" : "ONE"))
        #expect(header?.frame.minY == 0)
        s.table.contentOffset.y = 30
        s.stage.advance(0.02)
        #expect(header?.frame.minY == (style == .plain ? 30 : 0))
        guard style == .plain else { continue }
        // The next section pushes it out.
        s.table.contentOffset.y = 190
        s.stage.advance(0.02)
        #expect(header?.frame.minY == 180 && s.table.headerView(forSection: 1)?.frame.minY == 208)
      }
    }

    @Test func automaticHeightsAreThoseOfTheCells() {
      final class Tall: UITableViewCell {
        override func sizeThatFits(_ size: CGSize) -> CGSize {
          CGSize(width: size.width, height: CGFloat(Int(textLabel?.text ?? "") ?? 0))
        }
      }
      @MainActor final class Source: UITableViewDataSource {
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 20 }
        func tableView(
          _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
          let cell = Tall(style: .default, reuseIdentifier: nil)
          cell.textLabel?.text = "\(10 * (indexPath.row % 3 + 1))"
          return cell
        }
      }
      let source = Source()
      let table = UITableView()
      table.estimatedRowHeight = 30
      table.dataSource = source
      let controller = UIViewController()
      controller.view = table
      let stage = ControllerScene(controller)
      #expect((0..<4).map { table.rectForRow(at: path($0)).height } == [10, 20, 30, 10])
      #expect(table.rectForRow(at: path(4)).minY == 70)
      #expect(table.rectForRow(at: path(19)).height == 30, "an estimate")
      #expect(table.visibleCells.map(\.frame.minY) == [0, 10, 30, 60, 70, 90])
      table.contentOffset.y = 300
      stage.advance(0.05)
      for (a, b) in zip(table.visibleCells, table.visibleCells.dropFirst()) {
        #expect(a.frame.maxY == b.frame.minY)
      }
    }

    // MARK: Selection

    @Test func pressesSelectRows() {
      let s = TableStage(rows: 10)
      s.source.events = []
      s.stage.tap(CGPoint(x: 50, y: 30))
      #expect(s.source.events == ["highlight 1", "unhighlight 1", "willSelect 1", "select 1"])
      #expect(s.table.indexPathForSelectedRow == path(1) && s.cell(1)?.isSelected == true)
      s.source.events = []
      s.stage.tap(CGPoint(x: 50, y: 50))
      #expect(s.source.events.suffix(2) == ["deselect 1", "select 2"])
      #expect(s.cell(1)?.isSelected == false && s.table.indexPathsForSelectedRows == [path(2)])
      // A row that is scrolled away is selected when it returns.
      s.table.contentOffset.y = 100
      s.stage.advance(0.02)
      #expect(s.table.visibleCells.allSatisfy { !$0.isSelected })
      s.table.contentOffset.y = 0
      s.stage.advance(0.02)
      #expect(s.cell(2)?.isSelected == true)
      s.table.deselectRow(at: path(2), animated: true)
      s.source.refuses = true
      s.source.events = []
      s.stage.tap(CGPoint(x: 50, y: 30))
      #expect(s.source.events.last == "willSelect 1" && s.table.indexPathForSelectedRow == nil)
    }

    @Test func dragsDoNotSelect() {
      let s = TableStage(rows: 50)
      s.source.events = []
      s.stage.drag([CGPoint(x: 50, y: 70), CGPoint(x: 50, y: 30)], rest: 0.3)
      #expect(
        s.source.events.filter { $0.contains("ighlight") } == ["highlight 3", "unhighlight 3"])
      #expect(!s.source.events.contains { $0.hasPrefix("willSelect") })
      #expect(s.table.contentOffset.y > 20)
    }

    @Test func severalRowsAreSelectedAndDeselected() {
      let s = TableStage(rows: 10)
      s.table.allowsMultipleSelection = true
      s.stage.tap(CGPoint(x: 50, y: 30))
      s.stage.tap(CGPoint(x: 50, y: 70))
      #expect(s.table.indexPathsForSelectedRows == [path(1), path(3)])
      s.stage.tap(CGPoint(x: 50, y: 30))
      #expect(s.table.indexPathsForSelectedRows == [path(3)])
      s.table.selectRow(at: nil, animated: false, scrollPosition: .none)
      #expect(s.table.indexPathsForSelectedRows == nil)
      s.table.selectRow(at: path(9), animated: false, scrollPosition: .top)
      #expect(s.table.contentOffset.y == 100 && s.source.events.last?.hasPrefix("deselect") == true)
    }

    // MARK: Updates

    @Test func insertedRowsEnterAndOthersMoveDown() {
      let s = TableStage(rows: 4)
      let moved = s.cell(1)
      s.source.sections[0].insert("new", at: 1)
      s.table.insertRows(at: [path(1)], with: .fade)
      #expect(s.cell(2) === moved && moved?.frame.minY == 40)
      s.stage.advance(0.15)
      #expect(isClose(s.shownTop(moved), 30, within: 2))
      #expect(isClose(s.stage.scene.shown("opacity", s.cell(1)?.layer), 0.5, within: 0.1))
      #expect(s.cell(1)?.frame.minY == 20 && s.table.contentSize.height == 100)
      s.stage.advance(0.3)
      #expect(s.texts() == ["row 0", "new", "row 1", "row 2", "row 3"])
      #expect(isClose(s.shownTop(moved), 40))
    }

    @Test func deletedRowsLeaveAndOthersMoveUp() {
      let s = TableStage(rows: 10)
      let gone = s.cell(1)
      let moved = s.cell(3)
      s.source.sections[0].removeSubrange(1...2)
      s.table.deleteRows(at: [path(1), path(2)], with: .left)
      #expect(s.cell(1) === moved)
      s.stage.advance(0.15)
      #expect(isClose(s.shownTop(moved), 40, within: 3))
      #expect(gone.map { isClose(Double(s.stage.shownX($0)), -50, within: 8) } == true)
      // Rows enter from below, from where they were.
      #expect(isClose(s.shownTop(s.cell(4)), 100, within: 3))
      #expect(s.cell(4)?.textLabel?.text == "row 6")
      s.stage.advance(0.3)
      #expect(s.texts() == ["row 0", "row 3", "row 4", "row 5", "row 6"] && gone?.superview == nil)
      #expect(s.source.events.contains("end 1"))
      // The cells return to the pool.
      let made = s.source.made
      s.table.contentOffset.y = 20
      s.stage.advance(0.02)
      #expect(s.source.made == made)
    }

    @Test(arguments: [
      (UITableView.RowAnimation.fade, 0.5, 0.0, 0.0), (.automatic, 0.5, 0, 0), (.left, 1, -50, 0),
      (.right, 1, 50, 0), (.top, 0.5, 0, -10), (.bottom, 0.5, 0, 10), (.none, 1, 0, 0),
      (.middle, 1, 0, 5),
    ])
    func rowAnimations(
      animation: UITableView.RowAnimation, opacity: Double, x: Double, y: Double
    ) {
      for inserts in [true, false] {
        let s = TableStage(rows: 3)
        var cell = s.cell(2)
        if inserts {
          s.source.sections[0].append("new")
          s.table.insertRows(at: [path(3)], with: animation)
          cell = s.cell(3)
        } else {
          s.source.sections[0].removeLast()
          s.table.deleteRows(at: [path(2)], with: animation)
          // Gone at once.
          if animation == .none {
            #expect(cell?.superview == nil)
            continue
          }
        }
        s.stage.advance(0.15)
        guard let cell else { continue }
        let top: Double = inserts ? 60 : 40
        #expect(isClose(s.stage.scene.shown("opacity", cell.layer), opacity, within: 0.1))
        #expect(isClose(Double(s.stage.shownX(cell)), x, within: 8))
        #expect(isClose(s.shownTop(cell), top + y, within: 2))
        s.stage.advance(0.3)
        #expect(cell.alpha == 1 && (cell.superview != nil) == inserts)
      }
    }

    @Test func movedAndReloadedRows() {
      let s = TableStage(rows: 4)
      let (first, second) = (s.cell(0), s.cell(1))
      s.source.sections[0] = ["row 1", "other", "row 3", "row 0"]
      var ends: [Bool] = []
      s.table.performBatchUpdates {
        s.table.moveRow(at: path(0), to: path(3))
        s.table.reloadRows(at: [path(2)], with: .fade)
      } completion: {
        ends.append($0)
      }
      #expect(s.cell(3) === first && s.cell(0) === second)
      s.stage.advance(0.15)
      #expect(
        isClose(s.shownTop(first), 30, within: 3) && isClose(s.shownTop(second), 10, within: 2))
      #expect(s.cell(1)?.textLabel?.text == "other" && ends.isEmpty)
      s.stage.advance(0.3)
      #expect(s.texts() == ["row 1", "other", "row 3", "row 0"] && ends == [true])
      #expect(s.table.subviews.filter { $0 is UITableViewCell }.count == 4)
    }

    @Test func sectionsAreInsertedDeletedAndMoved() {
      let source = RowSource([["a"], ["b"], ["c"]])
      source.titles = ["A", "B", "C"]
      source.height = 10
      let s = TableStage(source)
      s.table.sectionHeaderHeight = 10
      s.stage.advance(0.02)
      let a = s.cell(0, 0)
      source.sections = [["n"], ["c"], ["a"]]
      source.titles = ["N", "C", "A"]
      s.table.performBatchUpdates({
        s.table.deleteSections(IndexSet(integer: 1), with: .fade)
        s.table.insertSections(IndexSet(integer: 0), with: .fade)
        s.table.moveSection(0, toSection: 2)
      })
      s.stage.advance(0.5)
      #expect(s.texts() == ["n", "c", "a"] && s.cell(0, 2) === a)
      #expect(s.table.headerView(forSection: 1)?.textLabel?.text == "C")
      source.sections[1] = ["c", "d"]
      s.table.reloadSections(IndexSet(integer: 1), with: .none)
      s.stage.advance(0.5)
      #expect(s.texts().prefix(3) == ["n", "c", "d"])
    }

    @Test func emptyBatchAnimatesChangedHeights() {
      let s = TableStage(rows: 5)
      s.source.heights["row 1"] = 60
      let (cell, below) = (s.cell(1), s.cell(2))
      s.table.beginUpdates()
      s.table.endUpdates()
      s.stage.advance(0.15)
      #expect(isClose(s.stage.scene.shown("bounds.size.height", cell?.layer), 40, within: 3))
      #expect(isClose(s.shownTop(below), 60, within: 3))
      #expect(s.cell(1) === cell && s.source.requested == 5)
      s.stage.advance(0.3)
      #expect(cell?.frame == CGRect(x: 0, y: 20, width: 100, height: 60))
      #expect(s.texts() == ["row 0", "row 1", "row 2"] && s.table.contentSize.height == 140)
    }

    @Test func updatesKeepSelectionAndClampTheOffset() {
      let s = TableStage(rows: 20)
      s.table.selectRow(at: path(4), animated: false, scrollPosition: .none)
      s.table.contentOffset.y = 300
      s.stage.advance(0.02)
      s.source.sections[0].removeFirst(3)
      s.table.deleteRows(at: (0..<3).map { path($0) }, with: .automatic)
      s.stage.advance(0.5)
      #expect(s.table.indexPathForSelectedRow == path(1))
      #expect(s.table.contentOffset.y == 240 && s.texts().last == "row 19")
      s.source.sections[0].remove(at: 1)
      s.table.deleteRows(at: [path(1)], with: .automatic)
      #expect(s.table.indexPathForSelectedRow == nil)
    }

    @Test func updateDuringAnUpdate() {
      let s = TableStage(rows: 3)
      for number in 0..<4 {
        s.source.sections[0].insert("new \(number)", at: 0)
        s.table.insertRows(at: [path(0)], with: .top)
        s.stage.advance(0.1)
      }
      s.source.sections[0].removeAll()
      s.table.deleteRows(at: (0..<7).map { path($0) }, with: .fade)
      s.stage.advance(1)
      #expect(s.texts() == [] && s.table.subviews.allSatisfy { !($0 is UITableViewCell) })
    }

    @Test func updatesWithoutWindow() {
      let source = RowSource([["a"]])
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      table.dataSource = source
      #expect(table.numberOfRows(inSection: 0) == 1)
      source.sections[0].append("b")
      var ends: [Bool] = []
      table.performBatchUpdates(
        { table.insertRows(at: [path(1)], with: .fade) }, completion: { ends.append($0) })
      table.layoutIfNeeded()
      #expect(ends == [true] && table.visibleCells.count == 2)
    }

    // MARK: Bad input

    @Test func countsThatDoNotFitTrap() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let source = RowSource([["a"]])
          let table = UITableView()
          table.dataSource = source
          table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
        }
      }
    }

    @Test func deletingARowThatIsNotThereTraps() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let source = RowSource([["a"]])
          let table = UITableView()
          table.dataSource = source
          _ = table.numberOfSections
          source.sections = [[]]
          table.deleteRows(at: [IndexPath(row: 3, section: 0)], with: .fade)
        }
      }
    }

    @Test func scrollingToARowThatIsNotThereTraps() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          UITableView().scrollToRow(at: IndexPath(row: 0, section: 0), at: .top, animated: false)
        }
      }
    }

    @Test func dequeuingAnUnknownIdentifierTraps() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          _ = UITableView().dequeueReusableCell(
            withIdentifier: "x", for: IndexPath(row: 0, section: 0))
        }
      }
    }

    // MARK: Controller

    @Test func tableControllerDropsItsSelectionWhenItAppears() {
      final class List: UITableViewController {
        override func tableView(
          _ tableView: UITableView, numberOfRowsInSection section: Int
        ) -> Int { 3 }
        override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
          navigationController?.pushViewController(UIViewController(), animated: false)
        }
      }
      let list = List(style: .plain)
      let nav = UINavigationController(rootViewController: list)
      let stage = ControllerScene(nav)
      #expect(list.tableView.visibleCells.count == 2)
      stage.tap(CGPoint(x: 50, y: 60))
      #expect(nav.viewControllers.count == 2 && list.tableView.indexPathForSelectedRow != nil)
      nav.popViewController(animated: true)
      stage.advance(0.6)
      #expect(list.tableView.indexPathForSelectedRow == nil)
    }
  }

  /// The relation of index paths before and after updates, against lists of names.
  @MainActor @Suite struct ListUpdateTests {
    @Test func randomUpdatesKeepEveryRowAndItsCell() {
      var random = SeededRandom(seed: 11)
      for _ in 0..<25 {
        let s = TableStage(rows: 8)
        for step in 0..<5 {
          var rows = s.source.sections[0]
          let old = rows
          let deleted = rows.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
          for index in deleted.reversed() { rows.remove(at: index) }
          let kept = rows
          var inserted: [Int] = []
          for number in 0..<Int.random(in: 0..<3, using: &random) {
            rows.insert("new \(step) \(number)", at: Int.random(in: 0...rows.count, using: &random))
          }
          for (index, row) in rows.enumerated() where !kept.contains(row) { inserted.append(index) }
          let cells = Dictionary(
            uniqueKeysWithValues: s.table.visibleCells.map { ($0.textLabel?.text ?? "", $0) })
          s.source.sections[0] = rows
          s.table.performBatchUpdates({
            s.table.deleteRows(at: deleted.map { IndexPath(row: $0, section: 0) }, with: .automatic)
            s.table.insertRows(
              at: inserted.map { IndexPath(row: $0, section: 0) }, with: .automatic)
          })
          for path in s.table.indexPathsForVisibleRows ?? [] {
            let cell = s.table.cellForRow(at: path)
            #expect(cell?.textLabel?.text == rows[path.row])
            if let before = cells[rows[path.row]], old.contains(rows[path.row]) {
              #expect(before === cell, "a row that stays keeps its cell")
            }
          }
          s.stage.advance(Double.random(in: 0...0.5, using: &random))
        }
        s.stage.advance(1)
        #expect(s.texts() == Array(s.source.sections[0].prefix(5)))
        #expect(
          s.table.subviews.filter { $0 is UITableViewCell }.count
            == min(5, s.source.sections[0].count))
      }
    }
  }
}
