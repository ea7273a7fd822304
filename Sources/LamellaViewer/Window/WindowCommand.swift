// WindowCommand.swift
// What the window does at the press of a key or of a button of its bars, menus and tabs, and which key. Tab, Return and
// Space on a focused control are handled by the window and the control.
//
// SPDX-License-Identifier: MIT

import HostInterface
import QuartzCore
import UIKit

/// A command of the window.
enum WindowCommand: Hashable {
  case togglePlay
  case step(frames: Int)
  case replay
  /// The index of a trigger.
  case trigger(Int)
  case toggleDock
  /// The figures in a corner of the stage.
  case toggleHUD
  /// Moves those figures to the next corner.
  case moveHUD
  /// 1 to 400.
  case speed(percent: Int)
  case changeSpeed(slower: Bool)
  /// Another sample, by its distance down the list.
  case sample(offset: Int)
  /// The sample of a name.
  case chooseSample(String)
  /// The animation of a row of the dock.
  case chooseAnimation(row: Int)
  case inject(Injection)
  /// The menu of faults.
  case stutterMenu
  /// The menu of speeds and of painting.
  case stageMenu
  /// Shows an aspect of how the stage is painted, or no longer.
  case show(RenderingAspect)
  /// Offscreen passes, blending, overdraw, none.
  case nextTint
  /// The start of the run.
  case toStart
  /// The end of the run.
  case toEnd
  /// Plays the run again and again, or no longer.
  case loop
  /// Moves the stage to a time, in seconds since the start of the run.
  case scrub(to: TimeInterval)
  /// The field for a time to go to.
  case editTime
  /// Sets an edge of the loop to a time, in seconds since the start of the run; nil is the time on show.
  case loopEdge(isStart: Bool, at: TimeInterval? = nil)
  case backwards
  case dock(DockTab)
  case inspector(InspectorTab)
  case toggleInspector
  /// The list of samples, in a narrow window.
  case toggleList
  /// Marks the frame of a number.
  case chooseFrame(Int)
  /// Chooses the frames of a range of numbers.
  case chooseFrames(ClosedRange<Int>)
  /// Marks a frame, by its distance from the one that is marked.
  case markFrame(offset: Int)
  /// Chooses a range of frames, to an end that is moved by frames.
  case selectFrames(offset: Int)
  /// Marks the next late frame, or the one before.
  case markLateFrame(backwards: Bool)
  /// The field that searches samples.
  case search
  /// The sheet of all keys.
  case keys
  /// Leaves a field, closes a drawer, clears a choice.
  case cancel
  /// Light or dark.
  case theme
  case fullScreen
  /// Copies everything that the window shows as text.
  case copyText
  /// Writes the run as an animation.
  case record
  /// Writes the stage as a picture.
  case snapshot
  /// Writes the frames of the run as a trace.
  case trace
  /// Moves the keyboard focus to the next region of the window, or the one before.
  case region(backwards: Bool)
  case quit

  /// Creates the command of a key; nil for a key without one, or while the user types text.
  init?(_ key: UIKey, isTyping: Bool = false) {
    let modifiers = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    let withShift = modifiers.contains(.shift)
    if modifiers.contains(.control), case .character(let character) = key.key {
      self.init(withControl: character, isTyping: isTyping)
      return
    }
    switch key.key {
    case .function(3): self = withShift ? .moveHUD : .toggleHUD
    case .function(4): self = .toggleDock
    case .function(1): self = .keys
    case .function(6): self = .region(backwards: withShift)
    case .function(11): self = .fullScreen
    case .escape: self = .cancel
    case _ where isTyping: return nil
    case .space: self = .togglePlay
    case .character(","), .character("<"): self = .step(frames: withShift ? -10 : -1)
    case .character("."), .character(">"): self = .step(frames: withShift ? 10 : 1)
    case .character("r"): self = .replay
    case .home: self = withShift ? .loopEdge(isStart: true) : .toStart
    case .end: self = withShift ? .loopEdge(isStart: false) : .toEnd
    case .character("?"): self = .keys
    case .character("/"): self = withShift ? .keys : .search
    case .character("b"): self = .backwards
    case .character("o"): self = .loop
    case .character("f"): self = .dock(.frames)
    case .character("t"): self = .dock(.animations)
    case .character("k"): self = .dock(.compare)
    case .character("c"): self = .inspector(.source)
    case .character("a"): self = .inspector(.actions)
    case .character("i"): self = .toggleInspector
    case .character("["): self = .changeSpeed(slower: true)
    case .character("]"): self = .changeSpeed(slower: false)
    case .character("d") where withShift: self = .inject(.mainThread)
    case .character("l") where withShift: self = .inject(.mainThreadLong)
    case .character("s") where withShift: self = .inject(.renderThread)
    case .character("d"): self = .inject(.dropFrame)
    case .character("s"): self = .dock(.skew)
    case .character("m"): self = .stutterMenu
    case .character("v"): self = .stageMenu
    case .character("g"): self = .show(.ghosts)
    case .character("p"): self = .show(.repaints)
    case .character("x"): self = .nextTint
    case .character("e"): self = .inspector(.curve)
    case .character("l"): self = .inspector(.layers)
    case .left, .right:
      let offset = key.key == .left ? -1 : 1
      self = withShift ? .selectFrames(offset: offset) : .markFrame(offset: offset)
    case .character("j"): self = .editTime
    case .character("n"): self = .markLateFrame(backwards: withShift)
    case .up: self = .sample(offset: -1)
    case .down: self = .sample(offset: 1)
    case .character(let digit):
      guard let number = digit.wholeNumberValue, (1...9).contains(number) else { return nil }
      self = .trigger(number - 1)
    default: return nil
    }
  }

  /// Creates the command of a character with Ctrl; nil for one without.
  private init?(withControl character: Character, isTyping: Bool) {
    switch character {
    case "t": self = .theme
    case "c" where !isTyping: self = .copyText
    case "r": self = .record
    case "s": self = .snapshot
    case "e": self = .trace
    case "q": self = .quit
    case "f": self = .search
    default:
      guard let number = character.wholeNumberValue, (1...4).contains(number) else { return nil }
      self = .speed(percent: SpeedArgument.percentages[number - 1])
    }
  }
}

extension UIView {
  /// The first responder among this view and its descendants.
  var firstResponderInside: UIView? {
    if isFirstResponder { return self }
    for subview in subviews {
      if let found = subview.firstResponderInside { return found }
    }
    return nil
  }
}
