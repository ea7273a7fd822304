// UIStepper.swift
// Two buttons that make a value smaller and larger.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// A minus and a plus in a field of 94 x 32 points.
///
/// A press changes the value at once; held for half a second, it goes on ten times a second.
@preconcurrency @MainActor
open class UIStepper: UIControl {
  private static let size = CGSize(width: 94, height: 32)
  private static let holdDelay: TimeInterval = 0.5
  private static let holdInterval: TimeInterval = 0.1

  private let signs = [UILabel(), UILabel()]
  private let divider = UIView()
  private var stored = 0.0 { didSet { notifyObservers() } }
  /// The side that is pressed: -1 or 1; 0 for none.
  private var pressed = 0.0
  /// Whether the press has changed the value.
  private var didStep = false
  private var timer: MediaTimer?

  /// Creates a stepper. The size of the frame is ignored.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: Self.size))
    addParts()
  }

  /// Creates a stepper.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    bounds.size = Self.size
    addParts()
  }

  private func addParts() {
    backgroundColor = .tertiarySystemFill
    layer.cornerRadius = 8
    layer.masksToBounds = true
    divider.backgroundColor = .separator
    for (label, text) in zip(signs, ["\u{2212}", "+"]) {
      label.text = text
      label.font = .systemFont(ofSize: 20)
      label.textAlignment = .center
      addSubview(label)
    }
    addSubview(divider)
    show()
  }

  // MARK: Value

  /// The value, within the limits. Default 0. Setting it sends no event.
  open var value: Double {
    get { stored }
    set {
      let value = nearest(newValue, "the value of a stepper")
      stored = min(max(value, minimumValue), maximumValue)
      show()
    }
  }

  /// The least value. Default 0.
  open var minimumValue = 0.0 {
    didSet {
      if maximumValue < minimumValue { maximumValue = minimumValue }
      value = stored
    }
  }

  /// The greatest value. Default 100.
  open var maximumValue = 100.0 {
    didSet {
      if minimumValue > maximumValue { minimumValue = maximumValue }
      value = stored
    }
  }

  /// What a press adds or takes away. Default 1.
  ///
  /// - Precondition: Greater than zero.
  open var stepValue = 1.0 {
    didSet {
      trap(unless: stepValue > 0, "a stepper's step must be greater than 0, not \(stepValue)")
    }
  }

  /// Whether each step sends an event, or only the last of a press. Default true.
  open var isContinuous = true

  /// Whether a press that is held goes on. Default true.
  open var autorepeat = true

  /// Whether a step beyond a limit leads to the other one. Default false.
  open var wraps = false { didSet { show() } }

  private func isPossible(_ side: Double) -> Bool {
    wraps || (side < 0 ? stored > minimumValue : stored < maximumValue)
  }

  private func step() {
    guard pressed != 0, isPossible(pressed) else { return }
    let next = stored + pressed * stepValue
    if next > maximumValue {
      value = wraps && stored == maximumValue ? minimumValue : maximumValue
    } else if next < minimumValue {
      value = wraps && stored == minimumValue ? maximumValue : minimumValue
    } else {
      value = next
    }
    didStep = true
    if isContinuous { send([.valueChanged, .primaryActionTriggered]) }
  }

  private func hold(for seconds: TimeInterval) {
    guard autorepeat, let window else { return }
    timer = MediaTimer(after: seconds, in: window) { [weak self] in
      guard let self, pressed != 0 else { return }
      step()
      hold(for: Self.holdInterval)
    }
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    accessibilityDefaults(.adjustable, value: "\(stored)")
  }

  // MARK: Appearance

  private func show() {
    for (label, side) in zip(signs, [-1.0, 1.0]) {
      label.textColor = isEnabled && isPossible(side) ? .label : .tertiaryLabel
      label.backgroundColor = pressed == side ? .tertiarySystemFill : nil
    }
    alpha = isEnabled ? 1 : 0.5
  }

  override func stateDidChange() {
    super.stateDidChange()
    show()
  }

  /// Lays out the two sides.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let half = CGRect(x: 0, y: 0, width: bounds.width / 2, height: bounds.height)
    signs[0].frame = directed(half)
    signs[1].frame = directed(half.offsetBy(dx: half.width, dy: 0))
    divider.frame = CGRect(x: half.width - 0.5, y: 8, width: 1, height: max(0, bounds.height - 16))
  }

  /// Returns the fixed size.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

  /// The fixed size.
  open override var intrinsicContentSize: CGSize { Self.size }

  override var cursor: PointerShape { isEnabled ? .hand : .arrow }

  // MARK: Tracking

  /// Makes the first step.
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    pressed = signs[0].frame.contains(touch.location(in: self)) ? -1 : 1
    step()
    show()
    hold(for: Self.holdDelay)
    return true
  }

  /// Goes on while the pointer is on the control.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    bounds.insetBy(dx: -20, dy: -20).contains(touch.location(in: self))
  }

  /// Ends the press.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    endPress()
  }

  /// Ends the press.
  open override func cancelTracking(with event: UIEvent?) { endPress() }

  private func endPress() {
    timer?.cancel()
    timer = nil
    pressed = 0
    show()
    if !isContinuous, didStep { send([.valueChanged, .primaryActionTriggered]) }
    didStep = false
  }

  /// Steps with the arrow keys.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.key {
    case .left: pressed = isMirrored ? 1 : -1
    case .right: pressed = isMirrored ? -1 : 1
    case .down: pressed = -1
    case .up: pressed = 1
    default: return super.pressesBegan(presses, with: event)
    }
    step()
    endPress()
  }
}
