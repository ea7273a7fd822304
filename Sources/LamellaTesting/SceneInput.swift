// SceneInput.swift
// The input of a scene beside presses: drags, keys, typed text, the wheel.
//
// SPDX-License-Identifier: MIT

import HostInterface
public import UIKit

extension OffscreenScene {
  /// A key of the keyboard.
  public enum Key: Hashable, Sendable {
    /// A key with a character, such as "a" or "1".
    case character(Character)
    /// Return.
    case `return`
    /// Escape.
    case escape
    /// The tabulator.
    case tab
    /// The key that deletes the character before the caret.
    case backspace
    /// The key that deletes what is behind the caret.
    case delete
    /// The space bar.
    case space
    /// An arrow to the left.
    case left
    /// An arrow to the right.
    case right
    /// An arrow up.
    case up
    /// An arrow down.
    case down
    /// The key to the beginning.
    case home
    /// The key to the end.
    case end
    /// A page up.
    case pageUp
    /// A page down.
    case pageDown
    /// A function key; F1 is 1.
    case function(Int)
  }

  /// Presses the pointer, moves it in a straight line at an even pace, and releases it.
  ///
  /// Returns after the frame of the release; what moves on by itself has begun.
  ///
  /// - Parameters:
  ///   - start: In the window, in points.
  ///   - end: In the window, in points.
  ///   - duration: Seconds, at least two frames. Default 0.25.
  public func drag(from start: CGPoint, to end: CGPoint, duration: TimeInterval = 0.25) {
    send(.pointerMoved(start))
    send(.pointerDown(start, button: 1, clicks: 1))
    advance(by: refreshPeriod)
    let steps = max(1, Int((min(max(duration, 0), 3600) / refreshPeriod).rounded()) - 1)
    for step in 1...steps {
      let part = CGFloat(step) / CGFloat(steps)
      send(
        .pointerMoved(
          CGPoint(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)))
      advance(by: refreshPeriod)
    }
    send(.pointerUp(end, button: 1))
    advance(by: refreshPeriod)
  }

  /// Drags a view by its centre.
  ///
  /// - Parameters:
  ///   - view: A view in the window. As with ``press(_:)`` what covers it receives the touch.
  ///   - offset: The way, in points of the window.
  ///   - duration: Seconds, at least two frames. Default 0.25.
  public func drag(_ view: UIView, by offset: CGVector, duration: TimeInterval = 0.25) {
    let start = centre(of: view)
    drag(
      from: start, to: CGPoint(x: start.x + offset.dx, y: start.y + offset.dy), duration: duration)
  }

  /// Turns the wheel over a view, in the next frame.
  ///
  /// - Parameters:
  ///   - view: A view in the window.
  ///   - offset: The way in points: positive y shows what is below, as the `contentOffset` of a scroll view grows.
  public func scroll(_ view: UIView, by offset: CGVector) {
    send(
      .scroll(
        centre(of: view), deltaX: Double(-offset.dx), deltaY: Double(-offset.dy), modifiers: []))
    advance(by: refreshPeriod)
  }

  /// Presses and releases a key, in the next frame. The first responder gets it.
  ///
  /// - Parameters:
  ///   - key: The key. One with a character also types it, unless Control, Alt or Super is held down.
  ///   - modifiers: The keys that are held down. Default none.
  public func press(_ key: Key, modifiers: UIKeyModifierFlags = []) {
    var (held, sent) = (KeyModifiers(), key.sent)
    if modifiers.contains(.shift) { held.insert(.shift) }
    if modifiers.contains(.control) { held.insert(.control) }
    if modifiers.contains(.alternate) { held.insert(.alternate) }
    if modifiers.contains(.command) { held.insert(.command) }
    var text: String?
    if case .character(let character) = key {
      let small = Character(character.lowercased().first.map(String.init) ?? String(character))
      if small != character { held.insert(.shift) }
      sent = .character(small)
      text = held.contains(.shift) ? character.uppercased() : String(character)
    } else if key == .space {
      text = " "
    }
    send(.keyDown(sent, modifiers: held, isRepeat: false))
    if let text, held.isDisjoint(with: [.control, .alternate, .command]) { send(.text(text)) }
    send(.keyUp(sent, modifiers: held))
    advance(by: refreshPeriod)
  }

  /// Types text, a character a frame, into the first responder. A line break presses Return.
  public func type(_ text: String) {
    for character in text {
      switch character {
      case "\n": press(.return)
      case "\t": press(.tab)
      case " ": press(.space)
      default: press(.character(character))
      }
    }
  }

  private func centre(of view: UIView) -> CGPoint {
    view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
  }
}

extension OffscreenScene.Key {
  fileprivate var sent: HostInterface.Key {
    switch self {
    case .character(let character): .character(character)
    case .return: .return
    case .escape: .escape
    case .tab: .tab
    case .backspace: .backspace
    case .delete: .delete
    case .space: .space
    case .left: .left
    case .right: .right
    case .up: .up
    case .down: .down
    case .home: .home
    case .end: .end
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .function(let number): .function(number)
    }
  }
}
