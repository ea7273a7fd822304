// ListReentrancyTests.swift
// Changes of a table or a collection that its data source requests while cells are being made.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct ListReentrancyTests {
    private func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: 0) }

    /// Every cell in the view is a visible one, in its place.
    private func expectNoGhosts(_ s: CollectionStage) {
      let cells = s.view.subviews.filter { $0 is UICollectionViewCell }
      #expect(cells.count == s.view.visibleCells.count)
      for path in s.view.indexPathsForVisibleItems {
        #expect(s.cell(path.item)?.frame == s.frame(path.item))
        #expect(s.cell(path.item)?.text == s.source.sections[0][path.item])
      }
    }

    private func expectNoGhosts(_ s: TableStage) {
      let cells = s.table.subviews.filter { $0 is UITableViewCell }
      #expect(cells.count == s.table.visibleCells.count)
      for path in s.table.indexPathsForVisibleRows ?? [] {
        #expect(s.cell(path.row)?.frame == s.table.rectForRow(at: path))
        #expect(s.cell(path.row)?.textLabel?.text == s.source.sections[0][path.row])
      }
    }

    @Test(arguments: [false, true]) func layoutIsSet(isAnimated: Bool) {
      let source = ItemSource([(0..<9).map { "\($0)" }])
      let other = UICollectionViewFlowLayout()
      other.minimumLineSpacing = 20
      source.whenRequested = { view, path in
        guard path.item == 4, view.collectionViewLayout !== other else { return }
        view.setCollectionViewLayout(other, animated: isAnimated)
        view.layoutIfNeeded()
      }
      let s = CollectionStage(source)
      s.stage.advance(1)
      #expect(s.view.collectionViewLayout === other && s.frame(3)?.minY == 40)
      expectNoGhosts(s)
    }

    @Test func itemsAreInsertedAndReloaded() {
      let source = ItemSource([(0..<9).map { "\($0)" }])
      let s = CollectionStage(source)
      var completions = 0
      source.whenRequested = { view, _ in
        source.whenRequested = nil
        view.performBatchUpdates {
          source.sections[0].append("new")
          view.insertItems(at: [IndexPath(item: 9, section: 0)])
        } completion: { _ in
          completions += 1
        }
        view.reloadItems(at: [IndexPath(item: 0, section: 0)])
        view.layoutIfNeeded()
      }
      s.view.reloadItems(at: [path(2)])
      s.stage.advance(1)
      #expect(s.view.numberOfItems(inSection: 0) == 10 && completions == 1)
      expectNoGhosts(s)
    }

    @Test(arguments: [false, true]) func everythingIsReloaded(whileUpdating: Bool) {
      let s = CollectionStage(items: 9)
      let t = TableStage(rows: 9)
      s.source.whenRequested = { view, _ in
        s.source.whenRequested = nil
        view.reloadData()
        view.layoutIfNeeded()
      }
      t.source.whenRequested = { table, _ in
        t.source.whenRequested = nil
        table.reloadData()
        table.layoutIfNeeded()
      }
      if whileUpdating {
        s.view.reloadItems(at: [path(1)])
        t.table.reloadRows(at: [path(1)], with: .fade)
      } else {
        s.view.reloadData()
        t.table.reloadData()
      }
      s.stage.advance(1)
      t.stage.advance(1)
      expectNoGhosts(s)
      expectNoGhosts(t)
    }

    @Test func rowsAreInsertedAndReloaded() {
      let t = TableStage(rows: 9)
      var completions = 0
      t.source.whenRequested = { table, _ in
        t.source.whenRequested = nil
        table.performBatchUpdates {
          t.source.sections[0].append("new")
          table.insertRows(at: [IndexPath(row: 9, section: 0)], with: .fade)
        } completion: { _ in
          completions += 1
        }
        table.reloadRows(at: [IndexPath(row: 0, section: 0)], with: .left)
        table.layoutIfNeeded()
      }
      t.table.reloadRows(at: [path(2)], with: .fade)
      t.stage.advance(1)
      #expect(t.table.numberOfRows(inSection: 0) == 10 && completions == 1)
      expectNoGhosts(t)
    }
  }
}
