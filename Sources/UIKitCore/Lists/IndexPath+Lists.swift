// IndexPath+Lists.swift
// The section and the row or item of an index path.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

extension IndexPath {
  /// Creates the path of a row of a table.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// Creates the path of an item of a collection.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The section: the first index.
  ///
  /// - Precondition: The path has an index.
  public var section: Int {
    get { listIndex(0) }
    set {
      _ = listIndex(0)
      self[0] = newValue
    }
  }

  /// The row: the second index.
  ///
  /// - Precondition: The path has two indices.
  public var row: Int {
    get { listIndex(1) }
    set {
      _ = listIndex(1)
      self[1] = newValue
    }
  }

  /// The item: the second index.
  ///
  /// - Precondition: The path has two indices.
  public var item: Int {
    get { listIndex(1) }
    set {
      _ = listIndex(1)
      self[1] = newValue
    }
  }
}

extension NSIndexPath {
  /// Creates the path of a row of a table.
  public convenience init(row: Int, section: Int) {
    self.init(indexes: [section, row], length: 2)
  }
  /// Creates the path of an item of a collection.
  public convenience init(item: Int, section: Int) { self.init(row: item, section: section) }
  /// The section: the first index.
  public var section: Int { (self as IndexPath).section }
  /// The row: the second index.
  public var row: Int { (self as IndexPath).row }
  /// The item: the second index.
  public var item: Int { (self as IndexPath).item }
}

extension IndexPath {
  /// An index that a list needs; traps on a path that is too short.
  private func listIndex(_ place: Int) -> Int {
    trap(
      unless: count > place,
      "an index path of a list has a section and a row or an item, not \(Array(self))")
    return self[place]
  }
}

/// The most rows or items of a section, and sections.
private let mostCount = 1 << 26

/// A number that a data source returned; a negative one is 0.
func checkedCount(_ count: Int?) -> Int {
  let count = count ?? 0
  trap(
    unless: count <= mostCount,
    "a data source returned \(count) sections, rows or items; at most \(mostCount) are possible")
  return max(count, 0)
}
