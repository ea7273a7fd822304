// ListUpdate.swift
// The changes of a batch update: checks them against the counts before and after, and maps old index paths to new ones.
// Pure: counts and changes in, index paths out.
//
// This folder: what tables and collections share: batch updates, the classes of cells, the order of what is
// visible.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The changes that one batch update collects.
///
/// Deleted, reloaded and moved index paths count before the update, inserted ones and the targets of moves
/// after it.
struct ListUpdate {
  private(set) var deletedSections: Set<Int> = []
  private(set) var insertedSections: Set<Int> = []
  private(set) var reloadedSections: Set<Int> = []
  private(set) var movedSections: [(from: Int, to: Int)] = []
  private(set) var deletedItems: Set<IndexPath> = []
  private(set) var insertedItems: Set<IndexPath> = []
  private(set) var reloadedItems: Set<IndexPath> = []
  private(set) var movedItems: [(from: IndexPath, to: IndexPath)] = []

  mutating func deleteSections(_ sections: IndexSet) { deletedSections.formUnion(sections) }
  mutating func insertSections(_ sections: IndexSet) { insertedSections.formUnion(sections) }
  mutating func reloadSections(_ sections: IndexSet) { reloadedSections.formUnion(sections) }
  mutating func moveSection(_ from: Int, to: Int) { movedSections.append((from, to)) }
  mutating func delete(_ paths: [IndexPath]) { deletedItems.formUnion(paths) }
  mutating func insert(_ paths: [IndexPath]) { insertedItems.formUnion(paths) }
  mutating func reload(_ paths: [IndexPath]) { reloadedItems.formUnion(paths) }
  mutating func move(_ from: IndexPath, to: IndexPath) { movedItems.append((from, to)) }

  /// Whether there are no changes.
  var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty
      && movedSections.isEmpty && deletedItems.isEmpty && insertedItems.isEmpty
      && reloadedItems.isEmpty && movedItems.isEmpty
  }
}

/// The relation of the index paths before and after a batch update.
struct ListMap {
  /// What was removed from and added to one list of numbered elements.
  private struct Shift {
    var removed: [Int] = []
    var added: [Int] = []

    mutating func sort() {
      removed = Set(removed).sorted()
      added = Set(added).sorted()
    }

    /// The new index of an element that stays.
    func new(_ old: Int) -> Int? { Self.map(old, from: removed, to: added) }
    /// The old index of an element that stayed.
    func old(_ new: Int) -> Int? { Self.map(new, from: added, to: removed) }

    private static func map(_ index: Int, from gone: [Int], to come: [Int]) -> Int? {
      var rank = index
      for other in gone {
        if other == index { return nil }
        if other < index { rank -= 1 } else { break }
      }
      for other in come {
        if other <= rank { rank += 1 } else { break }
      }
      return rank
    }
  }

  private var sections = Shift()
  private var sectionMoves: [Int: Int] = [:]
  private var sectionOrigins: [Int: Int] = [:]
  /// By old section, for sections that stay or move.
  private var items: [Int: Shift] = [:]
  private var itemMoves: [IndexPath: IndexPath] = [:]
  private var itemOrigins: [IndexPath: IndexPath] = [:]

  /// Relates the index paths before and after an update.
  ///
  /// - Parameters:
  ///   - update: The changes.
  ///   - old: The number of items in each section before.
  ///   - new: The number of items in each section after.
  ///   - noun: "row" or "item", for messages.
  ///   - list: "table view" or "collection view", for messages.
  /// - Precondition: The changes lead from the old numbers to the new ones.
  init(_ update: ListUpdate, old: [Int], new: [Int], noun: String, list: String) {
    mapSections(update, old.count, new.count, list)
    mapItems(update, old, new, noun)
  }

  // MARK: Sections

  private mutating func mapSections(
    _ update: ListUpdate, _ old: Int, _ new: Int, _ list: String
  ) {
    for section in update.deletedSections.union(update.reloadedSections).sorted() {
      trap(
        unless: (0..<old).contains(section),
        "Invalid update: attempt to delete section \(section), but there are only \(old) sections "
          + "before the update")
    }
    for section in update.insertedSections.sorted() {
      trap(
        unless: (0..<new).contains(section),
        "Invalid update: attempt to insert section \(section) but there are only \(new) sections "
          + "after the update")
    }
    for (from, to) in update.movedSections {
      trap(
        unless: (0..<old).contains(from) && (0..<new).contains(to),
        "Invalid update: attempt to move section \(from) to \(to), with \(old) sections before the "
          + "update and \(new) after it")
    }
    let (inserted, deleted) = (update.insertedSections.count, update.deletedSections.count)
    trap(
      unless: new == old + inserted - deleted,
      "Invalid update: invalid number of sections. The number of sections contained in the \(list) "
        + "after the update (\(new)) must be equal to the number of sections contained in the \(list) "
        + "before the update (\(old)), plus or minus the number of sections inserted or deleted "
        + "(\(inserted) inserted, \(deleted) deleted).")
    for (from, to) in update.movedSections {
      sectionMoves[from] = to
      sectionOrigins[to] = from
    }
    sections.removed = Array(update.deletedSections) + sectionMoves.keys
    sections.added = Array(update.insertedSections) + sectionOrigins.keys
    sections.sort()
  }

  /// The new index of a section; nil for one that was deleted.
  func newSection(_ old: Int) -> Int? { sectionMoves[old] ?? sections.new(old) }

  /// The old index of a section; nil for one that was inserted.
  func oldSection(_ new: Int) -> Int? { sectionOrigins[new] ?? sections.old(new) }

  // MARK: Items

  private mutating func mapItems(
    _ update: ListUpdate, _ old: [Int], _ new: [Int], _ noun: String
  ) {
    for path in update.deletedItems.union(update.reloadedItems).sorted()
      + update.movedItems.map(\.from)
    {
      trap(
        unless: old.indices.contains(path.section) && (0..<old[path.section]).contains(path.item),
        "Invalid update: attempt to delete \(noun) \(path.item) from section \(path.section) which "
          + "only contains \(old.indices.contains(path.section) ? old[path.section] : 0) \(noun)s "
          + "before the update")
    }
    for path in update.insertedItems.sorted() + update.movedItems.map(\.to) {
      trap(
        unless: new.indices.contains(path.section) && (0..<new[path.section]).contains(path.item),
        "Invalid update: attempt to insert \(noun) \(path.item) into section \(path.section), but "
          + "there are only \(new.indices.contains(path.section) ? new[path.section] : 0) \(noun)s in "
          + "section \(path.section) after the update")
    }
    for (from, to) in update.movedItems {
      itemMoves[from] = to
      itemOrigins[to] = from
    }
    for section in old.indices {
      guard let target = newSection(section), !update.reloadedSections.contains(section) else {
        continue
      }
      let deleted = update.deletedItems.filter { $0.section == section }.map(\.item)
      let inserted = update.insertedItems.filter { $0.section == target }.map(\.item)
      let movedOut = itemMoves.keys.filter { $0.section == section }.map(\.item)
      let movedIn = itemOrigins.keys.filter { $0.section == target }.map(\.item)
      trap(
        unless: new[target] == old[section] - deleted.count + inserted.count - movedOut.count
          + movedIn.count,
        "Invalid update: invalid number of \(noun)s in section \(section). The number of \(noun)s "
          + "contained in an existing section after the update (\(new[target])) must be equal to the "
          + "number of \(noun)s contained in that section before the update (\(old[section])), plus or "
          + "minus the number of \(noun)s inserted or deleted from that section (\(inserted.count) "
          + "inserted, \(deleted.count) deleted) and plus or minus the number of \(noun)s moved into "
          + "or out of that section (\(movedIn.count) moved in, \(movedOut.count) moved out).")
      var shift = Shift(removed: deleted + movedOut, added: inserted + movedIn)
      if shift.removed.isEmpty, shift.added.isEmpty {
        items[section] = shift
        continue
      }
      shift.sort()
      items[section] = shift
    }
  }

  /// The new path of an item; nil for one that was deleted, also with its section.
  func new(_ old: IndexPath) -> IndexPath? {
    if let moved = itemMoves[old] { return moved }
    guard let shift = items[old.section], let section = newSection(old.section),
      let item = shift.new(old.item)
    else { return nil }
    return IndexPath(item: item, section: section)
  }

  /// The old path of an item; nil for one that was inserted, also with its section.
  func old(_ new: IndexPath) -> IndexPath? {
    if let origin = itemOrigins[new] { return origin }
    guard let section = oldSection(new.section), let shift = items[section],
      let item = shift.old(new.item)
    else { return nil }
    return IndexPath(item: item, section: section)
  }
}
