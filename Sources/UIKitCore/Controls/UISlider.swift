// UISlider.swift
// A control for a value in a range.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// A slider: a knob on a track.
@preconcurrency @MainActor
open class UISlider: UIControl {
  private static let knobSize: CGFloat = 24
  private static let lineWidth: CGFloat = 4
  /// The step of an arrow key, as a fraction of the range.
  private static let keyStep: Float = 0.05

  private let line = UIView()
  private let filled = UIView()
  private let knob = UIView()
  private var current: Float = 0 { didSet { notifyObservers() } }
  /// Points from the knob's centre to the touch.
  private var grabOffset: CGFloat = 0

  override func setUp() {
    for view in [line, filled, knob] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    line.layer.cornerRadius = Self.lineWidth / 2
    filled.layer.cornerRadius = Self.lineWidth / 2
    knob.layer.cornerRadius = Self.knobSize / 2
    knob.layer.borderWidth = 1
    knob.layer.borderColor = UIColor(white: 0, alpha: 0.15).cgColor
    show()
  }

  // MARK: Value

  /// The value, clamped to the range. Default 0. Setting it sends no event. NaN is the minimum, which is reported
  /// once.
  open var value: Float {
    get { current }
    set {
      let newValue = nearest(newValue, ifNaN: minimumValue, "the value of a slider")
      current = min(max(newValue, minimumValue), max(minimumValue, maximumValue))
      show()
    }
  }

  /// Sets the value, optionally animated. Sends no event.
  open func setValue(_ value: Float, animated: Bool) {
    guard animated, window != nil else {
      self.value = value
      return
    }
    UIView.animate(withDuration: 0.2, animations: { self.value = value })
  }

  /// The value at the leading end. Default 0.
  open var minimumValue: Float = 0 { didSet { value = current } }

  /// The value at the trailing end. Default 1.
  open var maximumValue: Float = 1 { didSet { value = current } }

  /// Whether moves send events, or only the release. Default true.
  open var isContinuous = true

  /// The colour left of the knob; nil for the tint colour.
  open var minimumTrackTintColor: UIColor? { didSet { show() } }
  /// The colour right of the knob; nil for a light grey.
  open var maximumTrackTintColor: UIColor? { didSet { show() } }
  /// The knob's colour; nil for white.
  open var thumbTintColor: UIColor? { didSet { show() } }

  override var accessibilityDefaults: AccessibilityDefaults {
    let length = maximumValue - minimumValue
    return accessibilityDefaults(
      .adjustable, value: Self.percent(length > 0 ? (value - minimumValue) / length : 0))
  }

  /// A part of one in per cent, such as "50%".
  static func percent(_ part: Float) -> String { "\(Int((part * 100).rounded()))%" }

  // MARK: Appearance

  private var fraction: CGFloat {
    let range = maximumValue - minimumValue
    return range > 0 ? CGFloat((current - minimumValue) / range) : 0
  }

  private var travel: CGFloat { max(0, bounds.width - Self.knobSize) }

  private func show() {
    let middle = Self.knobSize / 2 + travel * fraction
    line.backgroundColor = maximumTrackTintColor ?? .systemGray4
    filled.backgroundColor = minimumTrackTintColor ?? tintColor
    knob.backgroundColor = thumbTintColor ?? .white
    let y = (bounds.height - Self.lineWidth) / 2
    line.frame = CGRect(x: 0, y: y, width: bounds.width, height: Self.lineWidth)
    filled.frame = directed(CGRect(x: 0, y: y, width: middle, height: Self.lineWidth))
    knob.frame = directed(
      CGRect(
        x: middle - Self.knobSize / 2, y: (bounds.height - Self.knobSize) / 2,
        width: Self.knobSize, height: Self.knobSize))
    alpha = isEnabled ? 1 : 0.5
  }

  override func stateDidChange() {
    super.stateDidChange()
    show()
  }

  /// Applies the tint colour.
  open override func tintColorDidChange() { show() }

  /// Lays out track and knob.
  open override func layoutSubviews() {
    super.layoutSubviews()
    show()
  }

  /// Returns the given width, with the slider's height.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: max(bounds.width, 2 * Self.knobSize), height: 31)
  }

  /// The slider's height, without a width.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: 31)
  }

  // MARK: Tracking

  private func move(to x: CGFloat) {
    guard travel > 0 else { return }
    let distance = isMirrored ? bounds.width - x : x
    let fraction = min(max((distance - Self.knobSize / 2) / travel, 0), 1)
    value = minimumValue + Float(fraction) * (maximumValue - minimumValue)
  }

  /// Grabs the knob, or moves it under the pointer.
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let point = touch.location(in: self)
    grabOffset = knob.frame.contains(point) ? point.x - knob.frame.midX : 0
    return continueTracking(touch, with: event)
  }

  /// Moves the knob with the pointer.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let old = current
    move(to: touch.location(in: self).x - grabOffset)
    if isContinuous && current != old { send(.valueChanged) }
    return true
  }

  /// Sends the event, if moves did not.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    if !isContinuous { send(.valueChanged) }
  }

  /// Moves the knob with the arrow keys.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let direction: Float
    switch presses.first?.key?.key {
    case .left: direction = isMirrored ? 1 : -1
    case .right: direction = isMirrored ? -1 : 1
    case .down: direction = -1
    case .up: direction = 1
    default: return super.pressesBegan(presses, with: event)
    }
    value = current + direction * Self.keyStep * (maximumValue - minimumValue)
    send(.valueChanged)
  }

  override var cursor: PointerShape { isEnabled ? .hand : .arrow }
}
