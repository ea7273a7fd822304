// IndexPath+Lists.swift
// The section and the row or item of an index path.
//
// SPDX-License-Identifier: MIT

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
    get { self[0] }
    set { self[0] = newValue }
  }

  /// The row: the second index.
  ///
  /// - Precondition: The path has two indices.
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }

  /// The item: the second index.
  ///
  /// - Precondition: The path has two indices.
  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
}
