// UIMotionEffect.swift
// Effects of the device's motion, which a desktop has not: they are kept, and change nothing.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Values of a view that follow the device's motion. Kept, without effect: a desktop's screen does not move.
@preconcurrency @MainActor
open class UIMotionEffect: NSObject {
  /// Creates an effect.
  public override init() {}

  /// Creates an effect. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {}

  /// Returns the offsets of values by key path, for a viewer's offset of -1...1 along each axis. Default nil.
  open func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? {
    nil
  }
}

/// A value that lies between two others, by the device's tilt. Kept, without effect.
@preconcurrency @MainActor
open class UIInterpolatingMotionEffect: UIMotionEffect {
  /// The axis of a tilt.
  public enum EffectType: Int, Sendable {
    /// To the left and right.
    case tiltAlongHorizontalAxis
    /// To and from the viewer.
    case tiltAlongVerticalAxis
  }

  /// The key path of the value, in a view.
  open private(set) var keyPath: String
  /// The axis of the tilt.
  open private(set) var type: EffectType
  /// What is added at the least tilt. Default nil.
  open var minimumRelativeValue: Any?
  /// What is added at the greatest tilt. Default nil.
  open var maximumRelativeValue: Any?

  /// Creates an effect on a value of a view.
  public init(keyPath: String, type: EffectType) {
    (self.keyPath, self.type) = (keyPath, type)
    super.init()
  }

  /// Creates an effect on no value. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {
    (keyPath, type) = ("", .tiltAlongHorizontalAxis)
    super.init(coder: coder)
  }
}

/// Several effects as one. Kept, without effect.
@preconcurrency @MainActor
open class UIMotionEffectGroup: UIMotionEffect {
  /// The effects. Default nil.
  open var motionEffects: [UIMotionEffect]?
}
