// LayerState.swift
// The flags of a layer: what is marked, what is running, and what was ever used of it.
//
// SPDX-License-Identifier: MIT

/// The flags of a layer.
struct LayerState: OptionSet {
  let rawValue: UInt16

  /// Whether the sublayers are marked to be laid out.
  static let needsLayout = LayerState(rawValue: 1 << 0)
  /// Whether the sublayers are being laid out.
  static let isLayingOut = LayerState(rawValue: 1 << 1)
  /// Whether this layer is in its superlayer's ``pendingLayouts``.
  static let isListedForLayout = LayerState(rawValue: 1 << 2)
  /// Whether ``pendingLayouts`` is being walked, so that nothing may be removed from it.
  static let isLayingOutSublayers = LayerState(rawValue: 1 << 3)
  /// Whether the contents are marked to be redrawn.
  static let needsDisplay = LayerState(rawValue: 1 << 4)
  /// Whether the contents are being drawn. What draws may take a picture of the screen, or of this layer: that
  /// does not draw it again.
  static let isDisplaying = LayerState(rawValue: 1 << 5)
  /// Whether this layer is in its context's list of layers to display.
  static let isListedForDisplay = LayerState(rawValue: 1 << 6)
  /// Whether the next drawing becomes the contents without an action.
  static let displaysWithoutAction = LayerState(rawValue: 1 << 7)
  /// Set to false by the default body of a delegate's method; see ``isImplemented(_:)``.
  static let wasImplemented = LayerState(rawValue: 1 << 8)
  /// Whether ``display()`` was sent for a frame of an animation, so that what draws has the animated values.
  static let displaysAnimatedValues = LayerState(rawValue: 1 << 9)
  /// Whether the stock ``display()`` is running.
  static let isMakingContents = LayerState(rawValue: 1 << 10)
  /// Whether this will be a presentation copy, and its `init(layer:)` is running.
  static let isPresentationInTheMaking = LayerState(rawValue: 1 << 11)
  /// Whether anything was ever observed of this layer, or of its view.
  static let isObserved = LayerState(rawValue: 1 << 12)
  /// Whether the current transaction lists this layer as having new animations.
  static let isAwaitingCommit = LayerState(rawValue: 1 << 13)
  /// See ``needsDisplayOnBoundsChange``.
  static let displaysOnBoundsChange = LayerState(rawValue: 1 << 14)
  /// Whether a sublayer may follow this layer's size; see ``resizeSublayers(withOldSize:)``.
  static let hasAutoresizingSublayers = LayerState(rawValue: 1 << 15)

  /// Whether a flag is set.
  @inline(__always) subscript(flag: LayerState) -> Bool {
    get { rawValue & flag.rawValue != 0 }
    set {
      self = LayerState(rawValue: newValue ? rawValue | flag.rawValue : rawValue & ~flag.rawValue)
    }
  }
}
