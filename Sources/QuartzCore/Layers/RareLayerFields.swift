// RareLayerFields.swift
// The stored properties that few layers set.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The properties of a layer, beside its values, that few layers set.
struct RareLayerFields: RareFields {
  var layoutManager: (any CALayoutManager)?
  var autoresizingMask: CAAutoresizingMask = []
  var constraints: [CAConstraint] = []
  var name: String?
  var actions: [String: any CAAction]?
  var style: [AnyHashable: Any]?
  var committedCustom = CommittedCustom()
  var timing = MediaTiming.ofLayers
  var observers: KeyValueObservers?

  static let defaults = RareMemory(Self())
}

extension CALayer {
  /// The layer's own time; the same as its superlayer's until a property is set.
  var timing: MediaTiming { rare[\.timing] ?? .ofLayers }

  func changeRare(_ name: String, _ change: (inout RareLayerFields) -> Void) {
    refuseOnPresentation(name)
    ensureTransaction()
    rare.change(change)
    notifyObservers()
  }

  /// Custom values and tracks as last committed; read by presentation copies.
  var committedCustom: CommittedCustom {
    get { rare[\.committedCustom] ?? CommittedCustom() }
    set { if !rare.isEmpty || !newValue.isEmpty { rare.fields.committedCustom = newValue } }
  }
}

extension MediaTiming {
  /// The timing of a layer that has no time of its own.
  static let ofLayers = {
    var timing = MediaTiming()
    timing.duration = .infinity
    return timing
  }()
}
