// ReuseTests.swift
// What a cell, a header or a supplementary view takes into its next place: no animation (semantics 21.9).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

/// A collection's data source, with headers.
@MainActor private final class Items: NSObject, UICollectionViewDataSource {
  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 40 }
  func collectionView(
    _ view: UICollectionView, cellForItemAt path: IndexPath
  ) -> UICollectionViewCell { view.dequeueReusableCell(withReuseIdentifier: "cell", for: path) }
  func collectionView(
    _ view: UICollectionView, viewForSupplementaryElementOfKind kind: String, at path: IndexPath
  ) -> UICollectionReusableView {
    view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "head", for: path)
  }
}

/// A table's data source and delegate, with headers that are reused.
@MainActor private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "cell")
      ?? UITableViewCell(style: .default, reuseIdentifier: "cell")
  }
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    tableView.dequeueReusableHeaderFooterView(withIdentifier: "head")
      ?? UITableViewHeaderFooterView(reuseIdentifier: "head")
  }
}

extension LiveViews {
  /// semantics 21.9
  @MainActor @Suite struct ReuseTests {
    /// Animates a view and its subview in a block, and rotates both without an end.
    private func animate(_ view: UIView, _ content: UIView, _ end: @escaping (Bool) -> Void) {
      UIView.animate(
        withDuration: 3, animations: { content.alpha = 0 }, completion: { end($0) })
      for layer in [view.layer, content.layer] {
        let spin = CABasicAnimation(keyPath: "transform.rotation")
        (spin.toValue, spin.duration, spin.repeatCount) = (6.28, 1, .infinity)
        layer.add(spin, forKey: "spin")
      }
    }

    private func isStill(_ views: [UIView]) -> Bool {
      var tree = views
      while let view = tree.popLast() {
        if !(view.layer.animationKeys() ?? []).isEmpty { return false }
        tree += view.subviews
      }
      return true
    }

    @Test(arguments: ["jump", "scrollToRow", "reloadData", "reloadRows"])
    func rowsBeginWithoutAnimations(way: String) throws {
      let (rows, table) = (Rows(), UITableView(frame: .zero))
      (table.dataSource, table.delegate, table.rowHeight) = (rows, rows, 20)
      let scene = ViewScene(table)
      table.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      scene.host.advance(to: 0.1)
      let path = IndexPath(row: 1, section: 0)
      let cell = try #require(table.cellForRow(at: path))
      let header = try #require(table.headerView(forSection: 0))
      var ends: [Bool] = []
      animate(cell, cell.contentView) { ends.append($0) }
      animate(header, header.contentView) { ends.append($0) }
      scene.host.advance(to: 1)
      switch way {
      case "jump": table.contentOffset.y = 1000
      case "scrollToRow":
        table.scrollToRow(at: IndexPath(row: 60, section: 0), at: .top, animated: false)
      case "reloadData": table.reloadData()
      default: table.reloadRows(at: [path], with: .none)
      }
      scene.host.advance(to: 1.2)
      #expect(isStill(table.visibleCells))
      #expect(ends.first == false)
      if way == "reloadData" {
        #expect(try isStill([#require(table.headerView(forSection: 0))]) && ends == [false, false])
      }
    }

    @Test func itemsAndHeadersBeginWithoutAnimations() throws {
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 100, height: 20)
      layout.headerReferenceSize = CGSize(width: 100, height: 20)
      let (items, view) = (Items(), UICollectionView(frame: .zero, collectionViewLayout: layout))
      let kind = UICollectionView.elementKindSectionHeader
      view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      view.register(
        UICollectionReusableView.self, forSupplementaryViewOfKind: kind,
        withReuseIdentifier: "head")
      view.dataSource = items
      let scene = ViewScene(view)
      view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      scene.host.advance(to: 0.1)
      let first = IndexPath(item: 0, section: 0)
      let cell = try #require(view.cellForItem(at: first))
      let header = try #require(view.supplementaryView(forElementKind: kind, at: first))
      var ends: [Bool] = []
      animate(cell, cell.contentView) { ends.append($0) }
      animate(header, header) { ends.append($0) }
      scene.host.advance(to: 1)
      view.reloadData()
      scene.host.advance(to: 1.2)
      #expect(isStill(view.visibleCells) && ends == [false, false])
      #expect(try isStill([#require(view.supplementaryView(forElementKind: kind, at: first))]))
    }

    /// Layers without a view keep their animations, so that an indicator goes on in the next place.
    @Test func activityIndicatorOfAReusedCellGoesOn() throws {
      let (rows, table) = (Rows(), UITableView(frame: .zero))
      (table.dataSource, table.rowHeight) = (rows, 20)
      let scene = ViewScene(table)
      table.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      scene.host.advance(to: 0.1)
      for cell in table.visibleCells {
        let indicator = UIActivityIndicatorView(style: .medium)
        cell.contentView.addSubview(indicator)
        indicator.startAnimating()
      }
      scene.host.advance(to: 0.5)
      table.reloadData()
      scene.host.advance(to: 1)
      let indicators = table.visibleCells.flatMap { $0.contentView.subviews }
        .compactMap { $0 as? UIActivityIndicatorView }
      let wheels = indicators.compactMap { $0.layer.sublayers?.first }
      #expect(!wheels.isEmpty && wheels.allSatisfy { $0.animationKeys() == ["turn"] })
    }
  }
}
