// WindowText.swift
// Everything that the window shows as text, for users without sight, and for scripts.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import QuartzCore
import UIKit

/// The window's content in words. It covers every pane, whichever tab is open.
struct WindowText: Encodable, Hashable {
  /// A name and its value, which may be empty.
  struct Line: Encodable, Hashable {
    var name: String
    var value = ""

    var text: String { value.isEmpty ? name : "\(name): \(value)" }
  }

  /// A part of the window.
  struct Region: Encodable, Hashable {
    var name: String
    var lines: [Line]
  }

  var schema = FileSchema.current
  var version = Viewer.version
  var regions: [Region]

  /// A heading for each region, with its lines below.
  var text: String {
    regions.map { region in
      ([region.name] + region.lines.map { "  " + $0.text }).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Describes a window.
  @MainActor init(_ viewer: MainViewController) {
    regions = [
      Region(name: "Sample", lines: viewer.sampleLines),
      Region(name: "Stage", lines: viewer.stage.lines),
      Region(name: "Triggers", lines: viewer.triggerLines),
      Region(name: "Frames", lines: viewer.dock.frameLines),
      Region(
        name: "Animations", lines: viewer.tracker.timeline.lines + viewer.dock.standstillLines),
      Region(name: "Skew", lines: viewer.dock.skew.sentences.map { Line(name: $0) }),
      Region(name: "Compare", lines: viewer.dock.compareLines),
      Region(name: "Curve", lines: viewer.curveLines),
      Region(name: "Layers", lines: LayersPane.lines(beneath: viewer.stage.content.layer)),
      Region(name: "Actions", lines: viewer.inspector.actions.lines),
      Region(name: "Events", lines: viewer.inspector.events.lines),
      Region(name: "Late frames", lines: viewer.inspector.late.lines),
      Region(
        name: "Status",
        lines: [viewer.status.sentence, viewer.status.note].compactMap(\.self).map {
          Line(name: $0)
        }),
    ]
    for index in regions.indices where regions[index].lines.isEmpty {
      regions[index].lines = [Line(name: "Nothing.")]
    }
  }
}

// MARK: - The parts

extension MainViewController {
  /// What is on show, and how its time runs.
  fileprivate var sampleLines: [WindowText.Line] {
    let kind = type(of: sample)
    let elapsed = shownElapsed(at: CACurrentMediaTime())
    var lines: [WindowText.Line] = [
      .init(name: kind.title, value: kind.summary)
    ]
    if let failure = stage.failure {
      lines.append(.init(name: Wording.failure(of: kind.title), value: failure))
    }
    lines += [
      .init(name: "State", value: dock.stateText),
      .init(name: "Time", value: Wording.seconds(elapsed)),
    ]
    if clock.length > 0 {
      // While an animator is paused the run goes on beyond what was planned.
      let length =
        clock.length.isFinite ? Wording.seconds(max(clock.length, elapsed)) : "without an end"
      lines.append(.init(name: "Length of the run", value: length))
    }
    lines.append(.init(name: "Speed", value: "\(speedPercent) %"))
    if clock.isReversed { lines.append(.init(name: "Backwards")) }
    for aspect in RenderingAspect.allCases where stage.rendering.aspects.contains(aspect) {
      let figures = aspect.isTint ? stage.rendering.sentence ?? "" : "shown"
      lines.append(.init(name: aspect.title, value: figures))
    }
    if let loop = clock.loop {
      lines.append(
        .init(
          name: "Loop",
          value: "\(Wording.seconds(loop.lowerBound)) to \(Wording.seconds(loop.upperBound))"))
    }
    return lines
  }

  /// The animation that the Curve tab has chosen, and its values.
  fileprivate var curveLines: [WindowText.Line] {
    inspector.curve.lines(
      of: tracker.timeline, elapsed: shownElapsed(at: CACurrentMediaTime())
    ).map { .init(name: $0) }
  }

  fileprivate var triggerLines: [WindowText.Line] {
    triggers.enumerated().map { place, trigger in
      let key = place < 9 ? "key \(place + 1), " : ""
      return .init(name: trigger.title, value: "\(key)--trigger \(trigger.name)")
    }
  }
}

extension StageView {
  /// The accessibility elements of the sample that have words, from the top.
  fileprivate var lines: [WindowText.Line] {
    var found: [(place: CGPoint, line: WindowText.Line)] = []
    func collect(_ view: UIView) {
      guard !view.isHidden, view.alpha > 0 else { return }
      if view.isAccessibilityElement {
        add(view)
      } else if let elements = view.accessibilityElements {
        for element in elements {
          if let inner = element as? UIView { collect(inner) } else { add(element) }
        }
      } else if !view.accessibilityElementsHidden {
        view.subviews.forEach(collect)
      }
    }
    func add(_ element: Any) {
      guard let element = element as? AccessibleObject, let line = WindowText.Line(element) else {
        return
      }
      found.append((element.accessibilityFrame.origin, line))
    }
    collect(content)
    let sorted = found.sorted { ($0.place.y, $0.place.x) < ($1.place.y, $1.place.x) }
    return sorted.map(\.line)
  }
}

extension WindowText.Line {
  /// The words for each trait that has one, in their order.
  private static let traits: [(trait: UIAccessibilityTraits, word: String)] = [
    (.toggleButton, "switch"), (.button, "button"), (.link, "link"), (.header, "heading"),
    (.image, "picture"), (.searchField, "search field"), (.adjustable, "adjustable"),
    (.selected, "selected"), (.notEnabled, "not enabled"),
  ]

  /// Describes an element: its label, else its kind; then its kind, its state and its value. Nil for one without words.
  @MainActor fileprivate init?(_ element: AccessibleObject) {
    let label = element.accessibilityLabel ?? ""
    var words: [String] = []
    for (trait, word) in Self.traits where element.accessibilityTraits.contains(trait) {
      // A switch is a button, too.
      if word == "button", words.contains("switch") { continue }
      words.append(word)
    }
    var value = element.accessibilityValue ?? ""
    if element.accessibilityTraits.contains(.toggleButton) {
      value = value == "1" ? "on" : value == "0" ? "off" : value
    }
    if !value.isEmpty { words.append(value) }
    if let hint = element.accessibilityHint, !hint.isEmpty { words.append(hint) }
    if label.isEmpty {
      let isField = element is UITextField || element is UITextView
      guard isField || !words.isEmpty else { return nil }
      self.init(name: isField ? "Field" : "Element", value: words.joined(separator: ", "))
    } else {
      self.init(name: label, value: words.joined(separator: ", "))
    }
  }
}

extension Dock {
  /// The figures that have no room in the window; none before anything was measured.
  private func furtherLines(of figures: FrameFigures) -> [WindowText.Line] {
    guard figures.p50 != nil else { return [] }
    func rate(_ value: Double?) -> String { value.map { Wording.fixed($0, 1) + " per s" } ?? "–" }
    func percent(_ share: Double) -> String { Wording.fixed(share * 100, 1) + " %" }
    return [
      .init(name: "Slowest 1 %, by time", value: rate(figures.lows?.time)),
      .init(name: "Slowest 1 %, by p99", value: rate(figures.lows?.percentile)),
      .init(name: "Missed share", value: percent(figures.missedShare)),
      .init(name: "Error share", value: percent(figures.animationErrorShare)),
      .init(
        name: "Late time, not in whole refreshes", value: Wording.milliseconds(figures.rawLateTime)),
    ]
  }

  /// Each figure of the run beside that of the run it is compared with.
  fileprivate var compareLines: [WindowText.Line] {
    guard let run = comparedRun, let before = comparison.before(run) else { return [] }
    let now = comparison.alike(run)
    let title = ComparePane.title(isPinned: comparison.pinned != nil)
    let hint = ComparedRun.judges(before, now) ? nil : Wording.fewRuns
    return [.init(name: title, value: before.title), .init(name: "This run", value: now.title)]
      + [hint.map { WindowText.Line(name: $0) }].compactMap(\.self)
      + ComparedRun.figures(before, now).map { figure in
        let columns = figure.columns
        return .init(
          name: columns[0], value: columns[1...].filter { !$0.isEmpty }.joined(separator: ", "))
      }
  }

  /// Where the stage stood still.
  fileprivate var standstillLines: [WindowText.Line] {
    standstills.all.map { standstill in
      let times = standstill.times
      let purpose = standstill.isInjected ? ", on purpose" : ""
      return .init(
        name: "Stood still",
        value:
          "\(Wording.seconds(times.lowerBound)) to \(Wording.seconds(times.upperBound))\(purpose)")
    }
  }

  /// The figures of the run, and its late frames' causes.
  fileprivate var frameLines: [WindowText.Line] {
    // Those of the picture.
    let figures = figures
    var lines: [WindowText.Line] = []
    if let selection { lines.append(.init(name: Wording.selection(selection, in: history))) }
    let ratio = figures.p50 == nil ? "–" : Wording.fixed(figures.hitchTimeRatio, 1)
    lines.append(
      .init(name: "Hitches", value: "\(ratio) \(Wording.verdict(figures.verdict(bands)))"))
    lines += zip(FigureColumn.names, FigureColumn.texts(of: figures)).map {
      .init(name: $0, value: $1)
    }
    lines += furtherLines(of: figures)
    let counts = figures.histogram.enumerated().filter { $1 > 0 }.map { step, count in
      let isLast = step == FrameFigures.histogramSteps - 1
      return "\(Wording.fixed(Double(step) / 4, 2))\(isLast ? " or more" : "") ×\(count)"
    }
    if !counts.isEmpty {
      lines.append(.init(name: HistogramView.title, value: counts.joined(separator: ", ")))
    }
    return lines
  }
}

extension RunTimeline {
  /// A line for each animation: what it is of, when it runs, and what became of it.
  @MainActor fileprivate var lines: [WindowText.Line] {
    let others = WindowText.Line(name: "unlisted", value: "\(unlisted)")
    return rows.map { row in
      let end = row.end.isFinite ? "to \(Wording.seconds(row.end))" : "without an end"
      let outcome =
        switch row.outcome {
        case .inFlight: "in flight"
        case .ended: "ended"
        case .cutShort(let time): "cut short at \(Wording.seconds(time))"
        }
      return .init(
        name: "\(row.title) of \(row.layer)",
        value: "\(row.detail), from \(Wording.seconds(row.begin)) \(end), \(outcome)")
    } + (unlisted > 0 ? [others] : [])
  }
}

extension LayersPane {
  /// The most layers that are described.
  private static let mostLines = 400

  /// A line for each layer, indented by its depth: its values, as set and as shown.
  fileprivate static func lines(beneath root: CALayer) -> [WindowText.Line] {
    var lines: [WindowText.Line] = []
    var stack: [(layer: CALayer, depth: Int)] = [(root, 0)]
    while let (layer, depth) = stack.popLast() {
      guard lines.count < mostLines else {
        lines.append(.init(name: "More layers"))
        break
      }
      let shown = layer.presentation() ?? layer
      let values = (LayerValue.all + LayerValue.own(of: layer)).map { value in
        let (model, current) = (value.text(layer), value.text(shown))
        return "\(value.name) \(model == current ? model : "\(model) → \(current)")"
      }
      let keys = layer.animationKeys() ?? []
      let moving = keys.isEmpty ? "" : ", animated: \(keys.joined(separator: ", "))"
      lines.append(
        .init(
          name: String(repeating: "  ", count: min(depth, 12)) + layer.titleInRows,
          value: values.joined(separator: ", ") + moving))
      stack += (layer.sublayers ?? []).reversed().map { ($0, depth + 1) }
    }
    return lines
  }
}

extension ActionsPane {
  /// A line for each change: the steps of its search, and what they mean.
  fileprivate var lines: [WindowText.Line] {
    zip(reports, owners).map { report, owner in
      let steps = ActionStep.allCases.map { "\($0.name) \(report.answer(of: $0).text)" }
      return .init(
        name: "\(report.key) of \(owner)",
        value: steps.joined(separator: ", ") + ". " + report.reason)
    }
  }
}

extension LogBook {
  /// A line for each entry, with its time.
  fileprivate var lines: [WindowText.Line] {
    entries.map { .init(name: Wording.seconds($0.time), value: $0.line) }
  }
}
