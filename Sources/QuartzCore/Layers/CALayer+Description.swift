// CALayer+Description.swift
// Layers as text: one in full, and the tree with a line for each layer.
//
// SPDX-License-Identifier: MIT

package import Foundation

extension CALayer {
  /// The layer and its descendants as text: a line for each layer with the values that differ from their
  /// defaults, and one for each animation with its time. Stable order, no addresses: suitable for golden
  /// files.
  ///
  ///     CALayer "card" bounds 120 x 80 position 80,80 opacity 0.5
  ///       animating position by CASpringAnimation at 0.180 of 0.800 s
  ///       CALayer "ring" bounds 40 x 40 position 20,20
  ///
  /// Describes the presented values of a presentation copy, else the model.
  ///
  /// - Parameter time: The media time at which animations are described, in seconds. Default the current
  ///   time.
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
    let local = source.localTime(at: time)
    for attached in source.attachments {
      lines.append("\(indent)  " + attached.line(atLayerTime: local))
    }
    mask?.write(into: &lines, indent: indent + "  ", at: time, as: "mask ")
    for child in sublayers ?? [] { child.write(into: &lines, indent: indent + "  ", at: time) }
  }

  /// The values that differ from their defaults, in a stable order: stock properties, timing, custom keys.
  func describedProperties() -> [(name: String, value: String)] {
    let defaults = LayerValues.defaults(of: values.kind)
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
      if let defaultValue = animatableDefault(forKey: key)
        ?? StoredOnlyProperty(rawValue: key)?.defaultValue,
        value.isEqual(to: AnimatableValue(defaultValue))
      {
        continue
      }
      result.append((key, value.text))
    }
    return result
  }

  /// The debug description.
  var longDescription: String {
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
    // The class only beside a path; groups and transitions have a summary.
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
