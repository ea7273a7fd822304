// UIControl+Types.swift
// Events, states and alignments of controls.
//
// SPDX-License-Identifier: MIT

extension UIControl {
  /// The events of a control.
  public struct Event: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The button was pressed.
    public static let touchDown = Event(rawValue: 1 << 0)
    /// The button was pressed again in quick succession.
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    /// The pointer moves over the control.
    public static let touchDragInside = Event(rawValue: 1 << 2)
    /// The pointer moves outside of the control.
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    /// The pointer enters the control.
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    /// The pointer leaves the control.
    public static let touchDragExit = Event(rawValue: 1 << 5)
    /// The button was released over the control.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// The button was released outside of the control.
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    /// The touch was cancelled.
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// The control's value has changed.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// A button or field was activated.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// The control's menu is about to be shown.
    public static let menuActionTriggered = Event(rawValue: 1 << 14)
    /// Editing has begun.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// The text was edited.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// Editing has ended.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// Editing has ended by Return.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// All pointer events.
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    /// All editing events.
    public static let allEditingEvents = Event(rawValue: 0xF << 16)
    /// All events.
    public static let allEvents = Event(rawValue: ~0)
  }

  /// The state of a control.
  public struct State: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// No other state.
    public static let normal: State = []
    /// Pressed.
    public static let highlighted = State(rawValue: 1)
    /// Disabled.
    public static let disabled = State(rawValue: 2)
    /// Selected.
    public static let selected = State(rawValue: 4)
    /// Focused by the keyboard.
    public static let focused = State(rawValue: 8)
  }

  /// A horizontal alignment of content.
  public enum ContentHorizontalAlignment: Int, Sendable {
    /// In the middle.
    case center
    /// At the left edge.
    case left
    /// At the right edge.
    case right
    /// Over the whole width.
    case fill
    /// At the leading edge: left.
    case leading
    /// At the trailing edge: right.
    case trailing
  }

  /// A vertical alignment of content.
  public enum ContentVerticalAlignment: Int, Sendable {
    /// In the middle.
    case center
    /// At the top.
    case top
    /// At the bottom.
    case bottom
    /// Over the whole height.
    case fill
  }
}
