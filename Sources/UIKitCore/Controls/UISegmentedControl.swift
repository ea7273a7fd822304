// UISegmentedControl.swift
// A row of segments with one selection.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// Segments of equal width. A lighter background slides under the selected one.
@preconcurrency @MainActor
open class UISegmentedControl: UIControl {
  /// The index of no segment.
  public nonisolated static let noSegment = -1

  private static let seconds: TimeInterval = 0.2
  private static let height: CGFloat = 32
  private static let markerColor = UIColor(
    light: .white, dark: UIColor(red: 0.388, green: 0.388, blue: 0.4, alpha: 1))
  private static let gap: CGFloat = 2

  private let marker = UIView()
  private var labels: [UILabel] = []
  private var enabled: [Bool] = []
  private var pressed = UISegmentedControl.noSegment
  private var chosen = UISegmentedControl.noSegment

  /// Creates a control with titles. Items other than strings show their description.
  public convenience init(items: [Any]?) {
    self.init(frame: .zero)
    for item in items ?? [] {
      insertSegment(withTitle: "\(item)", at: numberOfSegments, animated: false)
    }
    bounds.size = sizeThatFits(.zero)
  }

  override func setUp() {
    backgroundColor = .tertiarySystemFill
    layer.cornerRadius = 8
    marker.backgroundColor = Self.markerColor
    marker.layer.cornerRadius = 6
    marker.isUserInteractionEnabled = false
    marker.isHidden = true
    addSubview(marker)
  }

  // MARK: Segments

  /// The number of segments.
  open var numberOfSegments: Int { labels.count }

  /// Adds a segment before the one at an index, or at the end.
  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
    let index = min(max(segment, 0), labels.count)
    let label = UILabel()
    label.text = title
    label.textAlignment = .center
    labels.insert(label, at: index)
    enabled.insert(true, at: index)
    if chosen >= index { chosen += 1 }
    addSubview(label)
    segmentsDidChange()
  }

  /// Removes a segment. No effect for an index out of range.
  open func removeSegment(at segment: Int, animated: Bool) {
    guard labels.indices.contains(segment) else { return }
    labels.remove(at: segment).removeFromSuperview()
    enabled.remove(at: segment)
    if chosen == segment { chosen = Self.noSegment } else if chosen > segment { chosen -= 1 }
    segmentsDidChange()
  }

  /// Removes all segments.
  open func removeAllSegments() {
    for index in labels.indices.reversed() { removeSegment(at: index, animated: false) }
  }

  /// Sets a segment's title.
  ///
  /// - Precondition: The index is in range.
  open func setTitle(_ title: String?, forSegmentAt segment: Int) {
    labels[checked(segment)].text = title
    invalidateIntrinsicContentSize()
  }

  /// Returns a segment's title.
  ///
  /// - Precondition: The index is in range.
  open func titleForSegment(at segment: Int) -> String? { labels[checked(segment)].text }

  /// Enables or disables a segment.
  ///
  /// - Precondition: The index is in range.
  open func setEnabled(_ isEnabled: Bool, forSegmentAt segment: Int) {
    enabled[checked(segment)] = isEnabled
    show()
  }

  /// Whether a segment is enabled.
  ///
  /// - Precondition: The index is in range.
  open func isEnabledForSegment(at segment: Int) -> Bool { enabled[checked(segment)] }

  private func checked(_ segment: Int) -> Int {
    trap(
      unless: labels.indices.contains(segment), "there is no segment \(segment) of \(labels.count)")
    return segment
  }

  /// The index of the selected segment. Default ``noSegment``. Setting it sends no event.
  open var selectedSegmentIndex: Int {
    get { chosen }
    set {
      trap(
        unless: newValue == Self.noSegment || labels.indices.contains(newValue),
        "there is no segment \(newValue) of \(labels.count)")
      chosen = newValue
      show()
    }
  }

  /// The background colour of the selected segment; nil for white.
  open var selectedSegmentTintColor: UIColor? {
    didSet { marker.backgroundColor = selectedSegmentTintColor ?? Self.markerColor }
  }

  private var textColors: [State: UIColor] = [:]
  private var font = UIFont.systemFont(ofSize: 13)

  /// Sets font and colour of titles in a state: normal or selected.
  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: State
  ) {
    textColors[state] = attributes?[.foregroundColor] as? UIColor
    if let font = attributes?[.font] as? UIFont { self.font = font }
    invalidateIntrinsicContentSize()
    show()
  }

  private func segmentsDidChange() {
    invalidateIntrinsicContentSize()
    show()
  }

  // MARK: Appearance

  private func frame(of segment: Int) -> CGRect {
    let width = bounds.width / CGFloat(max(labels.count, 1))
    return directed(
      CGRect(x: width * CGFloat(segment), y: 0, width: width, height: bounds.height))
  }

  private func show() {
    for (index, label) in labels.enumerated() {
      let normal = textColors[.normal] ?? .label
      label.font = font
      label.textColor = index == chosen ? textColors[.selected] ?? normal : normal
      label.alpha = !isEnabled || !enabled[index] ? 0.35 : index == pressed ? 0.5 : 1
      label.accessibilityTraits = index == chosen ? [.button, .selected] : .button
      label.frame = frame(of: index)
    }
    marker.isHidden = chosen == Self.noSegment
    if chosen != Self.noSegment {
      let segment = frame(of: chosen)
      // An inset of more than half the size would give the null rectangle, which is no frame.
      marker.frame = segment.insetBy(
        dx: min(Self.gap, segment.width / 2), dy: min(Self.gap, segment.height / 2))
    }
  }

  override func stateDidChange() {
    super.stateDidChange()
    show()
  }

  /// Lays out the titles.
  open override func layoutSubviews() {
    super.layoutSubviews()
    show()
  }

  /// Returns the size that fits every title.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let widest = labels.map { $0.sizeThatFits(.zero).width }.max() ?? 0
    return CGSize(width: (widest + 24) * CGFloat(labels.count), height: Self.height)
  }

  /// The size that fits every title.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

  // MARK: Tracking

  private func choose(_ segment: Int) {
    guard labels.indices.contains(segment), enabled[segment], segment != chosen else { return }
    let slides = chosen != Self.noSegment && window != nil
    chosen = segment
    if slides {
      UIView.animate(withDuration: Self.seconds, animations: { self.show() })
    } else {
      show()
    }
    send([.valueChanged, .primaryActionTriggered])
  }

  private func segment(of touch: UITouch) -> Int {
    let point = touch.location(in: self)
    return labels.indices.first { frame(of: $0).contains(point) } ?? Self.noSegment
  }

  /// Highlights the segment under the pointer.
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    pressed = segment(of: touch)
    show()
    return true
  }

  /// Highlights the segment under the pointer.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    pressed = segment(of: touch)
    show()
    return true
  }

  /// Selects the segment under the pointer.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    pressed = Self.noSegment
    show()
    if let touch { choose(segment(of: touch)) }
  }

  /// Removes the highlight.
  open override func cancelTracking(with event: UIEvent?) {
    pressed = Self.noSegment
    show()
  }

  /// Moves the selection with the arrow keys.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.key {
    case .left: choose(chosen + (isMirrored ? 1 : -1))
    case .right: choose(chosen + (isMirrored ? -1 : 1))
    default: super.pressesBegan(presses, with: event)
    }
  }

  override var cursor: PointerShape { isEnabled ? .hand : .arrow }
}
