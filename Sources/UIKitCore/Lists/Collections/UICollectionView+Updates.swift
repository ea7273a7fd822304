// UICollectionView+Updates.swift
// Inserted, deleted, reloaded and moved items and sections, and changes of layouts: the calls. CollectionUpdate.swift
// animates them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

extension UICollectionView {
  /// Animates changes of items and sections together.
  ///
  /// - Parameters:
  ///   - updates: Calls of the methods below, and the changes of the data. A layout that is invalidated here
  ///     animates too.
  ///   - completion: Called when the animations have stopped, with whether they finished.
  /// - Precondition: The data source's counts agree with the changes.
  public final func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    prepareLayout()
    openBatches += 1
    updates?()
    if let completion { batch.completions.append(completion) }
    openBatches -= 1
    guard openBatches == 0 else { return }
    let collected = batch
    batch = Batch()
    changes.run { CollectionUpdate(self).run(collected) }
  }

  /// Inserts items. The paths count after the update.
  public final func insertItems(at indexPaths: [IndexPath]) {
    performBatchUpdates({ self.batch.list.insert(indexPaths) })
  }

  /// Deletes items. The paths count before the update.
  public final func deleteItems(at indexPaths: [IndexPath]) {
    performBatchUpdates({ self.batch.list.delete(indexPaths) })
  }

  /// Replaces the cells of items. The paths count before the update.
  public final func reloadItems(at indexPaths: [IndexPath]) {
    performBatchUpdates({ self.batch.list.reload(indexPaths) })
  }

  /// Moves an item. The first path counts before the update, the second one after it.
  public final func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    performBatchUpdates({ self.batch.list.move(indexPath, to: newIndexPath) })
  }

  /// Inserts sections. The indices count after the update.
  public final func insertSections(_ sections: IndexSet) {
    performBatchUpdates({ self.batch.list.insertSections(sections) })
  }

  /// Deletes sections. The indices count before the update.
  public final func deleteSections(_ sections: IndexSet) {
    performBatchUpdates({ self.batch.list.deleteSections(sections) })
  }

  /// Replaces the items of sections, of which there may be another number. The indices count before the
  /// update.
  public final func reloadSections(_ sections: IndexSet) {
    performBatchUpdates({ self.batch.list.reloadSections(sections) })
  }

  /// Moves a section. The first index counts before the update, the second one after it.
  public final func moveSection(_ section: Int, toSection newSection: Int) {
    performBatchUpdates({ self.batch.list.moveSection(section, to: newSection) })
  }

  // MARK: Layouts

  /// Changes to another layout: every visible item moves to its new place within 0.3 s, if animated.
  ///
  /// - Parameters:
  ///   - layout: The layout. One that belongs to another collection is taken from it.
  ///   - animated: Whether the items move.
  ///   - completion: Called when the animations have stopped, with whether they finished.
  public final func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) {
    guard layout !== arrangement else {
      completion?(true)
      return
    }
    changes.run {
      self.prepareLayout()
      CollectionUpdate(self).change(to: layout, animated: animated, completion)
    }
  }
}
