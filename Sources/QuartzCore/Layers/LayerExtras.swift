// LayerExtras.swift
// The stored properties that few layers set, apart from the layer, so that thousands of others have no room for them.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The properties that few layers set, allocated when one is set.
final class LayerExtras {
  var layoutManager: (any CALayoutManager)?
  var autoresizingMask: CAAutoresizingMask = []
  var constraints: [CAConstraint] = []
  var name: String?
  var actions: [String: any CAAction]?
  var style: [AnyHashable: Any]?
  var committedCustom = CommittedCustom()
  var timing = MediaTiming.ofLayers
  var observers: KeyValueObservers?
}

extension CALayer {
  /// The layer's own time; the same as its superlayer's until a property is set.
  var timing: MediaTiming { extras?.timing ?? .ofLayers }

  func changeExtras(_ name: String, _ change: (LayerExtras) -> Void) {
    refuseOnPresentation(name)
    ensureTransaction()
    let extras = self.extras ?? LayerExtras()
    change(extras)
    self.extras = extras
    notifyObservers()
  }

  /// Custom values and tracks as last committed; read by presentation copies.
  var committedCustom: CommittedCustom {
    get { extras?.committedCustom ?? CommittedCustom() }
    set {
      if extras == nil && newValue.isEmpty { return }
      let extras = extras ?? LayerExtras()
      extras.committedCustom = newValue
      self.extras = extras
    }
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
