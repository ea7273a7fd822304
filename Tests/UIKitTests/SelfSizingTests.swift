// SelfSizingTests.swift
// Rows, headers and collection cells that are as large as their constraints make them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

/// A box of a height, pinned to the edges of a content view.
@MainActor private func pin(_ box: UIView, in content: UIView, vertically: Bool = true) {
  box.translatesAutoresizingMaskIntoConstraints = false
  content.addSubview(box)
  NSLayoutConstraint.activate([
    box.leadingAnchor.constraint(equalTo: content.leadingAnchor, constant: 16),
    box.trailingAnchor.constraint(equalTo: content.trailingAnchor, constant: -16),
  ])
  guard vertically else { return }
  NSLayoutConstraint.activate([
    box.topAnchor.constraint(equalTo: content.topAnchor, constant: 20),
    box.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -20),
  ])
}

/// Rows with a pinned box in each, whose heights are the source's.
@MainActor private final class BoxRows: UITableViewDataSource, UITableViewDelegate {
  final class Cell: UITableViewCell {
    let box = SizedView()
    var isPinned = false
  }

  var heights: [CGFloat]
  var header: UIView?
  var pinsVertically = true
  var accessory = UITableViewCell.AccessoryType.none

  init(_ heights: [CGFloat]) { self.heights = heights }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    heights.count
  }
  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "box", for: indexPath)
    guard let boxed = cell as? Cell else { return cell }
    boxed.accessoryType = accessory
    boxed.box.size.height = heights[indexPath.row]
    if !boxed.isPinned { pin(boxed.box, in: boxed.contentView, vertically: pinsVertically) }
    boxed.isPinned = true
    return cell
  }
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    header
  }
}

extension LiveViews {
  @MainActor @Suite struct SelfSizingTests {
    private func scene(_ rows: BoxRows) -> (ViewScene, UITableView) {
      setWholePixels()
      let table = UITableView()
      table.register(BoxRows.Cell.self, forCellReuseIdentifier: "box")
      table.dataSource = rows
      table.delegate = rows
      let scene = ViewScene(table, size: CGSize(width: 320, height: 480))
      table.frame = CGRect(x: 0, y: 0, width: 320, height: 480)
      table.layoutIfNeeded()
      return (scene, table)
    }

    /// Their content is as high as the row before it is laid out for the first time.
    @Test func rowsThatAreHigherThanUsualContradictNothing() {
      let rows = BoxRows([])
      let (scene, table) = scene(rows)
      let lines = Diagnostics.collecting {
        rows.heights = [200, 120]
        table.reloadData()
        scene.host.advance(to: 0.1)
        #expect(tops(table) == [240, 160])
      }.lines
      #expect(lines == [])
    }

    private func tops(_ table: UITableView) -> [CGFloat] {
      (0..<table.numberOfRows(inSection: 0)).map {
        table.rectForRow(at: IndexPath(row: $0, section: 0)).height
      }
    }

    /// "Creating self-sizing table view cells": a row of automatic height has that of its content view's constraints.
    @Test func rowsAreAsHighAsTheirConstraints() {
      let rows = BoxRows([10, 100, 1])
      let (scene, table) = scene(rows)
      #expect(tops(table) == [50, 140, 41] && table.contentSize.height == 231)
      let cell = table.cellForRow(at: IndexPath(row: 1, section: 0)) as? BoxRows.Cell
      #expect(cell?.box.frame == CGRect(x: 16, y: 20, width: 288, height: 100))
      #expect(cell?.frame == CGRect(x: 0, y: 50, width: 320, height: 140))
      withExtendedLifetime(scene) {}
    }

    /// Text wraps at the row's width, beside the accessory, and is measured again at another width.
    @Test func wrappedTextIsMeasuredAtTheWidthOfItsRow() {
      setWholePixels()
      let rows = TextRow(text: String(repeating: "long text ", count: 30))
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
      table.register(LabelCell.self, forCellReuseIdentifier: "label")
      table.dataSource = rows
      let scene = ViewScene(table, size: CGSize(width: 320, height: 480))
      for (width, accessory) in [
        (CGFloat(320), UITableViewCell.AccessoryType.none), (320, .disclosureIndicator),
        (200, .none),
      ] {
        rows.accessory = accessory
        table.frame = CGRect(x: 0, y: 0, width: width, height: 480)
        table.reloadData()
        table.layoutIfNeeded()
        let path = IndexPath(row: 0, section: 0)
        guard let cell = table.cellForRow(at: path) as? LabelCell else {
          Issue.record("no cell")
          return
        }
        let room = cell.contentView.bounds.width - 32
        let height = cell.label.sizeThatFits(CGSize(width: room, height: 0)).height
        #expect(height > 3 * cell.label.font.lineHeight)
        #expect(abs(table.rectForRow(at: path).height - height - 40) <= 1, "\(width) \(accessory)")
        #expect(abs(cell.label.frame.height - height) <= 1)
      }
      withExtendedLifetime(scene) {}
    }

    /// A change of width and an update measure the visible rows again; inserted rows are measured, too.
    @Test func rowsAreMeasuredAgain() {
      let rows = BoxRows([10, 20])
      let (scene, table) = scene(rows)
      let cell = table.cellForRow(at: IndexPath(row: 0, section: 0)) as? BoxRows.Cell
      cell?.box.size.height = 60
      rows.heights[0] = 60
      table.beginUpdates()
      table.endUpdates()
      scene.host.advance(to: 1)
      #expect(tops(table) == [100, 60])
      #expect(table.cellForRow(at: IndexPath(row: 0, section: 0)) === cell, "its cell stays")
      rows.heights.insert(30, at: 1)
      table.insertRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
      #expect(tops(table) == [100, 70, 60])
      scene.host.advance(to: 2)
      rows.heights[2] = 5
      table.reloadRows(at: [IndexPath(row: 2, section: 0)], with: .none)
      scene.host.advance(to: 3)
      #expect(tops(table) == [100, 70, 45])
      table.frame.size.width = 200
      table.layoutIfNeeded()
      #expect(tops(table) == [100, 70, 45])
      #expect(cell?.box.frame == CGRect(x: 16, y: 20, width: 168, height: 60))
    }

    /// Constraints that give no height leave a row the standard one, as on iOS.
    @Test func rowsWithoutAHeightHaveTheStandardOne() {
      let rows = BoxRows([10])
      rows.pinsVertically = false
      let (scene, table) = scene(rows)
      #expect(tops(table) == [44])
      withExtendedLifetime(scene) {}
    }

    @Test func headersAreAsHighAsTheirConstraints() {
      let header = UITableViewHeaderFooterView(reuseIdentifier: nil)
      pin(SizedView(UIView.noIntrinsicMetric, 33), in: header.contentView)
      let rows = BoxRows([10])
      rows.header = header
      let (scene, table) = scene(rows)
      #expect(header.frame == CGRect(x: 0, y: 0, width: 320, height: 73))
      #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 73)
      withExtendedLifetime(scene) {}
    }

    /// A cell's content is in line with the separator; a fitting size has no negative zero.
    @Test func contentIsInLineWithTheSeparator() {
      setWholePixels()
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      #expect(cell.contentView.layoutMargins.left == UITableView().separatorInset.left)
      #expect(cell.contentView.layoutMargins.right == 16)
      pin(SizedView(UIView.noIntrinsicMetric, 0), in: cell.contentView, vertically: false)
      let size = cell.systemLayoutSizeFitting(CGSize(width: 300, height: 0))
      #expect(size.height == 0 && size.height.sign == .plus)
    }

    // MARK: Collections

    private func collection(
      _ source: BoxItems, estimate: CGSize = UICollectionViewFlowLayout.automaticSize
    ) -> (ViewScene, UICollectionView) {
      setWholePixels()
      let layout = UICollectionViewFlowLayout()
      layout.estimatedItemSize = estimate
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: layout)
      view.register(BoxItems.Cell.self, forCellWithReuseIdentifier: "box")
      view.dataSource = source
      let scene = ViewScene(view, size: CGSize(width: 320, height: 480))
      view.frame = CGRect(x: 0, y: 0, width: 320, height: 480)
      view.layoutIfNeeded()
      return (scene, view)
    }

    private func sizes(_ view: UICollectionView) -> [CGSize] {
      (0..<view.numberOfItems(inSection: 0)).compactMap {
        view.layoutAttributesForItem(at: IndexPath(item: $0, section: 0))?.size
      }
    }

    /// Items of an estimated size have those that their cells prefer: by constraints, or by an override.
    @Test func itemsHaveTheSizesThatCellsPrefer() {
      let source = BoxItems([CGSize(width: 30, height: 40), CGSize(width: 250, height: 10)])
      let (scene, view) = collection(source)
      #expect(sizes(view) == [CGSize(width: 70, height: 60), CGSize(width: 290, height: 30)])
      #expect(view.cellForItem(at: IndexPath(item: 1, section: 0))?.frame.minY == 70)
      #expect(view.contentSize.height == 100)
      source.sizes.insert(CGSize(width: 50, height: 80), at: 0)
      view.insertItems(at: [IndexPath(item: 0, section: 0)])
      #expect(
        sizes(view) == [
          CGSize(width: 90, height: 100), CGSize(width: 70, height: 60),
          CGSize(width: 290, height: 30),
        ])
      scene.host.advance(to: 1)
      #expect(view.cellForItem(at: IndexPath(item: 0, section: 0))?.bounds.height == 100)
      source.sizes[1] = CGSize(width: 60, height: 20)
      view.reloadItems(at: [IndexPath(item: 1, section: 0)])
      scene.host.advance(to: 2)
      #expect(sizes(view)[1] == CGSize(width: 100, height: 40))
      BoxItems.Cell.ownWidth = 320
      defer { BoxItems.Cell.ownWidth = nil }
      view.reloadData()
      view.layoutIfNeeded()
      #expect(sizes(view).map(\.width) == [320, 320, 320])
    }

    /// Without an estimated size, items have that of the layout.
    @Test func itemsOfAGivenSizeKeepIt() {
      let source = BoxItems([CGSize(width: 30, height: 40)])
      let (scene, view) = collection(source, estimate: .zero)
      #expect(sizes(view) == [CGSize(width: 50, height: 50)])
      withExtendedLifetime(scene) {}
    }
  }
}

/// A cell with a label of several lines in its content view.
@MainActor private final class LabelCell: UITableViewCell {
  let label = UILabel()

  override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    label.numberOfLines = 0
    pin(label, in: contentView)
  }

  required init?(coder: NSCoder) { nil }
}

/// One row of text.
@MainActor private final class TextRow: UITableViewDataSource {
  let text: String
  var accessory = UITableViewCell.AccessoryType.none

  init(text: String) { self.text = text }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "label", for: indexPath)
    cell.accessoryType = accessory
    (cell as? LabelCell)?.label.text = text
    return cell
  }
}

/// Items with a box at a distance of 20 and 10 points from the edges.
@MainActor private final class BoxItems: UICollectionViewDataSource {
  final class Cell: UICollectionViewCell {
    /// The width that cells prefer in place of that of their constraints.
    static var ownWidth: CGFloat?
    let box = SizedView()

    override init(frame: CGRect) {
      super.init(frame: frame)
      contentView.addSubview(box)
      NSLayoutConstraint.activate([
        box.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 20),
        box.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -20),
        box.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 10),
        box.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -10),
      ])
    }

    required init?(coder: NSCoder) { nil }

    override func preferredLayoutAttributesFitting(
      _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
      let attributes = super.preferredLayoutAttributesFitting(layoutAttributes)
      if let width = Self.ownWidth { attributes.size.width = width }
      return attributes
    }
  }

  var sizes: [CGSize]

  init(_ sizes: [CGSize]) { self.sizes = sizes }

  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { sizes.count }
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "box", for: indexPath)
    (cell as? Cell)?.box.size = sizes[indexPath.item]
    return cell
  }
}
