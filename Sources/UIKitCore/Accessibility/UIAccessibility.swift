// UIAccessibility.swift
// The user's wishes for motion and contrast, and the description of an element for users without sight.
//
// SPDX-License-Identifier: MIT

public import Foundation
package import HostInterface

/// The user's settings for accessibility, and notifications to assistive programs.
///
/// SDL has no tree of accessible elements, so there is no screen reader: its settings are off, and what is posted to it
/// has no effect. The settings of motion and contrast are those of the desktop, in a program with windows on a screen: of its
/// portal, else of GNOME. They are read when one of them is first asked for, which waits for half a second at most, and
/// followed from then on, where there is a portal. Elsewhere they are off.
@preconcurrency @MainActor
public enum UIAccessibility {
  /// Whether the user wants less motion. Default false.
  public static var isReduceMotionEnabled: Bool { currentWishes.lessMotion }

  /// Whether the user wants more contrast. Default false.
  public static var isDarkerSystemColorsEnabled: Bool { currentWishes.contrast }

  /// What the user wants; nil until it is asked for, or set.
  package static var wishes: UserWishes?

  private static var currentWishes: UserWishes {
    if let wishes { return wishes }
    let read = Platform.services.followWishes {
      setWishes(lessMotion: $0.lessMotion, contrast: $0.contrast)
    }
    // A program without a window yet asks again.
    wishes = read
    return read ?? UserWishes()
  }

  /// Sets the user's preferences, from the desktop or a program's own settings.
  package static func setWishes(lessMotion: Bool, contrast: Bool) {
    let new = UserWishes(lessMotion: lessMotion, contrast: contrast)
    // The wishes that earlier readers received; without any, the defaults.
    let old = wishes ?? UserWishes()
    wishes = new
    let center = NotificationCenter.default
    if new.lessMotion != old.lessMotion {
      center.post(name: reduceMotionStatusDidChangeNotification, object: nil)
    }
    if new.contrast != old.contrast {
      center.post(name: darkerSystemColorsStatusDidChangeNotification, object: nil)
    }
  }

  /// Whether transitions of navigation should cross-fade. Always false.
  public static var prefersCrossFadeTransitions: Bool { false }
  /// Whether the user wants less transparency. Always false.
  public static var isReduceTransparencyEnabled: Bool { false }
  /// Whether the user wants bold text. Always false.
  public static var isBoldTextEnabled: Bool { false }
  /// Whether a screen reader runs. Always false.
  public static var isVoiceOverRunning: Bool { false }
  /// Whether the program is operated by a switch. Always false.
  public static var isSwitchControlRunning: Bool { false }
  /// Whether videos and animated pictures may start by themselves. Always true.
  public static var isVideoAutoplayEnabled: Bool { true }

  /// Posted when ``isReduceMotionEnabled`` has changed.
  public nonisolated static let reduceMotionStatusDidChangeNotification = NSNotification.Name(
    "UIAccessibilityReduceMotionStatusDidChangeNotification")
  /// Posted when ``isDarkerSystemColorsEnabled`` has changed.
  public nonisolated static let darkerSystemColorsStatusDidChangeNotification = NSNotification.Name(
    "UIAccessibilityDarkerSystemColorsStatusDidChangeNotification")
  /// Never posted, as no screen reader starts or ends.
  public nonisolated static let voiceOverStatusDidChangeNotification = NSNotification.Name(
    "UIAccessibilityVoiceOverStatusDidChangeNotification")

  /// What is posted to assistive programs.
  public struct Notification: RawRepresentable, Hashable, Sendable {
    /// The number of the notification.
    public var rawValue: UInt32
    /// Creates a notification from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A new screen is shown.
    public static let screenChanged = Notification(rawValue: 1000)
    /// Parts of the screen have changed.
    public static let layoutChanged = Notification(rawValue: 1001)
    /// A text is to be spoken.
    public static let announcement = Notification(rawValue: 1008)
    /// A page was scrolled.
    public static let pageScrolled = Notification(rawValue: 1009)
  }

  /// Posts to assistive programs. Without effect, as there are none.
  public static func post(notification: Notification, argument: Any?) {}
}

/// What an element is and how it behaves.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
  /// A bit for each trait.
  public var rawValue: UInt64
  /// Creates traits from their bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// No traits.
  public static let none: UIAccessibilityTraits = []
  /// A button.
  public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
  /// A link.
  public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
  /// A picture.
  public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
  /// The element is selected.
  public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
  /// The element plays a sound when it is pressed.
  public static let playsSound = UIAccessibilityTraits(rawValue: 1 << 4)
  /// A key of a keyboard.
  public static let keyboardKey = UIAccessibilityTraits(rawValue: 1 << 5)
  /// Text that does not change.
  public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
  /// A summary of the program's state at its start.
  public static let summaryElement = UIAccessibilityTraits(rawValue: 1 << 7)
  /// The element cannot be operated.
  public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
  /// The value changes often.
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
  /// A field for searching.
  public static let searchField = UIAccessibilityTraits(rawValue: 1 << 10)
  /// The element starts playing or recording.
  public static let startsMediaSession = UIAccessibilityTraits(rawValue: 1 << 11)
  /// The value can be increased and decreased.
  public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
  /// The element takes touches directly.
  public static let allowsDirectInteraction = UIAccessibilityTraits(rawValue: 1 << 13)
  /// The next page is shown when this one was read.
  public static let causesPageTurn = UIAccessibilityTraits(rawValue: 1 << 14)
  /// A bar of tabs.
  public static let tabBar = UIAccessibilityTraits(rawValue: 1 << 15)
  /// A heading.
  public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
  /// A switch.
  public static let toggleButton = UIAccessibilityTraits(rawValue: 1 << 17)
}
