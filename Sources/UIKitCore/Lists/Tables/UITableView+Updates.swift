// UITableView+Updates.swift
// Inserted, deleted, reloaded and moved rows and sections: the calls, and the batches that collect them.
// TableUpdate.swift animates a batch.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

extension UITableView {
  // MARK: Batches

  /// Begins a batch of changes, which ``endUpdates()`` animates together. Batches nest.
  public final func beginUpdates() {
    loadIfNeeded()
    openUpdates += 1
  }

  /// Ends a batch. Without changes of rows, it animates the changes of their heights.
  ///
  /// - Precondition: A batch is open; the data source's counts agree with the changes.
  public final func endUpdates() {
    trap(unless: openUpdates > 0, "endUpdates() needs a beginUpdates() before")
    openUpdates -= 1
    guard openUpdates == 0 else { return }
    apply()
  }

  /// Animates changes of rows and sections together.
  ///
  /// - Parameters:
  ///   - updates: Calls of the methods below, and the changes of the data.
  ///   - completion: Called when the animations have stopped, with whether they finished.
  public final func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    beginUpdates()
    updates?()
    if let completion { change.completions.append(completion) }
    endUpdates()
  }

  private func alone(_ collect: () -> Void) {
    beginUpdates()
    collect()
    endUpdates()
  }

  private func apply() {
    let change = change
    self.change = RowChange()
    changes.run { TableUpdate(self, change).run() }
  }

  // MARK: Rows

  /// Inserts rows. The paths count after the update.
  public final func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    alone {
      change.list.insert(indexPaths)
      for path in indexPaths { change.rowAnimations[path] = animation }
    }
  }

  /// Deletes rows. The paths count before the update.
  public final func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    alone {
      change.list.delete(indexPaths)
      for path in indexPaths { change.rowExits[path] = animation }
    }
  }

  /// Replaces the cells of rows. The paths count before the update.
  public final func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    alone {
      change.list.reload(indexPaths)
      for path in indexPaths { change.rowExits[path] = animation }
    }
  }

  /// Replaces the cells of rows without an animation. Same as reloading them.
  public final func reconfigureRows(at indexPaths: [IndexPath]) {
    reloadRows(at: indexPaths, with: .none)
  }

  /// Moves a row. The first path counts before the update, the second one after it.
  public final func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    alone { change.list.move(indexPath, to: newIndexPath) }
  }

  // MARK: Sections

  /// Inserts sections. The indices count after the update.
  public final func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    alone {
      change.list.insertSections(sections)
      for section in sections { change.sectionAnimations[section] = animation }
    }
  }

  /// Deletes sections. The indices count before the update.
  public final func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    alone {
      change.list.deleteSections(sections)
      for section in sections { change.sectionExits[section] = animation }
    }
  }

  /// Replaces the rows of sections, of which there may be another number. The indices count before the
  /// update.
  public final func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    alone {
      change.list.reloadSections(sections)
      for section in sections { change.sectionExits[section] = animation }
    }
  }

  /// Moves a section. The first index counts before the update, the second one after it.
  public final func moveSection(_ section: Int, toSection newSection: Int) {
    alone { change.list.moveSection(section, to: newSection) }
  }
}
