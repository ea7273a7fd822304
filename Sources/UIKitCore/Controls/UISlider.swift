// UISlider.swift
// A control for a number between two others.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// A knob on a line; its place is the value.
@preconcurrency @MainActor
open class UISlider: UIControl {
  private static let knobSize: CGFloat = 24
  private static let lineWidth: CGFloat = 4
  /// What an arrow key changes, as a part of the whole range.
  private static let keyStep: Float = 0.05

  private let line = UIView()
  private let filled = UIView()
  private let knob = UIView()
  private var current: Float = 0
  /// Points from the knob's middle to where it was grabbed.
  private var grab: CGFloat = 0

  /// Creates a slider from 0 to 1 at 0, with a frame in its superview's coordinates.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  /// Creates a slider from 0 to 1 at 0.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
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

  /// The value; 0 unless set. Values beyond the ends are cut; setting it tells nobody.
  ///
  /// - Precondition: Not NaN.
  open var value: Float {
    get { current }
    set {
      precondition(!newValue.isNaN, "a slider's value has to be a number")
      current = min(max(newValue, minimumValue), max(minimumValue, maximumValue))
      show()
    }
  }

  /// Sets the value; the knob slides there if animated. Tells nobody.
  open func setValue(_ value: Float, animated: Bool) {
    guard animated, window != nil else {
      self.value = value
      return
    }
    UIView.animate(withDuration: 0.2, animations: { self.value = value })
  }

  /// The value at the left end; 0 unless set.
  open var minimumValue: Float = 0 { didSet { value = current } }

  /// The value at the right end; 1 unless set.
  open var maximumValue: Float = 1 { didSet { value = current } }

  /// Whether every move tells, or only the release; every move unless set.
  open var isContinuous = true

  /// The colour left of the knob; nil for the tint colour.
  open var minimumTrackTintColor: UIColor? { didSet { show() } }
  /// The colour right of the knob; nil for a light grey.
  open var maximumTrackTintColor: UIColor? { didSet { show() } }
  /// The knob's colour; nil for white.
  open var thumbTintColor: UIColor? { didSet { show() } }

  // MARK: Showing

  private var part: CGFloat {
    let range = maximumValue - minimumValue
    return range > 0 ? CGFloat((current - minimumValue) / range) : 0
  }

  private var room: CGFloat { max(0, bounds.width - Self.knobSize) }

  private func show() {
    let middle = Self.knobSize / 2 + room * part
    line.backgroundColor = maximumTrackTintColor ?? .systemGray4
    filled.backgroundColor = minimumTrackTintColor ?? tintColor
    knob.backgroundColor = thumbTintColor ?? .white
    let y = (bounds.height - Self.lineWidth) / 2
    line.frame = CGRect(x: 0, y: y, width: bounds.width, height: Self.lineWidth)
    filled.frame = CGRect(x: 0, y: y, width: middle, height: Self.lineWidth)
    knob.frame = CGRect(
      x: middle - Self.knobSize / 2, y: (bounds.height - Self.knobSize) / 2,
      width: Self.knobSize, height: Self.knobSize)
    alpha = isEnabled ? 1 : 0.5
  }

  override func stateDidChange() {
    super.stateDidChange()
    show()
  }

  /// Takes the tint colour over.
  open override func tintColorDidChange() { show() }

  /// Places line and knob.
  open override func layoutSubviews() {
    super.layoutSubviews()
    show()
  }

  /// Returns the size given, as high as the knob and a little more.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: max(bounds.width, 2 * Self.knobSize), height: 31)
  }

  /// A height, and no width.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: 31)
  }

  // MARK: Moving

  private func move(to x: CGFloat) {
    guard room > 0 else { return }
    let part = min(max((x - Self.knobSize / 2) / room, 0), 1)
    value = minimumValue + Float(part) * (maximumValue - minimumValue)
  }

  /// Takes the knob, or moves it under the pointer.
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let point = touch.location(in: self)
    grab = knob.frame.contains(point) ? point.x - knob.frame.midX : 0
    return continueTracking(touch, with: event)
  }

  /// Moves the knob with the pointer.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let old = current
    move(to: touch.location(in: self).x - grab)
    if isContinuous && current != old { send(.valueChanged) }
    return true
  }

  /// Tells the value, if moves did not.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    if !isContinuous { send(.valueChanged) }
  }

  /// Moves the knob with the arrow keys.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let direction: Float
    switch presses.first?.key?.key {
    case .left, .down: direction = -1
    case .right, .up: direction = 1
    default: return super.pressesBegan(presses, with: event)
    }
    value = current + direction * Self.keyStep * (maximumValue - minimumValue)
    send(.valueChanged)
  }

  override var cursor: PointerShape { isEnabled ? .hand : .arrow }
}
