// ScriptText.swift
// Scripts as text: a line for each step.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface

/// The text of scripts. Lines of ``EditText`` may follow the header.
///
///     lamella-script 1
///     sample FancyLabel
///     stage 720x420
///     edit push 0/1 position 0 duration 0.5
///     0.000 down 360 180
///     0.080 up 360 180
///     0.512 text abc
///     0.800 key return
///     1.500 trigger push
enum ScriptText {
  /// The version that is written, and the only one that is read.
  static let version = 1
  /// Times up to a day, and places up to what a screen may have.
  private static let longest = 86_400.0
  private static let farthest = 100_000.0
  private static let mostClicks = 100

  // MARK: Writing

  static func text(of script: StageScript) -> String {
    var lines = ["lamella-script \(version)", "sample \(script.sample)"]
    lines.append("stage \(number(script.size.width))x\(number(script.size.height))")
    lines += EditText.lines(script.edits)
    for step in script.steps {
      lines.append("\(Wording.fixed(min(step.time, longest), 3)) \(words(of: step.action))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func words(of action: StageScript.Action) -> String {
    func place(_ point: CGPoint) -> String { "\(number(point.x)) \(number(point.y))" }
    return switch action {
    case .trigger(let name): "trigger \(name)"
    case .pointerDown(let point, clicks: 1): "down \(place(point))"
    case .pointerDown(let point, let clicks): "down \(place(point)) \(min(clicks, mostClicks))"
    case .pointerMoved(let point): "move \(place(point))"
    case .pointerUp(let point): "up \(place(point))"
    case .scroll(let point, let by): "scroll \(place(point)) \(number(by.dx)) \(number(by.dy))"
    case .text(let text):
      "text \(text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\n", with: "\\n"))"
    case .key(let key, let modifiers): "key \(name(of: key, modifiers))"
    case .settle: "settle"
    }
  }

  private static func number(_ value: CGFloat) -> String {
    let text = Wording.fixed(min(max(value, -farthest), farthest), 2)
    return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
  }

  // MARK: Reading

  /// Reads a script. A failure names the line.
  @MainActor static func script(in file: InputFile) throws(CommandFailure) -> StageScript {
    // By bytes: a character may begin with a separator and go on with a mark.
    var lines = try file.text().utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { Substring($0.last == 0x0D ? $0.dropLast() : $0) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    var script = try header(lines, of: file)
    let kind = try? SampleCatalogue.sample(named: script.sample)
    guard let kind, kind.name == script.sample else {
      throw file.failure(line: 2, "there is no sample named \"\(script.sample)\"")
    }
    let triggers = Set(kind.init().triggers.map(\.name))
    guard lines.count <= StageScript.mostSteps + 3 else {
      throw file.failure(
        line: StageScript.mostSteps + 4, "a script has at most \(StageScript.mostSteps) steps")
    }
    var last = 0.0
    for (index, line) in lines.enumerated().dropFirst(3) where !line.isEmpty {
      if line.hasPrefix("edit ") {
        guard let (key, edit) = EditText.edit(in: line) else {
          throw file.failure(
            line: index + 1,
            "an edit is \"edit TRIGGER LAYER KEY-PATH NUMBER\" and what is changed, such as \"duration 0.5\""
          )
        }
        script.edits[key] = edit
        continue
      }
      let parts = words(in: line)
      guard parts.count == 2, let time = plainNumber(parts[0]), time <= longest else {
        throw file.failure(line: index + 1, "a step is a time in seconds and an action")
      }
      guard time >= last else {
        throw file.failure(line: index + 1, "the time is before that of the step above")
      }
      guard let action = action(in: parts[1]) else {
        throw file.failure(line: index + 1, "there is no action \"\(parts[1])\"")
      }
      if case .trigger(let name) = action, !triggers.contains(name) {
        throw file.failure(line: index + 1, "\(script.sample) has no trigger named \"\(name)\"")
      }
      script.append(action, at: time)
      last = time
    }
    return script
  }

  private static func header(
    _ lines: [Substring], of file: InputFile
  ) throws(CommandFailure) -> StageScript {
    let format = lines.first?.split(separator: " ") ?? []
    guard format.count == 2, format[0] == "lamella-script" else {
      throw file.failure(line: 1, "a script begins with \"lamella-script \(version)\"")
    }
    guard format[1] == "\(version)" else {
      throw file.failure(
        line: 1, "the script is of version \(format[1]), this program reads version \(version)")
    }
    guard lines.count > 1, lines[1].hasPrefix("sample ") else {
      throw file.failure(line: 2, "the second line is \"sample\" and a name")
    }
    let size = lines.count > 2 ? lines[2].dropFirst("stage ".count).split(separator: "x") : []
    guard size.count == 2, lines[2].hasPrefix("stage "), let width = plainNumber(size[0]),
      let height = plainNumber(size[1]), (1...16_384).contains(width),
      (1...16_384).contains(height)
    else {
      throw file.failure(
        line: 3, "the third line is \"stage\" and a size of 1 to 16384 points, such as 720x420")
    }
    return StageScript(
      sample: String(lines[1].dropFirst("sample ".count)),
      size: CGSize(width: width, height: height))
  }

  /// The first word, and the rest where there is one.
  private static func words(in text: Substring) -> [Substring] {
    text.utf8.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  private static func action(in text: Substring) -> StageScript.Action? {
    let parts = words(in: text)
    let rest = parts.count > 1 ? parts[1] : ""
    func numbers(_ counts: ClosedRange<Int>) -> [Double]? {
      let words = rest.split(separator: " ", omittingEmptySubsequences: false)
      let values = words.compactMap { word -> Double? in
        let isNegative = word.hasPrefix("-")
        let value = plainNumber(isNegative ? word.dropFirst() : word)
        return value.flatMap { $0 <= farthest ? (isNegative ? -$0 : $0) : nil }
      }
      return values.count == words.count && counts.contains(values.count) ? values : nil
    }
    func point(_ values: [Double]) -> CGPoint { CGPoint(x: values[0], y: values[1]) }
    switch parts[0] {
    case "trigger": return rest.isEmpty ? nil : .trigger(String(rest))
    case "down":
      guard let values = numbers(2...3) else { return nil }
      let clicks = values.count == 3 ? values[2] : 1
      return clicks == clicks.rounded() && (1...Double(mostClicks)).contains(clicks)
        ? .pointerDown(point(values), clicks: Int(clicks)) : nil
    case "move": return numbers(2...2).map { .pointerMoved(point($0)) }
    case "up": return numbers(2...2).map { .pointerUp(point($0)) }
    case "scroll":
      return numbers(4...4).map { .scroll(point($0), by: CGVector(dx: $0[2], dy: $0[3])) }
    case "text": return unescaped(rest).map { .text($0) }
    case "key": return key(named: rest).map { .key($0.0, $0.1) }
    case "settle": return rest.isEmpty && parts.count == 1 ? .settle : nil
    default: return nil
    }
  }

  /// Text with its escapes, `\\` and `\n`, replaced; nil for another one, and for no text.
  private static func unescaped(_ text: Substring) -> String? {
    var result = ""
    var rest = text[...]
    while let next = rest.unicodeScalars.popFirst() {
      guard next == "\\" else {
        result.unicodeScalars.append(next)
        continue
      }
      switch rest.unicodeScalars.popFirst() {
      case "\\": result.append("\\")
      case "n": result.append("\n")
      default: return nil
      }
    }
    return result.isEmpty ? nil : result
  }

  // MARK: Keys

  private static let keys: [(name: String, key: Key)] = [
    ("return", .return), ("escape", .escape), ("tab", .tab), ("backspace", .backspace),
    ("delete", .delete), ("space", .space), ("left", .left), ("right", .right), ("up", .up),
    ("down", .down), ("home", .home), ("end", .end), ("page-up", .pageUp),
    ("page-down", .pageDown), ("other", .other),
  ]
  private static let modifiers: [(name: String, modifier: KeyModifiers)] = [
    ("shift+", .shift), ("control+", .control), ("alternate+", .alternate),
    ("command+", .command),
  ]

  private static func name(of key: Key, _ held: KeyModifiers) -> String {
    let prefix = modifiers.filter { held.contains($0.modifier) }.map(\.name).joined()
    switch key {
    case .character(let character): return prefix + String(character)
    case .function(let number): return prefix + "f\(number)"
    default: return prefix + (keys.first { $0.key == key }?.name ?? "other")
    }
  }

  private static func key(named name: Substring) -> (Key, KeyModifiers)? {
    var (rest, held) = (name, KeyModifiers())
    while let prefix = modifiers.first(where: { rest.hasPrefix($0.name) && rest != $0.name }) {
      held.insert(prefix.modifier)
      rest = rest.dropFirst(prefix.name.count)
    }
    if let named = keys.first(where: { $0.name == rest }) { return (named.key, held) }
    if rest.count == 1, let character = rest.first, character != " " {
      return (.character(character), held)
    }
    guard rest.first == "f", let number = Int(rest.dropFirst()), (1...24).contains(number) else {
      return nil
    }
    return (.function(number), held)
  }
}
