// EditText.swift
// Edits of animations as lines of a script.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// The text of edits.
///
///     edit pop 0/2 position 0 duration 0.5 delay 0.1 curve 0.3 0 0.2 1 end point 120 80
///
/// The words after `edit` are the trigger, or `-` for a run without one; the layer's place in the stage, or `.` for the
/// stage itself and for animators; the key path; and the place among the run's animations of that layer and path.
enum EditText {
  static func line(_ key: AnimationKey, _ edit: AnimationEdit) -> String {
    let layer = key.layer.isEmpty ? "." : key.layer.map(String.init).joined(separator: "/")
    var words = ["edit", key.run.isEmpty ? "-" : key.run, layer, key.path, "\(key.number)"]
    func numbers(_ list: [Double]) -> [String] { list.map { "\($0)" } }
    if let duration = edit.duration { words += ["duration", "\(duration)"] }
    if let delay = edit.delay { words += ["delay", "\(delay)"] }
    switch edit.pace {
    case .curve(let curve):
      words += ["curve"] + numbers([curve.c1.x, curve.c1.y, curve.c2.x, curve.c2.y])
    case .filling(let ratio, let velocity): words += ["filling"] + numbers([ratio, velocity])
    case .perceptual(let bounce, let velocity):
      words += ["perceptual"] + numbers([bounce, velocity])
    case .physical(let mass, let stiffness, let damping, let velocity):
      words += ["physical"] + numbers([mass, stiffness, damping, velocity])
    case .keyed, nil: break
    }
    if let end = edit.end { words += ["end", end.kind.rawValue] + numbers(end.numbers) }
    return words.joined(separator: " ")
  }

  /// The lines of edits, in an order of their own.
  static func lines(_ edits: [AnimationKey: AnimationEdit]) -> [String] {
    edits.map { line($0.key, $0.value) }.sorted()
  }

  /// Reads a line that begins with `edit`; nil for any other line.
  static func edit(in line: Substring) -> (AnimationKey, AnimationEdit)? {
    var words = line.split(separator: " ", omittingEmptySubsequences: false)[...]
    guard words.popFirst() == "edit", let run = words.popFirst(), let layer = words.popFirst(),
      let path = words.popFirst(), let number = words.popFirst().flatMap({ Int($0) }), number >= 0,
      !run.isEmpty, !path.isEmpty
    else { return nil }
    let places = layer == "." ? [] : layer.split(separator: "/").map { Int($0) }
    guard places.allSatisfy({ $0 != nil }) else { return nil }
    let key = AnimationKey(
      run: run == "-" ? "" : String(run), layer: places.compactMap(\.self), path: String(path),
      number: number)
    func numbers(_ count: Int, _ limits: ClosedRange<Double> = -1e6...1e6) -> [Double]? {
      let list = words.prefix(count).compactMap { Double($0) }.filter { limits.contains($0) }
      words = words.dropFirst(count)
      return list.count == count ? list : nil
    }
    var edit = AnimationEdit()
    while let word = words.popFirst() {
      switch word {
      case "duration":
        guard let list = numbers(1, 0.001...3600) else { return nil }
        edit.duration = list[0]
      case "delay":
        guard let list = numbers(1, 0...3600) else { return nil }
        edit.delay = list[0]
      case "curve":
        guard let list = numbers(4, -100...100), (0...1).contains(list[0]),
          (0...1).contains(list[2])
        else { return nil }
        edit.pace = .curve(list[0], list[1], list[2], list[3])
      case "filling":
        guard let list = numbers(2), (0.01...1).contains(list[0]) else { return nil }
        edit.pace = .filling(dampingRatio: list[0], velocity: list[1])
      case "perceptual":
        guard let list = numbers(2), (-1...1).contains(list[0]) else { return nil }
        edit.pace = .perceptual(bounce: list[0], velocity: list[1])
      case "physical":
        guard let list = numbers(4), list[0] > 0, list[1] > 0, list[2] >= 0 else { return nil }
        edit.pace = .physical(
          mass: list[0], stiffness: list[1], damping: list[2], velocity: list[3])
      case "end":
        guard let kind = words.popFirst().flatMap({ EndValue.Kind(rawValue: String($0)) }),
          let list = numbers(EndValue.names(of: kind).count)
        else { return nil }
        edit.end = EndValue(kind, list)
      default: return nil
      }
    }
    return edit.isEmpty ? nil : (key, edit)
  }
}
