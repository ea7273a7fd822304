// CollectionTests.swift
// Collections: flow layouts, reuse, selection, updates, and changes of layouts.
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

/// The items of a collection, and what the collection requested.
@MainActor final class ItemSource: UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
  final class Cell: UICollectionViewCell {
    static var made = 0
    var text = ""
    let firstFrame: CGRect
    override init(frame: CGRect) {
      firstFrame = frame
      super.init(frame: frame)
      Cell.made += 1
    }
    required init?(coder: NSCoder) { nil }
  }
  final class Head: UICollectionReusableView {}

  var sections: [[String]]
  var sizes: [String: CGSize] = [:]
  var headerHeight: CGFloat = 0
  var requested = 0
  var events: [String] = []
  /// Runs when a cell is requested.
  var whenRequested: ((UICollectionView, IndexPath) -> Void)?

  init(_ sections: [[String]]) { self.sections = sections }

  func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }
  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { sections[section].count }
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    requested += 1
    whenRequested?(collectionView, indexPath)
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    (cell as? Cell)?.text = sections[indexPath.section][indexPath.item]
    return cell
  }
  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "head", for: indexPath)
  }
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    sizes[sections[indexPath.section][indexPath.item]] ?? CGSize(width: 30, height: 20)
  }
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize { CGSize(width: 0, height: headerHeight) }
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    events.append("select \(indexPath.item)")
  }
  func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
    events.append("deselect \(indexPath.item)")
  }
  func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
    events.append("highlight \(indexPath.item)")
  }
  func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) { events.append("end \(indexPath.section).\(indexPath.item)") }
}

/// A collection of 100 x 100 points in a window, with spacings of 5.
@MainActor final class CollectionStage {
  let source: ItemSource
  let flow = UICollectionViewFlowLayout()
  let view: UICollectionView
  let stage: ControllerScene

  init(_ source: ItemSource) {
    self.source = source
    flow.minimumLineSpacing = 5
    flow.minimumInteritemSpacing = 5
    view = UICollectionView(frame: .zero, collectionViewLayout: flow)
    view.register(ItemSource.Cell.self, forCellWithReuseIdentifier: "cell")
    view.register(
      ItemSource.Head.self,
      forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: "head")
    view.dataSource = source
    view.delegate = source
    ItemSource.Cell.made = 0
    let controller = UIViewController()
    controller.view = view
    stage = ControllerScene(controller)
  }

  convenience init(items: Int) { self.init(ItemSource([(0..<items).map { "\($0)" }])) }

  func cell(_ item: Int, _ section: Int = 0) -> ItemSource.Cell? {
    view.cellForItem(at: IndexPath(item: item, section: section)) as? ItemSource.Cell
  }

  func frame(_ item: Int, _ section: Int = 0) -> CGRect? {
    view.layoutAttributesForItem(at: IndexPath(item: item, section: section))?.frame
  }

  func shown(_ cell: UIView?) -> CGPoint {
    guard let cell else { return CGPoint(x: -1, y: -1) }
    return CGPoint(
      x: stage.scene.shown("position.x", cell.layer), y: stage.scene.shown("position.y", cell.layer)
    )
  }
}

extension LiveViews {
  @MainActor @Suite struct CollectionTests {
    private func path(_ item: Int, _ section: Int = 0) -> IndexPath {
      IndexPath(item: item, section: section)
    }

    // MARK: Flow layout

    /// Initialisers lay out their content in it, as `bounds.insetBy(dx: 16, dy: 0)`.
    @Test func newCellsHaveTheFrameOfTheirItem() throws {
      let source = ItemSource([["a", "b"]])
      source.sizes = ["b": CGSize(width: 40, height: 25)]
      let stage = CollectionStage(source)
      stage.stage.advance(0.1)
      let cells = stage.view.visibleCells.compactMap { $0 as? ItemSource.Cell }
      #expect(Set(cells.map(\.firstFrame.size.width)) == [30, 40])
      #expect(cells.allSatisfy { $0.firstFrame == $0.frame })
    }

    @Test func linesAreFilledFromSideToSide() {
      let s = CollectionStage(items: 7)
      #expect(s.frame(0) == CGRect(x: 0, y: 0, width: 30, height: 20))
      #expect(s.frame(1)?.minX == 35 && s.frame(2)?.maxX == 100 && s.frame(3)?.minY == 25)
      #expect(s.frame(6)?.origin == CGPoint(x: 0, y: 50) && s.view.contentSize.height == 70)
      #expect(s.frame(7) == nil)
      s.flow.scrollDirection = .horizontal
      #expect(s.frame(1)?.minX == 0 && s.frame(4)?.origin == CGPoint(x: 35, y: 0))
      #expect(s.view.contentSize.height == 100)
    }

    @Test func linesOfSeveralSizes() {
      let source = ItemSource([["a", "b", "c", "d"]])
      source.sizes = ["a": CGSize(width: 60, height: 10), "b": CGSize(width: 30, height: 30)]
      let s = CollectionStage(source)
      #expect(s.frame(0) == CGRect(x: 0, y: 10, width: 60, height: 10))
      #expect(s.frame(1) == CGRect(x: 70, y: 0, width: 30, height: 30))
      #expect(s.frame(2)?.origin == CGPoint(x: 0, y: 35) && s.frame(3)?.minX == 35)
    }

    @Test func sectionsHaveHeadersAndMargins() {
      let source = ItemSource([["a"], ["b"]])
      source.headerHeight = 12
      let s = CollectionStage(source)
      s.flow.sectionInset = UIEdgeInsets(top: 3, left: 4, bottom: 5, right: 6)
      s.stage.advance(0.02)
      #expect(s.frame(0)?.origin.y == 15 && s.frame(0, 1)?.origin.y == 55)
      let kind = UICollectionView.elementKindSectionHeader
      #expect(
        s.view.supplementaryView(forElementKind: kind, at: path(0, 1))?.frame
          == CGRect(x: 0, y: 40, width: 100, height: 12))
      #expect(s.view.visibleSupplementaryViews(ofKind: kind).count == 2)
    }

    @Test func hundredThousandItemsCostWhatIsVisible() {
      let s = CollectionStage(items: 100_000)
      #expect(s.view.visibleCells.count == 12 && ItemSource.Cell.made == 12)
      s.view.contentOffset.y = 500_003
      s.stage.advance(0.02)
      #expect(s.view.visibleCells.count <= 15 && ItemSource.Cell.made <= 15)
      let made = ItemSource.Cell.made
      for _ in 0..<40 {
        s.view.contentOffset.y += 25
        s.stage.advance(1.0 / 60)
      }
      #expect(ItemSource.Cell.made == made)
      s.view.scrollToItem(at: path(99_999), at: .bottom, animated: false)
      s.stage.advance(0.02)
      #expect(s.view.indexPathsForVisibleItems.contains(path(99_999)))
    }

    // MARK: Attributes

    @Test func attributesAreCopiedWithTheirClass() {
      final class Turned: UICollectionViewLayoutAttributes {
        var turn = 0.0
        override func copy(with zone: NSZone? = nil) -> Any {
          let copy = super.copy(with: zone)
          (copy as? Turned)?.turn = turn
          return copy
        }
      }
      let attributes = Turned(forCellWith: path(3))
      attributes.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
      attributes.turn = 2
      attributes.alpha = 0.5
      attributes.zIndex = 4
      attributes.transform = CGAffineTransform(scaleX: 2, y: 2)
      let copy = attributes.copy() as? Turned
      #expect(copy?.turn == 2 && copy?.alpha == 0.5 && copy?.zIndex == 4)
      #expect(copy?.center == CGPoint(x: 25, y: 40) && copy?.transform.a == 2)
      #expect(copy?.indexPath == path(3) && copy !== attributes)
    }

    /// Items in a row of 20 points, turned by their number.
    final class Row: UICollectionViewLayout {
      var prepared = 0
      var scrolls = false
      override func prepare() {
        super.prepare()
        prepared += 1
      }
      override var collectionViewContentSize: CGSize { CGSize(width: 400, height: 100) }
      override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { scrolls }
      override func layoutAttributesForElements(
        in rect: CGRect
      ) -> [UICollectionViewLayoutAttributes]? {
        (0..<(collectionView?.numberOfItems(inSection: 0) ?? 0)).compactMap {
          layoutAttributesForItem(at: IndexPath(item: $0, section: 0))
        }.filter { $0.frame.minX < rect.maxX && $0.frame.maxX > rect.minX }
      }
      override func layoutAttributesForItem(
        at indexPath: IndexPath
      ) -> UICollectionViewLayoutAttributes? {
        let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
        attributes.frame = CGRect(x: 20 * indexPath.item, y: 70, width: 18, height: 18)
        attributes.zIndex = indexPath.item
        attributes.alpha = scrolls ? 0.5 : 1
        return attributes
      }
      override func initialLayoutAttributesForAppearingItem(
        at itemIndexPath: IndexPath
      ) -> UICollectionViewLayoutAttributes? { aside(itemIndexPath) }
      override func finalLayoutAttributesForDisappearingItem(
        at itemIndexPath: IndexPath
      ) -> UICollectionViewLayoutAttributes? { aside(itemIndexPath) }
      private func aside(_ path: IndexPath) -> UICollectionViewLayoutAttributes? {
        let attributes = layoutAttributesForItem(at: path)
        attributes?.center.y = 9
        return attributes
      }
    }

    @Test func boundsChangesInvalidateIfTheLayoutSaysSo() {
      let s = CollectionStage(items: 20)
      let row = Row()
      s.view.collectionViewLayout = row
      s.stage.advance(0.02)
      let before = row.prepared
      s.view.contentOffset.x = 10
      s.stage.advance(0.02)
      #expect(row.prepared == before && s.cell(0)?.layer.zPosition == 0)
      row.scrolls = true
      s.view.contentOffset.x = 30
      s.stage.advance(0.02)
      #expect(
        row.prepared == before + 1 && s.cell(3)?.alpha == 0.5 && s.cell(3)?.layer.zPosition == 3)
      #expect(s.cell(0) == nil && s.cell(6) != nil)
    }

    @Test func layoutChangeMovesItems() {
      let s = CollectionStage(items: 6)
      let row = Row()
      let cell = s.cell(5)
      var ends: [Bool] = []
      s.view.setCollectionViewLayout(row, animated: true) { ends.append($0) }
      // From (85, 35) to (109, 79).
      s.stage.advance(0.15)
      #expect(isClose(Double(s.shown(cell).y), 57, within: 4) && ends.isEmpty)
      s.stage.advance(0.3)
      #expect(ends == [true] && s.view.contentSize.width == 400)
      #expect(s.cell(4)?.frame == CGRect(x: 80, y: 70, width: 18, height: 18))
      #expect(row.collectionView === s.view && s.flow.collectionView == nil)
      #expect(cell?.superview == nil, "it is not visible in the new layout")
      s.view.setCollectionViewLayout(s.flow, animated: false)
      #expect(s.cell(5)?.center == CGPoint(x: 85, y: 35))
    }

    // MARK: Order

    /// All items in one place, listed from the last to the first.
    final class Pile: UICollectionViewLayout {
      override var collectionViewContentSize: CGSize { CGSize(width: 100, height: 300) }
      override func layoutAttributesForElements(
        in rect: CGRect
      ) -> [UICollectionViewLayoutAttributes]? {
        let count = collectionView?.numberOfItems(inSection: 0) ?? 0
        return (0..<count).reversed().compactMap {
          layoutAttributesForItem(at: IndexPath(item: $0, section: 0))
        }.filter { $0.frame.intersects(rect) }
      }
      override func layoutAttributesForItem(
        at indexPath: IndexPath
      ) -> UICollectionViewLayoutAttributes? {
        let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
        attributes.frame = CGRect(x: 10, y: 10 + indexPath.item * 5, width: 80, height: 80)
        return attributes
      }
    }

    /// The texts of the cells from the back to the front.
    private func order(_ view: UICollectionView) -> [String] {
      view.subviews.compactMap { ($0 as? ItemSource.Cell)?.text }
    }

    /// Where cells overlap, the later path is in front, for hits too, whatever the order in which they came.
    @Test func laterItemsAreInFront() {
      let s = CollectionStage(items: 12)
      var requested: [Int] = []
      s.source.whenRequested = { requested.append($1.item) }
      s.view.setCollectionViewLayout(Pile(), animated: true)
      s.stage.advance(0.1)
      #expect(order(s.view) == (0..<12).map { "\($0)" })
      s.stage.advance(0.5)
      #expect(order(s.view) == (0..<12).map { "\($0)" })
      #expect(s.view.indexPathForItem(at: CGPoint(x: 50, y: 80)) == path(11))
      let hit = s.view.hitTest(CGPoint(x: 50, y: 80), with: nil)
      #expect((hit?.superview as? ItemSource.Cell)?.text == "11")
      // The first items leave and come back.
      s.view.contentOffset.y = 131
      s.stage.advance(0.02)
      #expect(order(s.view) == ["9", "10", "11"])
      requested = []
      s.view.contentOffset.y = 0
      s.stage.advance(0.02)
      #expect(order(s.view) == (0..<12).map { "\($0)" })
      #expect(requested == Array(0..<9))
      // The last item becomes the first, and a new one comes between.
      s.source.sections[0] = ["11", "0", "new"] + (1..<11).map { "\($0)" }
      s.view.performBatchUpdates {
        s.view.moveItem(at: path(11), to: path(0))
        s.view.insertItems(at: [path(2)])
      }
      #expect(order(s.view) == s.source.sections[0])
      s.stage.advance(0.5)
      #expect(order(s.view) == s.source.sections[0])
      #expect(s.view.visibleCells.compactMap { ($0 as? ItemSource.Cell)?.text } == order(s.view))
    }

    /// What is asked for and given back has the order of the paths, supplementary views last.
    @Test func viewsComeAndGoInTheOrderOfTheirPaths() {
      let source = ItemSource([(0..<6).map { "a\($0)" }, (0..<6).map { "b\($0)" }])
      source.headerHeight = 5
      var requested: [IndexPath] = []
      source.whenRequested = { requested.append($1) }
      let s = CollectionStage(source)
      let all = (0..<2).flatMap { section in (0..<6).map { path($0, section) } }
      #expect(requested == all && s.view.indexPathsForVisibleItems == all)
      let heads = s.view.subviews.filter { $0 is ItemSource.Head }
      #expect(heads.count == 2 && s.view.subviews.firstIndex(of: heads[0]) == 12)
      source.events = []
      s.view.reloadData()
      #expect(source.events == all.map { "end \($0.section).\($0.item)" })
    }

    // MARK: Updates

    @Test func insertedDeletedAndMovedItems() {
      let s = CollectionStage(items: 6)
      let (moved, gone) = (s.cell(5), s.cell(0))
      s.source.sections[0] = ["5", "1", "new", "2", "3", "4"]
      var ends: [Bool] = []
      s.view.performBatchUpdates {
        s.view.deleteItems(at: [path(0)])
        s.view.insertItems(at: [path(2)])
        s.view.moveItem(at: path(5), to: path(0))
      } completion: {
        ends.append($0)
      }
      #expect(s.cell(0) === moved && s.cell(2)?.text == "new")
      s.stage.advance(0.15)
      #expect(isClose(Double(s.shown(moved).x), 50, within: 4))
      #expect(isClose(s.stage.scene.shown("opacity", gone?.layer), 0.5, within: 0.1))
      #expect(isClose(s.stage.scene.shown("opacity", s.cell(2)?.layer), 0.5, within: 0.1))
      s.stage.advance(0.3)
      #expect(ends == [true] && gone?.superview == nil)
      #expect((0..<6).map { s.cell($0)?.text } == ["5", "1", "new", "2", "3", "4"])
    }

    @Test func layoutsChooseTheFirstAndLastAttributes() {
      let s = CollectionStage(items: 3)
      s.view.collectionViewLayout = Row()
      s.stage.advance(0.02)
      let gone = s.cell(2)
      s.source.sections[0] = ["0", "1", "new", "other"]
      s.view.performBatchUpdates({
        s.view.deleteItems(at: [path(2)])
        s.view.insertItems(at: [path(2), path(3)])
      })
      s.stage.advance(0.15)
      #expect(isClose(Double(s.shown(gone).y), 44, within: 5))
      #expect(isClose(Double(s.shown(s.cell(3)).y), 44, within: 5))
      s.stage.advance(0.3)
      #expect(s.cell(3)?.center.y == 79 && gone?.superview == nil)
    }

    @Test func reloadedItemsGetNewCells() {
      let s = CollectionStage(items: 3)
      let old = s.cell(1)
      s.source.sections[0][1] = "other"
      s.view.reloadItems(at: [path(1)])
      s.stage.advance(0.5)
      #expect(s.cell(1)?.text == "other" && s.cell(1) !== old)
      #expect(s.view.subviews.filter { $0 is UICollectionViewCell }.count == 3)
      s.source.sections.append(["x"])
      s.view.insertSections(IndexSet(integer: 1))
      s.stage.advance(0.5)
      #expect(s.cell(0, 1)?.text == "x" && s.view.numberOfSections == 2)
    }

    @Test func randomUpdatesKeepEveryItemAndItsCell() {
      var random = SeededRandom(seed: 5)
      for _ in 0..<15 {
        let s = CollectionStage(items: 9)
        for step in 0..<4 {
          var items = s.source.sections[0]
          let deleted = items.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
          for index in deleted.reversed() { items.remove(at: index) }
          let kept = items
          for number in 0..<Int.random(in: 0..<3, using: &random) {
            items.insert("n\(step)\(number)", at: Int.random(in: 0...items.count, using: &random))
          }
          let inserted = items.indices.filter { !kept.contains(items[$0]) }
          s.source.sections[0] = items
          s.view.performBatchUpdates({
            s.view.deleteItems(at: deleted.map { path($0) })
            s.view.insertItems(at: inserted.map { path($0) })
          })
          for path in s.view.indexPathsForVisibleItems {
            #expect(s.cell(path.item)?.text == items[path.item])
          }
          s.stage.advance(Double.random(in: 0...0.5, using: &random))
        }
        s.stage.advance(1)
        let shown = s.view.subviews.compactMap { ($0 as? ItemSource.Cell)?.text }
        #expect(Set(shown) == Set(s.source.sections[0].prefix(12)))
        #expect(shown.count == min(12, s.source.sections[0].count))
      }
    }

    // MARK: Selection

    @Test func pressesSelectItems() {
      let s = CollectionStage(items: 6)
      s.stage.tap(CGPoint(x: 50, y: 10))
      s.stage.tap(CGPoint(x: 10, y: 10))
      #expect(
        s.source.events == ["highlight 1", "select 1", "highlight 0", "deselect 1", "select 0"])
      #expect(s.view.indexPathsForSelectedItems == [path(0)] && s.cell(0)?.isSelected == true)
      // Between the items.
      s.stage.tap(CGPoint(x: 32, y: 10))
      #expect(s.view.indexPathsForSelectedItems == [path(0)])
      s.view.allowsMultipleSelection = true
      s.stage.tap(CGPoint(x: 50, y: 10))
      s.stage.tap(CGPoint(x: 10, y: 10))
      #expect(s.view.indexPathsForSelectedItems == [path(1)])
    }

    // MARK: Bad input

    @Test func countsThatDoNotFitTrap() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let source = ItemSource([["a"]])
          let view = UICollectionView(
            frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
          view.dataSource = source
          view.deleteItems(at: [IndexPath(item: 0, section: 0)])
        }
      }
    }

    @Test func dequeuingAnUnknownIdentifierTraps() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let view = UICollectionView(
            frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
          _ = view.dequeueReusableCell(
            withReuseIdentifier: "x", for: IndexPath(item: 0, section: 0))
        }
      }
    }
  }
}
