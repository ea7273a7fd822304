// Rare.swift
// What few objects of a kind have: layers' properties, those of their values, of animations and of nodes.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The fields that few objects of a kind set, in memory of their own: thousands of others have no room for them, and read
/// the defaults.
///
/// A value: copies share the fields until one of them is changed.
struct Rare<Fields: RareFields> {
  private var memory: RareMemory<Fields>?

  init() {}

  /// Whether no field was ever set.
  @inline(__always)
  var isEmpty: Bool { memory == nil }

  /// A field, in the least time; nil while none was ever set.
  @inline(__always)
  subscript<Value>(path: KeyPath<Fields, Value>) -> Value? {
    memory.map {
      Unmanaged.passUnretained($0)._withUnsafeGuaranteedRef { $0.fields[keyPath: path] }
    }
  }

  /// A field that may be nil, in the least time.
  @inline(__always)
  subscript<Value>(path: KeyPath<Fields, Value?>) -> Value? {
    memory.flatMap {
      Unmanaged.passUnretained($0)._withUnsafeGuaranteedRef { $0.fields[keyPath: path] }
    }
  }

  /// All fields, in place; a change takes memory for them.
  var fields: Fields {
    @inline(__always) _read {
      let memory = memory ?? Fields.defaults
      yield memory.fields
    }
    @inline(__always) _modify {
      makeUnique()
      yield &memory.unsafelyUnwrapped.fields
    }
  }

  /// Changes fields, in the least time.
  @inline(__always)
  mutating func change(_ change: (inout Fields) -> Void) {
    makeUnique()
    // The memory lives as long as this value: retaining it would cost more than most changes.
    memory.map { Unmanaged.passUnretained($0) }?._withUnsafeGuaranteedRef { change(&$0.fields) }
  }

  /// Lends the memory of the fields for reading, which a pointer to ``fields`` would copy.
  @inline(__always)
  func read<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    withUnsafePointer(to: &(memory ?? Fields.defaults).fields) { body($0) }
  }

  /// Where the fields are, as long as this value is there and not changed.
  @inline(__always)
  var address: UnsafePointer<Fields> {
    withUnsafePointer(to: &(memory ?? Fields.defaults).fields) { $0 }
  }

  @inline(__always)
  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&memory) {
      memory = RareMemory((memory ?? Fields.defaults).fields)
    }
  }
}

/// The fields of a ``Rare``.
protocol RareFields {
  /// Those of every object that sets none.
  static var defaults: RareMemory<Self> { get }
}

/// The memory of fields. Written only while uniquely referenced, so it can be shared between threads.
final class RareMemory<Fields>: @unchecked Sendable {
  // A check of exclusive access would take 7 ns of the 20 in which a frame changes a number here.
  @exclusivity(unchecked) fileprivate(set) var fields: Fields

  init(_ fields: Fields) { self.fields = fields }
}

extension Rare: Sendable where Fields: Sendable {}

extension Rare: Equatable where Fields: Equatable {
  static func == (a: Self, b: Self) -> Bool { a.memory === b.memory || a.fields == b.fields }
}

extension Rare: Hashable where Fields: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}
