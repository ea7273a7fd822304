// UIControl+Types.swift
// Events, states and alignments: the small vocabularies of controls.
//
// SPDX-License-Identifier: MIT

extension UIControl {
  /// What can happen to a control.
  public struct Event: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The button went down.
    public static let touchDown = Event(rawValue: 1 << 0)
    /// The button went down again, soon after.
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    /// The pointer moves over the control.
    public static let touchDragInside = Event(rawValue: 1 << 2)
    /// The pointer moves beside the control.
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    /// The pointer comes back over the control.
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    /// The pointer leaves the control.
    public static let touchDragExit = Event(rawValue: 1 << 5)
    /// The button was let go over the control.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// The button was let go beside the control.
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    /// Somebody else took the touch.
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// The control's value is another one.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// A button or a field was used.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// Editing has begun.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// The text was edited.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// Editing has ended.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// Editing has ended by Return.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// All of the pointer's.
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    /// All of editing's.
    public static let allEditingEvents = Event(rawValue: 0xF << 16)
    /// All.
    public static let allEvents = Event(rawValue: ~0)
  }

  /// How a control looks and behaves.
  public struct State: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// None of the others.
    public static let normal: State = []
    /// Pressed.
    public static let highlighted = State(rawValue: 1)
    /// Without reaction.
    public static let disabled = State(rawValue: 2)
    /// Chosen.
    public static let selected = State(rawValue: 4)
    /// Reached by the keyboard.
    public static let focused = State(rawValue: 8)
  }

  /// Where content lies from left to right.
  public enum ContentHorizontalAlignment: Int, Sendable {
    /// In the middle.
    case center
    /// At the left edge.
    case left
    /// At the right edge.
    case right
    /// Over the whole width.
    case fill
    /// Where writing begins: at the left edge.
    case leading
    /// Where writing ends: at the right edge.
    case trailing
  }

  /// Where content lies from top to bottom.
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
