// UISwitch.swift
// An on-off switch.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// A switch of 51 x 31 points. Its knob slides within 0.2 s.
@preconcurrency @MainActor
open class UISwitch: UIControl {
  private static let size = CGSize(width: 51, height: 31)
  private static let gap: CGFloat = 2
  private static let seconds: TimeInterval = 0.2

  private let track = UIView()
  private let knob = UIView()
  private var value = false { didSet { notifyObservers() } }

  /// Creates a switch that is off. The size of the frame is ignored.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: Self.size))
    addParts()
  }

  /// Creates a switch that is off.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    bounds.size = Self.size
    addParts()
  }

  private func addParts() {
    for view in [track, knob] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    track.layer.cornerRadius = Self.size.height / 2
    knob.backgroundColor = .white
    knob.layer.cornerRadius = Self.size.height / 2 - Self.gap
    knob.layer.borderWidth = 0.5
    knob.layer.borderColor = UIColor(white: 0, alpha: 0.1).cgColor
    show()
  }

  /// Whether the switch is on. Default false. Setting it sends no event.
  open var isOn: Bool {
    get { value }
    set { setOn(newValue, animated: false) }
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    accessibilityDefaults([.button, .toggleButton], value: isOn ? "1" : "0")
  }

  /// Turns the switch on or off. Sends no event.
  open func setOn(_ on: Bool, animated: Bool) {
    guard on != value else { return }
    value = on
    if animated && window != nil {
      UIView.animate(withDuration: Self.seconds, animations: { self.show() })
    } else {
      show()
    }
  }

  /// The background colour while on; nil for system green.
  open var onTintColor: UIColor? { didSet { show() } }

  /// The knob's colour; nil for white.
  open var thumbTintColor: UIColor? { didSet { show() } }

  private func show() {
    track.backgroundColor = value ? onTintColor ?? .systemGreen : .systemGray5
    knob.backgroundColor = thumbTintColor ?? .white
    alpha = isEnabled ? 1 : 0.5
    let size = Self.size.height - 2 * Self.gap
    track.frame = CGRect(origin: .zero, size: Self.size)
    let isAtRight = value != isMirrored
    knob.frame = CGRect(
      x: isAtRight ? Self.size.width - Self.gap - size : Self.gap, y: Self.gap, width: size,
      height: size)
  }

  override func followDirection() { show() }

  override func stateDidChange() {
    super.stateDidChange()
    alpha = isEnabled ? 1 : 0.5
  }

  override func activate() {
    setOn(!value, animated: true)
    send([.touchUpInside, .valueChanged, .primaryActionTriggered])
  }

  override var cursor: PointerShape { isEnabled ? .hand : .arrow }

  /// Returns the fixed size.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

  /// The fixed size.
  open override var intrinsicContentSize: CGSize { Self.size }
}
