// CALayer+Description.swift
// Layers in words: one at length, and the tree as text, a line a layer.
//
// SPDX-License-Identifier: MIT

package import Foundation

extension CALayer {
  /// The layer and everything beneath it as text: a line for each layer with what differs from the
  /// defaults, and one for each animation with its time. No addresses and one order, so that a golden
  /// file can hold it.
  ///
  ///     CALayer "card" bounds 120 x 80 position 80,80 opacity 0.5
  ///       animating position by CASpringAnimation at 0.180 of 0.800 s
  ///       CALayer "ring" bounds 40 x 40 position 20,20
  ///
  /// Of a presentation copy it is what is seen; else the model.
  ///
  /// - Parameter time: Media time, in seconds, of which animations are told; nil is now.
  package func treeAsText(at time: TimeInterval? = nil) -> String {
    var lines: [String] = []
    write(into: &lines, indent: "", at: time ?? MediaClock.presentationTime)
    return lines.joined(separator: "\n")
  }

  private func write(
    into lines: inout [String], indent: String, at time: TimeInterval, as role: String = ""
  ) {
    let words = describedProperties().map { name, value in
      switch value {
      case "yes": " \(name)"
      default: " \(name) \(value)"
      }
    }
    lines.append(indent + role + label + words.joined())
    let source = presentedModel ?? self
    let local = source.convertTime(time, from: nil)
    for attached in source.attachments {
      lines.append("\(indent)  " + attached.line(atLayerTime: local))
    }
    mask?.write(into: &lines, indent: indent + "  ", at: time, as: "mask ")
    for child in sublayers ?? [] { child.write(into: &lines, indent: indent + "  ", at: time) }
  }

  /// Everything that differs from its default, in one order: stock properties, time, keys of the
  /// caller's own.
  func describedProperties() -> [(name: String, value: String)] {
    let defaults = LayerValues.ofNew(values.kind)
    var result: [(name: String, value: String)] = []
    for property in LayerProperty.allCases {
      let value = values[property: property]
      guard !value.isEqual(to: defaults[property: property]) else { continue }
      result.append((property.key, value.text))
    }
    if timing.beginTime != 0 { result.append(("beginTime", timing.beginTime.asText)) }
    if timing.speed != 1 { result.append(("speed", Double(timing.speed).asText)) }
    if timing.timeOffset != 0 { result.append(("timeOffset", timing.timeOffset.asText)) }
    for (key, value) in customValues.sorted(by: { $0.key < $1.key }) {
      let value = AnimatableValue(value)
      if let usual = animatableDefault(forKey: key)
        ?? StoredOnlyProperty(rawValue: key)?.defaultValue,
        value.isEqual(to: AnimatableValue(usual))
      {
        continue
      }
      result.append((key, value.text))
    }
    return result
  }

  /// What a debugger prints of one layer.
  var describedAtLength: String {
    var lines = describedProperties().map { "    \($0.name) = \($0.value)" }
    if let delegate { lines.append("    delegate = <\(type(of: delegate))>") }
    if let mask { lines.append("    mask = \(mask)") }
    func list(_ name: String, _ items: [String]) {
      if items.isEmpty { return }
      let inner = items.map { "        \($0)" }.joined(separator: ",\n")
      lines.append("    \(name) = (\n\(inner)\n    )")
    }
    list("sublayers", (sublayers ?? []).map(\.description))
    list(
      "animations",
      (presentedModel ?? self).attachments.map { "\($0.key ?? "nil") = \($0.animation)" })
    let title = "<\(type(of: self)): \(ObjectIdentifier(self).asText)"
    let name = name.map { " \"\($0)\"" } ?? ""
    return ([title + name] + lines).joined(separator: ";\n") + "\n>"
  }
}

extension AttachedAnimation {
  /// "animating position by CABasicAnimation at 0.100 of 0.250 s".
  fileprivate func line(atLayerTime time: TimeInterval) -> String {
    let path = (animation as? CAPropertyAnimation)?.keyPath
    var words = "animating"
    if let path { words += " \(path)" }
    // The class alone beside a path; a group and a transition say what they are.
    words += " by " + (path == nil ? animation.summary : "\(type(of: animation))")
    if let key, key != path, key != kCATransition { words += " as \"\(key)\"" }
    if (animation as? CAPropertyAnimation)?.isAdditive == true { words += ", additive," }
    guard hasBegin else { return words + " from the next commit on" }
    let elapsed = timing.elapsed(atParentTime: time)
    let length = timing.activeDuration
    if elapsed < 0 { return words + " in \((-elapsed).inSeconds)" }
    if elapsed > length { return words + ", over" }
    let end = length.isFinite ? " of \(length.inSeconds)" : " s without end"
    return words + " at \(String(format: "%.3f", elapsed))\(end)"
  }
}
